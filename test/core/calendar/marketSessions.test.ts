import * as fc from 'fast-check';
import { type Day, fromIso, toIso } from '../../../src/core/calendar/dates';
import { daysBehind, lastSessionBefore, marketSessions, sessionsOver } from '../../../src/core/calendar/marketSessions';
import { loadMarkets } from '../../../src/seeds';

const FIRST = fromIso('2024-01-01');
const sessionsOf = (counts: readonly number[]) => Array.from(marketSessions(Uint16Array.from(counts), FIRST));
const isoOf = (days: Iterable<Day>) => Array.from(days, toIso);

/** METHOD 1 directly: at least half as many members as on the best day of the 370 days before. */
function slowSessions(counts: readonly number[]): Day[] {
  return counts.flatMap((count, i) => {
    const best = Math.max(0, ...counts.slice(Math.max(0, i - 370), i));
    return count > 0 && count >= best / 2 ? [FIRST + i] : [];
  });
}

describe('the sessions of a market (METHOD 1)', () => {
  test.each<[string, number[], string[]]>([
    ['every day with bars, if there are few', [1, 0, 2], ['2024-01-01', '2024-01-03']],
    ['half of the best day is a session, less is not', [10, 5, 4, 9], ['2024-01-01', '2024-01-02', '2024-01-04']],
    ['later bars of one symbol are no sessions', [500, 500, 1, 1, 0, 1], ['2024-01-01', '2024-01-02']],
    ['no bars, no session', [0, 0], []],
  ])('%s', (_, counts, want) => expect(isoOf(sessionsOf(counts))).toEqual(want));

  test('the best day counts for 370 days', () => {
    const lone = [100, ...Array.from({ length: 380 }, () => 1)];
    expect(isoOf(sessionsOf(lone).slice(0, 2))).toEqual(['2024-01-01', toIso(FIRST + 371)]);
  });

  test('equals the direct computation', () => {
    const counts = fc.array(fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 6 })), { maxLength: 900 });
    fc.assert(fc.property(counts, (found) => expect(sessionsOf(found)).toEqual(slowSessions(found))));
  });
});

describe('as-of', () => {
  const sessions = Int32Array.from(['2025-02-27', '2025-02-28', '2025-03-03'], fromIso);
  test.each([
    ['2025-03-05', '2025-03-03'],
    ['2025-03-04', '2025-03-03'],
    ['2025-03-03', '2025-02-28'],
    ['2025-03-01', '2025-02-28'],
    ['2025-02-28', '2025-02-27'],
    // No session before it: the day before the entry.
    ['2025-02-27', '2025-02-26'],
    ['2025-02-20', '2025-02-19'],
  ])('of an entry on %s is %s', (entry, want) => {
    expect(toIso(lastSessionBefore(sessions, fromIso(entry)))).toBe(want);
  });
});

describe('sessions over a span', () => {
  const market = loadMarkets().find(({ id }) => id === '13')!;
  // London without 2026-12-22, on which nothing traded, and with bars on a bank holiday.
  const sessions = Int32Array.from(['2026-12-21', '2026-12-23', '2026-12-24', '2026-12-25'], fromIso);
  const over = (from: string, to: string) => sessionsOver(market, sessions, fromIso(from), fromIso(to)).map(toIso);
  const given: { from: string; to: string; want: string[] }[] = [
    { from: '2026-12-21', to: '2026-12-25', want: ['2026-12-21', '2026-12-23', '2026-12-24', '2026-12-25'] },
    { from: '2026-12-22', to: '2026-12-23', want: ['2026-12-23'] },
    { from: '2026-12-25', to: '2026-12-30', want: ['2026-12-25', '2026-12-29', '2026-12-30'] },
    { from: '2026-12-31', to: '2027-01-05', want: ['2026-12-31', '2027-01-04', '2027-01-05'] },
    { from: '2026-12-14', to: '2026-12-20', want: [] },
    { from: '2026-12-30', to: '2026-12-29', want: [] },
  ];
  test.each(given)('$from to $to', ({ from, to, want }) => expect(over(from, to)).toEqual(want));

  test('are those of the calendar for a market without prices', () => {
    const days = sessionsOver(market, new Int32Array(), fromIso('2026-12-24'), fromIso('2026-12-29'));
    expect(days.map(toIso)).toEqual(['2026-12-24', '2026-12-29']);
  });
});

describe('the age of prices', () => {
  const sessions = Int32Array.from(['2024-12-30', '2024-12-31'], fromIso);
  const market = (id: string) => loadMarkets().find((one) => one.id === id)!;
  test.each<[string, string, string, number | null]>([
    ['current', '0', '2024-12-31', null],
    ['ten days behind the last session due', '0', '2025-01-10', null],
    ['the weekend after it does not count', '0', '2025-01-12', null],
    ['thirteen days', '0', '2025-01-13', 13],
    ['Asia, twenty days behind', '8', '2025-01-20', null],
    ['Asia, twenty-one days', '8', '2025-01-21', 21],
    ['a market that trades every day', '16', '2025-01-11', 11],
    ['a day before the last session', '0', '2024-12-30', null],
  ])('%s', (_, id, day, want) => expect(daysBehind(market(id), sessions, fromIso(day))).toBe(want));
});
