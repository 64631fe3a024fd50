import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { acceptedDates, acceptsDate, lastFinalDay, newYorkDay, runningClock } from '../../src/clock';
import type { CalendarName } from '../../src/core/calendar/calendars';
import { fromIso, toIso } from '../../src/core/calendar/dates';
import { fixedClock } from '../helpers/clock';

const todays: [instant: string, today: string][] = [
  ['2025-01-01T04:59:59.999Z', '2024-12-31'],
  ['2025-01-01T05:00:00.000Z', '2025-01-01'],
  // In summer New York is four hours behind.
  ['2024-07-01T03:59:59.999Z', '2024-06-30'],
  ['2024-07-01T04:00:00.000Z', '2024-07-01'],
  // The nights on which the clocks change: 2024-03-10 07:00Z and 2024-11-03 06:00Z.
  ['2024-03-10T04:59:59.999Z', '2024-03-09'],
  ['2024-03-10T05:00:00.000Z', '2024-03-10'],
  ['2024-03-11T03:59:59.999Z', '2024-03-10'],
  ['2024-03-11T04:00:00.000Z', '2024-03-11'],
  ['2024-11-03T04:00:00.000Z', '2024-11-03'],
  ['2024-11-04T04:59:59.999Z', '2024-11-03'],
  ['2024-11-04T05:00:00.000Z', '2024-11-04'],
  ['1969-12-31T12:00:00.000Z', '1969-12-31'],
];

const finals: [calendar: CalendarName, instant: string, final: string][] = [
  ['nyse', '2024-12-20T22:59:59.999Z', '2024-12-19'],
  ['nyse', '2024-12-20T23:00:00.000Z', '2024-12-20'],
  ['nyse', '2024-07-01T21:59:59.999Z', '2024-06-30'],
  ['nyse', '2024-07-01T22:00:00.000Z', '2024-07-01'],
  ['currencies', '2024-03-08T22:59:59.999Z', '2024-03-07'],
  ['lse', '2024-03-10T22:00:00.000Z', '2024-03-10'],
  ['nyse', '2024-11-02T22:00:00.000Z', '2024-11-02'],
  ['nyse', '2024-11-03T22:59:59.999Z', '2024-11-02'],
  ['nyse', '2024-11-03T23:00:00.000Z', '2024-11-03'],
  ['daily', '2024-12-21T00:29:59.999Z', '2024-12-19'],
  ['daily', '2024-12-21T00:30:00.000Z', '2024-12-20'],
];

test.each(todays)('at %s it is %s in New York', (instant, today) => {
  expect(toIso(newYorkDay(new Date(instant)))).toBe(today);
});

test.each(finals)('%s: at %s the bar of %s is the last final one', (calendar, instant, final) => {
  expect(toIso(lastFinalDay(calendar, new Date(instant)))).toBe(final);
});

// Local time zones that change at other hours, or skip a whole day (Apia, 2011-12-30), must have no effect.
test('the same in every local time zone', () => {
  const zones = { UTC: 0, 'Asia/Kolkata': -330, 'Europe/Berlin': -60, 'America/Santiago': 180, 'Pacific/Apia': -780 };
  const known = [...todays.map(([at]) => at), ...finals.map(([, at]) => at)];
  const instants = [...known, '2011-12-30T12:00:00Z', '2024-03-31T06:30:00Z'];
  const script = `
    const { newYorkDay, lastFinalDay } = require(${JSON.stringify(join(__dirname, '../../src/clock.ts'))});
    const told = ${JSON.stringify(Object.keys(zones))}.map((zone) => {
      process.env.TZ = zone;
      const days = ${JSON.stringify(instants)}.map((at) => {
        const instant = new Date(at);
        return [newYorkDay(instant), lastFinalDay('nyse', instant), lastFinalDay('daily', instant)];
      });
      return { offset: new Date(2024, 0, 1).getTimezoneOffset(), days };
    });
    process.stdout.write(JSON.stringify(told));`;
  const printed = execFileSync(process.execPath, ['--require', 'tsx/cjs', '-e', script]);
  const days = instants.map((at) => {
    const instant = new Date(at);
    return [newYorkDay(instant), lastFinalDay('nyse', instant), lastFinalDay('daily', instant)];
  });
  expect(JSON.parse(printed.toString())).toEqual(Object.values(zones).map((offset) => ({ offset, days })));
});

test.each([
  ['2024-12-20', '2024-01-01', true],
  ['2024-12-20', '2024-12-31', true],
  ['2024-12-20', '2023-12-31', false],
  ['2024-12-20', '2025-01-01', false],
  ['2024-12-31', '2025-01-01', true],
  ['2024-12-31', '2025-01-02', false],
  ['2024-12-31', '2024-02-29', true],
  ['2025-01-01', '2024-12-31', false],
])('on %s, the date %s is accepted: %s', (today, day, accepted) => {
  expect(acceptsDate(fromIso(day), fromIso(today))).toBe(accepted);
  const { first, last } = acceptedDates(fromIso(today));
  expect(fromIso(day) >= first && fromIso(day) <= last).toBe(accepted);
});

test('the New Year boundary is New York midnight', () => {
  const clock = fixedClock('2025-01-01T04:59:59Z');
  expect([
    clock.marketYear(),
    clock.acceptsDate(fromIso('2025-01-01')),
    clock.acceptsDate(fromIso('2024-12-30')),
  ]).toEqual([2024, true, true]);
  clock.set('2025-01-01T05:00:00Z');
  expect([
    clock.marketYear(),
    clock.acceptsDate(fromIso('2025-12-31')),
    clock.acceptsDate(fromIso('2024-12-30')),
  ]).toEqual([2025, true, false]);
});

test('changing a returned date does not change a fixed clock', () => {
  const clock = fixedClock('2024-12-20T15:00:00Z');
  clock.now().setUTCFullYear(1999);
  expect(clock.now().toISOString()).toBe('2024-12-20T15:00:00.000Z');
});

test('a clock started at an instant runs on from there', () => {
  jest.useFakeTimers({ now: new Date('2030-05-05T05:05:05Z') });
  const clock = runningClock(new Date('2024-12-31T04:59:58Z'));
  expect(toIso(clock.today())).toBe('2024-12-30');
  jest.advanceTimersByTime(2000);
  expect(clock.now().toISOString()).toBe('2024-12-31T05:00:00.000Z');
  expect(toIso(clock.today())).toBe('2024-12-31');
  jest.useRealTimers();
  expect(() => fixedClock('soon')).toThrow('not an instant: soon');
});

test('time passes on a fixed clock only by pass(), which runs due timers, earliest first', () => {
  const clock = fixedClock('2024-12-20T15:00:00Z');
  const called: string[] = [];
  const from = clock.elapsed();
  clock.after(20, () => called.push('late'));
  const callOff = clock.after(15, () => called.push('never'));
  clock.after(10, () => {
    called.push('early');
    callOff();
  });
  clock.set('2025-12-20T15:00:00Z');
  clock.pass(9);
  expect(called).toEqual([]);
  clock.pass(11);
  expect(called).toEqual(['early', 'late']);
  expect(clock.elapsed() - from).toBe(20);
  expect(clock.now().toISOString()).toBe('2025-12-20T15:00:00.000Z');
});
