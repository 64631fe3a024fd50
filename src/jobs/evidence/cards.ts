import type { Candidate } from '../../core/detection/candidate';
import type { DetectionRequest } from '../../core/detection/plan';
import type { Rankable } from '../../core/detection/ranking';
import { drawRotations } from '../../core/significance/rotation';
import { type NullDistribution, significanceOf } from '../../core/significance/significance';
import { windowStrength } from '../../core/significance/windowRotations';
import { evaluateSetup } from '../../core/window/setup';
import type { Universe } from './universe';

/** A window as a card of the search would show it. */
export interface JudgedWindow extends Rankable {
  /** m_h of METHOD 9: long return of the same hold on any date, as a fraction. */
  readonly drift: number;
}

/** Years: more than any lookback of consecutive years. */
const REACH = 100;
/** No rotations of a single window: its z needs none, and p-values come from the null distribution of its search. */
export const NO_ROTATIONS = drawRotations(0, 0, REACH);

/**
 * Evidence, significance and edge of a window that a search found, computed as the service does.
 *
 * @returns null if its strength cannot be computed
 */
export function judge(
  { symbols, gapLimit }: Universe,
  request: DetectionRequest,
  nulls: NullDistribution,
  { symbol: index, entry, hold, direction }: Candidate,
): JudgedWindow | null {
  const { columns, symbol, bars } = symbols[index];
  const { entries, years, cycle } = request;
  const [{ day: searchEntry, asOf }] = entries;
  const window = { entry, end: entry + hold - 1, years, cycle, asOf };
  const strength = windowStrength({ columns, index }, window, direction, searchEntry, gapLimit, NO_ROTATIONS);
  // The counts of searched windows and symbols are for display only.
  const search = {
    kind: 'found',
    searched: { from: null, to: null, windows: 0, symbols: 0 },
    nulls,
    strongest: null,
  } as const;
  const significance = significanceOf(symbol, strength, nulls.rotations, search);
  const scored = { tilt: 0, daysBehind: null, significance };
  const setup = evaluateSetup({ bars }, window, direction, gapLimit, scored);
  if (!strength || !setup) return null;
  const { evidence, edge } = setup;
  return { symbol, direction, entry, hold, evidence, edgeScore: edge.score, significance, drift: strength.drift };
}
