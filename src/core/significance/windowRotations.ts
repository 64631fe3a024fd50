import { type Day, yearOf } from '../calendar/dates';
import { Field, lastSession, type PriceColumns, RECORD } from '../detection/columns';
import { type Direction, lookback, type Occurrence, occurrenceIn, type WindowSpec } from '../window/window';
import type { Draws } from './draws';
import { ROTATION_STEP, ROTATION_STEPS } from './rotation';
import { FARTHEST_BACK } from './searchedRows';
import { referenceOf, strengthOf } from './strength';

/** What METHOD 9 says of one window by itself. */
export interface WindowStrength {
  /** In the direction asked: positive = beyond the symbol's own drift. */
  readonly z: number;
  /** Rotations that do as well, see `chanceOf`. */
  readonly exceeding: number;
  /** m_h: long return of the same hold on any date, as a fraction: what z is measured from. */
  readonly drift: number;
}

/** The prices of one symbol, as far as they may touch a number. */
export interface SymbolColumns {
  readonly columns: PriceColumns;
  /** Position in `columns`. */
  readonly index: number;
}

/**
 * z of a window and in how many rotations it is reached by the same window.
 *
 * @param searchEntry first entry date of the search that found the window, its own entry when it was named by the caller
 * @param gapLimit calendar days without a session that end an observation
 * @param draws that reach as far back as the oldest of the years
 * @param years that bear witness to a named window, where not those of its lookback: several symbols share them
 * @returns null with fewer than five observed years, or nothing to compare with
 */
export function windowStrength(
  symbol: SymbolColumns,
  window: WindowSpec,
  direction: Direction,
  searchEntry: Day,
  gapLimit: number,
  draws: Draws,
  years?: readonly number[],
): WindowStrength | null {
  const last = lastSession(symbol.columns, symbol.index, window.asOf);
  if (last === null) return null;
  const ownYear = yearOf(window.entry);
  const returnIn = ({ entry, end }: Occurrence, moved: number) =>
    returnOver(symbol, last, gapLimit, entry + moved, end + moved);
  const yearsOf = (spec: WindowSpec) => years?.map((year) => occurrenceIn(spec, year)) ?? lookback(spec);
  // The years of the search's first entry, which may be others than the window's: m_h is one for all windows of a hold.
  const references = yearsOf(searchEntry === window.entry ? window : movedTo(window, searchEntry));
  const reference = referenceOf(
    Array.from({ length: ROTATION_STEPS }, (_, j) =>
      references.map((occurrence) => returnIn(occurrence, ROTATION_STEP * j - FARTHEST_BACK)),
    ),
  );
  if (reference === null) return null;
  const occurrences = yearsOf(window);
  const back = occurrences.map(({ year }) => ownYear - year);
  // By occurrence; NaN = missing.
  const movedBy = (weeks: number) =>
    Float64Array.from(occurrences, (occurrence) => returnIn(occurrence, -ROTATION_STEP * weeks) ?? Number.NaN);
  const zOf = (returnAt: (k: number) => number): number | null => {
    let n = 0;
    let sum = 0;
    let squares = 0;
    for (let k = 0; k < back.length; k++) {
      const gained = returnAt(k);
      if (Number.isNaN(gained)) continue;
      n += 1;
      sum += gained;
      squares += gained * gained;
    }
    const z = strengthOf(n, sum, squares, reference);
    return z === null || direction === 'long' ? z : 0 - z;
  };
  const asItWas = movedBy(0);
  const z = zOf((k) => asItWas[k]);
  if (z === null) return null;
  // Without rotations a window costs what its reference does.
  const byWeeks = Array.from({ length: draws.rotations === 0 ? 0 : ROTATION_STEPS }, (_, weeks) => movedBy(weeks));
  let exceeding = 0;
  for (let rotation = 0; rotation < draws.rotations; rotation++) {
    const row = rotation * draws.reach;
    const rotated = zOf((k) => byWeeks[draws.weeks[row + back[k]]][k]);
    if (rotated !== null && rotated >= z) exceeding += 1;
  }
  return { z, exceeding, drift: reference.mean };
}

/** The same hold at another entry. A preset is a search of its own, so that it is never moved. */
function movedTo(window: WindowSpec, entry: Day): WindowSpec {
  if (window.preset) throw new RangeError('a preset is searched for by itself: its search begins with its own entry');
  return { ...window, entry, end: entry + window.end - window.entry };
}

/**
 * The long return between two calendar dates by METHOD 1, as a fraction; null = a missing year. The clauses are those of
 * `tradeOf`, over columns: a lookup instead of a search.
 */
export function returnOver(
  { columns, index }: SymbolColumns,
  last: Day,
  gapLimit: number,
  entry: Day,
  end: Day,
): number | null {
  const { directory, runs, close, slip } = columns;
  const record = index * RECORD;
  const firstDay = directory[record + Field.firstDay];
  if (entry < firstDay || entry >= last || end > last) return null;
  const start = directory[record + Field.start] - firstDay;
  const session = entry + slip[start + entry];
  if (session - entry > gapLimit || session >= end) return null;
  const next = session + 1 + slip[start + session + 1];
  if (next > end) return null;
  for (let gap = directory[record + Field.gaps]; gap < directory[record + Field.gapsEnd]; gap += 2) {
    const before = runs[gap] + firstDay;
    const after = runs[gap + 1] + firstDay;
    if (before < session || after - before <= gapLimit) continue;
    // The first halt at or after the entry session: nothing may end beyond it, nor too long after its last session.
    if (end > before + gapLimit) return null;
    break;
  }
  const p0 = close[start + session];
  const p1 = close[start + end];
  return p0 > 0 && p1 > 0 ? p1 / p0 - 1 : null;
}
