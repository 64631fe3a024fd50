import { toIso } from '../../src/core/calendar/dates';
import { startTestApp, type TestApp } from '../helpers/app';
import { plantedUniverse, UNIVERSE_NOW } from '../helpers/universe';

/** Every setup that /analyze recommends can be requested by its dates, with the same result (SPEC 4.1 rule 5). */

let service: TestApp;
beforeAll(async () => {
  service = await startTestApp({ now: UNIVERSE_NOW, symbols: plantedUniverse() });
});
afterEach(() => service.clock.set(UNIVERSE_NOW));
afterAll(() => service.close());

const STATISTICS = ['historical_win_rate', 'sharpe_ratio', 'avg_return_pct', 'median_return_pct', 'years'] as const;

type Setup = Readonly<Record<(typeof STATISTICS)[number] | 'direction' | 'entry_date' | 'hold_days', unknown>>;

const statisticsOf = (row: Setup) => STATISTICS.map((name) => row[name]);

/** The card of exactly this window. */
async function pinned(symbol: string, { direction, entry_date, hold_days }: Setup, query: string) {
  const window = `entry_date=${entry_date}&days_out=${hold_days}&direction=${direction}`;
  const answer = await service.get(`/v1/analyze/${symbol}?${window}&${query}`);
  if (answer.status !== 200) throw new Error(`${symbol} ${window} ${query}: ${JSON.stringify(answer.body)}`);
  return answer.body.card;
}

/** Requests every recommended setup. @returns how many of them begin after the market year */
async function askForAll(symbol: string, query: string, lookback: string): Promise<number> {
  const { card, other_setups } = (await service.get(`/v1/analyze/${symbol}?${query}&${lookback}`).expect(200)).body;
  const again = await pinned(symbol, { ...card, ...card.setup }, lookback);
  expect(again).toMatchObject({ stats: card.stats, receipts: card.receipts, direction: card.direction });
  expect([again.ml, again.setup.exit_date]).toEqual([card.ml, card.setup.exit_date]);
  for (const other of other_setups as Setup[]) {
    const { stats } = await pinned(symbol, other, lookback);
    expect([symbol, other.entry_date, statisticsOf(stats)]).toEqual([symbol, other.entry_date, statisticsOf(other)]);
  }
  const entries = [card.setup, ...other_setups].map(({ entry_date }: Setup) => String(entry_date));
  const lastOfYear = `${toIso(service.clock.today()).slice(0, 4)}-12-31`;
  return entries.filter((entry) => entry > lastOfYear).length;
}

const SYMBOLS = ['D00', 'D01', 'D04', 'D07', 'E19', 'S02'];

test.each([
  { now: UNIVERSE_NOW, query: '', lookback: 'years=10', ahead: 20 },
  { now: UNIVERSE_NOW, query: 'direction=short', lookback: 'years=7', ahead: 6 },
  { now: '2024-12-31T15:00:00Z', query: 'days_out=21', lookback: 'market=0&years=8', ahead: 6 },
  { now: UNIVERSE_NOW, query: '', lookback: 'pe_cycle=pe&years=5', ahead: 1 },
])('every setup of $query $lookback at $now is the same when it is pinned', async ({ now, query, lookback, ahead }) => {
  service.clock.set(now);
  const symbols = lookback.includes('market=0') ? SYMBOLS.filter((symbol) => symbol.startsWith('D')) : SYMBOLS;
  let seen = 0;
  for (const symbol of symbols) seen += await askForAll(symbol, query, lookback);
  // Setups of the next year were once refused: without any, this test would prove nothing.
  expect(seen).toBeGreaterThanOrEqual(ahead);
});

const POSITIONS = ['D01', 'D02'].map((symbol) => ({ symbol, weight_pct: 50, direction: 'long' }));

describe.each(['0000-02-29', '0001-01-01', '0099-12-31', '9999-12-31'])('the date %s, which exists', (date) => {
  test.each([
    `analyze/D01?entry_date=${date}&days_out=15`,
    `analyze/D01?entry_date=2024-12-23&days_out=15&searched=${date}..${date}`,
    `compare?symbols=D01,D02&entry_date=${date}`,
    `seasonal-chart?market=0&symbol=D01&entry_date=${date}`,
    `scan?window=${date}..${date}`,
    `opportunities?market=0&from=${date}`,
  ])('is outside what %s accepts', async (path) => {
    const { body } = await service.get(`/v1/${path}`).expect(400);
    expect(body.error).toEqual({ code: 'invalid_request', message: expect.stringContaining(date) });
  });

  test.each([
    ['portfolio/scenarios', { positions: POSITIONS, horizon: '30', start_date: date }],
    ['exports', { market: '0', from: date }],
    ['exports', { market: '0', to: date }],
  ])('is outside what %s accepts in %j', async (path, given) => {
    const { body } = await service.post(`/v1/${path}`, given).expect(400);
    expect(body.error).toEqual({ code: 'invalid_request', message: expect.stringContaining(date) });
  });

  test('leaves an item of a batch to score without a prediction', async () => {
    const item = { symbol: 'D01', date, direction: 'long', days_out: 15 };
    const [row] = (await service.post('/v1/score', [item]).expect(200)).body.scores;
    expect(row).toMatchObject({ symbol: 'D01', note: expect.any(String) });
  });
});

test('entry_date of /analyze and /compare may lie up to 366 days ahead, unlike every other date of the API', async () => {
  const window = 'entry_date=2025-12-21&days_out=15';
  const { card } = (await service.get(`/v1/analyze/D01?${window}`).expect(200)).body;
  expect(card).toMatchObject({ setup: { entry_date: '2025-12-21' }, receipts: { as_of: '2024-12-19' } });
  expect((await service.get('/v1/analyze/D01?entry_date=2025-12-21').expect(200)).body.card.setup.entry_date).toBe(
    '2025-12-21',
  );
  const compared = await service.get(`/v1/compare?symbols=D01,D02&${window}`).expect(200);
  expect(compared.body).toMatchObject({ setup: { entry_date: '2025-12-21' }, as_of: '2024-12-19' });
  for (const path of [
    'analyze/D01?entry_date=2025-12-22&days_out=15',
    'scan?window=2025-12-21..2025-12-28',
    'opportunities?market=0&from=2025-12-21',
    'compare?symbols=D01,D02&entry_date=2025-12-22&days_out=15',
    `seasonal-chart?market=0&symbol=D01&${window}`,
  ]) {
    const { body } = await service.get(`/v1/${path}`).expect(400);
    expect([path, body.error.code]).toEqual([path, 'invalid_request']);
  }
});
