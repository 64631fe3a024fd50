import { type Day, isWeekend } from './dates';
import { isNyseSession } from './nyse';

/** How the trading days of a market fall, and when they are over. Covered by test/clock.test.ts. */
export interface TradingCalendar {
  isSession(day: Day): boolean;
  /** Whether Saturdays and Sundays are ordinary sessions. */
  readonly tradesOnWeekends: boolean;
  /** Where a trading day begins at midnight. */
  readonly zone: 'new-york' | 'utc';
  /** Hours after that midnight from which the bar of the day changes no more (METHOD 1). */
  readonly finalAfterHours: number;
  /** Whether closing auctions are priced in whole cents. */
  readonly closesInCents: boolean;
}

/** NYSE's rules, Monday to Friday, or every day of the week. */
export type CalendarName = 'nyse' | 'weekdays' | 'daily';

export const CALENDARS: Readonly<Record<CalendarName, TradingCalendar>> = {
  nyse: {
    isSession: isNyseSession,
    tradesOnWeekends: false,
    zone: 'new-york',
    finalAfterHours: 18,
    closesInCents: true,
  },
  weekdays: {
    isSession: (day) => !isWeekend(day),
    tradesOnWeekends: false,
    zone: 'new-york',
    finalAfterHours: 18,
    closesInCents: false,
  },
  daily: {
    isSession: () => true,
    tradesOnWeekends: true,
    zone: 'utc',
    finalAfterHours: 24.5,
    closesInCents: false,
  },
};
