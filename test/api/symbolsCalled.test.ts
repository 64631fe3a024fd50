import type { components } from '../../generated/openapi';
import { drawRotations, PUBLISHED_SEED, rotationKey } from '../../src/core/significance/rotation';
import { startTestApp, type TestApp, type TestSymbol } from '../helpers/app';
import { exportsOf } from '../helpers/exports';
import { seasonalWalk } from '../helpers/universe';
import { type SlowSearch, slowStrongest } from '../oracle/slowSignificance';

/** q_symbol and the symbols counted in a scan's summary, compared with a slow implementation of METHOD 7 and METHOD 9. */

const ROTATIONS = 39;
const AS_OF = '2024-10-15';
const SEARCH: SlowSearch = {
  entries: ['2024-10-16', '2024-10-17'].map((date) => ({ date, asOf: AS_OF })),
  minHold: 8,
  maxHold: 9,
  years: 6,
  cycle: 'consecutive',
  gapLimit: 10,
};
const SYMBOLS: TestSymbol[] = Array.from({ length: 14 }, (_, i) => {
  const bars = seasonalWalk({ seed: 700 + i, from: '2015-01-05', to: AS_OF, volatility: 0.012 });
  return { symbol: `W${i}`, markets: ['0'], bars };
});

/** The strongest window of each symbol, as it was and in each rotation. */
function slowly() {
  const draws = drawRotations(rotationKey(PUBLISHED_SEED), ROTATIONS, 16);
  const rotations = Array.from({ length: ROTATIONS }, (_, b) => (back: number) => draws.weeks[b * draws.reach + back]);
  return SYMBOLS.map(({ bars }) => {
    const quotes = Array.from(bars.day, (day, i) => ({
      date: new Date(day * 86_400_000).toISOString().slice(0, 10),
      close: bars.close[i],
    }));
    const [own, ...rotated] = slowStrongest(quotes, SEARCH, [() => 0, ...rotations]).map((found) =>
      Math.max(found.long, found.short),
    );
    return { p: (1 + rotated.filter((z) => z >= own).length) / (ROTATIONS + 1), rotated };
  });
}

/** The step-up of Benjamini and Hochberg for a p_symbol among those of the strongest windows. */
function slowRate(p: number, strongest: readonly number[]): number {
  const all = [...strongest].sort((a, b) => a - b);
  const called = all.filter((other) => other <= p).length;
  return Math.min((p * 14) / called, ...all.flatMap((other, i) => (other > p ? [(other * 14) / (i + 1)] : [])));
}

type Card = Pick<components['schemas']['PatternCard'], 'significance'>;
const rateOf = (line: string): number => JSON.parse(line).q_symbol;

describe('a scan of fourteen symbols', () => {
  let service: TestApp;
  let found: ReturnType<typeof slowly>;
  beforeAll(async () => {
    found = slowly();
    service = await startTestApp({
      now: '2024-10-16T15:00:00Z',
      symbols: SYMBOLS,
      nullDistributions: { rotations: ROTATIONS },
    });
  });
  afterAll(() => service.close());

  const QUERY = 'markets=0&window=2024-10-16..2024-10-17&min_days=8&max_days=9&years=6&min_winning_years=5&limit=100';

  test('counts the symbols with a small p_symbol, and has the q_symbol of each card', async () => {
    const { status, body } = await service.get(`/v1/scan?${QUERY}`);
    expect({ status, ...(status === 200 ? {} : body) }).toEqual({ status: 200 });
    const all = found.map(({ p }) => p).sort((a, b) => a - b);
    const counts = Array.from(
      { length: ROTATIONS },
      (_, b) => found.filter(({ rotated }) => rotated.filter((z) => z >= rotated[b]).length <= 0.05 * ROTATIONS).length,
    ).sort((a, b) => a - b);
    const mean = counts.reduce((sum, count) => sum + count, 0) / ROTATIONS;
    const called = all.filter((p) => p <= 0.05).length;
    expect(body.summary).toContain(
      `${called} of 14 symbols ${called === 1 ? 'has' : 'have'} a window with p_symbol at most 0.05; ` +
        `shuffled calendars give ${Math.round(mean)} (${counts[1]} to ${counts[37]})`,
    );
    expect(body.opportunities.length).toBeGreaterThan(3);
    for (const { significance } of body.opportunities) {
      const { p_symbol: p, q_symbol } = significance;
      expect(q_symbol).toBeCloseTo(slowRate(p, all), 4);
      expect(q_symbol).toBeGreaterThanOrEqual(p);
    }
  });

  test('has q_symbol in tables and exports too', async () => {
    const all = found.map(({ p }) => p);
    const cards = (await service.get(`/v1/scan?${QUERY}`)).body.opportunities;
    const rates = (await service.get(`/v1/scan?${QUERY}&format=ndjson`)).text.trimEnd().split('\n').map(rateOf);
    expect(rates).toEqual(cards.map(({ significance }: Card) => significance.q_symbol));
    const { made, file } = exportsOf(service);
    const search = { from: '2024-10-16', to: '2024-10-17', min_days: 8, max_days: 9, years: 6, min_winning_years: 5 };
    const { export_id } = await made({ market: '0', ...search, format: 'ndjson' });
    const rows = ((await file(export_id).expect(200)).body as Buffer).toString().trimEnd().split('\n');
    expect(rows.length).toBeGreaterThan(3);
    for (const row of rows) expect(rateOf(row)).toBeCloseTo(slowRate(JSON.parse(row).p_symbol, all), 4);
  });

  test('a card opened by its link has at least the q_symbol of the scan', async () => {
    const { body } = await service.get(`/v1/scan?${QUERY}`);
    for (const { analyze_url, significance } of body.opportunities.slice(0, 3)) {
      const opened = await service.get(analyze_url);
      const { p_symbol, q_symbol, searched } = opened.body.card.significance;
      expect(searched.symbols).toBe(14);
      expect(q_symbol).toBeGreaterThanOrEqual(significance.q_symbol);
      expect(q_symbol).toBeGreaterThanOrEqual(p_symbol);
    }
  });

  test('in a search of one symbol, q_symbol equals p_symbol', async () => {
    const { opportunities } = (await service.get(`/v1/scan?${QUERY}`)).body;
    const link = opportunities[0].analyze_url.replace(/&searched(_\w+)?=[^&]*/g, '');
    const { body } = await service.get(link);
    const { p_symbol, q_symbol } = body.card.significance;
    expect(p_symbol).toEqual(expect.any(Number));
    expect(q_symbol).toBe(p_symbol);
  });
});
