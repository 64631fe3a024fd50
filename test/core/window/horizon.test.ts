import { fromIso, toIso } from '../../../src/core/calendar/dates';
import { horizonWindow } from '../../../src/core/window/window';

test.each([
  { horizon: '30', start: '2024-07-01', custom: null, end: '2024-07-30' },
  { horizon: '60', start: '2024-07-01', custom: null, end: '2024-08-29' },
  { horizon: '90', start: '2024-12-01', custom: null, end: '2025-02-28' },
  { horizon: 'eoy', start: '2024-07-01', custom: null, end: '2024-12-31' },
  { horizon: 'eoy', start: '2024-01-01', custom: null, end: '2024-12-31' },
  { horizon: 'custom', start: '2024-07-01', custom: 2, end: '2024-07-02' },
  { horizon: 'custom', start: '2024-07-01', custom: 366, end: '2025-07-01' },
] as const)('$horizon from $start ($custom days) ends on $end', ({ horizon, start, custom, end }) => {
  const window = horizonWindow(horizon, fromIso(start), custom);
  expect([toIso(window.entry), toIso(window.end)]).toEqual([start, end]);
  // Only eoy ends on a calendar date; all others have a number of days.
  expect(window.preset).toEqual(horizon === 'eoy' ? { endsBefore: { month: 1, day: 1 } } : undefined);
});

test.each([
  {
    horizon: 'eoy',
    start: '2024-12-31',
    custom: null,
    message: 'the window is 1 calendar days long, accepted is 2..366',
  },
  { horizon: 'custom', start: '2024-07-01', custom: 1, message: 'the window is 1 calendar days' },
  { horizon: 'custom', start: '2024-07-01', custom: 367, message: 'the window is 367 calendar days' },
  { horizon: 'custom', start: '2024-07-01', custom: -3, message: 'the window is -3 calendar days' },
  { horizon: 'custom', start: '2024-07-01', custom: null, message: 'horizon custom needs days or end_date' },
] as const)('refuses $horizon from $start with $custom days', ({ horizon, start, custom, message }) => {
  expect(() => horizonWindow(horizon, fromIso(start), custom)).toThrow(message);
});
