import type { PatternCard, Significance } from '../../src/answers/shapes';
import { fromIso } from '../../src/core/calendar/dates';
import { buildColumns } from '../../src/core/detection/columns';
import { planDetection } from '../../src/core/detection/plan';
import { drawRotations, PUBLISHED_SEED, rotationKey } from '../../src/core/significance/rotation';
import { RotationSearch } from '../../src/core/significance/rotationSearch';
import { startTestApp, type TestApp, type TestSymbol } from '../helpers/app';
import { type PlainBar, plainBars, plainEntries, plainStats, plainYear, plainYears } from '../helpers/bruteForce';
import { describeWithRealData } from '../helpers/realData';
import { realSymbols } from '../helpers/realSymbols';
import { seeded } from '../helpers/syntheticBars';
import { plantedUniverse, seasonalWalk, UNIVERSE_NOW } from '../helpers/universe';
import { withApp } from '../helpers/withApp';
import { type SlowSearch, slowReference, slowStrength } from '../oracle/slowSignificance';
import { plusDays, type Quote } from '../oracle/slowWindow';

/** edge_score and curve_summary, computed a second time by METHOD 4 and 6 as written. */
describe('scores', () => {
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
});

/** Random windows over real prices: every answer, or its refusal, equals that of plain loops over the bars. */

const WINDOWS = 60;
const NOW = '2024-12-31T15:00:00Z';
/** Last final day of markets that close, and of those that never do. */
const LAST = { sessions: '2024-12-30', daily: '2024-12-30' };

const WANTED = {
  dow30: { AAPL: ['0'], BA: ['0'], V: ['0'] },
  etfs: { SPY: ['11'], SQQQ: ['11'] },
  commodities: { 'CL=F': ['9'], 'NG=F': ['9'] },
  crypto: { 'BTC-USD': ['16'], 'SOL-USD': ['16'] },
};

describeWithRealData('real prices, audited', (folder) => {
  let service: TestApp;
  const bars = new Map<string, PlainBar[]>();
  let markets: Map<string, string>;
  beforeAll(async () => {
    const symbols = realSymbols(folder, WANTED);
    markets = new Map(symbols.map(({ symbol, markets: [market] }) => [symbol, market]));
    for (const symbol of symbols) bars.set(symbol.symbol, plainBars(symbol.bars));
    service = await startTestApp({ now: NOW, symbols });
  });
  afterAll(() => service.close());

  /** The last final bar over the symbols of a market. */
  function marketEnd(market: string): string {
    const limit = market === '16' ? LAST.daily : LAST.sessions;
    const ends = [...bars].filter(([symbol]) => markets.get(symbol) === market);
    return ends
      .map(([, all]) => all.filter((bar) => bar.date <= limit).at(-1)!.date)
      .sort()
      .at(-1)!;
  }

  test(`${WINDOWS} random windows, directions, lookbacks and cycles equal plain loops over the bars`, async () => {
    const random = seeded(2024);
    const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)];
    let refused = 0;
    for (let i = 0; i < WINDOWS; i++) {
      const symbol = pick([...markets.keys()]);
      const market = markets.get(symbol)!;
      // Also the days around the negative price of 2020-04-20, New Year and Feb 29.
      const base = pick(['2024-01-01', '2024-04-13', '2024-12-20', '2024-02-25', '2012-06-01', '2020-03-30']);
      const entry = plusDays(base, Math.floor(random() * 12));
      const hold = 2 + Math.floor(random() ** 2 * 200);
      const direction = pick(['long', 'short'] as const);
      const years = pick([5, 10, 20, 40]);
      const cycle = pick(['consecutive', 'consecutive', 'pe']);
      const dayBefore = plusDays(entry, -1);
      const end = marketEnd(market);
      const window = {
        entry,
        hold,
        direction,
        years,
        asOf: dayBefore < end ? dayBefore : end,
        position: cycle === 'pe' ? Number(entry.slice(0, 4)) % 4 : undefined,
      };
      const want = plainYears(bars.get(symbol)!, window);
      const query = `entry_date=${entry}&days_out=${hold}&direction=${direction}&years=${years}&pe_cycle=${cycle}`;
      const path = `/v1/analyze/${encodeURIComponent(symbol)}?market=${market}&${query}&include=chart`;
      const { status, body } = await service.get(path);
      if (want.length === 0) {
        refused += 1;
        expect([path, status]).toEqual([path, 404]);
        continue;
      }
      expect([path, status]).toEqual([path, 200]);
      const got = body.card.chart.per_year_bars;
      expect([path, got.map((bar: { year: string }) => bar.year)]).toEqual([path, want.map((bar) => bar.year)]);
      for (const [k, bar] of want.entries()) {
        for (const name of ['return_pct', 'mfe_pct', 'mae_pct'] as const)
          expect(got[k][name]).toBeCloseTo(bar[name], 3);
      }
      const { n, wins, mean, sharpe } = plainStats(want.map((bar) => bar.return_pct));
      expect([body.card.receipts.years_tested, body.card.receipts.wins]).toEqual([n, wins]);
      expect(body.card.stats.avg_return_pct).toBeCloseTo(mean, 3);
      expect(body.card.stats.sharpe_ratio).toBeCloseTo(sharpe, 3);
    }
    expect(refused).toBeLessThan(WINDOWS / 3);
  });

  test('AAPL held 15 days from 2024-07-01 has the numbers of an independent program', async () => {
    const query = 'entry_date=2024-07-01&days_out=15&direction=long&years=10';
    const { card } = (await service.get(`/v1/analyze/AAPL?${query}`).expect(200)).body;
    const returns = [1.9251, 0.1735, 3.0138, 3.8605, 2.2171, 1.816, 7.3577, 8.1664, 8.0905, -0.9194];
    expect(card.receipts.per_year).toMatchObject(
      returns.map((return_pct, i) => ({ year: String(2014 + i), return_pct, result: return_pct > 0 ? 'win' : 'loss' })),
    );
    expect(card.stats).toMatchObject({ avg_return_pct: 3.5701, median_return_pct: 2.6155, sharpe_ratio: 1.0954 });
  });
});

/** The cards of a real scan on the first day of METHOD 9's table, compared with a slow implementation of METHOD 9. */

const ROTATIONS = 199;
const TICKERS =
  'AAPL AMGN AMZN AXP BA CAT CRM CSCO CVX DIS GS HD HON IBM JNJ JPM KO MCD MMM MRK MSFT NKE NVDA PG SHW TRV UNH V VZ WMT';
const AS_OF = '2024-10-15';
const WINDOW = '2024-10-16..2024-10-29';
const ENTRIES = [16, 17, 18, 21, 22, 23, 24, 25, 28, 29].map((day) => ({ date: `2024-10-${day}`, asOf: AS_OF }));
const SEARCH: SlowSearch = {
  entries: ENTRIES,
  minHold: 5,
  maxHold: 60,
  years: 10,
  cycle: 'consecutive',
  gapLimit: 10,
};

describeWithRealData('significance of real cards', (folder) => {
  let symbols: TestSymbol[];
  let service: TestApp;
  let cards: PatternCard[];
  beforeAll(async () => {
    const wanted = Object.fromEntries(TICKERS.split(' ').map((symbol) => [symbol, ['0']]));
    symbols = realSymbols(folder, { dow30: wanted });
    service = await startTestApp({ now: '2024-10-16T15:00:00Z', symbols, nullDistributions: { rotations: ROTATIONS } });
    const { status, body } = await service.get(
      `/v1/scan?markets=dow30&window=${WINDOW}&min_days=5&max_days=60&limit=100`,
    );
    expect(status).toBe(200);
    cards = body.opportunities;
  });
  afterAll(() => service.close());

  const quotesOf = (symbol: string): Quote[] => {
    const { bars } = symbols.find((one) => one.symbol === symbol)!;
    return Array.from(bars.day, (day, i) => ({
      date: new Date(day * 86_400_000).toISOString().slice(0, 10),
      close: bars.close[i],
    })).filter(({ date }) => date > '2012-01-01');
  };

  test('z and p_window of every card equal the slow computation for its window', async () => {
    const draws = drawRotations(rotationKey(PUBLISHED_SEED), ROTATIONS, 20);
    expect(cards.length).toBeGreaterThan(5);
    for (const { symbol, direction, setup, significance } of cards.slice(0, 6)) {
      const { entry_date: entry, hold_days: hold } = setup;
      const quotes = quotesOf(symbol);
      const found = { date: entry, asOf: AS_OF };
      const reference = slowReference(quotes, SEARCH, found, hold);
      const sign = direction === 'long' ? 1 : -1;
      const zOf = (rotation: number | null) =>
        sign *
        slowStrength(quotes, SEARCH, reference, found, hold, (back) =>
          rotation === null ? 0 : draws.weeks[rotation * draws.reach + back],
        )!;
      const z = zOf(null);
      const atLeast = Array.from({ length: ROTATIONS }, (_, b) => zOf(b)).filter((rotated) => rotated >= z).length;
      expect({ symbol, ...significance }).toMatchObject({
        symbol,
        status: 'ready',
        z: expect.closeTo(z, 4),
        p_window: expect.closeTo((1 + atLeast) / (ROTATIONS + 1), 4),
        rotations: ROTATIONS,
        searched: { windows: 10 * 56 * 2 * 30, symbols: 30 },
      });
    }
  });

  test('p_symbol and p_search of every card follow from the maxima of its symbol and of all symbols', async () => {
    const plan = planDetection({
      ...SEARCH,
      entries: ENTRIES.map(({ date }) => ({ day: fromIso(date), asOf: fromIso(AS_OF) })),
      cycle: 'consecutive',
      minWins: 0,
      minObservations: 5,
      liveOnly: true,
    });
    const columns = buildColumns(symbols.map(({ bars }) => bars));
    const search = new RotationSearch(plan);
    const draws = drawRotations(rotationKey(PUBLISHED_SEED), ROTATIONS, search.reach);
    const maxima = symbols.map((_, i) => {
      search.use(columns, i);
      return search.allRotated(draws).map(({ long, short }) => Math.max(long, short));
    });
    const overall = maxima[0].map((_, b) => Math.max(...maxima.map((own) => own[b])));
    const p = (of: readonly number[], z: number) => (1 + of.filter((m) => m >= z).length) / (ROTATIONS + 1);
    for (const { symbol, significance } of cards) {
      const own = maxima[symbols.findIndex((one) => one.symbol === symbol)];
      const { p_symbol, p_search } = significance;
      const z = significance.z!;
      // z is rounded to 4 decimals, and the service keeps maxima as floats: a count or two may differ.
      expect({ symbol, p_symbol, p_search }).toEqual({
        symbol,
        p_symbol: expect.closeTo(p(own, z), 1.5),
        p_search: expect.closeTo(p(overall, z), 1.5),
      });
    }
  });
});
