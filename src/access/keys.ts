import type { AccountStore } from '../storage/ports';
import type { Account, ApiKey, OwnedKey } from '../storage/rows';
import { displayKey, generateKey, hashKey, parseKeyId } from './keyFormat';
import type { TierTable } from './tiers';

/** A request about keys that cannot be met; the message is for the person who made it. */
export class KeyRequestError extends Error {
  override readonly name = 'KeyRequestError';
}

/** A key at its creation, the only time its text is known. */
export interface CreatedKey {
  readonly id: string;
  /** `prn_<id>_<secret>` */
  readonly key: string;
}

/** A key as lists show it. */
export interface KeyView extends Omit<OwnedKey, 'hash'> {
  /** `prn_<id>_...abcd` */
  readonly display: string;
  readonly state: 'active' | 'expired' | 'revoked';
}

export interface KeyServiceDeps {
  readonly accounts: AccountStore;
  readonly tiers: TierTable;
  readonly keySecret: string;
  readonly now: () => Date;
}

const EMAIL = /^[^\s@,]+@[^\s@,.]+(\.[^\s@,.]+)+$/;
const LONGEST_NAME = 100;

/**
 * State of a key at an instant. At the very instant of its end it has expired, and so has one whose end is no date: what
 * cannot be read must not let anybody in.
 */
export function keyState(key: Pick<ApiKey, 'revokedAt' | 'expiresAt'>, now: Date): KeyView['state'] {
  if (key.revokedAt !== null) return 'revoked';
  // Not `<=`: no comparison with NaN holds.
  const lives = key.expiresAt === null || key.expiresAt.getTime() > now.getTime();
  return lives ? 'active' : 'expired';
}

/** Creates, lists, rotates and revokes keys (SPEC 5.3). Every method throws KeyRequestError on a bad request. */
export class KeyService {
  constructor(private readonly deps: KeyServiceDeps) {}

  async createAccount(email: string, tier: string): Promise<Account> {
    const address = checkedEmail(email);
    this.checkTier(tier);
    if (await this.deps.accounts.findByEmail(address)) throw new KeyRequestError(`account ${address} exists already`);
    return this.deps.accounts.insert({ email: address, tier, createdAt: this.deps.now() });
  }

  /** @throws KeyRequestError when there is none */
  async account(email: string): Promise<Account> {
    const found = await this.findAccount(email);
    if (!found) throw new KeyRequestError(`no account ${checkedEmail(email)}`);
    return found;
  }

  findAccount(email: string): Promise<Account | null> {
    return this.deps.accounts.findByEmail(checkedEmail(email));
  }

  /** Every key of the account carries the new tier from its next request on. */
  async setTier(email: string, tier: string): Promise<void> {
    this.checkTier(tier);
    await this.deps.accounts.setTier((await this.account(email)).id, tier);
  }

  async createKey(accountId: number, name = ''): Promise<CreatedKey> {
    const { created, stored } = this.newKey(accountId, checkedName(name));
    await this.deps.accounts.insertKey(stored);
    return created;
  }

  async list(email?: string): Promise<KeyView[]> {
    const now = this.deps.now();
    const keys = await this.deps.accounts.keys(email === undefined ? undefined : (await this.account(email)).email);
    return keys.map(({ hash: _, ...key }) => ({
      ...key,
      display: displayKey(key.id, key.lastFour),
      state: keyState(key, now),
    }));
  }

  /**
   * A new key for the same account; the old one works on for the overlap, never longer than it would have anyway.
   *
   * @param overlap milliseconds, 0 = it is revoked at once
   */
  async rotate(keyId: string, overlap: number): Promise<CreatedKey & { readonly oldEnds: Date }> {
    const old = await this.existing(keyId);
    const now = this.deps.now();
    const state = keyState(old, now);
    if (state !== 'active') throw new KeyRequestError(`key ${old.id} is ${state}; create a new one instead`);
    const end = now.getTime() + overlap;
    const oldEnds = new Date(Math.min(end, old.expiresAt?.getTime() ?? end));
    const { created, stored } = this.newKey(old.accountId, old.name);
    await this.deps.accounts.replaceKey(old.id, oldEnds, stored);
    // Said outright: by the clock of another process an end that is now may still lie ahead.
    if (overlap === 0) await this.deps.accounts.revokeKey(old.id, now);
    return { ...created, oldEnds };
  }

  /** From the next request on the key fails, in every process. Revoking twice is no error. */
  async revoke(keyId: string): Promise<{ readonly id: string; readonly already: boolean }> {
    const { id, revokedAt } = await this.existing(keyId);
    await this.deps.accounts.revokeKey(id, this.deps.now());
    return { id, already: revokedAt !== null };
  }

  private newKey(accountId: number, name: string): { created: CreatedKey; stored: ApiKey } {
    const { id, key, lastFour } = generateKey();
    const hash = hashKey(key, this.deps.keySecret);
    const unused = { lastUsedAt: null, expiresAt: null, revokedAt: null };
    return {
      created: { id, key },
      stored: { id, accountId, name, hash, lastFour, createdAt: this.deps.now(), ...unused },
    };
  }

  private async existing(text: string): Promise<OwnedKey> {
    const id = parseKeyId(text);
    if (id === null)
      throw new KeyRequestError('a key id has 12 letters and digits, as `list` shows them: prn_<id>_...');
    const key = await this.deps.accounts.key(id);
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
