import type { Caller } from '../access/caller';
import { disclaimerFor } from '../answers/disclaimer';
import { lookbackLabel } from '../answers/lookbackLabel';
import { type Day, toIso } from '../core/calendar/dates';
import { round4OrNull } from '../core/statistics/round';
import type { HeatMapSpec, HeatMeasure, HeatRow } from '../core/window/heatMap';
import type { Direction } from '../core/window/window';
import type { Snapshot } from '../engine/snapshot';
import { invalidRequest } from '../errors';
import type { Output } from '../operation';
import { mapInTurns } from '../turns';
import { dataAgeOf } from './dataAge';
import type { ServiceDeps } from './deps';
import { type AskedSymbol, findListing, type Listing } from './listing';
import { knownBefore, type Lookback, nothingObserved } from './namedWindow';
import { currentPrices, requiredBarsOfOne, type Screening } from './screening';
import { type AskedHolds, holdBounds, requireHoldOrder } from './searchBounds';
import { yearSpan } from './symbolYear';

/** Holds of one map: with every day of a leap year some 44,000 cells, 0.3 to 3 seconds of a thread by the lookback. */
const MOST_HOLDS = 120;

export interface HeatMapQuestion extends AskedSymbol, Lookback, AskedHolds {
  readonly measure: HeatMeasure;
  readonly direction: Direction;
  /** Calendar days from one hold to the next, and from one entry to the next. */
  readonly holdStep: number;
  readonly entryStep: number;
}

/**
 * The entry days of the market year by holds: what a pinned analysis says of each such window (METHOD 1, 2, 9).
 *
 * @throws invalid_request, forbidden, not_found, upstream_unavailable
 */
export async function heatMap(
  deps: ServiceDeps,
  caller: Caller,
  asked: HeatMapQuestion,
  signal: AbortSignal,
): Promise<Output<'getHeatMap'>> {
  const { screening } = deps;
  const holds = askedHolds(asked);
  const snapshot = await currentPrices(screening);
  const listing = findListing(deps, snapshot, caller, asked);
  // Prices that no card could be made of are none here either, though a map needs closes alone.
  await requiredBarsOfOne(screening, listing.symbol, signal);
  const spec = specOf(screening, listing, asked, holds);
  const rows = await cellsOf(screening, snapshot, listing, spec, signal);
  const asOf = spec.entries[spec.entries.length - 1].asOf;
  if (rows.every(({ yearsTested }) => yearsTested.every((n) => n === 0))) throw nothingObserved(listing, asked, asOf);
  const { symbol, market, note } = listing;
  const { measure, direction } = asked;
  return {
    symbol: symbol.symbol,
    market: market.id,
    direction,
    measure,
    years: lookbackLabel({ ...asked, entry: spec.entries[0].day }),
    entry_dates: spec.entries.map(({ day }) => toIso(day)),
    rows: await mapInTurns(rows, (row, i) => publishedRow(holds[i], row, measure)),
    ...(note === undefined ? {} : { note }),
    disclaimer: disclaimerFor(snapshot.simulated),
    as_of: toIso(asOf),
    ...dataAgeOf(screening, [listing]),
  };
}

/** @throws invalid_request when the bounds are the wrong way round, or so far apart that there would be too many */
function askedHolds(asked: HeatMapQuestion): number[] {
  requireHoldOrder(asked);
  const { minHold, maxHold } = holdBounds(asked);
  const { holdStep } = asked;
  const count = Math.floor((maxHold - minHold) / holdStep) + 1;
  if (count > MOST_HOLDS) {
    const fewest = Math.ceil((maxHold - minHold + 1) / MOST_HOLDS);
    throw invalidRequest(
      `days_step must be at least ${fewest} for holding periods of ${minHold} to ${maxHold} days, which makes at most ` +
        `${MOST_HOLDS} of them; got ${holdStep}`,
    );
  }
  return Array.from({ length: count }, (_, i) => minHold + i * holdStep);
}

function specOf(
  { clock }: Screening,
  listing: Listing,
  { entryStep, years, cycle, direction, measure }: HeatMapQuestion,
  holds: readonly number[],
): HeatMapSpec {
  const { from, to } = yearSpan(clock.marketYear());
  const days: Day[] = [];
  for (let day = from; day <= to; day += entryStep) days.push(day);
  const entries = days.map((day) => ({ day, asOf: knownBefore(day, [listing]) }));
  return { entries, holds, years, cycle, direction, measure, gapLimit: listing.market.gapLimit };
}

/** Equal maps are computed once and briefly kept. */
function cellsOf(
  { engine, heatMaps }: Screening,
  snapshot: Snapshot,
  listing: Listing,
  spec: HeatMapSpec,
  signal: AbortSignal,
): Promise<readonly HeatRow[]> {
  const compute = (gone: AbortSignal) => engine.heatMap(listing.symbol, spec, gone);
  return heatMaps.get(keyOf(snapshot, listing, spec), compute, { signal });
}

/** In cells, for the cache. */
export function sizeOfHeatMap(rows: readonly HeatRow[]): number {
  return rows.reduce((cells, { values }) => cells + values.length, 1);
}

/** All that the cells depend on. */
function keyOf({ version }: Snapshot, { symbol, market }: Listing, { entries, holds, ...rest }: HeatMapSpec): string {
  const step = (steps: readonly number[]) => `${steps[0]}-${steps[steps.length - 1]}/${steps.length}`;
  const days = step(entries.map(({ day }) => day));
  return [version, symbol.id, market.id, days, step(holds), JSON.stringify(rest)].join('|');
}

type PublishedRow = Output<'getHeatMap'>['rows'][number];

function publishedRow(hold: number, { values, anyDate, yearsTested }: HeatRow, measure: HeatMeasure): PublishedRow {
  return {
    hold_days: hold,
    values: Array.from(values, published),
    any_date: measure === 'z' ? null : Array.from(anyDate, published),
    years_tested: Array.from(yearsTested),
  };
}

function published(value: number): number | null {
  return round4OrNull(Number.isNaN(value) ? null : value);
}
