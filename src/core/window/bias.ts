import { NEUTRAL } from './edge';
import type { Evidence } from './evidence';
import type { Direction } from './window';

export type Bias = 'bullish' | 'bearish' | 'neutral';

/** The statistics that decide a bias together with the edge score. */
type WinRecord = Pick<Evidence, 'winRate' | 'yearsTested'>;

/** The conditions of SPEC 2.2, each enough to make a setup neutral. */
export type NeutralReason = 'edge' | 'win_rate' | 'years';

/** Bullish for long, bearish for short, neutral by SPEC 2.2. @param edgeScore 0..100 */
export function biasOf(direction: Direction, edgeScore: number, record: WinRecord): Bias {
  if (isNeutral(edgeScore, record)) return 'neutral';
  return direction === 'long' ? 'bullish' : 'bearish';
}

export function isNeutral(edgeScore: number, record: WinRecord): boolean {
  return neutralReasons(edgeScore, record).length > 0;
}

/** Which of the conditions hold; empty when the setup is not neutral. */
export function neutralReasons(edgeScore: number, { winRate, yearsTested }: WinRecord): NeutralReason[] {
  const reasons: NeutralReason[] = [];
  if (edgeScore < NEUTRAL.edge) reasons.push('edge');
  if (winRate < NEUTRAL.winRate) reasons.push('win_rate');
  if (yearsTested < NEUTRAL.years) reasons.push('years');
  return reasons;
}
