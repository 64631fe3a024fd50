import { round4 } from '../core/statistics/round';
import type { YearResult, YearReturn } from './shapes';

/** The return of a window's year. Percent, unrounded. */
export interface ReturnOfYear {
  readonly year: number;
  readonly returnPct: number;
}

export function yearReturn({ year, returnPct }: ReturnOfYear): YearReturn {
  return { year: String(year), return_pct: round4(returnPct) };
}

/** The result is judged on the unrounded return: a gain that rounds to 0 is still a win. */
export function yearResult(of: ReturnOfYear): YearResult {
  return { ...yearReturn(of), result: of.returnPct > 0 ? 'win' : 'loss' };
}
