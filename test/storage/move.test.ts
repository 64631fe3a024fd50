import { existsSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { packPeers } from '../../src/core/cameTrue/settledWindows';
import { backUpStorage } from '../../src/storage/backup';
import { shownUrl } from '../../src/storage/database';
import { MoveError, moveStorage } from '../../src/storage/move';
import { lastNumber, type Row, rowsOf, TABLES } from '../../src/storage/movedTables';
import { openStorage } from '../../src/storage/open';
import { openSqlite } from '../../src/storage/sqlite';
import { usageFileOf } from '../../src/storage/sqliteCounters';
import type { Storage } from '../../src/storage/storage';
import { startTestApp, type TestApp } from '../helpers/app';
import { weekdayBars } from '../helpers/bars';
import { forwardResult } from '../helpers/forwardResult';
import { CARD, outcomeEntry, pickEntry } from '../helpers/ledgerEntries';
import { perennial } from '../helpers/perennial';
import { describeWithPostgres, statements } from '../helpers/postgres';
import { startChild, startService } from '../helpers/process';
import { recordedTrial } from '../helpers/recordedTrial';
import { linkToken, signIn } from '../helpers/signedIn';
import { REAL, RUN, storeBars } from '../helpers/storage';
import { smallModel } from '../helpers/storedModel';
import { tempFolder } from '../helpers/tempFolder';

const folder = tempFolder();
let files = 0;
const newFile = () => join(folder, `${++files}.sqlite`);
const AT = new Date('2024-12-20T15:00:00Z');
const BARS = weekdayBars('2010-01-04', '2024-12-19', (day) => 100 + (day % 7) / 3);
/**
 * Tables of the migrations and revisions of one database, of the secret in PostgreSQL, and of jobs: the service sends again
 * what is still to be done.
 */
const NOT_MOVED = ['schema_migration', 'knex_migrations', 'knex_migrations_lock', 'revision', 'key_secret', 'job'];

/** A database with rows in every table. */
let source: string;
let keys: TestApp['keys'];
let ledger: string;
beforeAll(async () => {
  const app = await startTestApp({ symbols: [{ symbol: 'KO', name: 'Ä', markets: ['0', '11'], bars: BARS }] });
  await fill(app.storage);
  await app.sql('oauth_identity').insert({ issuer: 'i', subject: 's', account_id: 1, created_at: 2 ** 41 });
  await signIn(app);
  await linkToken(app, 'dev@example.com');
  await app.post('/v1/saved-scans', { name: 'Ä', query: { markets: '0' } }).set('Idempotency-Key', 'k');
  const [{ id }] = await app.sql('saved_scan').select('id');
  const run = { saved_scan_id: id, prices: 'p', at: 2 ** 41, basis: 'b', found: '["é"]', as_of: '2024-12-19' };
  await app.sql('saved_scan_run').insert(run);
  await app.sql('saved_scan_calendar').insert({ saved_scan_id: id, entries: '["é"]' });
  const calendar = { source: 'saved_scan', saved_scan_id: id, days_ahead: 30, alarm_minutes_before: -540 };
  await app.post('/v1/calendar-links', calendar).expect(201);
  await app.post('/v1/table-links', { saved_scan_id: id }).expect(201);
  await backUpStorage(app.file, join(folder, 'source'));
  source = join(folder, 'source', 'test.sqlite');
  keys = app.keys;
  await app.close();
  const usage = new BetterSqlite3(usageFileOf(source));
  for (const table of ['account_usage', 'address_usage', 'provider_usage'])
    usage.exec(`INSERT OR REPLACE INTO ${table} VALUES ('é "x"', 28910000, 3, 20077, 40)`);
  usage.exec("INSERT INTO account_day VALUES ('1', 20076, 41)");
  usage.exec("INSERT INTO ml_charge VALUES ('a', 20077, 'i', 'h', 1734707000000), ('a', 20077, 'j', '', NULL)");
  usage.close();
  ledger = await exported(source);
});

async function fill(storage: Storage): Promise<void> {
  const {
    prices,
    feeds,
    heldPrices,
    records,
    models,
    nulls,
    cameTrue,
    evidence,
    replays,
    sessions,
    webhooks,
    exports,
  } = storage;
  const change = { at: AT, marketId: null, label: 'x' } as const;
  const old = await storeBars(prices, { symbol: 'OLD', markets: ['2'] }, BARS);
  await prices.write({ ...change, id: 'rename', kind: 'rename' }, async (changes) => {
    await changes.saveForUndo('OLD');
    await changes.rename(old, 'NEW');
  });
  const gone = await storeBars(prices, { symbol: 'GONE', markets: ['2'] }, BARS);
  await prices.write({ ...change, id: 'remove', kind: 'remove' }, (changes) => changes.remove(gone));
  const duplicate = { side: 'refused' as const, kind: 'duplicate', symbol: 'KO', file: 'é.csv', rows: 2, places: 1 };
  const counts = { rowsIn: 9, rowsTaken: 7, rowsHeld: 0, refused: { duplicate: 2 }, flagged: {} };
  const found = [{ ...duplicate, firstDay: 1, lastDay: null, sample: [] }];
  await prices.write({ ...change, id: 'r', kind: 'import' }, (changes) =>
    changes.report({ ...counts, findings: found, replaced: [], finishedAt: AT }),
  );
  const feed = { provider: 'p', marketId: '0', unadjusted: true, addedAt: AT };
  const { id } = await feeds.add(feed, [{ ticker: 'KO', spelling: 'ko.us' }]);
  await heldPrices.hold(id, { ticker: 'KO', heldAt: AT, reason: 'é'.repeat(300), source: 's', bars: BARS });
  const pick = await records.append('session 2024-12-02', () => ({ entry: pickEntry('2024-12-02'), card: CARD }));
  await records.append('outcome 1', () => ({ entry: outcomeEntry(pick!, -3.25) }));
  await models.put(smallModel(), AT);
  await models.putTrial(recordedTrial());
  await evidence.publish(forwardResult(), AT);
  const distribution = {
    rotations: 1,
    overall: Float32Array.of(1.1),
    bySymbol: new Map([['KO', Float32Array.of(0.5)]]),
    byChance: { mean: 0.5, low: 0, high: 2 },
  };
  await nulls.put({ key: 'k', dataVersion: 'd', distribution }, AT);
  const choice = {
    session: '2024-06-24',
    rule_version: 2,
    as_of: '2024-06-21',
    pick: null,
    reason: 'no setup qualified',
  };
  await replays.put('r', choice, null);
  await cameTrue.put(
    '2',
    'v',
    { months: [[], [], [], []], peers: packPeers(1, new Float64Array(116), Uint8Array.of(0)) },
    AT,
  );
  const endpoint = {
    id: 'w',
    accountId: 1,
    url: 'https://example.com/é',
    description: '',
    events: ['t'],
    markets: null,
    includeNeutral: true,
    secret: 's',
    previousSecret: 'p',
    previousUntil: AT,
    state: 'active' as const,
    disabledReason: null,
    disabledAt: null,
  };
  const noLimit = { perDay: 1, since: AT, underWay: 1, waiting: 1, bytes: 1 };
  await exports.create({ id: 'e', accountId: 1, request: '{}', createdAt: AT, dataVersion: null }, noLimit);
  await exports.begin('e');
  await exports.write({ id: 'e', attempt: 1 }, 0, Buffer.from([0, 255, 10]));
  await webhooks.endpoints.insert({ ...endpoint, createdAt: AT }, 1);
  await sessions.insertProviderSignIn({ hash: 'h', next: '/account', expiresAt: new Date(2 ** 41) }, new Date(0));
  await webhooks.events.append([{ accountId: 1, type: 't', data: { é: 1 }, at: AT, key: 'k' }]);
}

/** Every row of every table, and the last number of each numbered table. */
async function contentsOf(file: string): Promise<Record<string, Row[]>> {
  const database = await openSqlite(file);
  const contents: Record<string, Row[]> = {};
  for (const table of TABLES) {
    const query = table.counters ? database.counters.query : database.query;
    contents[table.name] = table.numbered ? [{ last: await lastNumber(query, 'sqlite', table) }] : [];
    for await (const rows of rowsOf(query, table)) contents[table.name].push(...rows);
  }
  await database.close();
  return contents;
}

async function exported(url: string): Promise<string> {
  const { code, out, err } = await perennial({ DATABASE_URL: url }, 'ledger', 'export');
  expect([code, err]).toEqual([0, '']);
  return out;
}

async function nextId(url: string): Promise<number> {
  const { prices, close } = await openStorage(url);
  const [id] = await prices.write(RUN, (changes) => changes.enrol('0', [{ symbol: 'NEXT' }], REAL));
  await close();
  return id;
}

test('every table is moved, and the source of these tests has rows in each', async () => {
  const names: string[] = [];
  for (const file of [source, usageFileOf(source)]) {
    const database = new BetterSqlite3(file, { readonly: true });
    const sql = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'";
    names.push(...database.prepare<[], string>(sql).pluck().all());
    database.close();
  }
  const moved = TABLES.map(({ name }) => name);
  expect(names.filter((name) => !NOT_MOVED.includes(name)).sort()).toEqual([...moved].sort());
  const contents = await contentsOf(source);
  expect(moved.filter((name) => contents[name].filter((row) => !('last' in row)).length === 0)).toEqual([]);
});

test('from file to file: the command reports what it moved and verified, and does not move into the result again', async () => {
  const to = newFile();
  const { code, out, err } = await perennial({}, 'move', '--from', `sqlite:${source}`, '--to', to);
  expect([code, err]).toEqual([0, '']);
  expect(out).toMatch(/^symbol +2$/m);
  expect(out).toMatch(/^prices: 2 symbols, every series verified, data version [0-9a-f]{64}$/m);
  expect(out).toMatch(/^record: 2 records, every one as written, head [0-9a-f]{64}$/m);
  expect(out).toMatch(/^keys: 4, with the secret they are hashed with$/m);
  const moved = await contentsOf(to);
  expect(moved).toEqual(await contentsOf(source));
  await expect(moveStorage(source, to)).rejects.toThrow(
    `${to} has rows in symbol: the target must be an empty database`,
  );
  expect(await contentsOf(to)).toEqual(moved);
  await (await openStorage(to)).close();
});

test.each<[string, () => [string, string], RegExp]>([
  ['a missing source', () => [newFile(), newFile()], /there is no database .*sqlite/],
  ['a target that is the source', () => [source, source], /source and target are both/],
  ['a database in memory', () => [source, ':memory:'], /in memory/],
  [
    'the source in another spelling',
    () => [source, `sqlite:${source.replace('source/', 'source/./')}`],
    /source and target are both/,
  ],
])('%s is refused, and nothing is created', async (_, urls, reason) => {
  const [from, to] = urls();
  const refused = moveStorage(from, to);
  await expect(refused).rejects.toThrow(MoveError);
  await expect(refused).rejects.toThrow(reason);
  expect(existsSync(from)).toBe(from === source);
  expect(await exported(source)).toBe(ledger);
});

/** Moves a source that a service in another process has open, and again after the service has ended. */
async function expectRefusedWhileServed(from: string): Promise<void> {
  const to = newFile();
  const { logged, signal, ended } = startService({ DATABASE_URL: from });
  await logged('ready');
  const { code, err } = await perennial({}, 'move', '--from', from, '--to', to);
  expect([code, err]).toEqual([
    1,
    `move: ${shownUrl(from)} is in use: stop the service, and wait for imports and other commands to end, then move again\n`,
  ]);
  expect(existsSync(to)).toBe(false);
  signal('SIGTERM');
  await ended;
  expect(await perennial({}, 'move', '--from', from, '--to', to)).toMatchObject({ code: 0, err: '' });
}

test('a source that a service has open is refused at once', async () => {
  await expectRefusedWhileServed(newFile());
});

test('an option that is no database URL is refused without its password', async () => {
  const { code, err } = await perennial({}, 'move', '--from', source, '--to', 'mysql://me:hunter2@host/x');
  expect([code, err]).toEqual([
    1,
    "move: --to must be a path, a sqlite: or a postgres: URL, got 'mysql://me@host/x'\n",
  ]);
});

test.each(['price_change: ', 'ml_charge: ', 'price_change verified', 'ml_charge verified'])(
  'killed at %s: the unfinished target cannot be opened, and the source is complete',
  async (moment) => {
    const to = newFile();
    const child = startChild('moveDatabase', source, to, moment);
    expect(await child.line()).toBe('moving');
    await child.kill();
    const unfinished = /a move into it is unfinished; if no move is under way, delete the database and move again/;
    await expect(openStorage(to)).rejects.toThrow(unfinished);
    await expect(moveStorage(source, to)).rejects.toThrow(unfinished);
    expect(await exported(source)).toBe(ledger);
  },
);

describeWithPostgres('to PostgreSQL', ({ fresh }) => {
  test('and back: every row of every table, the ledger byte for byte, working keys, and continued ids', async () => {
    const [url, back] = [await fresh(), newFile()];
    const moved = await moveStorage(source, url);
    const sql =
      "SELECT relname AS name FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r'";
    const [{ rows }] = await statements(url, [sql]);
    const names = rows.map(({ name }) => name).filter((name) => !NOT_MOVED.includes(name));
    expect(names.sort()).toEqual(TABLES.map(({ name }) => name).sort());
    expect(moved).toMatchObject({ symbols: 2, keys: 4, damaged: [], hasSecret: true });
    expect(await exported(url)).toBe(ledger);
    expect((await perennial({ DATABASE_URL: url }, 'ledger', 'verify')).out).toMatch(
      /^2 records, every one as written/,
    );
    expect(await moveStorage(url, back)).toEqual(moved);
    expect(await contentsOf(back)).toEqual(await contentsOf(source));
    expect(await exported(back)).toBe(ledger);
    for (const file of [url, back]) {
      const app = await startTestApp({ over: { file, keys } as TestApp });
      for (const tier of ['free', 'business'] as const) {
        expect((await app.get('/v1/me', tier).expect(200)).body.tier).toBe(tier);
      }
      await app.close();
    }
    const ids = [await nextId(url), await nextId(back)];
    expect(ids).toEqual([4, 4]);
  });

  test('and back waits for a process that is just ending', async () => {
    const url = await fresh();
    await moveStorage(source, url);
    const ending = await openStorage(url);
    const moving = moveStorage(url, newFile());
    await new Promise((resolve) => setTimeout(resolve, 300));
    await ending.close();
    expect(await moving).toMatchObject({ symbols: 2, keys: 4 });
  });

  test('a target with content is refused, and stays as it is', async () => {
    const url = await fresh();
    const { accounts, close } = await openStorage(url);
    await accounts.insert({ email: 'a@b.cd', tier: 'free', role: 'member', createdAt: AT });
    await expect(moveStorage(source, url)).rejects.toThrow('has rows in account: the target must be an empty database');
    expect(await accounts.findByEmail('a@b.cd')).not.toBeNull();
    await close();
    await (await openStorage(url)).close();
  });

  test('a source that a service has open is refused at once', async () => {
    await expectRefusedWhileServed(await fresh());
  });

  test.each(['ml_charge: ', 'symbol verified'])(
    'killed at %s: the unfinished target cannot be opened',
    async (moment) => {
      const url = await fresh();
      const child = startChild('moveDatabase', source, url, moment);
      expect(await child.line()).toBe('moving');
      await child.kill();
      await expect(openStorage(url)).rejects.toThrow('a move into it is unfinished');
      expect(await exported(source)).toBe(ledger);
    },
  );
});
