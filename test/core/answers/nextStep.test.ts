import { nextStepOn, orderTicket, scheduleOf } from '../../../src/answers/nextStep';
import type { NextStep, PatternCard } from '../../../src/answers/shapes';
import type { CalendarName } from '../../../src/core/calendar/calendars';
import { fromIso, toIso } from '../../../src/core/calendar/dates';

/** The schedule of a window `A..B`. */
function schedule(window: string, today: string, calendar: CalendarName = 'nyse', openFrom = today) {
  const [entry, end] = window.split('..').map(fromIso);
  return scheduleOf({ entry, end }, calendar, fromIso(today), fromIso(openFrom));
}

describe('when a window is traded, and when its reminder fires', () => {
  test.each<[why: string, window: string, today: string, traded: string, fire: string]>([
    ['sessions at both ends', '2024-07-01..2024-07-15', '2024-06-20', '2024-07-01..2024-07-15', '2024-06-28'],
    ['a holiday and a Sunday', '2024-07-04..2024-07-14', '2024-06-20', '2024-07-05..2024-07-12', '2024-07-03'],
    ['today: no reminder in the past', '2024-07-01..2024-07-15', '2024-07-01', '2024-07-01..2024-07-15', '2024-07-01'],
    ['on the Saturday before', '2024-07-01..2024-07-15', '2024-06-29', '2024-07-01..2024-07-15', '2024-06-29'],
    ['only the entry date is past', '2024-06-29..2024-07-15', '2024-06-30', '2024-07-01..2024-07-15', '2024-06-30'],
    ['over New Year', '2024-12-31..2025-01-09', '2024-12-20', '2024-12-31..2025-01-08', '2024-12-30'],
  ])('%s', (_, window, today, traded, fire) => {
    const { entrySession, exitSession, fireOn, obstacle } = schedule(window, today);
    expect(`${toIso(entrySession)}..${toIso(exitSession)}`).toBe(traded);
    expect([toIso(fireOn), obstacle]).toEqual([fire, null]);
  });

  test('crypto trades on Sundays, and its reminder fires on the Saturday', () => {
    const { entrySession, exitSession, fireOn } = schedule('2024-06-30..2024-07-14', '2024-06-20', 'daily');
    expect([entrySession, exitSession, fireOn].map(toIso)).toEqual(['2024-06-30', '2024-07-14', '2024-06-29']);
  });

  test.each([
    ['the entry session was yesterday', '2024-07-01..2024-07-15', '2024-07-02', 'past'],
    ['a past year', '2020-07-01..2020-07-15', '2024-07-02', 'past'],
    ['a past year whose entry session falls in the next year', '2023-12-30..2024-01-20', '2024-01-01', 'past'],
    ['a weekend', '2024-07-06..2024-07-07', '2024-07-01', 'no_sessions'],
    ['one session only', '2024-07-05..2024-07-07', '2024-07-01', 'no_sessions'],
  ])('%s', (_, window, today, want) => expect(schedule(window, today).obstacle).toBe(want));

  test.each([
    ['the session of today has closed', '2024-07-01..2024-07-15', 'closed'],
    ['an entry on the weekend before', '2024-06-29..2024-07-15', 'past'],
    ['a later entry', '2024-07-02..2024-07-15', null],
  ])('after the close: %s', (_, window, want) =>
    expect(schedule(window, '2024-07-01', 'nyse', '2024-07-02').obstacle).toBe(want),
  );
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

  test('after the close of its entry date it says that the session has closed', () => {
    const onSession = { ...setup, entry_date: '2024-07-05' };
    const { headline } = nextStepOn(neutral, onSession, '2024-07-05', '2024-07-06');
    expect(headline).toBe('No order ticket: the session of 2024-07-05 has closed.');
  });
});

describe('the ticket', () => {
  const open = schedule('2024-07-01..2024-07-15', '2024-06-20');

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
    expect(orderTicket('AAPL', 'long', 'bullish', schedule('2024-07-01..2024-07-15', '2024-07-02'))).toBeUndefined();
    expect(orderTicket('AAPL', 'long', 'bullish', schedule('2024-07-06..2024-07-07', '2024-07-01'))).toBeUndefined();
  });
});
