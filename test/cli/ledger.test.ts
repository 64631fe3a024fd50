import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startTestApp, type TestApp } from '../helpers/app';
import { CARD, outcomeEntry, pickEntry } from '../helpers/ledgerEntries';
import { listen } from '../helpers/listen';
import { perennial } from '../helpers/perennial';
import { tempFolder } from '../helpers/tempFolder';
import { seasonalWalk } from '../helpers/universe';

const folder = tempFolder();
let app: TestApp;
let env: NodeJS.ProcessEnv;
beforeAll(async () => {
  const bars = seasonalWalk({ seed: 1, from: '2018-01-02', to: '2024-12-19' });
  app = await startTestApp({ symbols: [{ symbol: 'AAPL', markets: ['0'], bars }] });
  env = { NODE_ENV: 'test', DATABASE_URL: app.file, WORKERS: '0', NOW: '2025-03-03T15:00:00Z' };
  const ledger = app.storage.records;
  for (const session of ['2024-12-02', '2024-12-03']) {
    await ledger.append(`session ${session}`, () => ({ entry: pickEntry(session), card: CARD }));
  }
  const [first] = await ledger.all();
  await ledger.append('outcome 1', () => ({ entry: outcomeEntry(first, 1.5) }));
});
afterAll(() => app.close());

const ledger = (...argv: string[]) => perennial(env, 'ledger', ...argv);
const pick = (...argv: string[]) => perennial(env, 'pick', ...argv);
const heads = async () => (await app.storage.records.all()).map(({ hash }) => hash);

test('verify gives the same result for the database, its export and the server', async () => {
  const want = { code: 0, out: `3 records, every one as written; head: record 3, ${(await heads())[2]}\n`, err: '' };
  expect(await ledger('verify')).toEqual(want);
  const file = join(folder, 'ledger.jsonl');
  writeFileSync(file, (await ledger('export')).out);
  expect(await ledger('verify', file)).toEqual(want);
  const { url, close } = await listen(app.app);
  try {
    for (const path of ['', '/', '/v1', '/v1/daily-pick/ledger']) {
      expect(await ledger('verify', `${url}${path}`)).toEqual(want);
    }
    const wrong = await ledger('verify', url, '--key', 'prn_wrong_key');
    expect(wrong).toMatchObject({ code: 1, err: expect.stringContaining('answered 401') });
  } finally {
    await close();
  }
  const gone = await ledger('verify', url);
  expect(gone).toMatchObject({ code: 1, err: expect.stringContaining(`${url} does not answer: connect ECONNREFUSED`) });
});

test('an earlier head is verified to be on the chain; an unknown one is refused', async () => {
  const { code, out } = await ledger('verify', '--since', (await heads())[0]);
  expect([code, out.split('\n')[1]]).toEqual([
    0,
    `${(await heads())[0]} is record 1: nothing up to it was changed, 2 records follow`,
  ]);
  const unknown = await ledger('verify', '--since', 'a'.repeat(64));
  expect(unknown).toMatchObject({ code: 1, err: expect.stringContaining('is not on the chain') });
});

test('a broken record is reported with its position, and the exit code is 1', async () => {
  const file = join(folder, 'broken.jsonl');
  const lines = (await ledger('export')).out.split('\n');
  lines[1] = lines[1].replace('"edge_score":61', '"edge_score":91');
  writeFileSync(file, lines.join('\n'));
  const { code, out, err } = await ledger('verify', file);
  expect(code).toBe(1);
  expect(out).toMatch(/^BROKEN at position 2, record 2: its content hashes to [0-9a-f]{64}, it says [0-9a-f]{64}\n$/);
  expect(err).toContain('1 faults in 3 records');
  expect((await ledger('verify', join(folder, 'none.jsonl'))).code).toBe(1);
});

test('a file that begins with the banner of npm is not called broken: the error explains it', async () => {
  const file = join(folder, 'banner.jsonl');
  const banner = '\n> perennial@0.1.0 ledger\n> node dist/scripts/main.js ledger export\n\n';
  writeFileSync(file, `${banner}${(await ledger('export')).out}`);
  const { code, out, err } = await ledger('verify', file);
  expect([code, out]).toEqual([1, '']);
  expect(err).toContain(`${file} begins with what npm run prints, not with a record`);
  expect(err).toContain('npm run --silent ledger -- export');
});

test('a correction is its own record, and its values are checked', async () => {
  expect(await ledger('correct', '9', '--reason', 'x')).toMatchObject({
    code: 1,
    err: expect.stringContaining('no record 9'),
  });
  expect(await ledger('correct', '1', '--reason', 'x', '--return', '2')).toMatchObject({
    code: 1,
    err: expect.stringContaining('only an outcome'),
  });
  expect(await ledger('correct', '3', '--reason', 'x', '--return', 'much')).toMatchObject({
    code: 1,
    err: expect.stringContaining("--return is 'much'"),
  });
  expect((await ledger('correct', '3', '--reason', 'a dividend was missed', '--return', '-0.5')).code).toBe(0);
  const { body } = await app.get('/v1/daily-pick/track-record');
  expect(body.summary).toMatchObject({ count: 1, win_count: 0, avg_return_pct: -0.5 });
  const records = await app.storage.records.all();
  expect(records[3]).toMatchObject({
    type: 'correction',
    corrects: { seq: 3, hash: (await heads())[2] },
    clock: 'set',
  });
  expect((await ledger('verify')).code).toBe(0);
});

describe('perennial pick', () => {
  test('makes no pick without a model, and says so', async () => {
    const { code, err } = await pick();
    expect([code, err]).toEqual([1, expect.stringContaining('no pick is made without')]);
  });

  test('writes a replay to its own file, marks every line as replay, and leaves the ledger unchanged', async () => {
    const before = await heads();
    const out = join(folder, 'replay.jsonl');
    const { code, out: printed } = await pick('--replay', '2024-12-02..2024-12-06', '--out', out);
    expect(code).toBe(0);
    const lines = printed.trimEnd().split('\n');
    expect(lines.filter((line) => !line.startsWith('replay'))).toEqual([]);
    expect(lines.filter((line) => /^replay 2024-12-0[2-6] /.test(line))).toHaveLength(5);
    expect(printed).toContain('replay summary: 5 sessions');
    const written = readFileSync(out, 'utf8').trimEnd().split('\n');
    expect(written.map((line) => JSON.parse(line).replay)).toEqual([true, true, true, true, true]);
    expect(await heads()).toEqual(before);
  });

  test.each(['2024-12-02', '2024-12-06..2024-12-02', '2024-02-30..2024-03-01', 'a..b'])(
    '--replay %s is refused',
    async (range) => {
      const { code, err } = await pick('--replay', range);
      expect([code, err]).toEqual([1, expect.stringContaining(`--replay is '${range}'`)]);
    },
  );
});
