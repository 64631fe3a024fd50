import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import request from 'supertest';
import { perennial } from '../helpers/perennial';
import { describeWithPostgres, statements } from '../helpers/postgres';
import { SMALL, startService } from '../helpers/process';
import { tempFolder } from '../helpers/tempFolder';

const FIXTURES = join(__dirname, 'fixtures/release');
const folder = tempFolder();

/**
 * The backup of each release by `perennial backup` (with counters and key secret), the answers of the release over it, and a dump
 * of the PostgreSQL schema into which `perennial move` copied it and which it then served. A release adds the one before it
 * (CONTRIBUTING.md, "Measure and release").
 */
const RELEASES = ['0.1.0'];

function copyOf(release: string, name: string): string {
  const file = join(folder, name);
  for (const suffix of ['', '-usage', '-key-secret'])
    cpSync(join(FIXTURES, `${release}.db${suffix}`), `${file}${suffix}`);
  return file;
}

test.each(RELEASES)('a SQLite database of release %s is opened with its content unchanged', (release) =>
  expectAsBefore(release, copyOf(release, `${release}.db`)),
);

describeWithPostgres('a PostgreSQL database', ({ fresh }) => {
  test.each(RELEASES)('of release %s is opened with its content unchanged', async (release) => {
    const url = await fresh();
    const [{ rows }] = await statements(url, ['SELECT current_schema() AS schema']);
    const dumped = `fixture_${release.replaceAll('.', '_')}`;
    const dump = readFileSync(join(FIXTURES, `${release}.postgres.sql`), 'utf8').replace(
      `CREATE SCHEMA ${dumped};`,
      '',
    );
    await statements(url, [dump.replaceAll(dumped, rows[0].schema)]);
    await expectAsBefore(release, url);
  });
});

/** Starts the service over a database of a release: keys, prices, ledger, counts and saved scans must be unchanged. */
async function expectAsBefore(release: string, url: string): Promise<void> {
  const before = JSON.parse(readFileSync(join(FIXTURES, `${release}.json`), 'utf8'));
  // Limits that hold on a busy machine.
  const patient = { DATABASE_WAIT_MS: '60000', SCAN_BUDGET_MS: '60000', SIGNIFICANCE: 'off' };
  const env = { ...SMALL, ...patient, NOW: before.now, DATABASE_URL: url };
  const { logged, kill } = startService(env);
  const { port } = await logged('listening');
  await logged('ready');
  const get = (path: string, key: string) =>
    request(`http://127.0.0.1:${port}/v1`).get(path).set('X-API-Key', key).expect(200);
  const { business, ...others } = before.keys;
  const card = await get('/analyze/AAPL?entry_date=2024-12-23&days_out=20', business);
  expect(card.body.card.receipts).toMatchObject(before.receipts);
  const { 'x-ratelimit-limit-day': limit, 'x-ratelimit-remaining-day': remaining } = card.headers;
  expect(Number(limit) - Number(remaining)).toBe(before.usedToday + 1);
  const symbols = await get('/markets/0/symbols', business);
  expect(symbols.body.symbols).toEqual(before.symbols);
  expect(symbols.headers['x-data-version']).toBe(before.dataVersion);
  const { body: saved } = await get('/saved-scans', business);
  expect(before.savedScans).toHaveLength(1);
  // The service may have run it since it started.
  const kept = before.savedScans.map(({ last_run: _lastRun, ...scan }: { last_run: unknown }) => scan);
  expect(saved.saved_scans).toMatchObject(kept);
  const { body: ledger } = await get('/daily-pick/ledger', business);
  // The service may have added the outcome of the pick.
  expect(ledger.records.slice(0, before.ledger.count)).toEqual(before.ledger.records);
  for (const [tier, key] of Object.entries<string>(others)) {
    expect((await get('/me', key)).body.tier).toBe(tier);
  }
  await kill();
  expect(await perennial(env, 'ledger', 'verify', '--since', before.ledger.head_hash)).toMatchObject({
    code: 0,
    err: '',
  });
}

test('an older program refuses a newer database in one sentence, and migrates nothing', async () => {
  const file = copyOf('0.1.0', 'newer.db');
  const newer = new BetterSqlite3(file);
  newer.exec("INSERT INTO knex_migrations (name, batch) VALUES ('9999_future', 9)");
  newer.close();
  const applied = migrationsOf(file);
  const sentence =
    'the database is newer than this program: it has the migrations 9999_future; install the version that added them, ' +
    'or a later one';
  const { ended } = startService({ DATABASE_URL: file });
  const { code, stderr } = await ended;
  expect(code).toBe(1);
  expect(stderr.trim().split('\n')).toEqual([expect.stringContaining(sentence)]);
  const migrated = await perennial({ ...SMALL, DATABASE_URL: file }, 'migrate');
  expect(migrated).toMatchObject({ code: 1, out: '', err: expect.stringContaining(sentence) });
  expect(migrationsOf(file)).toEqual(applied);
});

function migrationsOf(file: string): unknown[] {
  const database = new BetterSqlite3(file, { readonly: true });
  const names = database.prepare('SELECT name FROM knex_migrations ORDER BY id').pluck().all();
  database.close();
  return names;
}
