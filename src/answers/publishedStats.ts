import { round4 } from '../core/statistics/round';
import type { Evidence } from '../core/window/evidence';

/** The statistics of a setup as published, 4 decimals. Covered by test/answers/card.test.ts. */
export interface PublishedStats {
  readonly historical_win_rate: number;
  readonly sharpe_ratio: number;
  readonly avg_return_pct: number;
  readonly median_return_pct: number;
  readonly years_tested: number;
}

export function publishedStats(evidence: Evidence): PublishedStats {
  return {
    historical_win_rate: round4(evidence.winRate),
    sharpe_ratio: round4(evidence.sharpe),
    avg_return_pct: round4(evidence.mean),
    median_return_pct: round4(evidence.median),
    years_tested: evidence.yearsTested,
  };
}
