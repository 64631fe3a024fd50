import { startTestApp, type TestApp } from '../helpers/app';
import { seasonalWalk } from '../helpers/universe';
import { plusDays } from '../oracle/slowWindow';

/** The entry days of a scan, and what it may know of them (SPEC 4.1 rules 1 and 5, DESIGN 5 "Scan"). */

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
