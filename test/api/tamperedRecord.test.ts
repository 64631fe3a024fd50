import { LedgerDamagedError } from '../../src/storage/errors';
import { startTestApp, type TestApp } from '../helpers/app';
import { RequestLog } from '../helpers/clients';
import { fakePredictor } from '../helpers/fakePredictor';
import { CARD, outcomeEntry, pickEntry } from '../helpers/ledgerEntries';
import { metricsOf } from '../helpers/metrics';
import { plantedUniverse, UNIVERSE_NOW } from '../helpers/universe';

/** The record of the daily pick, changed in the database without its triggers: the change is noticed when it is served. */

const SYMBOLS = plantedUniverse().filter((_, i) => i % 6 === 0);
const PATHS = [
  '/v1/daily-pick',
  '/v1/daily-pick/track-record',
  '/v1/daily-pick/evaluation',
  '/v1/daily-pick/ledger',
  '/v1/daily-pick/ledger?cursor=2',
];

const log = new RequestLog();
let app: TestApp;
async function start(symbols = SYMBOLS.slice(0, 1)): Promise<void> {
  app = await startTestApp({ now: UNIVERSE_NOW, symbols, predictorFor: fakePredictor, logTo: log });
  for (const session of ['2024-12-17', '2024-12-18', '2024-12-19']) {
    await app.storage.records.append(`session ${session}`, () => ({ entry: pickEntry(session), card: CARD }));
  }
  const [first] = await app.storage.records.all();
  const published_at = '2024-12-20T14:00:00.000Z';
  await app.storage.records.append('outcome 1', () => ({ entry: outcomeEntry(first, 2, { published_at }) }));
  log.lines.length = 0;
}
afterEach(() => app.close());

async function tamper(sql: string): Promise<void> {
  const triggers: { name: string }[] = await app
    .sql('sqlite_master')
    .where({ type: 'trigger' })
    .andWhereLike('name', 'ledger%')
    .select('name');
  for (const { name } of triggers) await app.sql.raw(`DROP TRIGGER ${name}`);
  await app.sql.raw('PRAGMA foreign_keys = OFF');
  await app.sql.raw(sql);
}

const readable = () => metricsOf(() => app).value('daily_pick_record_readable');

async function expectRefused(path: string, problem: RegExp): Promise<void> {
  log.lines.length = 0;
  const { status, body } = await app.get(path);
  expect([path, status]).toEqual([path, 500]);
  expect(body.error.code).toBe('internal');
  expect(JSON.stringify(body)).not.toMatch(/record|hash|ledger|chain|[0-9a-f]{16}/i);
  expect(JSON.stringify(log.lines)).toMatch(problem);
}

const changes = [
  [
    'an edge score',
    'UPDATE ledger_record SET body = replace(body, \'"edge_score":61\', \'"edge_score":99\') WHERE seq = 2',
    /record 2 .*hashes to/,
  ],
  [
    'a return',
    'UPDATE ledger_record SET body = replace(body, \'"return_pct":2,\', \'"return_pct":9,\') WHERE seq = 4',
    /record 4 .*hashes to/,
  ],
  ['a hash', 'UPDATE ledger_record SET hash = upper(hash) WHERE seq = 3', /record 3 .*hashes to/],
  ['a link', 'UPDATE ledger_record SET prev_hash = upper(prev_hash) WHERE seq = 3', /record 3 .*its prev_hash is/],
  [
    'a key',
    "UPDATE ledger_record SET unique_key = 'session 2030-01-02' WHERE seq = 2",
    /record 2 .*stored under the key/,
  ],
  ['text that is no record', "UPDATE ledger_record SET body = '[]' WHERE seq = 2", /record 2 .*not JSON/],
  ['a removed record', 'DELETE FROM ledger_record WHERE seq = 2', /record 2 .*record 3 is in its place/],
] as const;

describe('a change before the first read is noticed', () => {
  test.each([changes[1], changes[6]])('%s', async (_, sql, problem) => {
    await start();
    await tamper(sql);
    for (const path of PATHS) await expectRefused(path, problem);
  });
});

describe('a change while the service runs is noticed', () => {
  test.each([
    ...changes.map(([what, sql]) => [what, sql] as const),
    ['the last record removed', 'DELETE FROM ledger_record WHERE seq = 4'] as const,
  ])('%s', async (_, sql) => {
    await start();
    await app.get('/v1/daily-pick/ledger').expect(200);
    expect(await readable()).toBe(1);
    await tamper(sql);
    for (const path of PATHS.slice(1))
      await expectRefused(path, /record \d of the daily pick differs from what was written/);
    expect(await readable()).toBe(0);
  });

  test('a record that is sealed again, so that its hash is valid', async () => {
    await start();
    await app.get('/v1/daily-pick/ledger').expect(200);
    const other = await startTestApp({ now: UNIVERSE_NOW, symbols: SYMBOLS.slice(0, 1) });
    await other.storage.records.append('session 2024-12-17', () => ({
      entry: pickEntry('2024-12-17', { edge_score: 99 }),
      card: CARD,
    }));
    const { hash, body } = await other.sql('ledger_record').where({ seq: 1 }).first();
    await other.close();
    await tamper(`DELETE FROM ledger_record WHERE seq > 1`);
    await app.sql('ledger_record').where({ seq: 1 }).update({ hash, body });
    await expectRefused('/v1/daily-pick/track-record', /record 1 .*was changed while the service ran/);
  });
});

test('a changed or missing card of a pick is noticed', async () => {
  await start(SYMBOLS);
  await app.service.schedule.tick();
  const { body } = await app.get('/v1/daily-pick').expect(200);
  await tamper('UPDATE ledger_card SET card = replace(card, \'"bias":"\', \'"bias":"x\') WHERE seq = 5');
  await expectRefused('/v1/daily-pick', /record 5 .*its card is not the published one/);
  await tamper('DELETE FROM ledger_card WHERE seq = 5');
  await expectRefused('/v1/daily-pick', /record 5 .*its card is missing/);
  // The records themselves are unchanged.
  expect((await app.get('/v1/daily-pick/track-record').expect(200)).body.head_hash).toBe(body.head_hash);
});

test('nothing is appended to a broken chain, and the log says why', async () => {
  await start();
  await tamper(changes[0][1]);
  await app.service.schedule.tick();
  expect(await app.sql('ledger_record').count({ n: '*' })).toEqual([{ n: 4 }]);
  const failed = log.lines.filter(({ msg }) => msg?.startsWith('job failed'));
  expect(failed.length).toBeGreaterThan(0);
  expect(JSON.stringify(failed)).toMatch(
    /record 2 of the daily pick differs from what was written: its content hashes to/,
  );
  await expect(
    app.storage.records.append('session 2024-12-20', () => ({ entry: pickEntry('2024-12-20'), card: CARD })),
  ).rejects.toThrow(LedgerDamagedError);
  expect(await readable()).toBe(0);
});
