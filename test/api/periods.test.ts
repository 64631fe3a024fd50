import { startTestApp, type TestApp, type TestSymbol } from '../helpers/app';
import { type PlainBar, plainBars, plainStats, plainYears } from '../helpers/bruteForce';
import { seasonalWalk } from '../helpers/universe';
import { daysBetween, plusDays } from '../oracle/slowWindow';

/** Named periods and their reverse, in each of the three operations that take them (SPEC 4.5 to 4.7, METHOD 3). */
describe('named periods', () => {
  const TODAY = '2024-05-15';
  const LAST = '2024-05-14';
  const STOCK: TestSymbol = {
    symbol: 'STOCK',
    markets: ['0'],
    bars: seasonalWalk({ seed: 4, from: '1999-01-04', to: '2024-12-19' }),
  };

  let service: TestApp;
  let bars: PlainBar[];
  beforeAll(async () => {
    bars = plainBars(STOCK.bars).filter((bar) => bar.date <= LAST);
    service = await startTestApp({ now: `${TODAY}T15:00:00Z`, symbols: [STOCK, { ...STOCK, symbol: 'OTHER' }] });
  });
  afterAll(() => service.close());

  /** First and last day in 2024, then the same reversed: the rest of the year up to the next start. */
  const PERIODS: [period: string, from: string, to: string, reverseFrom: string | null, reverseTo: string | null][] = [
    ['jan', '2024-01-01', '2024-01-31', '2024-02-01', '2024-12-31'],
    ['feb', '2024-02-01', '2024-02-29', '2024-03-01', '2025-01-31'],
    ['mar', '2024-03-01', '2024-03-31', '2024-04-01', '2025-02-28'],
    ['apr', '2024-04-01', '2024-04-30', '2024-05-01', '2025-03-31'],
    ['may', '2024-05-01', '2024-05-31', '2024-06-01', '2025-04-30'],
    ['jun', '2024-06-01', '2024-06-30', '2024-07-01', '2025-05-31'],
    ['jul', '2024-07-01', '2024-07-31', '2024-08-01', '2025-06-30'],
    ['aug', '2024-08-01', '2024-08-31', '2024-09-01', '2025-07-31'],
    ['sep', '2024-09-01', '2024-09-30', '2024-10-01', '2025-08-31'],
    ['oct', '2024-10-01', '2024-10-31', '2024-11-01', '2025-09-30'],
    ['nov', '2024-11-01', '2024-11-30', '2024-12-01', '2025-10-31'],
    ['dec', '2024-12-01', '2024-12-31', '2024-01-01', '2024-11-30'],
    ['q1', '2024-01-01', '2024-03-31', '2024-04-01', '2024-12-31'],
    ['q2', '2024-04-01', '2024-06-30', '2024-07-01', '2025-03-31'],
    ['q3', '2024-07-01', '2024-09-30', '2024-10-01', '2025-06-30'],
    ['q4', '2024-10-01', '2024-12-31', '2024-01-01', '2024-09-30'],
    ['spring', '2024-03-01', '2024-05-31', '2024-06-01', '2025-02-28'],
    ['summer', '2024-06-01', '2024-08-31', '2024-09-01', '2025-05-31'],
    ['fall', '2024-09-01', '2024-11-30', '2024-12-01', '2025-08-31'],
    ['winter', '2024-12-01', '2025-02-28', '2024-03-01', '2024-11-30'],
    ['ytd', '2024-01-01', '2024-05-15', '2024-05-16', '2024-12-31'],
    ['year_end', '2024-05-15', '2024-12-31', '2024-01-01', '2024-05-14'],
    ['buy_hold', '2024-01-01', '2024-12-31', null, null],
  ];
  const ASKED = PERIODS.flatMap(([period, from, to, reverseFrom, reverseTo]) => [
    { query: `period=${period}`, from, to },
    ...(reverseFrom === null ? [] : [{ query: `period=${period}&reverse=true`, from: reverseFrom, to: reverseTo! }]),
  ]);

  /** The return of the period as it fell in `year`, both dates fixed by the calendar; null when it is not over. */
  function returnIn(year: number, from: string, to: string): { year: string; rise: number } | null {
    const crossing = Number(to.slice(0, 4)) - Number(from.slice(0, 4));
    const start = `${year}${from.slice(4)}`;
    // Only the last of February moves with leap years; the day after any date does not.
    const after = plusDays(to, 1);
    const end = plusDays(`${year + crossing + (after.slice(0, 4) > to.slice(0, 4) ? 1 : 0)}${after.slice(4)}`, -1);
    const inside = bars.filter((bar) => bar.date >= start && bar.date <= end);
    if (end > LAST || inside.length < 2) return null;
    return { year: String(year), rise: 100 * (inside[inside.length - 1].close / inside[0].close - 1) };
  }

  test.each(ASKED)(
    '$query is $from to $to in analyze, patterns and chart, by the calendar in every year',
    async ({ query, from, to }) => {
      const analysis = await service.get(`/v1/analyze/STOCK?${query}&include=chart&years=12`).expect(200);
      const { card, as_of } = analysis.body;
      const hold = daysBetween(from, to) + 1;
      expect(card.setup).toMatchObject({
        entry_date: from,
        entry_window: `${from} to ${from}`,
        hold_days: hold,
        exit_date: to,
      });
      expect(as_of).toBe(LAST);

      const years = Array.from({ length: 30 }, (_, i) => returnIn(1995 + i, from, to)).filter((year) => year !== null);
      const want = years.slice(-12);
      const sign = card.direction === 'long' ? 1 : -1;
      expect(card.receipts.per_year.map((year: { year: string }) => year.year)).toEqual(want.map(({ year }) => year));
      for (const [i, { rise }] of want.entries())
        expect(card.receipts.per_year[i].return_pct).toBeCloseTo(sign * rise, 4);

      const pattern = await service.get(`/v1/patterns/0/STOCK?${query}&years=12`).expect(200);
      expect(pattern.body).toMatchObject({ entry_date: from, days_out: hold, years: '12', years_tested: want.length });
      expect(pattern.body.stats.trade_direction).toBe(card.direction);
      expect(pattern.body.stats.avg_profit_all).toBe(card.stats.avg_return_pct);
      const chart = await service.get(`/v1/seasonal-chart?market=0&symbol=STOCK&${query}&years=12`).expect(200);
      expect(chart.body).toMatchObject({ entry_date: from, days_out: hold, direction: card.direction });
      expect(chart.body.per_year_bars).toEqual(card.chart.per_year_bars);
      expect(chart.body.seasonal_curve).toEqual(card.chart.seasonal_curve);
      expect(chart.body.stats).toEqual(pattern.body.stats);

      // A period that has begun can no longer be entered.
      expect(card.next_step.order_ticket !== undefined && from < TODAY).toBe(false);
      expect(card.next_step.set_reminder !== undefined).toBe(from >= TODAY);
    },
  );

  test('a period overrides entry date and hold', async () => {
    const { body } = await service.get('/v1/analyze/STOCK?period=jul&entry_date=2024-03-01&days_out=9').expect(200);
    expect(body.card.setup).toMatchObject({ entry_date: '2024-07-01', hold_days: 31 });
    const chart = await service.get(
      '/v1/seasonal-chart?market=0&symbol=STOCK&period=jul&entry_date=2024-03-01&days_out=9',
    );
    expect(chart.body).toMatchObject({ entry_date: '2024-07-01', days_out: 31 });
    const pattern = await service.get('/v1/patterns/0/STOCK?period=jul&days_out=9');
    expect(pattern.body).toMatchObject({ entry_date: '2024-07-01', days_out: 31 });
  });

  test.each(['/v1/analyze/STOCK?', '/v1/seasonal-chart?market=0&symbol=STOCK&', '/v1/compare?symbols=STOCK,OTHER&'])(
    '%s does not judge the range of a date that a period overrides, only that it is a date',
    async (path) => {
      const named = await service.get(`${path}period=jul`).expect(200);
      for (const date of ['1890-01-01', '2023-12-31', '2099-01-01']) {
        await service
          .get(`${path}entry_date=${date}`)
          .expect(date === '2023-12-31' && !path.includes('chart') ? 200 : 400);
        const { body } = await service.get(`${path}period=jul&entry_date=${date}&days_out=9`).expect(200);
        expect(body).toEqual(named.body);
      }
      await service.get(`${path}period=jul&entry_date=2024-02-30`).expect(400);
    },
  );

  test('reverse=false changes nothing', async () => {
    const [one, two] = await Promise.all(
      ['', '&reverse=false'].map((rest) => service.get(`/v1/analyze/STOCK?period=q2${rest}`)),
    );
    expect(two.body).toEqual(one.body);
  });

  test.each(['/v1/analyze/STOCK?', '/v1/patterns/0/STOCK?', '/v1/seasonal-chart?market=0&symbol=STOCK&'])(
    '%s refuses reverse=true for the whole year and without a period',
    async (path) => {
      const whole = await service.get(`${path}period=buy_hold&reverse=true`).expect(400);
      expect(whole.body.error.message).toMatch(/reverse=true.*period=buy_hold/);
      const nothing = await service.get(`${path}reverse=true`).expect(400);
      expect(nothing.body.error.message).toMatch(/reverse=true needs a period: one of jan, /);
    },
  );

  test('periods that are empty at the edges of the year are refused', async () => {
    const app = service;
    app.clock.set('2025-01-01T15:00:00Z');
    expect((await app.get('/v1/analyze/STOCK?period=ytd').expect(400)).body.error.message).toContain('ytd');
    // From January 1 to December 31 there is nothing left to reverse.
    await app.get('/v1/analyze/STOCK?period=year_end&reverse=true').expect(400);
    await app.get('/v1/analyze/STOCK?period=year_end').expect(200);
    app.clock.set('2024-12-31T15:00:00Z');
    await app.get('/v1/analyze/STOCK?period=year_end').expect(400);
    await app.get('/v1/analyze/STOCK?period=ytd&reverse=true').expect(400);
    await app.get('/v1/analyze/STOCK?period=ytd').expect(200);
    app.clock.set(`${TODAY}T15:00:00Z`);
  });

  test('this year’s occurrence counts once it is over', async () => {
    const yearsOf = async (period: string) => {
      const { body } = await service.get(`/v1/analyze/STOCK?period=${period}`).expect(200);
      return body.card.receipts.per_year.at(-1).year;
    };
    expect(await yearsOf('apr')).toBe('2024');
    expect(await yearsOf('may')).toBe('2023');
  });

  test('a year to Feb 29 ends on Mar 1 in common years', async () => {
    service.clock.set('2024-02-29T15:00:00Z');
    try {
      const { body } = await service.get('/v1/analyze/STOCK?period=ytd&direction=long').expect(200);
      expect([body.card.setup.entry_date, body.card.setup.exit_date]).toEqual(['2024-01-01', '2024-02-29']);
      for (const { year, return_pct } of body.card.receipts.per_year) {
        const end = Number(year) % 4 === 0 ? `${year}-02-29` : `${year}-03-01`;
        const inside = plainBars(STOCK.bars).filter(({ date }) => date >= `${year}-01-01` && date <= end);
        expect(return_pct).toBeCloseTo(100 * (inside[inside.length - 1].close / inside[0].close - 1), 4);
      }
      expect(body.card.receipts.years_tested).toBe(10);
    } finally {
      service.clock.set(`${TODAY}T15:00:00Z`);
    }
  });

  test.each([
    // The day after the period's end: a year to Feb 29 ends on Mar 1 in common years.
    ['2024-02-28', '2024-02-29', '02-29', '03-01'],
    ['2024-02-29', '2024-03-01', '03-01', '03-02'],
    ['2024-03-01', '2024-03-02', '03-02', '03-02'],
    ['2023-02-28', '2023-03-01', '02-29', '03-01'],
  ])(
    'on %s the rest of a year to date starts the day after its end, in leap and common years',
    async (today, entry, leap, common) => {
      service.clock.set(`${today}T15:00:00Z`);
      try {
        const { body } = await service.get('/v1/analyze/STOCK?period=ytd&reverse=true&direction=long').expect(200);
        const year = today.slice(0, 4);
        expect([body.card.setup.entry_date, body.card.setup.exit_date]).toEqual([entry, `${year}-12-31`]);
        for (const { year: past, return_pct } of body.card.receipts.per_year) {
          const start = `${past}-${Number(past) % 4 === 0 ? leap : common}`;
          const inside = plainBars(STOCK.bars).filter(({ date }) => date >= start && date <= `${past}-12-31`);
          expect(return_pct).toBeCloseTo(100 * (inside[inside.length - 1].close / inside[0].close - 1), 4);
        }
        expect(body.card.receipts.years_tested).toBe(10);
      } finally {
        service.clock.set(`${TODAY}T15:00:00Z`);
      }
    },
  );
});

/** The presidential cycle (METHOD 3): which past years count, in every operation that takes `pe_cycle`. */
describe('the presidential cycle', () => {
  /** Rises in midterm and, less, in post-election years. */
  const MIDTERM = {
    symbol: 'MIDTERM',
    markets: ['0'],
    bars: seasonalWalk({
      seed: 77,
      from: '1970-01-02',
      to: '2026-03-31',
      season: { month: 2, day: 3, hold: 30, pct: 12, position: 2 },
      volatility: 0.002,
    }),
  };

  let service: TestApp;
  let plain: PlainBar[];
  beforeAll(async () => {
    plain = plainBars(MIDTERM.bars);
    service = await startTestApp({ symbols: [MIDTERM] });
  });
  afterAll(() => service.close());

  interface Bar {
    readonly year: string;
    readonly return_pct: number;
  }

  async function chart(cycle: string, years = '8', today = '2024-12-20T17:00:00Z', entry = '2024-02-05') {
    service.clock.set(today);
    const query = `market=0&symbol=MIDTERM&entry_date=${entry}&days_out=28&direction=long&years=${years}&pe_cycle=${cycle}`;
    return (await service.get(`/v1/seasonal-chart?${query}`).expect(200)).body;
  }

  test.each([
    ['consecutive', undefined, '8', 2023, 1],
    ['pe', 0, '8 pe0', 2020, 4],
    ['pe0', 0, '8 pe0', 2020, 4],
    ['pe1', 1, '8 pe1', 2021, 4],
    ['pe2', 2, '8 pe2', 2022, 4],
    ['pe3', 3, '8 pe3', 2023, 4],
  ])('pe_cycle=%s shows the right years and their own numbers', async (cycle, position, label, newest, step) => {
    const { years, per_year_bars: bars, curve_years, win_rate, stats } = await chart(cycle);
    const window = {
      entry: '2024-02-05',
      hold: 28,
      direction: 'long',
      years: 8,
      asOf: '2024-02-02',
      position,
    } as const;
    const want = plainYears(plain, window);
    expect(years).toBe(label);
    expect(bars.map((bar: Bar) => bar.year)).toEqual(
      Array.from({ length: 8 }, (_, i) => String(newest - (7 - i) * step)),
    );
    expect(bars.map((bar: Bar) => bar.year)).toEqual(want.map((bar) => bar.year));
    for (const [i, bar] of bars.entries()) {
      for (const name of ['return_pct', 'mfe_pct', 'mae_pct'] as const) expect(bar[name]).toBeCloseTo(want[i][name], 4);
    }
    const statistics = plainStats(want.map((bar) => bar.return_pct));
    expect(win_rate).toBeCloseTo(statistics.wins / 8, 4);
    expect(stats.sharpe_ratio).toBeCloseTo(statistics.sharpe, 4);
    expect(stats.std_dev).toBeCloseTo(statistics.deviation, 4);
    if (position !== undefined) for (const year of curve_years) expect(Number(year) % 4).toBe(position);
  });

  test('pe is the cycle position of the year of the entry, not of today', async () => {
    // On New Year's Eve of 2025, a post-election year, tomorrow is in a midterm year.
    const body = await chart('pe', '8', '2025-12-31T17:00:00Z', '2026-01-01');
    expect(body.years).toBe('8 pe2');
    expect(body.per_year_bars.at(-1).year).toBe('2022');
  });

  test('a window that had not ended at as_of does not count', async () => {
    // Seen from January 2026, the window of 2025 is over.
    const { per_year_bars: bars } = await chart('pe1', '5', '2026-01-20T17:00:00Z', '2026-01-21');
    expect(bars.at(-1).year).toBe('2025');
  });

  test('cycle years before the first price are missing, not replaced', async () => {
    const { per_year_bars: bars } = await chart('pe2', '98');
    expect(bars[0].year).toBe('1970');
    expect(bars.length).toBe(14);
  });

  test('a scan with pe finds a season that consecutive years dilute', async () => {
    service.clock.set('2026-02-02T17:00:00Z');
    const scan = (cycle: string) =>
      service.get(`/v1/scan?markets=0&pe_cycle=${cycle}&direction=long&min_days=20&max_days=40`).expect(200);
    const pe = await scan('pe');
    const [card] = pe.body.opportunities;
    expect(card).toMatchObject({ symbol: 'MIDTERM', stats: { years: '10 pe2', historical_win_rate: 1 } });
    expect(card.receipts.per_year.map((year: Bar) => Number(year.year) % 4)).toEqual(Array(10).fill(2));
    expect(card.stats.avg_return_pct).toBeGreaterThan(8);
    const consecutive = await scan('consecutive');
    for (const other of consecutive.body.opportunities) {
      expect(other.stats.avg_return_pct).toBeLessThan(card.stats.avg_return_pct);
    }
  });

  test('patterns, analyze and the lists name the same years', async () => {
    service.clock.set('2026-02-02T17:00:00Z');
    const pattern = await service.get('/v1/patterns/0/MIDTERM?pe_cycle=pe2&days_out=30').expect(200);
    const analysis = await service
      .get('/v1/analyze/MIDTERM?pe_cycle=pe&entry_date=2026-02-02&days_out=30&direction=long')
      .expect(200);
    expect(pattern.body).toMatchObject({ years: '10 pe2', entry_date: '2026-02-02', years_tested: 10, win_rate: 1 });
    expect(pattern.body.stats.avg_profit_all).toBe(analysis.body.card.stats.avg_return_pct);
    const list = await service.get('/v1/opportunities/MIDTERM?market=0&pe_cycle=pe').expect(200);
    for (const row of list.body.opportunities) expect(row.years).toBe('10 pe2');
    expect(list.body.opportunities.length).toBeGreaterThan(0);
    const day = await service.get('/v1/opportunities?market=0&pe_cycle=pe&from=2026-02-03').expect(200);
    expect(day.body.opportunities[0]).toMatchObject({ symbol: 'MIDTERM', years: '10 pe2', win_rate: 1 });
  });
});
