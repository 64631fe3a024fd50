import { keyState } from '../../../src/access/keys';
import type { AccountStore, ApiKey } from '../../../src/storage/accounts';
import { stillAt } from '../../helpers/moment';
import type { OpenStorage } from './contract';

const at = (minute: number) => new Date(Date.UTC(2024, 0, 1, 0, minute));
const ANN = { issuer: 'https://issuer.example', subject: 'ann' };

/** What every AccountStore does. */
export function accountsContract(open: OpenStorage<'accounts' | 'counters'>): void {
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

  test('an account comes back by its address, with its new tier; an unknown one does not', async () => {
    const made = await account('ann@example.com');
    expect(made).toEqual({
      ...{ id: expect.any(Number), email: 'ann@example.com', tier: 'free', role: 'member' as const },
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

  describe('a request that comes with a key', () => {
    const QUOTA = { perMinute: 2, perDay: 9 };
    const arrival = (minute: number) => ({
      at: stillAt(at(minute)),
      quotas: { byTier: new Map([['pro', { perMinute: 3, perDay: 9 }]]), otherwise: QUOTA },
    });
    const counted = async (accountId: number, minute: number) =>
      (await storage.counters.accounts.usage(String(accountId), stillAt(at(minute)))).minuteCount;

    /** Looks the key up and counts, in one step or in two. @returns whether the request may pass, or why not */
    async function ask(presented: { id: string; hash: string }, minute = 5, store = storage) {
      const { found, now, counted } = await store.accounts.admitKey(presented, arrival(minute));
      expect(now).toBe(at(minute).getTime());
      const isIn = found?.hash === presented.hash && keyState(found, at(minute)) === 'active';
      // What may not come in is not counted.
      if (!isIn) expect(counted).toBeNull();
      if (!isIn) return 'refused';
      const { quotas } = arrival(minute);
      const quota = quotas.byTier.get(found.tier) ?? quotas.otherwise;
      const count =
        counted ?? (await store.counters.accounts.count(String(found.accountId), arrival(minute).at, quota));
      return count.allowed;
    }

    test('finds it as it is, and is counted once against the quota of its account', async () => {
      const { id } = await account('ann@example.com');
      await accounts.insertKey(keyOf(id, 'one'));
      await accounts.insertKey(keyOf(id, 'two'));
      const { found } = await accounts.admitKey({ id: 'one', hash: 'no such hash' }, arrival(5));
      expect(found).toEqual(await accounts.key('one'));
      const key = { id: 'one', hash: found!.hash };
      expect(await ask(key)).toBe(true);
      expect(await counted(id, 5)).toBe(1);
      expect([await ask({ ...key, id: 'two' }), await ask(key), await ask(key, 6)]).toEqual([true, false, true]);
      await accounts.setTier(id, 'pro');
      expect([await ask(key, 6), await ask(key, 6), await ask(key, 6)]).toEqual([true, true, false]);
    });

    test('whose hash does not fit, that is revoked, expired or unknown, is not let in and not counted', async () => {
      const { id } = await account('ann@example.com');
      const hash = 'a'.repeat(64);
      await accounts.insertKey({ ...keyOf(id, 'revoked'), revokedAt: at(9) });
      await accounts.insertKey({ ...keyOf(id, 'expired'), expiresAt: at(5) });
      await accounts.insertKey({ ...keyOf(id, 'expiring'), expiresAt: at(6) });
      const asked = ['revoked', 'expired', 'unknown', 'expiring'].map((key) => ask({ id: key, hash }));
      expect(await Promise.all(asked)).toEqual(['refused', 'refused', 'refused', true]);
      expect(await ask({ id: 'expiring', hash: 'b'.repeat(64) })).toBe('refused');
      expect(await counted(id, 5)).toBe(1);
    });

    test('over two connections at once passes exactly as often as there is room', async () => {
      const { id } = await account('ann@example.com');
      await accounts.insertKey(keyOf(id, 'one'));
      const other = await open(storage);
      const key = { id: 'one', hash: 'a'.repeat(64) };
      const all = await Promise.all(Array.from({ length: 40 }, (_, i) => ask(key, 5, i % 2 ? other : storage)));
      expect(all.filter((passed) => passed === true)).toHaveLength(QUOTA.perMinute);
      await accounts.revokeKey('one', at(1));
      expect([await ask(key, 6, other), await ask(key, 6)]).toEqual(['refused', 'refused']);
      await other.close();
    });

    test('as a sign-in is counted alike', async () => {
      const { id } = await account('ann@example.com');
      expect(await accounts.admitSignedIn(ANN, arrival(5))).toEqual({
        found: null,
        now: at(5).getTime(),
        counted: null,
      });
      await accounts.claim(ANN, { email: 'ann@example.com', create: null, at: at(0) });
      const passed = [];
      for (let i = 0; i < 3; i++) {
        const { found, counted } = await accounts.admitSignedIn(ANN, arrival(5));
        expect(found).toEqual({ accountId: id, tier: 'free', suspended: false });
        const count = counted ?? (await storage.counters.accounts.count(String(id), arrival(5).at, QUOTA));
        passed.push(count.allowed);
      }
      expect(passed).toEqual([true, true, false]);
    });
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
