import { startTestApp, type TestApp } from '../helpers/app';
import { seasonalWalk } from '../helpers/universe';

/** A card whose entry session has closed has no order ticket and no reminder, by the closing time of its exchange. */

const walk = (seed: number, day: number) =>
  seasonalWalk({ seed, from: '2004-01-05', to: '2024-12-23', season: { month: 12, day, hold: 20, pct: 12 } });
const SYMBOLS = [
  { symbol: 'FRIDAY', markets: ['0'], bars: walk(41, 20) },
  { symbol: 'EVE', markets: ['0'], bars: walk(42, 24) },
  { symbol: 'COIN-USD', markets: ['16'], bars: walk(43, 20) },
];

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ now: '2024-12-20T15:00:00Z', symbols: SYMBOLS, nullDistributions: { rotations: 99 } });
});
afterAll(() => app.close());

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
])('$given: an order ticket, and none after the close', async ({ symbol, market, entry, now }) => {
  const path = `/v1/analyze/${symbol}?market=${market}&entry_date=${entry}&days_out=20&direction=long`;
  app.clock.set(now);
  const { next_step: open, bias } = (await app.get(path).expect(200)).body.card;
  expect([bias, open.order_ticket?.suggested_entry_date]).toEqual(['bullish', entry]);
  expect(open.set_reminder).toBeDefined();
  for (const later of [1_000, 3 * 3_600_000]) {
    app.clock.set(new Date(Date.parse(now) + later));
    app.clock.pass(61_000);
    const { next_step: closed } = (await app.get(path).expect(200)).body.card;
    expect(closed).not.toHaveProperty('order_ticket');
    expect(closed).not.toHaveProperty('set_reminder');
    expect(closed.headline).toBe(`No order ticket: the entry date ${entry} is past.`);
  }
});

test('a scan after the close has no order ticket for that day', async () => {
  const path = '/v1/scan?markets=0&window=2024-12-20..2024-12-20&min_days=20&max_days=20';
  app.clock.set('2024-12-20T20:00:00Z');
  const [afternoon] = (await app.get(path).expect(200)).body.opportunities;
  expect(afternoon.next_step.order_ticket).toBeDefined();
  app.clock.set('2024-12-20T21:30:00Z');
  app.clock.pass(61_000);
  const [evening] = (await app.get(path).expect(200)).body.opportunities;
  expect(evening.symbol).toBe(afternoon.symbol);
  expect(evening.next_step.order_ticket).toBeUndefined();
});
