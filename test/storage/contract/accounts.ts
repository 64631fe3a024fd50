import type { AccountEvent, AccountStore, IdentityStore } from '../../../src/storage/accounts';
import { type ApiKey, type KeyStore, MOST_ENDED_KEYS } from '../../../src/storage/apiKeys';
import { LastOperatorError } from '../../../src/storage/errors';
import type { Storage } from '../../../src/storage/storage';
import type { OpenStorage } from './contract';

const at = (minute: number) => new Date(Date.UTC(2024, 0, 1, 0, minute));
const ANN = { issuer: 'https://issuer.example', subject: 'ann' };

/** Tests that accounts, keys and identities pass over every database. */
export function accountsContract(open: OpenStorage): void {
  let storage: Storage;
  let accounts: AccountStore;
  let keys: KeyStore;
  let identities: IdentityStore;
  beforeEach(async () => {
    storage = await open();
    ({ accounts, keys, identities } = storage);
  });

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

  test('accounts are listed and counted by part of their unique address, without wildcard characters', async () => {
    const made = [];
    for (const email of ['a_b@example.com', 'acb@example.com', 'a%b@example.com', 'a\\b@example.com']) {
      made.push(await account(email));
    }
    await expect(account('a_b@example.com')).rejects.toThrow(/unique/i);
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
    const { id } = active === ann ? bob : ann;
    expect(await accounts.suspend(id, at(2), eventOf(id, 'account_suspended', 2))).toBe(false);
    expect(await accounts.suspend(id, null, eventOf(id, 'account_resumed', 3))).toBe(true);
    const kinds = (await accounts.events(id, null, 10)).map(({ kind }) => kind);
    expect(kinds).toEqual(['account_resumed', 'account_suspended']);
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

  test.each(['revoked', 'replaced at once', 'expired'])(
    'a key that is %s has no successor, and leaves room for another key',
    async (how) => {
      const { id } = await account('ann@example.com');
      await keys.insert({ ...keyOf(id, 'old'), expiresAt: how === 'expired' ? at(1) : null });
      const { createdAt: now } = keyOf(id, 'first');
      if (how === 'revoked') await keys.revoke('old', now);
      if (how === 'replaced at once') expect(await keys.replace('old', now, keyOf(id, 'first'))).toBe('replaced');
      const late = { ...keyOf(id, 'second'), createdAt: how === 'expired' ? at(2) : now };
      expect(await keys.replace('old', at(9), late)).toBe('ended');
      expect(await keys.find('second')).toBeNull();
      expect(await keys.insert(late, undefined, how === 'replaced at once' ? 2 : 1)).toBe(true);
    },
  );

  test('of the keys that ended, an account keeps the latest hundred, and all active ones', async () => {
    const { id } = await account('ann@example.com');
    await keys.insert(keyOf(id, 'active'));
    await keys.insert({ ...keyOf(id, 'expired'), expiresAt: at(1) });
    for (let i = 1; i <= MOST_ENDED_KEYS; i++) {
      await keys.insert(keyOf(id, `revoked ${i}`, i));
      await keys.revoke(`revoked ${i}`, at(i));
    }
    const other = await account('bob@example.com');
    await keys.insert({ ...keyOf(other.id, 'of another account'), revokedAt: at(1) });
    await keys.insert(keyOf(id, 'new', 200));
    const kept = (await keys.ofAccount(id)).map((key) => key.id);
    expect([kept.length, kept.slice(0, 2), kept.at(-1)]).toEqual([102, ['active', 'revoked 1'], 'new']);
    expect(await keys.find('of another account')).not.toBeNull();

    await keys.revoke('new', at(201));
    expect(await keys.replace('active', at(202), keyOf(id, 'successor', 202))).toBe('replaced');
    expect([await keys.find('revoked 1'), (await keys.find('active'))?.id]).toEqual([null, 'active']);
  });

  test('the first revocation counts, and other connections see it at once', async () => {
    const ann = { email: 'ann@example.com', tier: 'free', role: 'admin', createdAt: at(0) } as const;
    const { id } = await accounts.insert(ann, 'command');
    await keys.insert(keyOf(id, 'one'));
    const other = await open(storage);
    await other.keys.revoke('one', at(1), eventOf(id, 'key_revoked', 1));
    expect((await keys.find('one'))?.revokedAt).toEqual(at(1));
    await other.keys.revoke('one', at(2), eventOf(id, 'key_revoked', 2));
    expect((await keys.find('one'))?.revokedAt).toEqual(at(1));
    expect(await accounts.events(id, null, 10)).toEqual([
      { ...eventOf(id, 'key_revoked', 1), id: expect.any(Number) },
      expect.objectContaining({ kind: 'account_created', by: 'command', detail: 'free, admin' }),
    ]);
  });

  test('of several concurrent first requests one creates the account', async () => {
    const other = await open(storage);
    const create = { email: 'ann@example.com', tier: 'free' };
    const claims = [identities, other.identities, identities, other.identities].map((one) =>
      one.claim(ANN, { email: null, create, at: at(0) }),
    );
    const made = await Promise.all(claims);
    const ann = await accounts.findByEmail('ann@example.com');
    expect(ann).toMatchObject({ tier: 'free', role: 'member', suspendedAt: null });
    expect(made).toEqual(made.map(() => ann));
    expect(await identities.find({ ...ANN, issuer: 'https://other.example' })).toBeNull();
  });

  test('the secret is generated once for all connections', async () => {
    const other = await open(storage);
    const secret = await storage.generatedSecret();
    expect(secret).toMatch(/^[0-9a-f]{64}$/);
    expect(await other.generatedSecret()).toBe(secret);
  });
}
