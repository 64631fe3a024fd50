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

/** How far back any lookback of consecutive years reaches, and one more. */
const REACH = 100;
/** z without the rotations of the window by itself: a card that was searched for is judged by its search. */
const NO_ROTATIONS = drawRotations(0, 0, REACH);

/**
 * Evidence, significance and edge of a window that a search found, as the service publishes them.
 *
 * @returns null where nothing can be said of its strength
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
  // What a search looked at is told to readers only.
  const looked = { kind: 'searched', searched: { windows: 0, symbols: 0 }, nulls } as const;
  const significance = significanceOf(symbol, strength, nulls.rotations, looked);
  const scored = { tilt: 0, daysBehind: null, significance };
  const setup = evaluateSetup({ bars }, window, direction, gapLimit, scored);
  if (!strength || !setup) return null;
  const { evidence, edge } = setup;
  return { symbol, direction, entry, hold, evidence, edgeScore: edge.score, significance, drift: strength.drift };
}
