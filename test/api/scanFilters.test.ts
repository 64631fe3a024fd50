import type { PatternCard as Card } from '../../src/answers/shapes';
import { startTestApp, type TestApp } from '../helpers/app';
import { expectPlainCard } from '../helpers/audit';
import { type PlainBar, plainBars, plainStats, plainYears } from '../helpers/bruteForce';
import { plantedUniverse, seasonalWalk, UNIVERSE_NOW } from '../helpers/universe';
import { plusDays } from '../oracle/slowWindow';

/** Filters and order of a scan (SPEC 4.1), compared with plain loops over the bars. */
describe('the filters and the order of a scan', () => {
  const symbols = plantedUniverse();
  const barsOf = new Map<string, PlainBar[]>();
  function plain(symbol: string): PlainBar[] {
    const known = barsOf.get(symbol) ?? plainBars(symbols.find((one) => one.symbol === symbol)!.bars);
    barsOf.set(symbol, known);
    return known;
  }

  let service: TestApp;
  beforeAll(async () => {
    service = await startTestApp({ now: UNIVERSE_NOW, symbols });
  });
  afterAll(() => service.close());

  async function cardsOf(query: string): Promise<Card[]> {
    const { body } = await service.get(`/v1/scan?limit=100&${query}`).expect(200);
    expect(body.opportunities.map((card: Card) => card.rank)).toEqual(
      body.opportunities.map((_: Card, i: number) => i + 1),
    );
    return body.opportunities;
  }

  const key = ({ symbol, direction, setup }: Card) => `${symbol} ${direction} ${setup.entry_date} ${setup.hold_days}`;

  test.each(['', 'direction=short', 'years=7', 'min_days=30&max_days=60', 'window=2024-12-26..2025-01-03'])(
    'every number of the cards of ?%s equals plain loops over the bars',
    async (query) => {
      const cards = await cardsOf(query);
      expect(cards.length).toBeGreaterThan(5);
      for (const card of cards.filter((_, i) => i % 6 === 0)) expectPlainCard(card, plain(card.symbol));
    },
  );

  test('no window of a symbol is better than its card: all of them are tried', async () => {
    const cards = await cardsOf('min_days=5&max_days=12&window=2024-12-20..2024-12-27');
    for (const symbol of ['D03', 'E09']) {
      const bars = plain(symbol);
      for (const direction of ['long', 'short'] as const) {
        let best: { entry: string; hold: number; sharpe: number } | null = null;
        for (const entry of ['2024-12-20', '2024-12-23', '2024-12-24', '2024-12-26', '2024-12-27']) {
          for (let hold = 5; hold <= 12; hold++) {
            const years = plainYears(bars, { entry, hold, direction, years: 10, asOf: '2024-12-19' });
            const { n, wins, sharpe } = plainStats(years.map((year) => year.return_pct));
            const qualifies = n >= 5 && wins * 10 >= n * 9;
            if (qualifies && (best === null || sharpe > best.sharpe + 1e-12)) best = { entry, hold, sharpe };
          }
        }
        const card = cards.find((one) => one.symbol === symbol && one.direction === direction);
        const got = card && [card.setup.entry_date, card.setup.hold_days];
        expect(got).toEqual(best === null ? undefined : [best.entry, best.hold]);
        if (card && best) expect(card.stats.sharpe_ratio).toBeCloseTo(best.sharpe, 4);
      }
    }
  });

  test('without a direction, the cards are those of both', async () => {
    const long = await cardsOf('direction=long');
    const short = await cardsOf('direction=short');
    const both = await cardsOf('');
    expect(new Set(long.map((card) => card.direction))).toEqual(new Set(['long']));
    expect(new Set(short.map((card) => card.direction))).toEqual(new Set(['short']));
    expect(short.length).toBeGreaterThan(10);
    expect(both.map(key).sort()).toEqual([...long, ...short].map(key).sort());
  });

  test.each([
    ['min_days=20', 20, 120],
    ['max_days=9', 5, 9],
    ['min_days=7&max_days=7', 7, 7],
    // A bound beyond the other's default opens that side to its limit.
    ['max_days=4', 2, 4],
    ['min_days=130', 130, 366],
    ['min_days=2&max_days=366', 2, 366],
  ])('%s bounds the hold', async (query, min, max) => {
    const holds = (await cardsOf(query)).map((card) => card.setup.hold_days);
    expect(holds.length).toBeGreaterThan(0);
    expect(Math.min(...holds)).toBeGreaterThanOrEqual(min);
    expect(Math.max(...holds)).toBeLessThanOrEqual(max);
    if (query === 'min_days=130') expect(Math.max(...holds)).toBeGreaterThan(130);
  });

  test('min_days above max_days is 400 naming both', async () => {
    const { body } = await service.get('/v1/scan?min_days=30&max_days=20').expect(400);
    expect(body.error.message).toMatch(/min_days=30.*max_days=20/);
  });

  test.each([
    ['min_win_rate', 1, (card: Card) => card.stats.historical_win_rate],
    ['min_avg_return', 6.5, (card: Card) => card.stats.avg_return_pct],
    ['min_median_return', 6.5, (card: Card) => card.stats.median_return_pct],
    ['min_sharpe', 4, (card: Card) => card.stats.sharpe_ratio],
    ['min_years', 10, (card: Card) => card.receipts.years_tested],
  ] as const)('%s keeps exactly the cards of the pool that reach it', async (name, floor, statistic) => {
    const pool = (await cardsOf('direction=short')).slice(0, 50);
    const kept = await cardsOf(`direction=short&${name}=${floor}`);
    expect(kept.map(key)).toEqual(pool.filter((card) => statistic(card) >= floor).map(key));
    if (name !== 'min_years') expect(kept.length).toBeLessThan(pool.length);
    expect(kept.length).toBeGreaterThan(0);
  });

  test('a floor is compared with the published value: exactly equal is enough, a ten-thousandth more is not', async () => {
    const [, , , card] = await cardsOf('');
    for (const [name, statistic] of [
      ['min_avg_return', 'avg_return_pct'],
      ['min_median_return', 'median_return_pct'],
      ['min_sharpe', 'sharpe_ratio'],
    ] as const) {
      const value = card.stats[statistic];
      expect((await cardsOf(`${name}=${value}`)).map(key)).toContain(key(card));
      expect((await cardsOf(`${name}=${(value + 0.0001).toFixed(4)}`)).map(key)).not.toContain(key(card));
    }
  });

  test('all filters at once', async () => {
    const query =
      'min_win_rate=0.9&min_years=9&min_avg_return=5&min_median_return=5&min_sharpe=3&direction=long&min_days=10';
    const cards = await cardsOf(query);
    expect(cards.length).toBeGreaterThan(0);
    for (const { stats, direction, setup } of cards) {
      expect(stats.avg_return_pct >= 5 && stats.median_return_pct >= 5 && stats.sharpe_ratio >= 3).toBe(true);
      expect([direction, setup.hold_days >= 10]).toEqual(['long', true]);
    }
  });

  test.each([
    [5, 2019],
    [9, 2015],
    // All years that exist.
    [98, 2013],
  ])('years=%i looks back to %i', async (years, oldest) => {
    const [{ stats, receipts }] = await cardsOf(`years=${years}`);
    expect(stats.years).toBe(String(years));
    expect([receipts.per_year[0].year, receipts.per_year.at(-1)?.year]).toEqual([String(oldest), '2023']);
  });

  test.each([
    ['edge', (card: Card) => card.edge_score],
    ['win_rate', (card: Card) => card.stats.historical_win_rate],
    ['sharpe', (card: Card) => card.stats.sharpe_ratio],
    ['avg_return', (card: Card) => card.stats.avg_return_pct],
    ['ml', () => 0],
  ] as const)('rank_by=%s orders the pool, ties by Sharpe', async (rankBy, value) => {
    const cards = (await cardsOf(`direction=short&rank_by=${rankBy}`)).slice(0, 50);
    const bySharpe = (await cardsOf('direction=short')).slice(0, 50);
    const want = [...bySharpe].sort((a, b) => value(b) - value(a));
    expect(cards.map(key)).toEqual(want.map(key));
    const { body } = await service.get(`/v1/scan?direction=short&rank_by=${rankBy}`).expect(200);
    expect(body.rank_by).toBe(rankBy);
    // No model is in service here.
    const ranked = rankBy === 'ml' ? 'sharpe' : rankBy;
    expect(body.summary).toContain(`First by ${ranked}: ${cards[0].symbol} `);
    expect(body.summary.includes('No ranked card has a prediction: they are ranked by sharpe instead.')).toBe(
      rankBy === 'ml',
    );
  });
});

/** The entry days of a scan, and what it may know of them (SPEC 4.1 rules 1 and 5, DESIGN 5 "Scan"). */
describe('the window of a scan', () => {
  let service: TestApp;
  beforeAll(async () => {
    const symbols = Array.from({ length: 6 }, (_, i) => {
      const season = { month: 2 * i + 1, day: 10, hold: 40, pct: 8 };
      return {
        symbol: `W${i}`,
        markets: ['0'],
        bars: seasonalWalk({ seed: i, from: '2010-01-04', to: '2025-03-31', season }),
      };
    });
    service = await startTestApp({ symbols });
  });
  afterAll(() => service.close());

  async function scanAt(now: string, window?: string) {
    service.clock.set(now);
    const query = window === undefined ? '' : `&window=${window}`;
    return service.get(`/v1/scan?markets=0&limit=100${query}`);
  }

  const NOON = 'T17:00:00Z';

  test.each([
    // Friday through the 10th NYSE session from it: Christmas and New Year's Day are no sessions.
    ['2024-12-20', undefined, '2024-12-20..2025-01-06'],
    ['2024-12-20', 'now', '2024-12-20..2025-01-06'],
    // Saturday: the first session is Monday.
    ['2024-07-06', 'now', '2024-07-06..2024-07-19'],
    // Independence Day, Juneteenth.
    ['2024-06-17', 'now', '2024-06-17..2024-07-01'],
    ['2024-12-20', 'next_2_weeks', '2024-12-20..2025-01-02'],
    ['2024-12-20', 'next_month', '2024-12-20..2025-01-19'],
    // The end of a month that the next one does not have.
    ['2024-01-31', 'next_month', '2024-01-31..2024-02-28'],
    ['2024-02-29', 'next_month', '2024-02-29..2024-03-28'],
    ['2024-12-20', '2024-03-01..2024-03-01', '2024-03-01..2024-03-01'],
    ['2024-12-20', '2024-01-01..2025-01-01', '2024-01-01..2025-01-01'],
  ])('on %s window=%s is %s', async (today, asked, want) => {
    const { body, status } = await scanAt(today + NOON, asked);
    expect(status).toBe(200);
    expect(body.window).toBe(want);
    const [start, end] = want.split('..');
    for (const { setup, receipts } of body.opportunities) {
      expect(setup.entry_date >= start && setup.entry_date <= end).toBe(true);
      expect(receipts.as_of < start).toBe(true);
      const [from, to] = setup.entry_window.split(' to ');
      expect(from <= setup.entry_date && setup.entry_date <= to && from >= start && to <= end).toBe(true);
    }
  });

  test.each([
    ['tomorrow', "'tomorrow'"],
    ['2024-02-30..2024-03-10', 'dates that exist'],
    ['2024-03-10..2024-03-01', 'must not end before it starts'],
    ['2024-01-01..2025-01-02', 'at most 366 days'],
    ['2024-03-01', 'YYYY-MM-DD..YYYY-MM-DD'],
    ['2023-12-31..2024-01-10', '2024-01-01 to 2024-12-31; got 2023-12-31'],
    ['2025-01-01..2025-01-10', '2024-01-01 to 2024-12-31; got 2025-01-01'],
  ])('window=%s is 400', async (window, message) => {
    const { body, status } = await scanAt(`2024-12-20${NOON}`, window);
    expect(status).toBe(400);
    expect(body.error.code).toBe('invalid_request');
    expect(body.error.message).toContain('window');
    expect(body.error.message).toContain(message);
  });

  test.each([
    // 04:59Z on January 1 is still December 31 in New York: tomorrow belongs to the next year and is accepted.
    ['2025-01-01T04:59:59Z', '2025-01-01..2025-01-10', 200],
    ['2025-01-01T04:59:59Z', '2024-12-31..2025-01-10', 200],
    ['2025-01-01T04:59:59Z', '2024-01-01..2024-01-10', 200],
    ['2025-01-01T04:59:59Z', '2025-01-02..2025-01-10', 400],
    // A minute later the year has turned.
    ['2025-01-01T05:00:00Z', '2025-01-01..2025-01-10', 200],
    ['2025-01-01T05:00:00Z', '2025-12-31..2026-01-10', 200],
    ['2025-01-01T05:00:00Z', '2024-12-31..2025-01-10', 400],
    ['2025-01-01T05:00:00Z', '2026-01-01..2026-01-10', 400],
    // On December 30 tomorrow is no boundary.
    ['2024-12-31T04:59:59Z', '2025-01-01..2025-01-10', 400],
  ])('at %s window=%s is %i', async (now, window, want) => {
    const { status, body } = await scanAt(now, window);
    expect(status).toBe(want);
    if (want === 400)
      expect(body.error.message).toMatch(/window start must lie in .*\d{4}-\d{2}-\d{2} to \d{4}-\d{2}-\d{2}/);
  });

  test('the market year changes at midnight in New York', async () => {
    // Ten sessions, without January 1 and without the 9th, a day of mourning.
    expect((await scanAt('2025-01-01T04:59:59Z')).body.window).toBe('2024-12-31..2025-01-15');
    expect((await scanAt('2025-01-01T05:00:00Z')).body.window).toBe('2025-01-01..2025-01-16');
  });

  test.each([
    ['2024-03-01..2024-03-20', '2024-02-29'],
    ['2024-01-01..2024-01-31', '2023-12-29'],
    ['2024-06-17..2024-06-20', '2024-06-14'],
  ])('a past window %s uses no prices from its start on', async (window, lastKnown) => {
    const { body } = await scanAt(`2024-12-20${NOON}`, window);
    expect(body.as_of <= plusDays(window.slice(0, 10), -1)).toBe(true);
    expect(body.opportunities.length).toBeGreaterThan(0);
    for (const { receipts, setup, next_step } of body.opportunities) {
      expect(receipts.as_of).toBe(body.as_of);
      expect(receipts.as_of >= lastKnown).toBe(true);
      const thisYear = receipts.per_year.filter((year: { year: string }) => year.year === setup.entry_date.slice(0, 4));
      expect(thisYear).toEqual([]);
      // The entry is past: there is nothing left to order.
      expect(next_step).not.toHaveProperty('order_ticket');
      expect(next_step).not.toHaveProperty('set_reminder');
      expect(next_step.headline).toMatch(/is past/);
    }
  });

  test('later bars change nothing in a past window', async () => {
    const window = '2024-03-01..2024-03-20';
    const before = await scanAt(`2024-04-01${NOON}`, window);
    const after = await scanAt(`2024-12-20${NOON}`, window);
    expect(before.body.opportunities.length).toBeGreaterThan(0);
    expect(after.body.opportunities).toEqual(before.body.opportunities);
  });

  test('a window without a session finds nothing, says why and still has its as_of', async () => {
    const { body } = await scanAt(`2024-12-20${NOON}`, '2024-08-03..2024-08-04');
    expect(body).toMatchObject({
      count: 0,
      opportunities: [],
      shown_of_evaluated: '0 of 0',
      window: '2024-08-03..2024-08-04',
    });
    expect(body.as_of <= '2024-08-02').toBe(true);
    expect(body.summary).toContain(
      'No setup qualifies in 2024-08-03..2024-08-04. No session of market 0 lies in the window.',
    );
    const monday = await scanAt(`2024-12-20${NOON}`, '2024-08-03..2024-08-05');
    expect(monday.body.summary).not.toContain('No session');
  });

  test('bars that are not final yet are not used', async () => {
    const asOfAt = async (now: string) => (await scanAt(now, '2024-12-20..2025-01-06')).body.as_of;
    // Thursday's bar is final at 18:00 in New York, 23:00Z.
    expect(await asOfAt('2024-12-19T22:59:00Z')).toBe('2024-12-18');
    expect(await asOfAt('2024-12-19T23:00:00Z')).toBe('2024-12-19');
  });
});
