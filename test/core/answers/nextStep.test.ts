import { nextStepOn, orderTicket, scheduleOf } from '../../../src/answers/nextStep';
import type { NextStep, PatternCard } from '../../../src/answers/shapes';
import type { CalendarName } from '../../../src/core/calendar/calendars';
import { fromIso, toIso } from '../../../src/core/calendar/dates';

const schedule = (entry: string, end: string, today: string, calendar: CalendarName = 'nyse') =>
  scheduleOf({ entry: fromIso(entry), end: fromIso(end) }, calendar, fromIso(today), fromIso(today));

describe('when a window is traded', () => {
  test.each([
    {
      why: 'sessions at both ends',
      entry: '2024-07-01',
      end: '2024-07-15',
      today: '2024-06-20',
      in: '2024-07-01',
      out: '2024-07-15',
      fire: '2024-06-28',
    },
    {
      why: 'holiday and Sunday: in after Independence Day, out on the Friday',
      entry: '2024-07-04',
      end: '2024-07-14',
      today: '2024-06-20',
      in: '2024-07-05',
      out: '2024-07-12',
      fire: '2024-07-03',
    },
    {
      why: 'entry is today: the reminder is not in the past',
      entry: '2024-07-01',
      end: '2024-07-15',
      today: '2024-07-01',
      in: '2024-07-01',
      out: '2024-07-15',
      fire: '2024-07-01',
    },
    {
      why: 'Saturday before a Monday entry',
      entry: '2024-07-01',
      end: '2024-07-15',
      today: '2024-06-29',
      in: '2024-07-01',
      out: '2024-07-15',
      fire: '2024-06-29',
    },
    {
      why: 'the entry date is past, its session is not',
      entry: '2024-06-29',
      end: '2024-07-15',
      today: '2024-06-30',
      in: '2024-07-01',
      out: '2024-07-15',
      fire: '2024-06-30',
    },
    {
      why: 'over New Year',
      entry: '2024-12-31',
      end: '2025-01-09',
      today: '2024-12-20',
      in: '2024-12-31',
      out: '2025-01-08',
      fire: '2024-12-30',
    },
    {
      why: 'crypto trades on Sunday',
      entry: '2024-06-30',
      end: '2024-07-14',
      today: '2024-06-20',
      calendar: 'daily' as const,
      in: '2024-06-30',
      out: '2024-07-14',
      fire: '2024-06-29',
    },
  ])('$why', ({ entry, end, today, calendar, in: inDay, out, fire }) => {
    const s = schedule(entry, end, today, calendar);
    expect({
      in: toIso(s.entrySession),
      out: toIso(s.exitSession),
      fire: toIso(s.fireOn),
      obstacle: s.obstacle,
    }).toEqual({ in: inDay, out, fire, obstacle: null });
  });

  test.each([
    {
      why: 'the entry session was yesterday',
      entry: '2024-07-01',
      end: '2024-07-15',
      today: '2024-07-02',
      want: 'past',
    },
    { why: 'a past year', entry: '2020-07-01', end: '2020-07-15', today: '2024-07-02', want: 'past' },
    {
      why: 'a past year whose entry session falls in the next year',
      entry: '2023-12-30',
      end: '2024-01-20',
      today: '2024-01-01',
      want: 'past',
    },
    { why: 'a weekend', entry: '2024-07-06', end: '2024-07-07', today: '2024-07-01', want: 'no_sessions' },
    { why: 'one session only', entry: '2024-07-05', end: '2024-07-07', today: '2024-07-01', want: 'no_sessions' },
  ])('$why: $want', ({ entry, end, today, want }) => expect(schedule(entry, end, today).obstacle).toBe(want));
});

describe('the next step of an older card', () => {
  const setup = { entry_date: '2024-07-04', entry_session: '2024-07-05' } as PatternCard['setup'];
  const reminder = { type: 'seasonal_entry' as const, fire_on: '2024-07-03', message: 'm' };
  const neutral = { headline: 'h', copy_text: 'c', framing: 'f', set_reminder: reminder } as NextStep;

  test.each([
    { why: 'before its entry', today: '2024-07-02', want: neutral },
    {
      why: 'on the day of its entry the reminder is of today',
      today: '2024-07-05',
      want: { ...neutral, set_reminder: { ...reminder, fire_on: '2024-07-05' } },
    },
    {
      why: 'after its entry a neutral card has no reminder either',
      today: '2024-07-08',
      want: { headline: expect.stringContaining('2024-07-04 is past'), copy_text: 'c', framing: 'f' },
    },
  ])('$why', ({ today, want }) => expect(nextStepOn(neutral, setup, today, today)).toEqual(want));
});

describe('the ticket', () => {
  const open = schedule('2024-07-01', '2024-07-15', '2024-06-20');

  test('has the fields of SPEC 2.5 and no other', () => {
    const ticket = orderTicket('BRK-B', 'short', 'bearish', open);
    expect(Object.keys(ticket ?? {}).sort()).toEqual(
      ['note', 'side', 'suggested_entry_date', 'suggested_exit_date', 'symbol', 'time_in_force', 'type'].sort(),
    );
    expect(ticket).toMatchObject({ side: 'SELL', symbol: 'BRK-B', type: 'MARKET', time_in_force: 'DAY' });
    expect(orderTicket('AAPL', 'long', 'bullish', open)?.side).toBe('BUY');
  });

  test('is absent on a neutral card, past its entry, and without two sessions', () => {
    expect(orderTicket('AAPL', 'long', 'neutral', open)).toBeUndefined();
    expect(orderTicket('AAPL', 'long', 'bullish', schedule('2024-07-01', '2024-07-15', '2024-07-02'))).toBeUndefined();
    expect(orderTicket('AAPL', 'long', 'bullish', schedule('2024-07-06', '2024-07-07', '2024-07-01'))).toBeUndefined();
  });
});
