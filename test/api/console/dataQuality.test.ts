import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { importPrices } from '../../../src/jobs/import';
import { undoLastImport } from '../../../src/jobs/symbols';
import { loadMarkets } from '../../../src/seeds';
import { startTestApp, type TestApp } from '../../helpers/app';
import { weekdayBars } from '../../helpers/bars';
import { weekdayCsv } from '../../helpers/ingest';
import { describeServed } from '../../helpers/servedFromBoth';
import { type SignedInBrowser, signIn } from '../../helpers/signedIn';
import { tempFolder } from '../../helpers/tempFolder';

const NOW = '2024-06-28T15:00:00Z';
const PATH = '/v1/operator/data-quality';
const folder = tempFolder();
const HOSTILE = '<b>.csv';

/** How operators review the quality of stored prices. */

let app: TestApp;
let boss: SignedInBrowser;
const good = weekdayBars('2022-12-30', '2024-06-27', (day) => 50 + (day % 7));
const split = { ...good, close: good.close.map((close, i) => (i < 100 ? 4 * close : close)) };
beforeEach(async () => {
  const symbols = [
    { symbol: 'GOOD', markets: ['0', '11'], bars: good },
    { symbol: 'SPLIT', markets: ['0'], bars: { ...split, high: split.close, low: split.close } },
    { symbol: 'BRK-B', markets: ['11'], bars: { ...good, high: good.high.map(() => Number.NaN) } },
  ];
  app = await startTestApp({ now: NOW, symbols });
  boss = await signIn(app, 'pro@example.com', 'admin');
});
afterEach(() => app.close());

const importFile = (name: string, text: string, yes = true) => {
  writeFileSync(join(folder, name), text);
  const options = { paths: [join(folder, name)], market: loadMarkets()[0], yes };
  return importPrices({ prices: app.storage.prices, clock: app.clock }, options);
};
const FAULTY =
  'Date,Close\n2024-01-02,10\n2024-01-03,-1\n2024-01-03,10\n2024-01-03,11\n2024-02-20,11.5\n2024-02-21,30\n';
const names = async (query = '') =>
  (await boss.get(`${PATH}${query}`)).body.symbols.map(({ symbol }: { symbol: string }) => symbol);
const of = async (symbol: string) => (await boss.get(`${PATH}?symbol=${symbol}`)).body.symbols[0];

test('every symbol is listed with the quality of its prices, worst first, without a price', async () => {
  const { body } = await boss.get(PATH);
  expect(body).toMatchObject({
    total: 3,
    pending: 0,
    next_after: null,
    counts: { damaged: 0, split_like: 1, jump: 0, gap: 0, without_range: 1, refused: 0, flagged: 0 },
  });
  expect(body.symbols.map(({ symbol }: { symbol: string }) => symbol)).toEqual(['SPLIT', 'BRK-B', 'GOOD']);
  const [worst] = body.symbols;
  expect(worst).toMatchObject({
    markets: ['0'],
    source: 'test',
    simulated: false,
    first_date: '2022-12-30',
    last_date: '2024-06-27',
    bars: good.day.length,
    damage: null,
    gap_limit_days: 10,
    gap_count: 0,
    gaps: [],
    split_like: 1,
    jumps: 0,
    restatements: 0,
    restated_at: null,
    refused: [],
    flagged: [],
    without_range: 0,
    last_run: { run_id: null, kind: 'import', label: 'test.csv' },
  });
  expect(worst.moves).toEqual([
    { date: '2023-05-19', kind: 'split_like', detail: expect.stringMatching(/^-7\d\.?\d* %, like a 4:1 split$/) },
  ]);
  // The bars are of all weekdays, holidays included; the sessions are those of New York.
  expect(worst.years).toEqual([
    { year: 2022, bars: 1, sessions: 1 },
    { year: 2023, bars: 260, sessions: 250 },
    { year: 2024, bars: 129, sessions: 123 },
  ]);
  expect(body.symbols[1]).toMatchObject({ without_range: good.day.length });
});

/** Filters, pages, and reports that follow the stored prices, depend on the database. */
describeServed(() => {
  test('the list is filtered by market, text and kind, page by page', async () => {
    expect(await names('?market=etfs')).toEqual(['BRK-B', 'GOOD']);
    expect(await names('?symbol=brk')).toEqual(['BRK-B']);
    expect(await names('?kind=split_like')).toEqual(['SPLIT']);
    expect(await names('?kind=damaged')).toEqual([]);
    const first = (await boss.get(`${PATH}?limit=1`)).body;
    expect([first.total, first.next_after]).toEqual([3, 'SPLIT']);
    expect(await names('?limit=1&after=SPLIT')).toEqual(['BRK-B']);
    expect(await names('?after=BRK-B')).toEqual(['GOOD']);
    // The cursor is a place in the whole order: it may be a symbol that the filter leaves out.
    expect(await names('?market=11&after=SPLIT')).toEqual(['BRK-B', 'GOOD']);
    const wrong = await boss.get(`${PATH}?after=NOPE`);
    expect([wrong.status, wrong.body.error.message]).toEqual([400, expect.stringContaining("after is 'NOPE'")]);
    expect((await boss.get(`${PATH}?kind=odd`)).status).toBe(400);
  });

  test('rows that an import refused or flagged are listed with their symbol and run, without a price', async () => {
    await importFile('ODD.csv', FAULTY);
    await importFile(HOSTILE, 'no prices at all');
    const odd = await of('ODD');
    expect(odd).toMatchObject({
      gap_count: 1,
      gaps: [{ from: '2024-01-03', to: '2024-02-20', days: 48 }],
      jumps: 1,
      moves: [{ date: '2024-02-21', kind: 'jump', detail: '+160.87 %' }],
      last_run: { kind: 'import', label: join(folder, 'ODD.csv') },
    });
    const [later, run] = (await boss.get(`${PATH}/runs`)).body.runs;
    expect(odd.last_run.run_id).toBe(run.run_id);
    const dates = { first_date: '2024-01-03', last_date: '2024-01-03', run_id: run.run_id };
    expect(odd.refused.sort((a: { kind: string }, b: { kind: string }) => (a.kind < b.kind ? -1 : 1))).toEqual([
      { kind: 'duplicate', reason: 'a date the file repeats further down', rows: 1, ...dates },
      { kind: 'non_positive', reason: 'a price of zero or less', rows: 1, ...dates },
    ]);
    expect(run).toMatchObject({
      kind: 'import',
      market_id: '0',
      rows_in: 6,
      rows_taken: 4,
      rows_refused: 2,
      rows_held: 0,
      left_out: 0,
      began_at: '2024-06-28T15:00:00.000Z',
      finished_at: '2024-06-28T15:00:00.000Z',
      undone_at: null,
    });
    expect(later).toMatchObject({ rows_taken: 0, label: join(folder, HOSTILE) });
    expect(await names()).toEqual(['SPLIT', 'ODD', 'BRK-B', 'GOOD']);
    const report = (await boss.get(`${PATH}/runs/${run.run_id}`)).body;
    expect(report).toMatchObject({ run, total: 4, next_after: null });
    expect(report.findings[0]).toMatchObject({ symbol: 'ODD', file: join(folder, 'ODD.csv'), stands: true });
    const details = report.findings.flatMap(({ sample }: { sample: { detail: string }[] }) =>
      sample.map((one) => one.detail),
    );
    expect(details.sort()).toEqual(['+160.87 %', '48 days after 2024-01-03', 'another close in line 5', 'close']);
    const page = (await boss.get(`${PATH}/runs/${run.run_id}?limit=3`)).body;
    const rest = (await boss.get(`${PATH}/runs/${run.run_id}?limit=3&after=${page.next_after}`)).body;
    expect([...page.findings, ...rest.findings]).toEqual(report.findings);
    expect((await boss.get(`${PATH}/runs/${run.run_id}?symbol=GOOD`)).body).toMatchObject({ findings: [], total: 0 });
  });

  test('the list follows prices that are stored again, undone, renamed or damaged', async () => {
    await importFile('ODD.csv', FAULTY);
    expect((await of('ODD')).refused).toHaveLength(2);
    await importFile(
      'ODD.csv',
      weekdayCsv(
        '2024-01-01',
        Array.from({ length: 60 }, (_, i) => 10 + (i % 3)),
      ),
    );
    expect(await of('ODD')).toMatchObject({ refused: [], gap_count: 0, restatements: 1 });
    await undoLastImport(app.storage.prices, app.clock);
    expect(await of('ODD')).toMatchObject({ gap_count: 1, last_run: { kind: 'undo', run_id: null } });
    expect((await of('ODD')).refused).toHaveLength(2);
    const { id } = (await app.storage.prices.find('ODD'))!;
    const run = { id: 'r', kind: 'rename', at: app.clock.now(), marketId: null, label: 'ODD' } as const;
    await app.storage.prices.write(run, (changes) => changes.rename(id, 'ODDER'));
    expect((await of('ODDER')).refused).toHaveLength(2);
    await app
      .sql('price_column')
      .where({ symbol_id: id, column_set: 'close' })
      .update({ data: Buffer.alloc(48) });
    await app.sql('price_series').where({ symbol_id: id }).update({ hash: 'other' });
    // A change from outside does not advance the revision; the next write does.
    await importFile('NEXT.csv', weekdayCsv('2024-01-01', [10, 11, 12]));
    expect(await of('ODDER')).toMatchObject({ damage: expect.stringContaining('ODDER'), years: [], gaps: [] });
    expect((await names())[0]).toBe('ODDER');
  });

  test('runs are listed page by page; an unknown run is 404', async () => {
    await importFile('A.csv', weekdayCsv('2024-01-01', [10, 11, 12]));
    await importFile('B.csv', weekdayCsv('2024-01-01', [10, 11, 12]));
    const first = (await boss.get(`${PATH}/runs?limit=1`)).body;
    expect(first.runs[0].label).toBe(join(folder, 'B.csv'));
    const second = (await boss.get(`${PATH}/runs?limit=1&before=${first.next_before}`)).body;
    expect([second.runs[0].label, second.next_before]).toEqual([join(folder, 'A.csv'), null]);
    const none = await boss.get(`${PATH}/runs/4711`);
    expect([none.status, none.body.error.message]).toEqual([404, expect.stringContaining('4711')]);
  });
});
