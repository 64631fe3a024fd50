import { type Day, dateOf, inYear, yearOf } from '../calendar/dates';
import { type Direction, holdOf, type WindowSpec } from '../window/window';

/** Windows of like length, and the one hold at which their share that came true is measured (METHOD 10). Calendar days. */
interface HoldBand {
  readonly from: number;
  readonly to: number;
  readonly studied: number;
}

export const HOLD_BANDS: readonly HoldBand[] = [
  { from: 5, to: 14, studied: 10 },
  { from: 15, to: 29, studied: 20 },
  { from: 30, to: 59, studied: 40 },
  { from: 60, to: 120, studied: 80 },
];

/** Shortest and longest hold of any band. */
export const STUDIED_HOLDS = { min: HOLD_BANDS[0].from, max: HOLD_BANDS[HOLD_BANDS.length - 1].to };

/** Index of the band of a hold; null outside all of them. */
export function bandOf(hold: number): number | null {
  const band = HOLD_BANDS.findIndex(({ from, to }) => from <= hold && hold <= to);
  return band < 0 ? null : band;
}

/** Why a window has no share that came true, whatever its market's prices (METHOD 10). */
export type NotStudied = 'preset' | 'cycle' | 'hold';

/** @returns null for a window that can have a share */
export function notStudied(window: WindowSpec): NotStudied | null {
  if (window.preset) return 'preset';
  if (window.cycle !== 'consecutive') return 'cycle';
  return bandOf(holdOf(window)) === null ? 'hold' : null;
}

/**
 * Two sums over the members for one month and hold, from which a share is computed (METHOD 10): of x * shown / v2, and of
 * shown^2 / v2. They depend on no bar after `settled`, so the share as of any day is a quotient of such sums over months.
 */
export interface MonthSums {
  readonly entry: Day;
  /** The first session on or after the nominal end of the month's windows. */
  readonly settled: Day;
  readonly products: number;
  readonly squares: number;
}

/** Fewest months of a share (METHOD 10). */
export const FEWEST_MONTHS = 60;
/** Years of entries that a share as of a day looks back. */
const SHARE_YEARS = 10;
/** Half the width of an 80 % interval, in standard errors. */
export const NORMAL_80 = 1.28;

/** How much of what windows showed beyond their peers came true: 1 = all of it. */
export interface Share {
  readonly share: number;
  readonly standardError: number;
  readonly months: number;
}

/**
 * The share over some months (METHOD 10): the slope, through the origin, of the later excess on the shown excess, weighted by
 * the inverse of the realised variance. Its standard error allows for correlation within a month (Cameron and Miller 2015):
 * the root of the summed squares of the months' residual scores, over the sum of squares.
 *
 * @returns null with fewer than 60 months
 */
export function shareOf(months: readonly MonthSums[]): Share | null {
  if (months.length < FEWEST_MONTHS) return null;
  let products = 0;
  let squares = 0;
  for (const month of months) {
    products += month.products;
    squares += month.squares;
  }
  const share = products / squares;
  let scores = 0;
  for (const month of months) scores += (month.products - share * month.squares) ** 2;
  return { share, standardError: Math.sqrt(scores) / squares, months: months.length };
}

/** The share as of a day: over the months of the ten years before it whose windows were over by then. */
export function shareAsOf(months: readonly MonthSums[], asOf: Day): Share | null {
  const date = dateOf(asOf);
  const after = inYear(date, date.year - SHARE_YEARS);
  return shareOf(months.filter(({ entry, settled }) => entry > after && settled <= asOf));
}

/** A share over the entries of some years. */
interface SharePeriod {
  /** First and last year of entries. */
  readonly from: number;
  readonly to: number;
  readonly share: Share;
}

/** First year of a decade: decades begin in years that end in 3, as in the study (METHOD 10). */
function decadeOf(entry: Day): number {
  return 10 * Math.floor((yearOf(entry) - 3) / 10) + 3;
}

/** The shares by decade of entry (1993-2002, 2003-2012, ..), oldest first; those of fewer than 60 months are left out. */
export function sharesByDecade(months: readonly MonthSums[], asOf: Day): SharePeriod[] {
  const decades = new Map<number, MonthSums[]>();
  for (const month of months) {
    if (month.settled > asOf) continue;
    const decade = decadeOf(month.entry);
    decades.set(decade, [...(decades.get(decade) ?? []), month]);
  }
  return [...decades].flatMap(([from, members]) => {
    const share = shareOf(members);
    const to = Math.min(from + 9, yearOf(members[members.length - 1].entry));
    return share === null ? [] : [{ from, to, share }];
  });
}

/** How much of what similar windows showed came true, and what this window showed; or why that is not known. */
export type CameTrue =
  | {
      readonly status: 'ready';
      readonly share: Share;
      /** What the window showed beyond its peers in the direction of the trade, percent. */
      readonly shownPct: number;
    }
  | { readonly status: 'pending' }
  | { readonly status: 'not_applicable'; readonly reason: NotStudied | 'members' | 'months' | 'years' };

/** `pending` while the study of a market's prices is missing, `not_applicable` with few members. */
type Unstudied = 'pending' | 'not_applicable';

/** The share of windows like one in its market, as of its own as-of; null with fewer than 60 months or outside the bands. */
export function shareFor(
  market: Unstudied | { readonly months: readonly (readonly MonthSums[])[] },
  window: WindowSpec,
): Share | null | Unstudied {
  if (typeof market === 'string') return market;
  const band = bandOf(holdOf(window));
  return band === null ? null : shareAsOf(market.months[band], window.asOf);
}

/**
 * How much of what similar windows of the market showed came true, and what this window showed.
 *
 * @param share see `shareFor`
 * @param shown what the window showed, long, as a fraction: see `windowExcess`; null with fewer than eight years
 */
export function cameTrueOf(
  share: Share | null | Unstudied,
  window: WindowSpec,
  direction: Direction,
  shown: number | null,
): CameTrue {
  const reason = notStudied(window);
  if (reason !== null) return { status: 'not_applicable', reason };
  if (share === 'not_applicable') return { status: 'not_applicable', reason: 'members' };
  if (share === 'pending') return { status: 'pending' };
  if (share === null) return { status: 'not_applicable', reason: 'months' };
  if (shown === null) return { status: 'not_applicable', reason: 'years' };
  // Not -0 for a short of 0.
  return { status: 'ready', share, shownPct: 100 * (direction === 'long' ? shown : 0 - shown) };
}

/** What is expected of a window beyond its peers, percent: the mean, and an 80 % interval of that mean. */
export function expectedExcess({ share: { share, standardError }, shownPct }: Extract<CameTrue, { status: 'ready' }>): {
  readonly mean: number;
  readonly low: number;
  readonly high: number;
} {
  const ends = [share - NORMAL_80 * standardError, share + NORMAL_80 * standardError].map((end) => end * shownPct);
  return { mean: Math.max(0, share) * shownPct, low: Math.min(...ends), high: Math.max(...ends) };
}
