import type { AccountEvent } from '../../../src/storage/accountEvents';
import type { AccountStore } from '../../../src/storage/accounts';
import type { ApiKey } from '../../../src/storage/apiKeys';
import { LastOperatorError } from '../../../src/storage/errors';
import type { OpenStorage } from './contract';

const at = (minute: number) => new Date(Date.UTC(2024, 0, 1, 0, minute));
const ANN = { issuer: 'https://issuer.example', subject: 'ann' };

/** What the AccountStore does over every database. */
export function accountsContract(open: OpenStorage<'accounts'>): void {
  let storage: Awaited<ReturnType<typeof open>>;
  let accounts: AccountStore;
  beforeEach(async () => {
    storage = await open();
    accounts = storage.accounts;
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

  test('an account comes back by its address, with its new tier; an unknown one does not', async () => {
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

  test('a key comes back with its account as it is now', async () => {
    const { id } = await account('ann@example.com');
    await accounts.insertKey(keyOf(id, 'one'));
    const stored = { ...keyOf(id, 'one'), email: 'ann@example.com' };
    expect(await accounts.key('one')).toEqual({ ...stored, tier: 'free', suspended: false });
    await accounts.setTier(id, 'dev');
    await accounts.touchKey('one', at(3));
    expect(await accounts.key('one')).toEqual({ ...stored, tier: 'dev', suspended: false, lastUsedAt: at(3) });
    expect(await accounts.key('two')).toBeNull();
  });

  test('accounts are listed and counted by part of their address, of which no character is a pattern', async () => {
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

  test('a change is recorded with its event, newest first', async () => {
    const { id } = await accounts.insert(
      { email: 'ann@example.com', tier: 'free', role: 'admin', createdAt: at(0) },
      'command',
    );
    await accounts.setTier(id, 'pro', eventOf(id, 'tier_changed', 1));
    await accounts.insertKey(keyOf(id, 'one'), eventOf(id, 'key_created', 2));
    await accounts.revokeKey('one', at(3), eventOf(id, 'key_revoked', 3));
    await accounts.revokeKey('one', at(4), eventOf(id, 'key_revoked', 4));
    const [revoked, created, tier, first] = await accounts.events(id, null, 10);
    expect(revoked).toEqual({ ...eventOf(id, 'key_revoked', 3), id: expect.any(Number) });
    expect([created, tier]).toMatchObject([eventOf(id, 'key_created', 2), eventOf(id, 'tier_changed', 1)]);
    expect(first).toMatchObject({ kind: 'account_created', by: 'command', detail: 'free, admin' });
    expect(await accounts.events(id, created.id, 1)).toEqual([tier]);
  });

  test('of several keys created at once over two connections as many are stored as the account may have', async () => {
    const { id } = await account('ann@example.com');
    const other = await open(storage);
    await accounts.insertKey({ ...keyOf(id, 'ended'), expiresAt: at(0) });
    const stored = await Promise.all(
      ['a', 'b', 'c', 'd'].map((key, i) => (i % 2 ? other.accounts : accounts).insertKey(keyOf(id, key), undefined, 2)),
    );
    expect(stored.filter((one) => one)).toHaveLength(2);
    await other.close();
  });

  test('of two operators suspended at once over two connections one stays', async () => {
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

  test('uses of several keys that come together are all stored', async () => {
    const { id } = await account('ann@example.com');
    for (const key of ['one', 'two', 'unused']) await accounts.insertKey(keyOf(id, key));
    await Promise.all([
      accounts.touchKey('one', at(3)),
      accounts.touchKey('two', at(4)),
      accounts.touchKey('one', at(5)),
    ]);
    expect((await accounts.keysOf(id)).map(({ lastUsedAt }) => lastUsedAt)).toEqual([at(5), at(4), null]);
  });

  test('keys are listed by account, oldest first', async () => {
    const [bob, ann] = [await account('bob@example.com'), await account('ann@example.com')];
    await accounts.insertKey(keyOf(bob.id, 'b'));
    await accounts.insertKey(keyOf(ann.id, 'later', 2));
    await accounts.insertKey(keyOf(ann.id, 'z', 1));
    await accounts.insertKey(keyOf(ann.id, 'y', 1));
    expect((await accounts.keys()).map(({ id }) => id)).toEqual(['z', 'y', 'later', 'b']);
    expect((await accounts.keys('bob@example.com')).map(({ id }) => id)).toEqual(['b']);
  });

  test('a successor is stored together with the end of the key it replaces, or not at all', async () => {
    const { id } = await account('ann@example.com');
    await accounts.insertKey(keyOf(id, 'old'));
    await accounts.replaceKey('old', at(9), keyOf(id, 'new'));
    expect([(await accounts.key('old'))?.expiresAt, (await accounts.key('new'))?.expiresAt]).toEqual([at(9), null]);
    await expect(accounts.replaceKey('new', at(10), keyOf(id, 'old'))).rejects.toBeDefined();
    expect((await accounts.key('new'))?.expiresAt).toBeNull();
  });

  test('a successor ends when the key it replaces was made to end, however often that one is replaced', async () => {
    const { id } = await account('ann@example.com');
    await accounts.insertKey({ ...keyOf(id, 'old'), expiresAt: at(50) });
    await accounts.replaceKey('old', at(9), keyOf(id, 'new'));
    await accounts.replaceKey('old', at(8), keyOf(id, 'other'));
    await accounts.replaceKey('new', at(9), keyOf(id, 'newest'));
    const ends = await Promise.all(['old', 'new', 'other', 'newest'].map((key) => accounts.key(key)));
    expect(ends.map((key) => key?.expiresAt)).toEqual([at(8), at(9), at(50), at(50)]);
  });

  test('the first revocation counts, and other connections see it at once', async () => {
    const { id } = await account('ann@example.com');
    await accounts.insertKey(keyOf(id, 'one'));
    const other = await open(storage);
    await other.accounts.revokeKey('one', at(1));
    expect((await accounts.key('one'))?.revokedAt).toEqual(at(1));
    await other.accounts.revokeKey('one', at(2));
    expect((await accounts.key('one'))?.revokedAt).toEqual(at(1));
    await other.close();
  });

  test('somebody who signs in keeps the account they were tied to', async () => {
    const { id } = await account('ann@example.com');
    expect(await accounts.signedIn(ANN)).toBeNull();
    expect(await accounts.claim(ANN, { email: null, create: null, at: at(0) })).toBeNull();
    const tied = { accountId: id, tier: 'free', suspended: false };
    expect(await accounts.claim(ANN, { email: 'ann@example.com', create: null, at: at(0) })).toEqual(tied);
    expect(await accounts.claim(ANN, { email: 'bob@example.com', create: null, at: at(1) })).toEqual(tied);
    expect(await accounts.signedIn(ANN)).toEqual(tied);
    expect(await accounts.signedIn({ ...ANN, issuer: 'https://other.example' })).toBeNull();
  });

  test('of several first requests at once one makes the account', async () => {
    const other = await open(storage);
    const create = { email: 'ann@example.com', tier: 'free' };
    const claims = [accounts, other.accounts, accounts, other.accounts].map((one) =>
      one.claim(ANN, { email: null, create, at: at(0) }),
    );
    const made = await Promise.all(claims);
    const { id } = (await accounts.findByEmail('ann@example.com'))!;
    expect(made).toEqual(made.map(() => ({ accountId: id, tier: 'free', suspended: false })));
    await other.close();
  });

  test('the generated secret is made once for all connections', async () => {
    const other = await open(storage);
    const secret = await accounts.generatedSecret();
    expect(secret).toMatch(/^[0-9a-f]{64}$/);
    expect(await other.accounts.generatedSecret()).toBe(secret);
    await other.close();
  });
}
