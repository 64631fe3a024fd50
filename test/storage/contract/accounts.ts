import type { AccountEvent, AccountStore } from '../../../src/storage/accounts';
import type { ApiKey, KeyStore } from '../../../src/storage/apiKeys';
import { LastOperatorError } from '../../../src/storage/errors';
import type { IdentityStore } from '../../../src/storage/identities';
import type { OpenStorage } from './contract';

const at = (minute: number) => new Date(Date.UTC(2024, 0, 1, 0, minute));
const ANN = { issuer: 'https://issuer.example', subject: 'ann' };

/** Tests that accounts, keys and identities pass over every database. */
export function accountsContract(open: OpenStorage<'accounts' | 'keys' | 'identities' | 'generatedSecret'>): void {
  let storage: Awaited<ReturnType<typeof open>>;
  let accounts: AccountStore;
  let keys: KeyStore;
  let identities: IdentityStore;
  beforeEach(async () => {
    storage = await open();
    ({ accounts, keys, identities } = storage);
  });
  afterEach(() => storage.close());

  const account = (email: string) => accounts.insert({ email, tier: 'free', role: 'member', createdAt: at(0) });
  const keyOf = (accountId: number, id: string, minute = 0): ApiKey => ({
    id,
    accountId,
    name: `key ${id}`,
    hash: 'a'.repeat(64),
    lastFour: '1234',
    createdAt: at(minute),
    lastUsedAt: null,
    expiresAt: null,
    revokedAt: null,
    scope: { markets: null, readOnly: false },
  });

  const eventOf = (accountId: number, kind: AccountEvent['kind'], minute: number): AccountEvent => ({
    accountId,
    at: at(minute),
    kind,
    by: 'operator',
    subject: null,
    detail: null,
  });

  test('an account is found by its address, with its new tier; an unknown address finds none', async () => {
    const made = await account('ann@example.com');
    expect(made).toEqual({
      id: expect.any(Number),
      email: 'ann@example.com',
      tier: 'free',
      role: 'member' as const,
      createdAt: at(0),
      suspendedAt: null,
    });
    expect(await accounts.findByEmail('ann@example.com')).toEqual(made);
    await accounts.setTier(made.id, 'pro');
    expect(await accounts.findByEmail('ann@example.com')).toEqual({ ...made, tier: 'pro' });
    expect(await accounts.findByEmail('bob@example.com')).toBeNull();
    await expect(account('ann@example.com')).rejects.toBeDefined();
  });

  test('a key is returned with the current state of its account', async () => {
    const { id } = await account('ann@example.com');
    await keys.insert(keyOf(id, 'one'));
    const stored = { ...keyOf(id, 'one'), email: 'ann@example.com' };
    expect(await keys.find('one')).toEqual({ ...stored, tier: 'free', suspended: false });
    await accounts.setTier(id, 'dev');
    await keys.touch('one', at(3));
    expect(await keys.find('one')).toEqual({ ...stored, tier: 'dev', suspended: false, lastUsedAt: at(3) });
    expect(await keys.find('two')).toBeNull();
  });

  test('accounts are listed and counted by part of their address, without wildcard characters', async () => {
    const made = [];
    for (const email of ['a_b@example.com', 'acb@example.com', 'a%b@example.com', 'a\\b@example.com']) {
      made.push(await account(email));
    }
    const found = async (search: string) => [
      await accounts.count(search),
      (await accounts.list({ after: 0, limit: 10, search })).map(({ email }) => email),
    ];
    expect(await found('A_B')).toEqual([1, ['a_b@example.com']]);
    expect(await found('%')).toEqual([1, ['a%b@example.com']]);
    expect(await found('\\')).toEqual([1, ['a\\b@example.com']]);
    expect(await accounts.list({ after: made[0].id, limit: 2, search: '' })).toEqual([made[1], made[2]]);
    expect(await accounts.count('')).toBe(4);
    expect(await accounts.find(made[2].id)).toEqual(made[2]);
    expect(await accounts.find(made[3].id + 1)).toBeNull();
  });

  test('each change is recorded with an event; events are listed newest first', async () => {
    const { id } = await accounts.insert(
      { email: 'ann@example.com', tier: 'free', role: 'admin', createdAt: at(0) },
      'command',
    );
    await accounts.setTier(id, 'pro', eventOf(id, 'tier_changed', 1));
    await keys.insert(keyOf(id, 'one'), eventOf(id, 'key_created', 2));
    await keys.revoke('one', at(3), eventOf(id, 'key_revoked', 3));
    await keys.revoke('one', at(4), eventOf(id, 'key_revoked', 4));
    const [revoked, created, tier, first] = await accounts.events(id, null, 10);
    expect(revoked).toEqual({ ...eventOf(id, 'key_revoked', 3), id: expect.any(Number) });
    expect([created, tier]).toMatchObject([eventOf(id, 'key_created', 2), eventOf(id, 'tier_changed', 1)]);
    expect(first).toMatchObject({ kind: 'account_created', by: 'command', detail: 'free, admin' });
    expect(await accounts.events(id, created.id, 1)).toEqual([tier]);
  });

  test('if two connections create keys at once, no more are stored than the account may have', async () => {
    const { id } = await account('ann@example.com');
    const other = await open(storage);
    await keys.insert({ ...keyOf(id, 'ended'), expiresAt: at(0) });
    const stored = await Promise.all(
      ['a', 'b', 'c', 'd'].map((key, i) => (i % 2 ? other.keys : keys).insert(keyOf(id, key), undefined, 2)),
    );
    expect(stored.filter((one) => one)).toHaveLength(2);
    await other.close();
  });

  test('if two connections suspend the last two operators at once, one stays active', async () => {
    const [ann, bob] = [await account('ann@example.com'), await account('bob@example.com')];
    for (const { id } of [ann, bob]) await accounts.setRole(id, 'admin');
    const other = await open(storage);
    const suspended = await Promise.allSettled([
      accounts.suspend(ann.id, at(1), eventOf(ann.id, 'account_suspended', 1)),
      other.accounts.suspend(bob.id, at(1), eventOf(bob.id, 'account_suspended', 1)),
    ]);
    expect(suspended.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const active = (await accounts.find(ann.id))!.suspendedAt === null ? ann : bob;
    await expect(accounts.setRole(active.id, 'member')).rejects.toBeInstanceOf(LastOperatorError);
    const suspendedOne = active === ann ? bob : ann;
    expect(await accounts.suspend(suspendedOne.id, at(2), eventOf(suspendedOne.id, 'account_suspended', 2))).toBe(
      false,
    );
    expect(await accounts.suspend(suspendedOne.id, null, eventOf(suspendedOne.id, 'account_resumed', 3))).toBe(true);
    expect((await accounts.events(suspendedOne.id, null, 10)).map(({ kind }) => kind)).toEqual([
      'account_resumed',
      'account_suspended',
    ]);
    await other.close();
  });

  test('concurrent uses of several keys are all stored', async () => {
    const { id } = await account('ann@example.com');
    for (const key of ['one', 'two', 'unused']) await keys.insert(keyOf(id, key));
    await Promise.all([keys.touch('one', at(3)), keys.touch('two', at(4)), keys.touch('one', at(5))]);
    expect((await keys.ofAccount(id)).map(({ lastUsedAt }) => lastUsedAt)).toEqual([at(5), at(4), null]);
  });

  test('keys are listed by account, oldest first', async () => {
    const [bob, ann] = [await account('bob@example.com'), await account('ann@example.com')];
    await keys.insert(keyOf(bob.id, 'b'));
    await keys.insert(keyOf(ann.id, 'later', 2));
    await keys.insert(keyOf(ann.id, 'z', 1));
    await keys.insert(keyOf(ann.id, 'y', 1));
    expect((await keys.list()).map(({ id }) => id)).toEqual(['z', 'y', 'later', 'b']);
    expect((await keys.list('bob@example.com')).map(({ id }) => id)).toEqual(['b']);
  });

  test('a new key is stored together with the expiry of the key that it replaces, or not at all', async () => {
    const { id } = await account('ann@example.com');
    await keys.insert(keyOf(id, 'old'));
    await keys.replace('old', at(9), keyOf(id, 'new'));
    expect([(await keys.find('old'))?.expiresAt, (await keys.find('new'))?.expiresAt]).toEqual([at(9), null]);
    await expect(keys.replace('new', at(10), keyOf(id, 'old'))).rejects.toBeDefined();
    expect((await keys.find('new'))?.expiresAt).toBeNull();
  });

  test.each(['revoked', 'replaced at once', 'expired'])('a key that is %s has no successor', async (how) => {
    const { id } = await account('ann@example.com');
    await keys.insert({ ...keyOf(id, 'old'), expiresAt: how === 'expired' ? at(1) : null });
    const { createdAt: now } = keyOf(id, 'first');
    if (how === 'revoked') await keys.revoke('old', now);
    if (how === 'replaced at once') expect(await keys.replace('old', now, keyOf(id, 'first'))).toBe('replaced');
    const late = { ...keyOf(id, 'second'), createdAt: how === 'expired' ? at(2) : now };
    expect(await keys.replace('old', at(9), late)).toBe('ended');
    expect(await keys.find('second')).toBeNull();
  });

  test('a replacement key has the original expiry of the replaced key, however often that key is replaced', async () => {
    const { id } = await account('ann@example.com');
    await keys.insert({ ...keyOf(id, 'old'), expiresAt: at(50) });
    await keys.replace('old', at(9), keyOf(id, 'new'));
    await keys.replace('old', at(8), keyOf(id, 'other'));
    await keys.replace('new', at(9), keyOf(id, 'newest'));
    const ends = await Promise.all(['old', 'new', 'other', 'newest'].map((key) => keys.find(key)));
    expect(ends.map((key) => key?.expiresAt)).toEqual([at(8), at(9), at(50), at(50)]);
  });

  test('the first revocation counts, and other connections see it at once', async () => {
    const { id } = await account('ann@example.com');
    await keys.insert(keyOf(id, 'one'));
    const other = await open(storage);
    await other.keys.revoke('one', at(1));
    expect((await keys.find('one'))?.revokedAt).toEqual(at(1));
    await other.keys.revoke('one', at(2));
    expect((await keys.find('one'))?.revokedAt).toEqual(at(1));
    await other.close();
  });

  test('an identity that signs in stays linked to its first account', async () => {
    const { id } = await account('ann@example.com');
    expect(await identities.find(ANN)).toBeNull();
    expect(await identities.claim(ANN, { email: null, create: null, at: at(0) })).toBeNull();
    const tied = { accountId: id, tier: 'free', suspended: false };
    expect(await identities.claim(ANN, { email: 'ann@example.com', create: null, at: at(0) })).toEqual(tied);
    expect(await identities.claim(ANN, { email: 'bob@example.com', create: null, at: at(1) })).toEqual(tied);
    expect(await identities.find(ANN)).toEqual(tied);
    expect(await identities.find({ ...ANN, issuer: 'https://other.example' })).toBeNull();
  });

  test('of several concurrent first requests one creates the account', async () => {
    const other = await open(storage);
    const create = { email: 'ann@example.com', tier: 'free' };
    const claims = [identities, other.identities, identities, other.identities].map((one) =>
      one.claim(ANN, { email: null, create, at: at(0) }),
    );
    const made = await Promise.all(claims);
    const { id } = (await accounts.findByEmail('ann@example.com'))!;
    expect(made).toEqual(made.map(() => ({ accountId: id, tier: 'free', suspended: false })));
    await other.close();
  });

  test('the secret is generated once for all connections', async () => {
    const other = await open(storage);
    const secret = await storage.generatedSecret();
    expect(secret).toMatch(/^[0-9a-f]{64}$/);
    expect(await other.generatedSecret()).toBe(secret);
    await other.close();
  });
}
