import { KeyRequestError, keySecretFor, parseKeyId } from '../../../src/access/keys';
import type { Database } from '../../../src/storage/database';
import { openSqlite } from '../../../src/storage/sqlite';
import { accessOn, accessStores } from '../../helpers/access';

const HOUR_MS = 3_600_000;
let database: Database;
let access: ReturnType<typeof accessOn>;
let accountId: number;

beforeEach(async () => {
  database = await openSqlite(':memory:');
  access = accessOn(accessStores(database));
  accountId = (await access.service.createAccount(' Ann@Example.com ', 'dev')).id;
});
afterEach(async () => {
  await access.background.settled();
  await database.close();
});

const works = (key: string) =>
  access.authenticator.authenticate({ apiKey: key }).then(
    () => true,
    () => false,
  );

test('a key has the form the docs promise, and no two are alike', async () => {
  const keys = await Promise.all(Array.from({ length: 20 }, () => access.service.createKey(accountId)));
  for (const { id, key } of keys) expect(key).toMatch(new RegExp(`^prn_${id}_[0-9A-Za-z]{43}$`));
  expect(new Set(keys.map(({ key }) => key.slice(-43))).size).toBe(20);
  expect(new Set(keys.map(({ id }) => id)).size).toBe(20);
});

test('nothing in the database gives the secret away', async () => {
  const { key } = await access.service.createKey(accountId, 'laptop');
  const secret = key.slice(-43);
  const stored = JSON.stringify(await database.query('SELECT * FROM api_key'));
  expect(stored).not.toContain(secret);
  // Four characters are kept for display; five would be more than agreed.
  expect(stored).toContain(`"${secret.slice(-4)}"`);
  expect(stored).not.toContain(secret.slice(-5));
  const [{ hash }] = await database.query<{ hash: string }>('SELECT hash FROM api_key');
  expect(hash).toMatch(/^[0-9a-f]{64}$/);
});

test('a list shows every field of a key except its hash', async () => {
  const { id, key } = await access.service.createKey(accountId, 'laptop');
  expect(await access.service.list()).toEqual([
    {
      id,
      accountId,
      name: 'laptop',
      email: 'ann@example.com',
      tier: 'dev',
      suspended: false,
      state: 'active',
      display: `prn_${id}_...${key.slice(-4)}`,
      lastFour: key.slice(-4),
      createdAt: access.clock.time,
      lastUsedAt: null,
      expiresAt: null,
      revokedAt: null,
      scope: { markets: null, readOnly: false },
    },
  ]);
});

describe('rotation', () => {
  test('without overlap the old key ends at once, whatever the clock of the server says', async () => {
    const old = await access.service.createKey(accountId);
    const next = await access.service.rotate(old.id, 0);
    access.clock.time = new Date(0);
    expect([await works(old.key), await works(next.key)]).toEqual([false, true]);
  });

  test('a second rotation does not lengthen the life of the first key', async () => {
    const old = await access.service.createKey(accountId);
    const { oldEnds } = await access.service.rotate(old.id, HOUR_MS);
    expect((await access.service.rotate(old.id, 48 * HOUR_MS)).oldEnds).toEqual(oldEnds);
  });

  test('a revoked or expired key cannot be rotated', async () => {
    const revoked = await access.service.createKey(accountId);
    await access.service.revoke(revoked.id);
    await expect(access.service.rotate(revoked.id, 0)).rejects.toThrow(
      `key ${revoked.id} is revoked; create a new one`,
    );
    const expired = await access.service.createKey(accountId);
    await access.service.rotate(expired.id, HOUR_MS);
    access.clock.time = new Date(access.clock.time.getTime() + HOUR_MS);
    await expect(access.service.rotate(expired.id, 0)).rejects.toThrow(`key ${expired.id} is expired`);
  });
});

test('revoking a key twice keeps the time of the first revocation', async () => {
  const { id } = await access.service.createKey(accountId);
  const first = access.clock.time;
  expect(await access.service.revoke(id)).toEqual({ id, already: false });
  access.clock.time = new Date(first.getTime() + HOUR_MS);
  expect(await access.service.revoke(`prn_${id}`)).toEqual({ id, already: true });
  expect((await access.service.list()).find((key) => key.id === id)?.revokedAt).toEqual(first);
});

test.each<[string, () => Promise<unknown>, RegExp]>([
  ['an address without @', () => access.service.createAccount('ann', 'free'), /'ann' is not an e-mail address/],
  ['an address without dot', () => access.service.createAccount('ann@host', 'free'), /'ann@host' is not an e-mail/],
  ['two addresses', () => access.service.createAccount('a@b.cd,e@f.gh', 'free'), /is not an e-mail address/],
  [
    'an unknown tier',
    () => access.service.createAccount('b@b.cd', 'gold'),
    /tier 'gold' is not one of free, dev, pro, bus/,
  ],
  ['the demo tier', () => access.service.createAccount('b@b.cd', 'demo'), /tier 'demo' is not one of/],
  ['an account twice', () => access.service.createAccount('ANN@example.com', 'dev'), /account ann@example\.com exists/],
  ['setting the tier of an unknown account', () => access.service.setTier('x@y.zz', 'dev'), /no account x@y\.zz/],
  ['a name of 101 characters', () => access.service.createKey(accountId, 'x'.repeat(101)), /at most 100.*got 101/],
  ['listing the keys of an unknown account', () => access.service.list('x@y.zz'), /no account x@y\.zz/],
  ['a malformed key id', () => access.service.revoke('AAPL'), /a key id has 12 letters and digits/],
  ['an unknown key', () => access.service.revoke('abcdefghijkl'), /no key abcdefghijkl/],
])('%s is refused', async (_, request, message) => {
  await expect(request()).rejects.toThrow(KeyRequestError);
  await expect(request()).rejects.toThrow(message);
});

test.each([
  ['abcdefghijkl', 'abcdefghijkl'],
  [' prn_abcdefghijkl ', 'abcdefghijkl'],
  ['prn_abcdefghijkl_...wxyz', 'abcdefghijkl'],
  ['abcdefghijk', null],
  ['prn_demo', null],
])('the key id in %j is %s', (text, want) => expect(parseKeyId(text)).toBe(want));

describe('the secret that keys are hashed with', () => {
  const unasked = { generatedSecret: () => Promise.reject(new Error('asked for')) };

  test('is the setting, if there is one', async () => {
    for (const environment of ['production', 'development']) {
      expect(await keySecretFor({ environment, keySecret: 'set' }, unasked)).toBe('set');
    }
  });

  test('is missing in production without the setting', async () => {
    expect(await keySecretFor({ environment: 'production', keySecret: null }, unasked)).toBeNull();
  });

  test('is generated outside production', async () => {
    const generated = { generatedSecret: async () => 'generated' };
    expect(await keySecretFor({ environment: 'development', keySecret: null }, generated)).toBe('generated');
  });
});
