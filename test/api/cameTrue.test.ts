import type { components } from '../../generated/openapi';
import { toIso } from '../../src/core/calendar/dates';
import { startTestApp, type TestApp } from '../helpers/app';
import { exportsOf } from '../helpers/exports';
import { storeBars } from '../helpers/storage';
import { syntheticBars } from '../helpers/syntheticBars';
import { SlowCameTrue } from '../oracle/slowCameTrue';

type Card = components['schemas']['PatternCard'];
const parsed = (line: string) => JSON.parse(line);

const symbols = Array.from({ length: 22 }, (_, i) => ({
  symbol: `S${String.fromCharCode(65 + i)}`,
  markets: i < 19 ? ['0', '2'] : ['2'],
  bars: syntheticBars({ seed: 30 + i, fromYear: 1994, toYear: 2024 }),
}));

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ symbols, nullDistributions: { mode: 'background', rotations: 1 } });
});
afterAll(() => app.close());

const cameTrue = async () => (await app.get('/v1/methodology').expect(200)).body.came_true;

test('came_true is empty before it is measured', async () => {
  expect(await cameTrue()).toEqual([]);
  const { body } = await app
    .get('/v1/analyze/SA?market=2&entry_date=2025-01-06&days_out=20&direction=long')
    .expect(200);
  expect(body.card.came_true).toMatchObject({ status: 'pending', share: null, expected_excess_pct: null });
});

test('came_true appears once it is measured in the background, for markets of at least 20 members', async () => {
  await app.service.start();
  await app.service.queue.settled();
  const measured = await cameTrue();
  expect(measured).toMatchObject([{ market: '2', name: 'S&P 500 STOCKS' }]);
  const [{ shares, reading, data_version: version }] = measured;
  expect(version).toMatch(/^[0-9a-f]+/);
  expect(reading).toMatch(/^Of what windows showed beyond their peers, this came true in the last ten years: -?\d+ %/);
  expect(shares.map((row: { studied_hold: number; from_year: number }) => [row.studied_hold, row.from_year])).toEqual(
    [10, 20, 40, 80].flatMap((hold) => [
      [hold, 2003],
      [hold, 2013],
    ]),
  );
  for (const { share, standard_error: error, low, high } of shares) {
    expect(Math.abs(share)).toBeLessThan(4 * error);
    expect(high - low).toBeCloseTo(2.56 * error, 3);
  }
});

const SCAN = '/v1/scan?markets=2&window=2024-12-20..2024-12-31&min_days=10&max_days=40';
const cards = async (): Promise<Card[]> => (await app.get(SCAN).expect(200)).body.opportunities;

test('came_true is on every card, with the part of the excess that is expected to remain', async () => {
  const shown = await cards();
  expect(shown.length).toBeGreaterThan(5);
  const slow = new SlowCameTrue({
    members: symbols.map(({ bars }) => Array.from(bars.day, (d, i) => ({ date: toIso(d), close: bars.close[i] }))),
    sessions: [...new Set(symbols.flatMap(({ bars }) => Array.from(bars.day)))].sort((a, b) => a - b).map(toIso),
    gapLimit: 10,
    fewestPeers: 20,
  });
  const [first] = shown;
  const member = symbols.findIndex(({ symbol }) => symbol === first.symbol);
  const { entry_date, hold_days } = first.setup;
  const want = slow.past(member, entry_date, hold_days, first.receipts.as_of)!;
  const sign = first.direction === 'long' ? 1 : -1;
  expect(first.came_true!.shown_excess_pct).toBeCloseTo(100 * sign * want.shown, 3);
  for (const { came_true } of shown) {
    const { status, share, standard_error, months, shown_excess_pct, ...rest } = came_true!;
    expect({ status, months }).toEqual({ status: 'ready', months: expect.any(Number) });
    expect(rest.expected_excess_pct).toBeCloseTo(Math.max(0, share!) * shown_excess_pct!, 3);
    const ends = [-1.28, 1.28].map((reach) => (share! + reach * standard_error!) * shown_excess_pct!);
    expect(rest.low_pct).toBeCloseTo(Math.min(...ends), 2);
    expect(rest.high_pct).toBeCloseTo(Math.max(...ends), 2);
    expect(rest.reading).toMatch(
      /^Of what such windows showed beyond their peers, -?\d+% \(-?\d+ to -?\d+\) came true/,
    );
  }
});

test('came_true is the same on a card, behind its link, in lists, tables, comparisons and exports', async () => {
  const [card] = await cards();
  const { came_true: told, symbol, setup, direction } = card;
  expect((await app.get(card.analyze_url!)).body.card.came_true).toEqual(told);
  const numbers = {
    came_true_status: 'ready',
    came_true_share: told!.share,
    shown_excess_pct: told!.shown_excess_pct,
    expected_excess_pct: told!.expected_excess_pct,
  };
  const lines = async (path: string) => (await app.get(path).expect(200)).text.trimEnd().split('\n').map(parsed);
  expect(await lines(`${SCAN}&format=ndjson`)).toContainEqual(expect.objectContaining({ symbol, ...numbers }));
  const rows = (await app.get(`${SCAN}&view=table`)).body.opportunities;
  expect(rows[0].came_true).toEqual(told);
  const named = `market=2&entry_date=${setup.entry_date}&days_out=${setup.hold_days}&direction=${direction}`;
  const { body } = await app.get(`/v1/compare?symbols=${symbol},SB&${named}`).expect(200);
  expect(body.symbols[0].came_true).toEqual(told);
  const list = await app.get('/v1/opportunities?market=2&direction=long').expect(200);
  const { came_true: listed, ...row } = list.body.opportunities[0];
  const again = `/v1/analyze/${row.symbol}?market=2&entry_date=${row.entry_date}&days_out=${row.days_out}&direction=long`;
  expect((await app.get(again)).body.card.came_true).toEqual(listed);
  const { made, file } = exportsOf(app);
  const search = { from: '2024-12-20', to: '2024-12-31', min_days: 10, max_days: 40, per_symbol: 5 };
  const { export_id } = await made({ market: '2', ...search, format: 'ndjson' });
  const exported = ((await file(export_id).expect(200)).body as Buffer).toString().trimEnd().split('\n').map(parsed);
  const [one] = exported;
  const window = `entry_date=${one.entry_date}&days_out=${one.days_out}&direction=${one.direction}`;
  const { came_true: opened } = (await app.get(`/v1/analyze/${one.symbol}?market=2&${window}`).expect(200)).body.card;
  expect([one.came_true_status, one.came_true_share, one.shown_excess_pct, one.expected_excess_pct]).toEqual([
    'ready',
    opened.share,
    opened.shown_excess_pct,
    opened.expected_excess_pct,
  ]);
  expect(exported.every((one) => typeof one.expected_excess_pct === 'number')).toBe(true);
});

test.each([
  ['entry_date=2025-01-06&days_out=4', 'holds of 5 to 120 days'],
  ['entry_date=2025-01-06&days_out=20&pe_cycle=pe&years=5', 'for consecutive years, not for a cycle'],
  ['period=jan', 'windows of fixed dates, not for named periods'],
])('came_true does not apply to %s', async (window, reason) => {
  const { body } = await app.get(`/v1/analyze/SA?market=2&direction=long&${window}`).expect(200);
  expect(body.card.came_true).toMatchObject({ status: 'not_applicable', share: null, expected_excess_pct: null });
  expect(body.card.came_true.reading).toContain(reason);
});

test('came_true does not apply in a market of fewer than 20 members', async () => {
  const path = '/v1/analyze/SA?market=0&entry_date=2025-01-06&days_out=20&direction=long';
  const { came_true: told } = (await app.get(path).expect(200)).body.card;
  expect(told.reading).toBe('What came true is measured in markets with at least 20 members.');
});

const measure = async () => {
  await app.service.queue.send('came-true', {}, { key: 'came-true' });
  await app.service.queue.settled();
  return cameTrue();
};

test('came_true is measured again after a new session, and is not shown until then', async () => {
  const [before] = await cameTrue();
  // Friday evening in New York.
  app.clock.set('2024-12-21T00:00:00Z');
  expect(await cameTrue()).toEqual([]);
  expect(await measure()).toMatchObject([{ market: '2', data_version: before.data_version }]);
});

test('a corrected bar is measured once the study is a day old, and the study is shown until then', async () => {
  const before = await cameTrue();
  await storeBars(app.storage.prices, symbols[0], syntheticBars({ seed: 90, fromYear: 1994, toYear: 2024 }));
  expect(await measure()).toEqual(before);
  expect((await cards())[0].came_true!.status).toBe('ready');
  app.clock.set('2024-12-22T00:00:00Z');
  const [after] = await measure();
  expect(after.data_version).not.toBe(before[0].data_version);
  expect(after.shares).not.toEqual(before[0].shares);
});

test('an export measures other members first, as its file is kept', async () => {
  const joined = { symbol: 'SZ', markets: ['2'] };
  await storeBars(app.storage.prices, joined, syntheticBars({ seed: 91, fromYear: 1994, toYear: 2024 }));
  expect(await cameTrue()).toEqual([]);
  const { made, file } = exportsOf(app);
  const search = { from: '2024-12-20', to: '2024-12-31', min_days: 10, max_days: 40, per_symbol: 5 };
  const { export_id } = await made({ market: '2', ...search, format: 'ndjson' });
  const rows = ((await file(export_id).expect(200)).body as Buffer).toString().trimEnd().split('\n').map(parsed);
  expect([...new Set(rows.map((row) => row.came_true_status))]).toEqual(['ready']);
  expect(await cameTrue()).toHaveLength(1);
});
