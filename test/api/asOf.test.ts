import type { PatternCard } from '../../src/answers/shapes';
import { fromIso } from '../../src/core/calendar/dates';
import { barsThrough } from '../../src/core/window/bars';
import { startTestApp, type TestApp } from '../helpers/app';
import { expectPlainCard } from '../helpers/audit';
import { plainBars } from '../helpers/bruteForce';
import { describeWithRealData } from '../helpers/realData';
import { realSymbols } from '../helpers/realSymbols';
import { seasonalWalk } from '../helpers/universe';

/** A window knows the sessions of its market before the entry (METHOD 1), whenever it is requested. */

const SERIES = new Map<string, ReturnType<typeof realSymbols>[number]>();

describeWithRealData('real prices', (folder) => {
  let service: TestApp;
  beforeAll(async () => {
    const symbols = realSymbols(folder, {
      sp500: { MTB: ['2'], PKG: ['2'] },
      dow30: { KO: ['0', '2'] },
      fx: { 'CNY=X': ['10'] },
    });
    for (const one of symbols) SERIES.set(one.symbol, one);
    service = await startTestApp({ now: '2024-12-31T15:00:00Z', symbols });
  });
  afterAll(() => service.close());

  // 2024-03-04 is a Monday: the window of 2023 ends on the Saturday before it.
  test.each(['MTB', 'PKG', 'KO'])(
    '%s held 365 days from 2024-03-04 has the same ten years, requested then or later',
    async (symbol) => {
      const query = `market=2&entry_date=2024-03-04&days_out=365&direction=long&years=10`;
      const answers = [];
      for (const now of [
        '2024-03-04T15:00:00Z',
        '2024-03-04T23:30:00Z',
        '2024-06-03T15:00:00Z',
        '2024-12-31T15:00:00Z',
      ]) {
        service.clock.set(now);
        answers.push((await service.get(`/v1/analyze/${symbol}?${query}`).expect(200)).body);
      }
      for (const { as_of, card } of answers) {
        expect(as_of).toBe('2024-03-01');
        expect(card.receipts).toEqual(answers[0].card.receipts);
        expect(card.edge_score).toBe(answers[0].card.edge_score);
      }
      const card: PatternCard = answers[0].card;
      const years = card.receipts.per_year.map(({ year }) => Number(year));
      expect(years).toEqual(Array.from({ length: 10 }, (_, i) => 2013 + i));
      expectPlainCard(card, plainBars(SERIES.get(symbol)!.bars));
    },
  );

  test('CNY=X in 2003: a session weeks before the end of the window is not its exit', async () => {
    service.clock.set('2024-12-31T15:00:00Z');
    // After 2003-04-29 its next bar is of December.
    const query = 'market=10&entry_date=2008-04-15&days_out=60&direction=long&years=5&include=chart';
    const { body } = await service.get(`/v1/analyze/CNY=X?${query}`).expect(200);
    const years = (body.card as PatternCard).receipts.per_year.map(({ year }) => year);
    expect(years).toEqual(['2004', '2005', '2006', '2007']);
    expect(body.as_of).toBe('2008-04-14');
    expectPlainCard(body.card, plainBars(SERIES.get('CNY=X')!.bars));
    // A session ten days before the end counts: the window from 2003-04-15 to 2003-05-09 exits on 2003-04-29.
    const short = await service.get(`/v1/analyze/CNY=X?${query.replace('days_out=60', 'days_out=25')}`).expect(200);
    expect(short.body.card.receipts.per_year[0].year).toBe('2003');
    const long = await service.get(`/v1/analyze/CNY=X?${query.replace('days_out=60', 'days_out=26')}`).expect(200);
    expect(long.body.card.receipts.per_year[0].year).toBe('2004');
  });
});

describe('symbols with bars after the clock, one of them with later bars than its market', () => {
  const walks = Array.from({ length: 5 }, (_, i) => {
    const season = { month: 12, day: 24, hold: 20, pct: 6 };
    return { symbol: `A${i}`, bars: seasonalWalk({ seed: 70 + i, from: '2010-01-04', to: '2024-12-19', season }) };
  });
  const season = { month: 12, day: 24, hold: 20, pct: 6 };
  const fresher = seasonalWalk({ seed: 77, from: '2010-01-04', to: '2025-02-28', season });
  let service: TestApp;
  let without: TestApp;
  /** Market 0 ends before the first clock, market 11 before the second. */
  const listed = (fresh: typeof fresher, alone: typeof fresher) => [
    ...walks.map((walk) => ({ ...walk, markets: ['0'] })),
    { symbol: 'FRESH', markets: ['0'], bars: fresh },
    { symbol: 'ALONE', markets: ['11'], bars: alone },
  ];
  beforeAll(async () => {
    service = await startTestApp({ now: '2024-12-20T15:00:00Z', symbols: listed(fresher, fresher) });
    const cut = (day: string) => barsThrough(fresher, fromIso(day));
    without = await startTestApp({
      now: '2024-12-20T15:00:00Z',
      symbols: listed(cut('2024-12-19'), cut('2024-12-27')),
    });
  });
  afterAll(async () => {
    await service.close();
    await without.close();
  });

  test.each([
    '/v1/scan?markets=0&limit=50&window=now',
    '/v1/scan?markets=0&limit=50&window=2024-12-23..2025-01-31',
    '/v1/opportunities?market=0&limit=50',
    '/v1/opportunities/FRESH?market=0',
    '/v1/analyze/FRESH',
    '/v1/analyze/FRESH?period=nov',
    '/v1/patterns/0/FRESH',
    '/v1/seasonal-chart?symbol=FRESH&market=0&days_out=20',
    '/v1/compare?symbols=A1,FRESH&direction=long',
    '/v1/scan?markets=11&window=2024-12-31..2025-12-30',
    '/v1/opportunities?market=11&from=2024-12-31',
    '/v1/analyze/ALONE',
    '/v1/analyze/ALONE?entry_date=2024-12-31&days_out=15',
    '/v1/patterns/11/ALONE',
    '/v1/seasonal-chart?market=11&symbol=ALONE&entry_date=2024-02-29',
    '/v1/markets',
  ])('change no answer by their later bars: %s', async (path) => {
    for (const now of ['2024-12-20T15:00:00Z', '2024-12-30T15:00:00Z']) {
      service.clock.set(now);
      without.clock.set(now);
      const [with_, plain] = [await service.get(path), await without.get(path)];
      expect(plain.status).toBe(200);
      expect({ ...with_.body, generated_at: null }).toEqual({ ...plain.body, generated_at: null });
    }
  });

  test('every symbol is a candidate as of the last day that all have', async () => {
    service.clock.set('2024-12-23T15:00:00Z');
    const { body } = await service.get('/v1/scan?markets=0&limit=50').expect(200);
    expect(body.as_of).toBe('2024-12-19');
    const symbols = new Set(body.opportunities.map(({ symbol }: { symbol: string }) => symbol));
    expect([...symbols].sort()).toEqual(['A0', 'A1', 'A2', 'A3', 'A4', 'FRESH']);
  });
});

describe('symbols whose first bar is in the future', () => {
  let service: TestApp;
  beforeAll(async () => {
    const bars = seasonalWalk({ seed: 5, from: '2010-01-04', to: '2025-12-19' });
    const young = seasonalWalk({ seed: 6, from: '2024-12-23', to: '2025-12-19' });
    service = await startTestApp({
      now: '2024-12-20T15:00:00Z',
      symbols: [
        { symbol: 'OLD', markets: ['0'], bars },
        { symbol: 'YOUNG', markets: ['0'], bars: young },
      ],
    });
  });
  afterAll(() => service.close());

  test('are neither listed nor counted, until they trade', async () => {
    const seen = async () => {
      const symbols = (await service.get('/v1/markets/0/symbols').expect(200)).body;
      const { markets } = (await service.get('/v1/markets').expect(200)).body;
      const names = symbols.symbols.map(({ symbol }: { symbol: string }) => symbol);
      return [names, symbols.total, symbols.count, markets[0].symbol_count];
    };
    expect(await seen()).toEqual([['OLD'], 1, 1, 1]);
    const { body } = await service.get('/v1/analyze/YOUNG').expect(404);
    expect(body.error.message).toBe('There are no prices of YOUNG up to today.');
    service.clock.set('2024-12-24T15:00:00Z');
    expect(await seen()).toEqual([['OLD', 'YOUNG'], 2, 2, 2]);
  });
});
