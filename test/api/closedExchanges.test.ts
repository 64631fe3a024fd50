import { fromIso } from '../../src/core/calendar/dates';
import { startTestApp, type TestApp, type TestSymbol } from '../helpers/app';
import { seasonalWalk } from '../helpers/universe';

const LAST_BAR = '2026-12-09';
/** From Christmas into January, so that the best entry would be a closed day. */
const season = { month: 12, day: 25, hold: 20, pct: 9 };
const MARKETS = ['5', '6', '9', '10', '12', '13'];
const ordinary: TestSymbol[] = MARKETS.map((market, i) => ({
  symbol: `SYM${market}`,
  markets: [market],
  bars: seasonalWalk({ seed: 60 + i, from: '2012-01-02', to: LAST_BAR, season, volatility: 0.003 }),
}));

/** A Wednesday of this year on which futures did not trade, for a reason that no calendar knew, and a rise from that day on. */
const UNFORESEEN = '2026-06-10';
const stopped: TestSymbol[] = ['OIL', 'GOLD'].map((symbol, i) => {
  const rise = { month: 6, day: 10, hold: 15, pct: 9 };
  const walk = seasonalWalk({ seed: 80 + i, from: '2012-01-02', to: LAST_BAR, season: rise, volatility: 0.001 });
  const open = [...walk.day.keys()].filter((at) => walk.day[at] !== fromIso(UNFORESEEN));
  const [day, close, high, low] = [walk.day, walk.close, walk.high, walk.low].map((column) =>
    open.map((at) => column[at]),
  );
  return {
    symbol,
    markets: ['9'],
    bars: {
      day: Int32Array.from(day),
      close: Float64Array.from(close),
      high: Float64Array.from(high),
      low: Float64Array.from(low),
    },
  };
});

const decemberWalk = (seed: number, day: number) =>
  seasonalWalk({ seed, from: '2004-01-05', to: '2024-12-23', season: { month: 12, day, hold: 20, pct: 12 } });
const CLOSING = [
  { symbol: 'FRIDAY', markets: ['0'], bars: decemberWalk(41, 20) },
  { symbol: 'EVE', markets: ['0'], bars: decemberWalk(42, 24) },
  { symbol: 'COIN-USD', markets: ['16'], bars: decemberWalk(43, 20) },
  { symbol: 'LONDON', markets: ['13'], bars: decemberWalk(44, 20) },
];

let service: TestApp;
beforeAll(async () => {
  service = await startTestApp({
    symbols: [...CLOSING, ...ordinary, ...stopped],
    nullDistributions: { rotations: 99 },
  });
});
afterAll(() => service.close());

/** A body that is cached, until something changes that it depends on. */
async function cached(path: string) {
  const { body, text } = await service.get(path).expect(200);
  // The answer is cached a moment after it was sent.
  await service.get('/v1/me').expect(200);
  expect((await service.get(path).expect(200)).text).toBe(text);
  return body;
}

/** By the closing time of its exchange, also when an answer of the minute before is cached. */
describe('a card whose entry session has closed has no order ticket and no reminder', () => {
  test.each([
    {
      given: 'a second before the close',
      symbol: 'FRIDAY',
      market: '0',
      entry: '2024-12-20',
      now: '2024-12-20T20:59:59Z',
    },
    { given: 'before a half day closes', symbol: 'EVE', market: '0', entry: '2024-12-24', now: '2024-12-24T17:59:59Z' },
    {
      given: 'a coin before midnight UTC',
      symbol: 'COIN-USD',
      market: '16',
      entry: '2024-12-20',
      now: '2024-12-20T23:59:59Z',
    },
    {
      given: 'before London closes',
      symbol: 'LONDON',
      market: '13',
      entry: '2024-12-20',
      now: '2024-12-20T17:34:59Z',
    },
  ])('$given: an order ticket, and none after the close', async ({ symbol, market, entry, now }) => {
    const path = `/v1/analyze/${symbol}?market=${market}&entry_date=${entry}&days_out=20&direction=long`;
    service.clock.set(now);
    const { next_step: open, bias } = (await cached(path)).card;
    expect([bias, open.order_ticket?.suggested_entry_date]).toEqual(['bullish', entry]);
    expect(open.set_reminder).toBeDefined();
    for (const later of [1_000, 3 * 3_600_000]) {
      service.clock.set(new Date(Date.parse(now) + later));
      const { next_step: closed } = (await cached(path)).card;
      expect(closed).not.toHaveProperty('order_ticket');
      expect(closed).not.toHaveProperty('set_reminder');
      expect(closed.headline).toBe(`No order ticket: the session of ${entry} has closed.`);
    }
    service.clock.set(new Date(Date.parse(now) + 86_400_000));
    service.clock.pass(61_000);
    const { next_step: past } = (await service.get(path).expect(200)).body.card;
    expect(past.headline).toBe(`No order ticket: the entry date ${entry} is past.`);
  });

  test('a scan after the close has no order ticket for that day', async () => {
    const path = '/v1/scan?markets=0&window=2024-12-20..2024-12-20&min_days=20&max_days=20';
    service.clock.set('2024-12-20T20:00:00Z');
    const [afternoon] = (await cached(path)).opportunities;
    expect(afternoon.next_step.order_ticket).toBeDefined();
    service.clock.set('2024-12-20T21:00:00Z');
    const [evening] = (await service.get(path).expect(200)).body.opportunities;
    expect(evening.symbol).toBe(afternoon.symbol);
    expect(evening.next_step.order_ticket).toBeUndefined();
    expect(evening.next_step.headline).toBe('No order ticket: the session of 2024-12-20 has closed.');
  });
});

/** METHOD 8, here around New Year. */
describe('no entry, exit or reminder falls on a day on which the exchange is closed', () => {
  beforeAll(() => service.clock.set('2026-12-10T15:00:00Z'));

  /** Weekdays around New Year on which a market is closed. */
  const SHUT: Readonly<Record<string, readonly string[]>> = {
    '5': ['2026-12-25', '2026-12-28', '2027-01-01'],
    '6': ['2026-12-25', '2027-01-01'],
    '9': ['2026-12-25', '2027-01-01'],
    '10': ['2026-12-25', '2027-01-01'],
    '12': ['2026-12-25', '2027-01-01'],
    '13': ['2026-12-25', '2026-12-28', '2027-01-01'],
  };

  test.each([
    { market: '5', in: '2026-12-29' },
    { market: '6', in: '2026-12-28' },
    { market: '9', in: '2026-12-28' },
    { market: '10', in: '2026-12-28' },
    { market: '12', in: '2026-12-28' },
    { market: '13', in: '2026-12-29' },
  ])('market $market: a window from Christmas to New Year is traded from $in to 2026-12-31', async (want) => {
    const query = 'entry_date=2026-12-25&days_out=8&direction=long';
    const { card } = (await service.get(`/v1/analyze/SYM${want.market}?${query}`).expect(200)).body;
    const { set_reminder, order_ticket } = card.next_step;
    expect(set_reminder.message).toContain(`entry ${want.in}, exit 2026-12-31`);
    expect(set_reminder.fire_on).toBe('2026-12-24');
    if (order_ticket !== undefined) {
      expect(order_ticket).toMatchObject({ suggested_entry_date: want.in, suggested_exit_date: '2026-12-31' });
    }
  });

  test('entries, exits and reminders of a scan are trading days', async () => {
    const query = `markets=${MARKETS.join()}&window=2026-12-21..2027-01-05&direction=long&limit=50`;
    const { opportunities } = (await service.get(`/v1/scan?${query}`).expect(200)).body;
    const cards = opportunities.filter((card: { symbol: string }) => card.symbol.startsWith('SYM'));
    expect(cards.map((card: { market: { id: string } }) => card.market.id).sort()).toEqual([...MARKETS].sort());
    for (const { market, setup, next_step } of cards) {
      const shut = SHUT[market.id];
      expect(shut).not.toContain(setup.entry_date);
      const { suggested_entry_date, suggested_exit_date } = next_step.order_ticket;
      const days = [suggested_entry_date, suggested_exit_date, next_step.set_reminder.fire_on];
      for (const day of days) expect(shut).not.toContain(day);
    }
  });

  test('a list of the past skips days without trading; a scan of such a day is answered as it was on that day', async () => {
    const { opportunities } = (await service.get('/v1/opportunities/OIL?market=9&min_days=10&max_days=20').expect(200))
      .body;
    const entries: string[] = opportunities.map((row: { entry_date: string }) => row.entry_date);
    expect(entries[0]).toMatch(/^2026-06-(09|11)$/);
    expect(entries).not.toContain(UNFORESEEN);
    const window = `window=${UNFORESEEN}..${UNFORESEEN}`;
    // Which sessions have bars is known only afterwards (METHOD 1): the scan enters by the calendar, without a ticket.
    const scan = (await service.get(`/v1/scan?markets=9&${window}`).expect(200)).body;
    expect(scan.opportunities.length).toBeGreaterThan(0);
    for (const one of scan.opportunities) expect(one.next_step).not.toHaveProperty('order_ticket');
    const { card } = (await service.get(`/v1/analyze/OIL?entry_date=${UNFORESEEN}&days_out=15`).expect(200)).body;
    expect(card.next_step.headline).toBe(`No order ticket: the entry date ${UNFORESEEN} is past.`);
  });
});
