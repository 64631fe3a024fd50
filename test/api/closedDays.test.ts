import { fromIso } from '../../src/core/calendar/dates';
import { startTestApp, type TestApp, type TestSymbol } from '../helpers/app';
import { seasonalWalk } from '../helpers/universe';

/** No entry, exit or reminder falls on a day on which the exchange is closed (METHOD 8), here around New Year. */

const NOW = '2026-12-10T15:00:00Z';
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

let service: TestApp;
beforeAll(async () => {
  service = await startTestApp({
    now: NOW,
    symbols: [...ordinary, ...stopped],
    nullDistributions: { mode: 'waiting' },
  });
});
afterAll(() => service.close());

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
