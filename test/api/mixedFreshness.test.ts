import type { PatternCard } from '../../src/answers/shapes';
import { startTestApp, type TestApp } from '../helpers/app';
import { seasonalWalk } from '../helpers/universe';

/**
 * Six of the eight symbols of market 0 end on 2024-06-28, two continue. For 370 days, that is the last session of the
 * market (METHOD 1); from 2025-07-04 on, the two are the market. Market 11 continues throughout, market 15 ends as a whole
 * on 2025-03-31.
 */

interface Body {
  generated_at?: string;
  tier_notes?: string;
  opportunities: PatternCard[];
}

const at = (day: string) => `${day}T15:00:00Z`;

let service: TestApp;
beforeAll(async () => {
  const season = { month: 6, day: 3, hold: 40, pct: 9 };
  const walk = (seed: number, to: string) => seasonalWalk({ seed, from: '2008-01-02', to, season });
  const member = (symbol: string, market: string, seed: number, to: string) => ({
    symbol,
    markets: [market],
    bars: walk(seed, to),
  });
  service = await startTestApp({
    nullDistributions: { mode: 'waiting' },
    now: at('2025-06-02'),
    symbols: [
      ...['A', 'B', 'C', 'D', 'E', 'F'].map((name, i) => member(`END${name}`, '0', i + 1, '2024-06-28')),
      ...['A', 'B'].map((name, i) => member(`ON${name}`, '0', i + 11, '2025-12-31')),
      ...['A', 'B', 'C'].map((name, i) => member(`FUND${name}`, '11', i + 21, '2025-12-31')),
      ...['A', 'B', 'C'].map((name, i) => member(`SECT${name}`, '15', i + 31, '2025-03-31')),
    ],
  });
});
afterAll(() => service.close());

async function ask(path: string, now: string) {
  service.clock.set(at(now));
  const { body } = await service.get(path).expect(200);
  return body;
}

test.each([
  // On that day the market stood at 2024-06-28 and its six symbols were alive.
  { day: '2025-06-02', window: '2025-06-02..2025-06-02', markets: '0', finds: /ENDA/ },
  { day: '2025-06-02', window: '2025-06-02..2025-06-20', markets: '0', finds: /ENDA/ },
  { day: '2025-06-02', window: '2025-06-02..2025-07-25', markets: '0', finds: /ENDA/ },
  // On that day the two others were the market.
  { day: '2025-07-08', window: '2025-07-08..2025-07-18', markets: '0', finds: /^[^E]*$/ },
  { day: '2025-06-02', window: '2025-06-02..2025-06-20', markets: '11', finds: /FUNDA/ },
  { day: '2025-06-02', window: '2025-06-02..2025-06-20', markets: '15', finds: /SECTA/ },
  // The market of sectors was current on that day.
  { day: '2025-03-31', window: '2025-03-31..2025-06-06', markets: '15', finds: /SECTA/ },
])('a scan of $window in market $markets answers later as it did on $day', async ({ day, window, markets, finds }) => {
  const path = `/v1/scan?markets=${markets}&window=${window}&limit=50`;
  const then = await ask(path, day);
  expect(then.opportunities.map(({ symbol }: PatternCard) => symbol).join(' ')).toMatch(finds);
  for (const now of ['2025-08-20', '2025-12-30']) {
    expect(sameWhenever(await ask(path, now))).toEqual(sameWhenever(then));
  }
});

test.each([
  { path: '/v1/opportunities?market=0&from=2025-06-02', day: '2025-06-02' },
  { path: '/v1/opportunities?market=0&from=2025-07-08', day: '2025-07-08' },
  { path: '/v1/opportunities?market=15&from=2025-06-02', day: '2025-06-02' },
])('$path answers later as it did on $day', async ({ path, day }) => {
  const then = await ask(path, day);
  for (const now of ['2025-08-20', '2025-12-30']) {
    expect(sameWhenever(await ask(path, now))).toEqual(sameWhenever(then));
  }
});

test('a scan of a day on which the market had no new prices says how old its prices were', async () => {
  const { summary, data_age_note } = await ask('/v1/scan?markets=0&window=2025-06-02..2025-06-20', '2025-12-30');
  expect(summary).toContain('Prices of market 0 are old: they end on 2024-06-28.');
  expect(data_age_note).toContain('Prices of market 0 (DOW 30 STOCKS) end 336 days before');
});

const ENDED =
  /6 of 8 symbols of market 0( \(DOW 30 STOCKS\))? end on 2024-06-28, 5\d\d days before the last bar of the others/;

test('a scan says that most symbols end before the others', async () => {
  const { summary, data_age_note } = await ask('/v1/scan?markets=0,11', '2025-12-30');
  expect(summary).toMatch(ENDED);
  expect(data_age_note).toMatch(ENDED);
  expect(data_age_note).not.toMatch(/market 11/);
});

test.each([
  '/v1/analyze/ENDA?market=0',
  '/v1/analyze/ONA?market=0',
  '/v1/opportunities?market=0',
  '/v1/opportunities/ONA?market=0',
  '/v1/patterns/0/ONA?days_out=30',
  '/v1/seasonal-chart?symbol=ONA&market=0&days_out=30',
  '/v1/compare?symbols=ONA,FUNDA&direction=long',
  '/v1/symbols/ONA/heatmap?market=0',
])('%s says that most symbols end before the others', async (path) => {
  expect((await ask(path, '2025-12-30')).data_age_note).toMatch(ENDED);
});

test('the list of markets says so too, and not of a market whose symbols all continue', async () => {
  const { markets } = await ask('/v1/markets', '2025-12-30');
  expect(markets[0].data_age_note).toMatch(ENDED);
  expect(markets[11]).not.toHaveProperty('data_age_note');
});

test('the list of a symbol has entries of the days on which its market had no new prices', async () => {
  const { opportunities } = await ask('/v1/opportunities/ONA?market=0&years=5', '2025-12-30');
  expect(opportunities.length).toBeGreaterThan(0);
  expect(JSON.stringify(opportunities)).toMatch(/"entry_date":"2025-0[1-6]/);
});

/**
 * An answer without what depends on the day of the request: its time, the next step, which may be over, and the reason
 * why there is no prediction.
 */
function sameWhenever({ generated_at, tier_notes: _, opportunities, ...body }: Body) {
  const cards = opportunities.map(({ next_step, tier_notes, ...card }) => card);
  return { ...body, opportunities: cards };
}
