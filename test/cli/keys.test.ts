import { join } from 'node:path';
import { parseDuration } from '../../scripts/keys';
import { SignInLinks } from '../../src/access/signInLinks';
import { openStorage } from '../../src/storage/open';
import { openSqlite } from '../../src/storage/sqlite';
import { accessOn } from '../helpers/access';
import { perennial } from '../helpers/perennial';
import { tempFolder } from '../helpers/tempFolder';

const file = join(tempFolder(), 'keys.sqlite');

function keys(...argv: string[]) {
  return perennial({ DATABASE_URL: file, NODE_ENV: 'test' }, 'keys', ...argv);
}

test('create, use, list, rotate, revoke', async () => {
  const created = await keys('create', '--email', 'Ann@example.com', '--tier', 'pro', '--name', 'laptop');
  expect(created).toMatchObject({ code: 0, out: expect.stringMatching(/^prn_[0-9A-Za-z]{12}_[0-9A-Za-z]{43}\n$/) });
  expect(created.err).toMatch(/of ann@example\.com, tier pro\nShown once/);
  const key = created.out.trim();
  const id = key.split('_')[1];

  // As the server sees it: both use the secret next to the database.
  const storage = await openStorage(file);
  const keySecret = await storage.generatedSecret();
  const { authenticator, background } = accessOn(storage, { keySecret });
  const tierOf = async (token: string) => (await authenticator.authenticate({ apiKey: token })).tier.id;
  expect(await tierOf(key)).toBe('pro');
  await background.settled();

  const listed = await keys('list');
  expect(listed.out).toMatch(
    new RegExp(`prn_${id}_\\.\\.\\.${key.slice(-4)} +ann@example.com +pro +active .* laptop\n`),
  );
  expect(listed.out).not.toContain(key.slice(-43));

  const rotated = await keys('rotate', id);
  expect(rotated.code).toBe(0);
  expect(await tierOf(rotated.out.trim())).toBe('pro');
  expect(await tierOf(key)).toBe('pro');

  expect(await keys('revoke', id)).toEqual({ code: 0, out: '', err: `key ${id} is revoked\n` });
  await expect(tierOf(key)).rejects.toThrow('API key revoked.');
  expect((await keys('revoke', key)).err).toBe(`key ${id} was revoked before\n`);

  expect((await keys('set-tier', '--email', 'ann@example.com', '--tier', 'free')).code).toBe(0);
  expect(await tierOf(rotated.out.trim())).toBe('free');
  await background.settled();
  await storage.close();
});

test('a second key of an account keeps its tier', async () => {
  await keys('create', '--email', 'bob@example.com', '--tier', 'dev');
  expect((await keys('create', '--email', 'bob@example.com')).err).toContain('of bob@example.com, tier dev');
  expect(await keys('create', '--email', 'bob@example.com', '--tier', 'pro')).toEqual({
    code: 1,
    out: '',
    err: 'keys: account bob@example.com is on tier dev; move it with: set-tier --email bob@example.com --tier pro\n',
  });
});

test('a key with an invalid expiry is listed as expired and cannot be rotated', async () => {
  const id = (await keys('create', '--email', 'dan@example.com')).out.split('_')[1];
  const database = await openSqlite(file);
  await database.change('accounts', (trx) => trx('api_key').where({ id }).update({ expires_at: 'never' }));
  await database.close();
  expect((await keys('list', '--email', 'dan@example.com')).out).toMatch(/ expired .* no date\n/);
  expect(await keys('rotate', id)).toMatchObject({ code: 1, err: expect.stringContaining(`key ${id} is expired`) });
});

test('without --tier an account is free', async () => {
  expect((await keys('create', '--email', 'eve@example.com')).err).toContain('tier free');
});

test.each<[string[], RegExp]>([
  [['create'], /required option '--email <address>' not specified/],
  [['create', '--email', 'nobody'], /'nobody' is not an e-mail address/],
  [['create', '--email', 'c@d.ef', '--tier', 'gold'], /tier 'gold' is not one of free, dev, pro, business/],
  [['create', '--email', 'c@d.ef', '--tyer', 'pro'], /unknown option '--tyer'/],
  [['list', '--email', 'c@d.ef'], /no account c@d\.ef/],
  [['rotate'], /missing required argument 'keyid'/],
  [['rotate', 'abcdefghijkl'], /no key abcdefghijkl/],
  [['rotate', 'abcdefghijkl', '--overlap', 'soon'], /--overlap is 'soon', accepted is 0 or up to 30d/],
  [['rotate', 'abcdefghijkl', '--overlap', '31d'], /--overlap is '31d'/],
  [['revoke', 'AAPL'], /a key id has 12 letters and digits/],
  [['destroy'], /unknown command 'destroy'/],
])('%j is refused with exit code 1', async (argv, message) => {
  const { code, out, err } = await keys(...argv);
  expect([code, out]).toEqual([1, '']);
  expect(err).toMatch(message);
});

test('production without KEY_SECRET is refused', async () => {
  const { code, err } = await perennial({ DATABASE_URL: file, NODE_ENV: 'production' }, 'keys', 'list');
  expect(code).toBe(1);
  expect(err).toMatch(/KEY_SECRET/);
});

test('--help exits 0', async () => {
  const { code, out } = await keys('--help');
  expect(code).toBe(0);
  expect(out).toContain('Create, list, rotate and revoke API keys.');
});

test.each([
  ['0', 0],
  ['90s', 90_000],
  ['15m', 900_000],
  ['24h', 86_400_000],
  [' 7D ', 604_800_000],
  ['24', null],
  ['-1h', null],
  ['1.5h', null],
  ['', null],
])('the duration %j is %s ms', (text, want) => expect(parseDuration(text)).toBe(want));

test('invite prints a link that signs in once, and creates a missing account', async () => {
  const invited = await keys('invite', 'Ida@example.com', '--tier', 'dev', '--role', 'admin', '--ttl', '1h');
  expect(invited.err).toContain('signs ida@example.com in once, within 1h; tier dev, role admin');
  expect(invited.err).toContain('It assumes that the service is at http://localhost:8080: set PUBLIC_URL');
  const [, token] = /^http:\/\/localhost:8080\/sign-in#token=([\w-]{43})\n$/.exec(invited.out)!;
  const storage = await openStorage(file);
  const links = new SignInLinks({ store: storage.sessions, publicUrl: '', now: () => new Date() });
  expect(await links.take(token)).toMatchObject({ email: 'ida@example.com', tier: 'dev', role: 'admin' });
  await expect(links.take(token)).rejects.toThrow('does not work any more');
  await storage.close();
  expect((await keys('invite', 'ida@example.com', '--role', 'member')).err).toContain('change it with: set-role');
  expect((await keys('invite', 'ida@example.com', '--ttl', '31d')).err).toContain('accepted is up to 30d');
});

test('a key can be created with a scope and an expiry', async () => {
  const options = ['--markets', '0,11', '--read-only', '--expires', '2999-01-01'];
  const made = await keys('create', '--email', 'nia@example.com', '--tier', 'dev', ...options);
  const storage = await openStorage(file);
  const key = await storage.keys.find(made.out.split('_')[1]);
  expect(key).toMatchObject({ scope: { markets: ['0', '11'], readOnly: true }, expiresAt: new Date('2999-01-01') });
  await storage.close();
  const refused = async (...wrong: string[]) => (await keys('create', '--email', 'nia@example.com', ...wrong)).err;
  expect(await refused('--markets', '99')).toContain("--markets names '99'");
  expect(await refused('--expires', '2020-01-01')).toContain('not after today');
  expect(await refused('--expires', '2999-02-30')).toContain('accepted is a date');
});

test('ends of keys follow the clock of the settings, as the server does', async () => {
  const at = (now: string, ...argv: string[]) =>
    perennial({ DATABASE_URL: file, NODE_ENV: 'test', NOW: now }, 'keys', ...argv);
  const email = ['--email', 'now@example.com'];
  const made = await at('2024-12-20T15:00:00Z', 'create', ...email, '--expires', '2024-12-22');
  const id = made.out.split('_')[1];
  expect((await at('2024-12-20T15:00:00Z', 'list', ...email)).out).toMatch(/ active +2024-12-20T15:0\d /);
  expect((await at('2024-12-20T15:00:00Z', 'rotate', id, '--overlap', '1h')).err).toMatch(
    /the old one ends 2024-12-20T16:0\d/,
  );
  expect((await at('2024-12-20T17:00:00Z', 'list', ...email)).out).toContain(' expired ');
  expect((await at('2024-12-22T00:00:00Z', 'create', ...email, '--expires', '2024-12-22')).err).toContain(
    'not after today',
  );
});
