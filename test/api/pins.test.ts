import { toIso } from '../../src/core/calendar/dates';
import type { Bars } from '../../src/core/window/bars';
import { startTestApp, type TestApp } from '../helpers/app';
import { plantedUniverse, seasonalWalk, UNIVERSE_NOW } from '../helpers/universe';
import { plusDays } from '../oracle/slowWindow';

/** Every setup that /analyze recommends can be requested by its dates, with the same result (SPEC 4.1 rule 5). */
describe('pins of recommended setups', () => {
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
  ])(
    'every setup of $query $lookback at $now is the same when it is pinned',
    async ({ now, query, lookback, ahead }) => {
      service.clock.set(now);
      const symbols = lookback.includes('market=0') ? SYMBOLS.filter((symbol) => symbol.startsWith('D')) : SYMBOLS;
      let seen = 0;
      for (const symbol of symbols) seen += await askForAll(symbol, query, lookback);
      // Setups of the next year were once refused: without any, this test would prove nothing.
      expect(seen).toBeGreaterThanOrEqual(ahead);
    },
  );

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
});

/**
 * A pinned analysis of a past year uses only what was known then (DESIGN 5 "Analyze"): whatever prices do afterwards,
 * the answer stays the same to the last byte.
 */
describe('pins in past years', () => {
  const KNOWN_THROUGH = '2018-06-30';
  const WALK = { from: '2000-01-03', to: '2024-12-19', season: { month: 7, day: 2, hold: 25, pct: 8 } };

  /** The same bars up to a day, wild ones after it. */
  function mutatedAfter(bars: Bars, lastKnown: string): Bars {
    const last = Date.parse(`${lastKnown}T00:00:00Z`) / 86_400_000;
    const factor = (day: number, i: number) => (day <= last ? 1 : 3 + Math.sin(i));
    const scaled = (values: Float64Array) => values.map((value, i) => value * factor(bars.day[i], i));
    return { day: bars.day, close: scaled(bars.close), high: scaled(bars.high), low: scaled(bars.low) };
  }

  let service: TestApp;
  beforeAll(async () => {
    const bars = seasonalWalk({ seed: 21, ...WALK });
    const wild = mutatedAfter(bars, KNOWN_THROUGH);
    const until = bars.day.findIndex((day) => day * 86_400_000 > Date.parse(`${KNOWN_THROUGH}T00:00:00Z`));
    const [day, close, high, low] = [bars.day, bars.close, bars.high, bars.low].map((values) => values.slice(0, until));
    service = await startTestApp({
      now: UNIVERSE_NOW,
      nullDistributions: { rotations: 99 },
      symbols: [
        { symbol: 'TRUE', markets: ['0'], bars },
        { symbol: 'WILD', markets: ['0'], bars: wild },
        {
          symbol: 'ENDS',
          markets: ['0'],
          bars: {
            day: day as Int32Array,
            close: close as Float64Array,
            high: high as Float64Array,
            low: low as Float64Array,
          },
        },
      ],
    });
  });
  afterAll(() => service.close());

  async function analyze(symbol: string, query: string) {
    const { body } = await service.get(`/v1/analyze/${symbol}?${query}`).expect(200);
    return body;
  }

  test.each([
    'entry_date=2018-07-02&days_out=25',
    'entry_date=2018-07-02&days_out=25&direction=short&years=15',
    'entry_date=2018-07-02&include=chart',
    'entry_date=2018-07-01&days_out=40&pe_cycle=pe&years=5&view=evidence&include=chart',
    'entry_date=2018-07-02&direction=long&years=8',
  ])('%s: prices from the entry on do not change the answer', async (query) => {
    const want = await analyze('TRUE', query);
    const text = (body: object, symbol: string) => JSON.stringify(body).replaceAll(symbol, 'TRUE');
    expect(text(await analyze('WILD', query), 'WILD')).toBe(text(want, 'TRUE'));
    expect(want.as_of < /entry_date=([\d-]+)/.exec(query)![1]).toBe(true);
    expect(want.as_of).toBe(want.card.receipts.as_of);
    // The prices do differ afterwards: the same question four years later gets another answer.
    const later = query.replace('2018', '2022');
    expect((await analyze('WILD', later)).card.stats).not.toEqual((await analyze('TRUE', later)).card.stats);
  });

  test('a symbol whose prices end after the entry is analyzed like any other: its end was not known yet', async () => {
    const query = 'market=0&entry_date=2018-07-02&days_out=25&direction=long';
    const { card } = await analyze('TRUE', query);
    const ends = (await analyze('ENDS', query)).card;
    expect(ends.receipts).toEqual(card.receipts);
    expect(ends.stats).toEqual(card.stats);
    expect(ends).not.toHaveProperty('note');
    expect(card).not.toHaveProperty('note');
  });

  test('a symbol that had ended before the entry has a note, with the days as of then', async () => {
    const { card } = await analyze('ENDS', 'market=0&entry_date=2018-09-03&days_out=25&direction=long');
    expect(card.note).toBe(
      'The last bar of ENDS up to 2018-08-31 is of 2018-06-29, 63 days before the last of its market.',
    );
    const today = (await analyze('ENDS', 'market=0&days_out=25&direction=long')).card;
    expect(today.note).toBe(
      'The last bar of ENDS is of 2018-06-29, 2365 days before the last of its market. No window of this search lies in ' +
        'the detection band of market 0 (DOW 30 STOCKS), wins in 75% of at least 5 years: this is the best outside it, with 3 of 3, shown neutral.',
    );
  });

  test('an answer about the past names no date that comes after it', async () => {
    for (const symbol of ['TRUE', 'ENDS']) {
      const body = await analyze(symbol, 'market=0&entry_date=2018-07-02&days_out=25&include=chart');
      const { card, as_of } = body;
      const { seasonal_curve, ...chart } = card.chart;
      // The setup itself, the year that it is judged by and the shown cycle lie ahead; nothing else may.
      const ahead = { setup: null, next_step: null, headline: null, significance: null, analyze_url: null };
      const known = { ...card, ...ahead, chart };
      const dates = JSON.stringify(known).match(/\d{4}-\d{2}-\d{2}/g) ?? [];
      expect(dates.filter((date) => date > as_of)).toEqual([]);
      expect(seasonal_curve).toHaveLength(365);
      expect(body).not.toHaveProperty('data_age_note');
    }
  });

  test('an analysis of the past has neither prediction nor ticket nor reminder, however good it is', async () => {
    const { card } = await analyze('TRUE', 'entry_date=2018-07-02&days_out=25&direction=long');
    expect(card.bias).toBe('bullish');
    expect(card.ml).toBeNull();
    expect(card.tier_notes).toContain('the entry lies in the past');
    expect(Object.keys(card.next_step).sort()).toEqual(['copy_text', 'framing', 'headline']);
    const years = card.receipts.per_year.map(({ year }: { year: string }) => Number(year));
    expect(Math.max(...years)).toBe(2017);
  });

  test('other setups of a past entry are those of the year that begins with it', async () => {
    const { other_setups: others } = await analyze('TRUE', 'entry_date=2018-07-02&days_out=25');
    expect(others.length).toBeGreaterThan(0);
    for (const { entry_date } of others) {
      expect(entry_date >= '2018-07-02' && entry_date <= plusDays('2018-07-02', 364)).toBe(true);
    }
  });

  test('a past entry of the current year is treated alike', async () => {
    const { card, as_of } = await analyze('TRUE', 'entry_date=2024-07-02&days_out=25&direction=long');
    expect(as_of).toBe('2024-07-01');
    expect(card.receipts.per_year.at(-1).year).toBe('2023');
    expect(card.next_step).not.toHaveProperty('order_ticket');
  });

  test('an entry on New Year’s Eve of last year has no ticket, although its session is today', async () => {
    service.clock.set('2024-01-02T15:00:00Z');
    // The session moves to January 2, today; the entry is still of last year.
    const { card } = await analyze('TRUE', 'entry_date=2023-12-31&days_out=25&direction=long');
    expect(card.next_step).not.toHaveProperty('order_ticket');
    service.clock.set(UNIVERSE_NOW);
  });

  test('an entry before the first prices is 404 with the reason', async () => {
    for (const [query, reason] of [
      ['entry_date=1999-05-03&days_out=20', 'it has no prices up to 1999-05-02.'],
      [
        'entry_date=2000-02-01',
        'its prices run from 2000-01-03 to 2000-01-31, and a year needs a session after that of the entry.',
      ],
      ['entry_date=1900-01-01&days_out=9', 'it has no prices up to 1899-12-31.'],
      [
        'entry_date=2000-02-05&days_out=9',
        'its prices run from 2000-01-03 to 2000-02-04, and a year needs a session after that of the entry.',
      ],
    ]) {
      const { body } = await service.get(`/v1/analyze/TRUE?${query}`).expect(404);
      expect(body.error.code).toBe('not_found');
      expect(body.error.message).toMatch(/^No year of this window could be observed for TRUE /);
      expect(body.error.message).toContain(reason);
    }
  });
});
