import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import type { Account, AccountEvent, AccountStore, Role } from '../storage/accounts';
import type { ApiKey, KeyScope, KeyStore, OwnedKey } from '../storage/apiKeys';
import type { Storage } from '../storage/storage';
import type { TierTable } from './tiers';

/** A refused request about keys; its message is shown to the requester. */
export class KeyRequestError extends Error {
  override readonly name = 'KeyRequestError';
}

/** A key at its creation, the only time its text is known. */
export interface CreatedKey {
  /** Public: names the key in lists and logs. */
  readonly id: string;
  /** `prn_<id>_<secret>`, to be shown once. */
  readonly key: string;
}

/** A key that replaces another. */
export interface RotatedKey extends CreatedKey {
  readonly oldEnds: Date;
}

/** A key as lists show it. */
export interface KeyView extends Omit<OwnedKey, 'hash'> {
  /** `prn_<id>_...abcd` */
  readonly display: string;
  readonly state: 'active' | 'expired' | 'revoked';
}

export interface KeyServiceDeps {
  readonly accounts: AccountStore;
  readonly keys: KeyStore;
  readonly tiers: TierTable;
  readonly keySecret: string;
  readonly now: () => Date;
  /** The actor in account events; by default a command. */
  readonly by?: AccountEvent['by'];
}

/** The options of a new key. */
export interface NewKeyOptions {
  readonly name: string;
  /** Null = it does not expire. */
  readonly expiresAt: Date | null;
  readonly scope: KeyScope;
}

/** A key with the full scope of the plan that does not expire. */
export const UNLIMITED: Omit<NewKeyOptions, 'name'> = { expiresAt: null, scope: { markets: null, readOnly: false } };

const EMAIL = /^[^\s@,]+@[^\s@,.]+(\.[^\s@,.]+)+$/;
const LONGEST_NAME = 100;

/**
 * State of a key at an instant. It has expired at the very instant of its end. A key with an invalid end date also counts as
 * expired: unreadable data must not grant access.
 */
export function keyState(key: Pick<ApiKey, 'revokedAt' | 'expiresAt'>, now: Date): KeyView['state'] {
  if (key.revokedAt !== null) return 'revoked';
  // Not `<=`: comparisons with NaN are false.
  const isActive = key.expiresAt === null || key.expiresAt.getTime() > now.getTime();
  return isActive ? 'active' : 'expired';
}

/** Creates, lists, rotates and revokes keys (SPEC 5.3). Every method throws KeyRequestError for a bad request. */
export class KeyService {
  constructor(private readonly deps: KeyServiceDeps) {}

  async createAccount(email: string, tier: string, role: Role = 'member'): Promise<Account> {
    const address = checkedEmail(email);
    this.checkTier(tier);
    if (await this.deps.accounts.findByEmail(address)) throw new KeyRequestError(`account ${address} exists already`);
    return this.deps.accounts.insert({ email: address, tier, role, createdAt: this.deps.now() }, this.by);
  }

  /** @throws KeyRequestError when there is none */
  async account(email: string): Promise<Account> {
    const account = await this.findAccount(email);
    if (!account) throw new KeyRequestError(`no account ${checkedEmail(email)}`);
    return account;
  }

  findAccount(email: string): Promise<Account | null> {
    return this.deps.accounts.findByEmail(checkedEmail(email));
  }

  /** Every key of the account carries the new tier from its next request on. */
  async setTier(email: string, tier: string): Promise<void> {
    this.checkTier(tier);
    const account = await this.account(email);
    const event = this.event(account.id, 'tier_changed', null, `${account.tier} -> ${tier}`);
    await this.deps.accounts.setTier(account.id, tier, event);
  }

  async setRole(email: string, role: Role): Promise<void> {
    const account = await this.account(email);
    const event = this.event(account.id, 'role_changed', null, `${account.role} -> ${role}`);
    await this.deps.accounts.setRole(account.id, role, event);
  }

  /** @returns whether the state changed @throws LastOperatorError */
  async suspend(email: string, suspended: boolean): Promise<boolean> {
    const { id } = await this.account(email);
    const event = this.event(id, suspended ? 'account_suspended' : 'account_resumed', null, null);
    return this.deps.accounts.suspend(id, suspended ? this.deps.now() : null, event);
  }

  async createKey(accountId: number, name = '', options = UNLIMITED): Promise<CreatedKey> {
    return (await this.create(accountId, { ...options, name: checkedName(name) }))!;
  }

  /** @param most active keys that the account may have. @returns null when it already has that many */
  async create(accountId: number, options: NewKeyOptions, most?: number): Promise<CreatedKey | null> {
    const { created, stored } = this.newKey(accountId, options);
    const event = this.event(accountId, 'key_created', displayKey(stored.id, stored.lastFour), options.name || null);
    return (await this.deps.keys.insert(stored, event, most)) ? created : null;
  }

  async list(email?: string): Promise<KeyView[]> {
    const keys = await this.deps.keys.list(email === undefined ? undefined : (await this.account(email)).email);
    return keys.map((key) => this.view(key));
  }

  /** A key without its hash. */
  view({ hash: _, ...key }: OwnedKey): KeyView {
    return { ...key, display: displayKey(key.id, key.lastFour), state: keyState(key, this.deps.now()) };
  }

  /**
   * Creates a key for the same account, with the expiry that the old key was created with. The old key keeps working for the
   * overlap, but never past its own expiry.
   *
   * @param overlap milliseconds, 0 = it is revoked at once
   */
  async rotate(keyId: string, overlap: number): Promise<RotatedKey> {
    const old = await this.requireKey(keyId);
    const state = keyState(old, this.deps.now());
    if (state !== 'active') throw new KeyRequestError(`key ${old.id} is ${state}; create a new one instead`);
    const rotated = await this.replace(old, overlap);
    if (typeof rotated === 'string')
      throw new KeyRequestError(`key ${old.id} was rotated or revoked meanwhile; create a new one instead`);
    return rotated;
  }

  /**
   * Like `rotate`, for a key that was active just now.
   *
   * @param most active keys that the account may have
   * @returns `full` when it would have more, `ended` when the key has ended meanwhile
   */
  async replace(old: OwnedKey, overlap: number, most?: number): Promise<RotatedKey | 'full' | 'ended'> {
    const now = this.deps.now();
    const end = now.getTime() + overlap;
    const oldEnds = new Date(Math.min(end, old.expiresAt?.getTime() ?? end));
    const { created, stored } = this.newKey(old.accountId, { ...old, expiresAt: null });
    const display = displayKey(old.id, old.lastFour);
    const detail = `to ${displayKey(stored.id, stored.lastFour)}`;
    const event = this.event(old.accountId, 'key_rotated', display, detail);
    const result = await this.deps.keys.replace(old.id, oldEnds, stored, event, most);
    return result === 'replaced' ? { ...created, oldEnds } : result;
  }

  /** From the next request on the key fails, in every process. Revoking twice is no error. */
  async revoke(keyId: string): Promise<{ readonly id: string; readonly already: boolean }> {
    const key = await this.requireKey(keyId);
    await this.end(key);
    return { id: key.id, already: key.revokedAt !== null };
  }

  async end({ id, accountId, lastFour, name }: OwnedKey): Promise<void> {
    const event = this.event(accountId, 'key_revoked', displayKey(id, lastFour), name || null);
    await this.deps.keys.revoke(id, this.deps.now(), event);
  }

  private get by(): AccountEvent['by'] {
    return this.deps.by ?? 'command';
  }

  private event(
    accountId: number,
    kind: AccountEvent['kind'],
    subject: string | null,
    detail: string | null,
  ): AccountEvent {
    return { accountId, at: this.deps.now(), kind, by: this.by, subject, detail };
  }

  private newKey(
    accountId: number,
    { name, expiresAt, scope }: NewKeyOptions,
  ): { created: CreatedKey; stored: ApiKey } {
    const id = randomText(ID_LENGTH);
    const secret = randomText(SECRET_LENGTH);
    const key = `prn_${id}_${secret}`;
    const hash = hashKey(key, this.deps.keySecret);
    const lastFour = secret.slice(-4);
    const unused = { createdAt: this.deps.now(), lastUsedAt: null, revokedAt: null };
    return { created: { id, key }, stored: { id, accountId, name, hash, lastFour, expiresAt, scope, ...unused } };
  }

  private async requireKey(text: string): Promise<OwnedKey> {
    const id = parseKeyId(text);
    if (id === null)
      throw new KeyRequestError('a key id has 12 letters and digits, as `list` shows them: prn_<id>_...');
    const key = await this.deps.keys.find(id);
    if (!key) throw new KeyRequestError(`no key ${id}`);
    return key;
  }

  private checkTier(tier: string): void {
    const accepted = this.deps.tiers.assignable.map(({ id }) => id);
    if (!accepted.includes(tier)) throw new KeyRequestError(`tier '${tier}' is not one of ${accepted.join(', ')}`);
  }
}

function checkedEmail(email: string): string {
  const address = email.trim().toLowerCase();
  if (!EMAIL.test(address)) throw new KeyRequestError(`'${email}' is not an e-mail address`);
  return address;
}

function checkedName(name: string): string {
  if (name.length > LONGEST_NAME) {
    throw new KeyRequestError(`the name of a key has at most ${LONGEST_NAME} characters, got ${name.length}`);
  }
  return name;
}

/**
 * The secret that keys are hashed with: the setting KEY_SECRET, or outside production a generated one. Null in
 * production without the setting: authentication then fails closed (SPEC 7, 503).
 *
 * @throws Error when the generated one is damaged
 */
export async function keySecretFor(
  { environment, keySecret }: { readonly environment: string; readonly keySecret: string | null },
  storage: Pick<Storage, 'generatedSecret'>,
): Promise<string | null> {
  if (keySecret !== null) return keySecret;
  return environment === 'production' ? null : storage.generatedSecret();
}

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const ID_LENGTH = 12;
/** 43 characters of 62 are 256 bits. */
const SECRET_LENGTH = 43;
const KEY = new RegExp(`^prn_([0-9A-Za-z]{${ID_LENGTH}})_([0-9A-Za-z]{${SECRET_LENGTH}})$`);
const KEY_ID = new RegExp(`^(?:prn_)?([0-9A-Za-z]{${ID_LENGTH}})(?:_.*)?$`);

/** The id inside a whole key; null when the text has another form. */
export function idOfKey(key: string): string | null {
  return KEY.exec(key)?.[1] ?? null;
}

/** Reads a key id from user input: the id, `prn_<id>`, or a whole key. Null for anything else. */
export function parseKeyId(text: string): string | null {
  return KEY_ID.exec(text.trim())?.[1] ?? null;
}

/** How a key is shown after its creation. */
function displayKey(id: string, lastFour: string): string {
  return `prn_${id}_...${lastFour}`;
}

/** HMAC-SHA-256, hexadecimal. Keyed, so that guesses cannot be tested with a stolen database alone. */
export function hashKey(key: string, keySecret: string): string {
  return createHmac('sha256', keySecret).update(key).digest('hex');
}

/** Compares two hashes in a time that does not depend on where they differ. */
export function sameHash(a: string, b: string): boolean {
  const left = Buffer.from(a);
  const right = Buffer.from(b);
  return left.length === right.length && timingSafeEqual(left, right);
}

export function randomText(length: number): string {
  return Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}
