import Holidays, { type HolidaysTypes } from 'date-holidays';
import { isWeekend, parseIso, toIso } from '../src/core/calendar/dates';

/**
 * The days from Monday to Friday on which exchanges stay shut, year by year: bank holidays as the package
 * `date-holidays` knows them, and what exchanges do differently as small tables with their source. The package is large
 * and changes, so its answers are written down once in src/core/calendar/closures.ts and read from there.
 */

/** Before it the bars tell; after it Monday to Friday is all that is known. */
const FIRST_YEAR = 2000;
const LAST_YEAR = 2045;

interface Exchange {
  /** Country and state whose bank holidays the exchange keeps. */
  readonly place: readonly [country: string, state?: string];
  /** Names of the holidays it keeps, in English; every other one is a session. Undefined: all of them. */
  readonly keeps?: readonly string[];
  /** Holidays it keeps from a year on only. */
  readonly since?: Readonly<Record<string, number>>;
  /** Whether a holiday on a weekend closes the next weekday that is none, where the package does not move it itself. */
  readonly moves?: boolean;
  /** Sessions on days that the package holds for holidays. */
  readonly open?: readonly string[];
  /** Closures that the package does not know. */
  readonly shut?: readonly string[];
}

const EXCHANGES: Readonly<Record<string, Exchange>> = {
  // London Stock Exchange, "Business days": the bank holidays of England and Wales (gov.uk/bank-holidays). The package
  // leaves the spring holidays of two jubilees where they would have been, and lacks a wedding.
  lse: {
    place: ['GB', 'ENG'],
    open: ['2002-05-27', '2012-05-28'],
    shut: ['2002-06-03', '2002-06-04', '2011-04-29', '2012-06-04'],
  },
  // Euronext and Xetra have trading calendars of their own; on these six both are shut, as is the euro's payment
  // system (European Central Bank, "TARGET closing days", from 2002). Whit Monday, Dec 24 and Dec 31 divide them.
  europe: {
    place: ['DE'],
    keeps: ["New Year's Day", 'Good Friday', 'Easter Monday', 'Labour Day', 'Christmas Day', 'Boxing Day'],
  },
  // Toronto Stock Exchange, "Trading hours and holidays": Ontario's, with the Civic Holiday and without Easter Monday
  // and Remembrance Day. Family Day exists since 2008.
  tsx: {
    place: ['CA', 'ON'],
    keeps: [
      "New Year's Day",
      'Family Day',
      'Good Friday',
      'Victoria Day',
      'Canada Day',
      'Civic Holiday',
      'Labour Day',
      'Thanksgiving',
      'Christmas Day',
      'Boxing Day',
    ],
    since: { 'Family Day': 2008 },
    moves: true,
  },
  // National Stock Exchange of India: Maharashtra's fixed holidays for any year. Those that follow the moon are known
  // for the years that the exchange has announced (circulars CMTR54757, CMTR59722 with later notices, CMTR65587,
  // CMTR71775 with CMTR72260); a new year is added each December.
  nse: {
    place: ['IN', 'MH'],
    shut: [
      ['2023-03-07', '2023-03-30', '2023-04-04', '2023-06-29', '2023-09-19', '2023-10-24', '2023-11-14', '2023-11-27'],
      ['2024-01-22', '2024-03-08', '2024-03-25', '2024-04-11', '2024-04-17', '2024-05-20', '2024-06-17', '2024-07-17'],
      ['2024-11-01', '2024-11-15', '2024-11-20'],
      ['2025-02-26', '2025-03-14', '2025-03-31', '2025-04-10', '2025-08-27', '2025-10-21', '2025-10-22', '2025-11-05'],
      ['2026-01-15', '2026-03-03', '2026-03-26', '2026-03-31', '2026-05-28', '2026-06-26', '2026-09-14', '2026-10-20'],
      ['2026-11-10', '2026-11-24'],
    ].flat(),
  },
};

/** The closures of an exchange in a year, ascending. @throws Error when the package no longer knows a holiday by name */
function closuresIn(name: string, exchange: Exchange, year: number): string[] {
  const { place, since = {}, moves = false, open = [], shut = [] } = exchange;
  const known = holidaysOf(place).getHolidays(year);
  const keeps = exchange.keeps ?? known.map(({ name }) => name);
  for (const holiday of keeps) {
    if (!known.some((one) => one.name === holiday)) throw new Error(`${name} ${year}: no holiday "${holiday}"`);
  }
  const kept = known.filter(({ name }) => keeps.includes(name) && year >= (since[name] ?? year));
  const days = new Set<string>();
  for (const { date } of kept) {
    const day = parseIso(date.slice(0, 10))!;
    if (!isWeekend(day)) days.add(toIso(day));
  }
  if (moves) for (const { date } of kept) moveFrom(date.slice(0, 10), days);
  for (const day of open) days.delete(day);
  for (const day of shut) if (day.startsWith(`${year}`)) days.add(day);
  return [...days].sort();
}

const memo = new Map<string, Holidays>();

function holidaysOf([country, state = '']: Exchange['place']): Holidays {
  const key = `${country}-${state}`;
  const known = memo.get(key);
  if (known) return known;
  const types: HolidaysTypes.HolidayType[] = ['public', 'optional'];
  const holidays = new Holidays(country, state, { languages: ['en'], types });
  memo.set(key, holidays);
  return holidays;
}

/** Adds the first day after a holiday on a weekend that is neither weekend nor closed already. */
function moveFrom(date: string, days: Set<string>): void {
  const holiday = parseIso(date)!;
  if (!isWeekend(holiday)) return;
  let day = holiday + 1;
  while (isWeekend(day) || days.has(toIso(day))) day += 1;
  days.add(toIso(day));
}

/** The text of src/core/calendar/closures.ts. */
export function buildClosures(): string {
  const tables = Object.entries(EXCHANGES).map(([name, exchange]) => {
    const lines: string[] = [];
    for (let year = FIRST_YEAR; year <= LAST_YEAR; year++) {
      const days = closuresIn(name, exchange, year).map((day) => day.slice(5));
      lines.push(`    '${year}: ${days.join(' ')}',`);
    }
    return `  ${name}: [\n${lines.join('\n')}\n  ],`;
  });
  return `${HEADER}\nexport const CLOSURES = {\n${tables.join('\n')}\n} as const;\n`;
}

const HEADER = `/* Generated from scripts/closures.ts by \`npm run generate\`. Do not edit. */

/** Weekdays on which exchanges stay shut: a year and its days as month-day, ${FIRST_YEAR} to ${LAST_YEAR}. */`;
