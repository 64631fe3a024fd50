import type { PatternCard } from '../../src/answers/shapes';
import { fromIso } from '../../src/core/calendar/dates';
import { buildColumns } from '../../src/core/detection/columns';
import { planDetection } from '../../src/core/detection/plan';
import { drawRotations, PUBLISHED_SEED, rotationKey } from '../../src/core/significance/rotation';
import { RotationSearch } from '../../src/core/significance/rotationSearch';
import { startTestApp, type TestApp, type TestSymbol } from '../helpers/app';
import { describeWithRealData } from '../helpers/realData';
import { realSymbols } from '../helpers/realSymbols';
import { type SlowSearch, slowReference, slowStrength } from '../oracle/slowSignificance';
import type { Quote } from '../oracle/slowWindow';

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
