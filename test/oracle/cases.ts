import { type Day, dateOf, dayOf, fromIso, isLeapYear, yearOf } from '../../src/core/calendar/dates';
import type { Cycle, Direction } from '../../src/core/window/window';
import type { NamedSeries } from './series';

export interface Case {
  readonly series: NamedSeries;
  readonly entry: Day;
  readonly hold: number;
  readonly direction: Direction;
  readonly years: number;
  readonly cycle: Cycle;
  readonly asOf: Day;
  readonly gapLimit: number;
}

const CYCLES: readonly Cycle[] = ['consecutive', 'consecutive', 'consecutive', 'pe', 'pe0', 'pe1', 'pe2', 'pe3'];
/** Days with unusual prices, around which windows are placed. */
const LANDMARKS = ['2001-09-11', '2012-10-29'].map(fromIso);
/** WTI settled at -37.63. */
const CRASH = fromIso('2020-04-20');
const BELOW_ZERO = ['CL=F', 'futures below zero'];

/** A random case; a third are placed at leap days, New Year and these days, which are rare at random. */
export function randomCase(series: readonly NamedSeries[], random: () => number): Case {
  const below = (n: number) => Math.floor(random() * n);
  const crash = random() < 0.03;
  const pool = crash ? series.filter((s) => BELOW_ZERO.includes(s.name)) : series;
  const chosen = pool[below(pool.length)];
  const first = chosen.bars.day[0];
  const last = fromIso('2024-12-31');
  const hold = random() < 0.3 ? 2 + below(9) : random() < 0.8 ? 5 + below(116) : 2 + below(365);
  const entry = crash
    ? onMonthAndDayOf(CRASH - below(2) * (hold - 1) - below(6) + 3, 2021 + below(5))
    : aim(first + below(last + 400 - first), hold, below);
  const before = Math.min(last, entry - 1);
  // Mostly as the service requests it, sometimes with old prices, sometimes any day.
  const kind = random();
  const asOf = kind < 0.6 ? before : kind < 0.8 ? before - below(700) : first - 20 + below(last + 40 - first);
  return {
    series: chosen,
    entry,
    hold,
    direction: random() < 0.5 ? 'long' : 'short',
    years: random() < 0.4 ? 10 : 5 + below(94),
    cycle: CYCLES[below(CYCLES.length)],
    asOf,
    gapLimit: random() < 0.8 ? 10 : 20,
  };
}

function aim(entry: Day, hold: number, below: (n: number) => number): Day {
  const { year } = dateOf(entry);
  switch (below(12)) {
    case 0:
      return dayOf(isLeapYear(year) ? year : year + 4 - (year % 4), 2, 29);
    case 1:
      return dayOf(year, 12, 31) - below(hold);
    case 2:
      return onMonthAndDayOf(LANDMARKS[below(2)] - below(2) * (hold - 1) - below(4) + 2, 2014 + below(11));
    default:
      return entry;
  }
}

/** The month and day of `day` in a later year, so that the day itself lies in the past. */
function onMonthAndDayOf(day: Day, year: number): Day {
  const date = dateOf(day);
  return dayOf(year, date.month, date.day);
}

export function describeCase(c: Case): string {
  const { year, month, day } = dateOf(c.entry);
  return `${c.series.name} ${year}-${month}-${day} ${c.hold}d ${c.direction} ${c.years}y ${c.cycle} as of ${c.asOf} gap ${c.gapLimit}`;
}

export const CLASSES = [
  'Feb 29 entry',
  'crosses New Year',
  'a lookback year halted',
  'exit session long before the end',
  'a price at or below zero',
  'CL=F around 2020-04-20',
  'listed late',
  'delisted',
  'lookback shifted by as-of',
  'ends or begins in 2001-09-11..14',
  'ends or begins in Sandy 2012-10-29/30',
  'in a cycle',
  'trades every day',
  'nothing observed',
] as const;

export type CaseClass = (typeof CLASSES)[number];

/** The classes of a case, from its series and occurrences without the code under test. */
export function classesOf(
  c: Case,
  occurrences: readonly { year: number; entry: Day; end: Day }[],
  observed: number,
): CaseClass[] {
  const { day, close } = c.series.bars;
  const last = day[day.length - 1];
  const touches = (from: Day, to: Day) =>
    occurrences.some((o) => (o.entry >= from && o.entry <= to) || (o.end >= from && o.end <= to));
  const spans = (test: (i: number, entry: Day, end: Day) => boolean) =>
    occurrences.some((o) => {
      for (let i = firstAfter(day, o.entry); i < day.length && day[i] <= o.end; i++) {
        if (test(i, o.entry, o.end)) return true;
      }
      return false;
    });
  const { month, day: dom } = dateOf(c.entry);
  const near = touches(CRASH - 2, CRASH + 2);
  const is: Record<CaseClass, boolean> = {
    'Feb 29 entry': month === 2 && dom === 29,
    'crosses New Year': yearOf(c.entry + c.hold - 1) > yearOf(c.entry),
    'a lookback year halted': spans((i, entry) => i > 0 && day[i - 1] >= entry && day[i] - day[i - 1] > c.gapLimit),
    'exit session long before the end': spans((i, _entry, end) => end - day[i] > c.gapLimit && day[i + 1] > end),
    'a price at or below zero': spans((i) => i > 0 && !(close[i] > 0)),
    'CL=F around 2020-04-20': near && BELOW_ZERO.includes(c.series.name),
    'listed late': occurrences.some((o) => o.entry < day[0]) && occurrences.some((o) => o.entry >= day[0]),
    delisted: c.asOf - last > c.gapLimit,
    'lookback shifted by as-of':
      occurrences[occurrences.length - 1].year < yearOf(c.entry) - (c.cycle === 'consecutive' ? 1 : 4),
    'ends or begins in 2001-09-11..14': touches(fromIso('2001-09-11'), fromIso('2001-09-14')),
    'ends or begins in Sandy 2012-10-29/30': touches(fromIso('2012-10-29'), fromIso('2012-10-30')),
    'in a cycle': c.cycle !== 'consecutive',
    'trades every day': day.length > 3 && day[day.length - 1] - day[day.length - 4] === 3,
    'nothing observed': observed === 0,
  };
  return CLASSES.filter((name) => is[name]);
}

/** Position of the first session after a day, by bisection, since every case needs about twenty. */
function firstAfter(days: Int32Array, day: Day): number {
  let from = 0;
  let to = days.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if (days[middle] > day) to = middle;
    else from = middle + 1;
  }
  return from;
}
