import type { PatternCard, Significance } from '../../src/answers/shapes';
import { fromIso } from '../../src/core/calendar/dates';
import { startTestApp, type TestApp, type TestSymbol } from '../helpers/app';
import { type PlainBar, plainBars, plainEntries, plainStats, plainYear, plainYears } from '../helpers/bruteForce';
import { plantedUniverse, seasonalWalk, UNIVERSE_NOW } from '../helpers/universe';
import { withApp } from '../helpers/withApp';
import { plusDays } from '../oracle/slowWindow';

/** edge_score and curve_summary, computed a second time by METHOD 4 and 6 as written. */

const NOISE: TestSymbol = {
  symbol: 'NOISE',
  markets: ['0'],
  bars: seasonalWalk({ seed: 3, from: '2003-01-02', to: '2024-12-19', volatility: 0.015 }),
};
const SYMBOLS = [NOISE, ...plantedUniverse().slice(0, 30)];

let service: TestApp;
const barsOf = new Map<string, PlainBar[]>();
beforeAll(async () => {
  for (const { symbol, bars } of SYMBOLS) barsOf.set(symbol, plainBars(bars));
  service = await startTestApp({ now: UNIVERSE_NOW, symbols: SYMBOLS, nullDistributions: { mode: 'waiting' } });
});
afterAll(() => service.close());

const clamp = (x: number) => Math.min(1, Math.max(0, x));

/** f of METHOD 6. */
function plainConfidence({ p_window, p_symbol, p_search }: Significance): number {
  if (p_search !== null && p_search <= 0.05) return 1;
  const p = p_symbol ?? p_window ?? 1;
  return p <= 0.05 ? 0.85 : p <= 0.2 ? 0.39 : 0.3;
}

/** METHOD 6, line by line. */
function plainEdge({ symbol, direction, setup, significance, stats, receipts }: PatternCard) {
  const { entry_date: entry, hold_days: hold } = setup;
  const asOf = receipts.as_of;
  const known = barsOf.get(symbol)!.filter((bar) => bar.date <= asOf);
  const window = { entry, hold, direction, years: Number(stats.years), asOf };
  const { n, wins, mean, median, deviation } = plainStats(plainYears(known, window).map((year) => year.return_pct));
  const entries = plainEntries(window);

  const years = new Set(entries.map((date) => date.slice(0, 4)));
  const anyDate = known
    .filter((bar) => years.has(bar.date.slice(0, 4)))
    .flatMap((bar) => plainYear(known, bar.date, { hold, direction })?.return_pct ?? []);
  const share = anyDate.filter((r) => r > 0).length / anyDate.length;
  const p0 = anyDate.length === 0 ? 0.5 : share;
  const m0 = anyDate.length === 0 ? 0 : plainStats(anyDate).mean;

  const cells: number[] = [];
  for (let shift = -3; shift <= 3; shift++) {
    for (const longer of [-5, 0, 5]) {
      if (hold + longer < 2) continue;
      const crossed = Number(plusDays(entry, shift).slice(0, 4)) - Number(entry.slice(0, 4));
      const results = entries.flatMap((date) => {
        const moved = `${Number(date.slice(0, 4)) + crossed}${plusDays(entry, shift).slice(4)}`;
        return plainYear(known, moved, { hold: hold + longer, direction })?.return_pct ?? [];
      });
      if (results.length > 0) cells.push(results.filter((r) => r > 0).length / results.length);
    }
  }
  const nb = cells.reduce((a, b) => a + b, 0) / cells.length;

  const p = (wins + 10 * p0) / (n + 10);
  const W = clamp((p - p0) / 0.25);
  const S = Math.min((mean - m0) / deviation, 10) * (1 - 3 / (4 * (n - 1) - 1));
  const T = n < 3 ? 0 : clamp(S - Math.sqrt((1 + (S * S) / 2) / n));
  const C = mean > m0 ? clamp((median - m0) / (mean - m0)) : 0;
  const R = clamp((nb - p0) / 0.35);
  let E = 100 * plainConfidence(significance) * (0.3 * W + 0.3 * T + 0.1 * C + 0.3 * R);
  if (n < 5 || wins / n < 0.55 || mean <= 0.2 || mean <= m0) E = Math.min(E, 39);
  return { score: Math.floor(Math.min(100, Math.max(0, E)) + 0.5), share, windows: anyDate.length, nb };
}

function audit(card: PatternCard): void {
  const { score, share, windows, nb } = plainEdge(card);
  expect(card.receipts.any_date?.windows).toBe(windows);
  expect([card.symbol, card.setup, card.edge_score]).toEqual([card.symbol, card.setup, score]);
  expect(card.edge_basis).toContain(`won ${(100 * share).toFixed(1)}%`);
  expect(card.edge_basis).toContain(`Neighbouring windows won ${(100 * nb).toFixed(1)}%`);
}

test.each(['', 'rank_by=edge&direction=short', 'years=6&window=2024-12-26..2025-01-10', 'min_days=60&max_days=120'])(
  'cards of scan?%s',
  async (query) => {
    const { body } = await service.get(`/v1/scan?markets=0&limit=100&${query}`).expect(200);
    expect(body.opportunities.length).toBeGreaterThan(7);
    for (const card of (body.opportunities as PatternCard[]).filter((_, i) => i % 12 === 0)) audit(card);
  },
);

test.each([
  'NOISE?entry_date=2024-12-23&days_out=20',
  'NOISE?entry_date=2024-12-30&days_out=9&direction=long&years=15',
  'NOISE?entry_date=2024-01-02&days_out=6&direction=short',
  'NOISE?entry_date=2024-06-03&days_out=200&direction=long',
  'NOISE?entry_date=2015-03-02&days_out=40&years=8',
  'D04?entry_date=2024-12-20&days_out=20&direction=short',
  'D06?entry_date=2024-12-20&days_out=20&direction=short',
])('analyze/%s', async (path) => {
  const { body } = await service.get(`/v1/analyze/${path}&include=chart`).expect(200);
  const card: PatternCard = body.card;
  audit(card);
  // The curve begins on the entry date.
  const { hold_days: hold } = card.setup;
  const inside = card.chart!.seasonal_curve.slice(0, hold).map((point) => point.index);
  const { change_pts = Number.NaN, peak_day, trough_day, trend } = card.receipts.curve_summary!;
  expect(change_pts).toBeCloseTo(inside[hold - 1] - inside[0], 3);
  expect(inside[peak_day]).toBe(Math.max(...inside));
  expect(inside[trough_day]).toBe(Math.min(...inside));
  const want = Math.abs(change_pts) < 2 ? 'flat' : change_pts > 0 ? 'rising' : 'falling';
  expect(trend).toBe(want);
});

test('a price that grows by the same share each day has no edge, in no window', async () => {
  const day = Int32Array.from({ length: 16 * 365 }, (_, i) => fromIso('2009-01-05') + i);
  const close = Float64Array.from(day, (d) => 20 * 1.0007 ** (d - day[0]));
  const steady: TestSymbol = { symbol: 'STEADY', markets: ['16'], bars: { day, close, high: close, low: close } };
  await withApp({ now: UNIVERSE_NOW, symbols: [steady], nullDistributions: { mode: 'waiting' } }, async (app) => {
    for (const hold of [7, 30, 95]) {
      const { body } = await app.get(`/v1/analyze/STEADY?entry_date=2024-12-20&days_out=${hold}&direction=long`);
      expect(body.card).toMatchObject({
        edge_score: 0,
        bias: 'neutral',
        stats: { historical_win_rate: 1 },
        significance: { status: 'ready', z: 0, p_window: 1, p_symbol: 1 },
      });
    }
  });
});
