import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import request from 'supertest';
import { startTestApp, type TestApp } from '../helpers/app';
import { overwriteTable } from '../helpers/damage';
import { CARD, pickEntry } from '../helpers/ledgerEntries';
import { perennial } from '../helpers/perennial';
import { SMALL, startService } from '../helpers/process';
import { RUN } from '../helpers/storage';
import { tempFolder } from '../helpers/tempFolder';
import { seasonalWalk } from '../helpers/universe';

const FILES = ['test.sqlite', 'test.sqlite-key-secret', 'test.sqlite-usage'];
const folder = tempFolder();

let app: TestApp;
beforeAll(async () => {
  const bars = seasonalWalk({ seed: 1, from: '2012-01-02', to: '2024-12-19' });
  app = await startTestApp({ symbols: [{ symbol: 'AAPL', markets: ['0'], bars }], metered: true });
  await app.storage.records.append('session 2024-12-02', () => ({ entry: pickEntry('2024-12-02'), card: CARD }));
});
afterAll(() => app.close());

const backup = (dir: string, env: NodeJS.ProcessEnv = {}) =>
  perennial({ NODE_ENV: 'test', DATABASE_URL: app.file, ...env }, 'backup', dir);

/** Requests counted today, by the headers of the last one. */
function usedToday(headers: Readonly<Record<string, string>>): number {
  return Number(headers['x-ratelimit-limit-day']) - Number(headers['x-ratelimit-remaining-day']);
}

test('backs up a running service during a write; the copy can be served with its keys, counts, prices and ledger', async () => {
  const dir = join(folder, 'first');
  await app.get('/v1/markets').expect(200);
  // Another process holds the write lock meanwhile, as an import does.
  const ran = await app.storage.prices.write(RUN, async (changes) => {
    await changes.enrol('0', [{ symbol: 'LATER' }], { simulated: false });
    return backup(dir);
  });
  expect(ran).toMatchObject({ code: 0, err: '' });
  expect(readdirSync(dir).sort()).toEqual(FILES);
  for (const name of FILES) {
    expect(statSync(join(dir, name)).mode & 0o777).toBe(0o600);
    expect(ran.out).toContain(`${name} `);
  }
  expect(ran.out).toContain(`written to ${dir}, every database in it checked`);

  const env = { ...SMALL, NOW: '2024-12-20T15:00:00Z', DATABASE_URL: join(dir, 'test.sqlite') };
  const verified = await perennial(env, 'ledger', 'verify');
  expect(verified.out).toBe((await perennial({ ...env, DATABASE_URL: app.file }, 'ledger', 'verify')).out);
  expect(verified.out).toContain('1 records, every one as written');
  const { logged } = startService(env);
  const { port } = await logged('listening');
  await logged('ready');
  const get = (path: string) => request(`http://127.0.0.1:${port}/v1`).get(path).set('X-API-Key', app.keys.business);
  const symbols = await get('/markets/0/symbols').expect(200);
  expect(symbols.body.symbols).toMatchObject([{ symbol: 'AAPL' }]);
  // One request of the day was counted before the backup.
  expect(usedToday(symbols.headers)).toBe(2);
  const card = '/analyze/AAPL?entry_date=2024-12-23&days_out=20';
  const { receipts } = (await app.get(`/v1${card}`)).body.card;
  expect((await get(card)).body.card.receipts).toEqual(receipts);
});

test('an existing folder is not touched, even if empty', async () => {
  const dir = join(folder, 'taken');
  mkdirSync(dir);
  const { code, err } = await backup(dir);
  expect([code, err]).toEqual([1, `backup: ${dir} exists already: a backup is written into a new folder\n`]);
  expect(readdirSync(dir)).toEqual([]);
});

test('a damaged database leaves nothing behind, and is named', async () => {
  const broken = join(folder, 'broken.sqlite');
  const copy = join(folder, 'copy');
  expect((await backup(copy)).code).toBe(0);
  const bytes = readFileSync(join(copy, 'test.sqlite'));
  bytes.fill(0xff, bytes.length - 3 * 4096);
  writeFileSync(broken, bytes);
  const dir = join(folder, 'never');
  const { code, err } = await backup(dir, { DATABASE_URL: broken });
  expect([code, err]).toEqual([1, expect.stringMatching(/^backup: .*broken\.sqlite cannot be backed up: /)]);
  expect(readdirSync(folder).filter((name) => name.startsWith('never'))).toEqual([]);
});

test.each(['api_key', 'price_column'])('a damaged table %s is named', async (table) => {
  const copy = join(folder, `whole ${table}`);
  expect((await backup(copy)).code).toBe(0);
  const file = join(copy, 'test.sqlite');
  overwriteTable(file, table);
  const { code, err } = await backup(join(folder, 'never'), { DATABASE_URL: file });
  expect([code, err]).toEqual([1, `backup: ${file} cannot be backed up: it is damaged, in the tables: ${table}\n`]);
});

test('a missing database is not created, one in memory is refused, and KEY_SECRET as a setting is mentioned', async () => {
  const nowhere = join(folder, 'nowhere.sqlite');
  expect(await backup(join(folder, 'none'), { DATABASE_URL: nowhere })).toMatchObject({
    code: 1,
    err: `backup: there is no database ${nowhere}\n`,
  });
  expect(existsSync(nowhere)).toBe(false);
  expect((await backup(join(folder, 'none'), { DATABASE_URL: ':memory:' })).err).toContain('in memory');
  const { out } = await backup(join(folder, 'set'), { KEY_SECRET: 'k'.repeat(32) });
  expect(out).toContain('KEY_SECRET is a setting and not in it');
});

test('a PostgreSQL database is refused without a connection: its own tools back it up', async () => {
  const to = join(folder, 'postgres');
  const { code, err } = await perennial({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }, 'backup', to);
  expect([code, existsSync(to)]).toEqual([1, false]);
  expect(err).toMatch(/^backup: back up a PostgreSQL database with its own tools, .*pg_dump -Fc/);
});
