import { toIso } from '../core/calendar/dates';
import type { CameTrue } from '../core/cameTrue/cameTrue';
import type { BuyAndHold, ComparedSymbol, Comparison, Difference } from '../core/comparison/compare';
import { FEWEST_SHARED_YEARS } from '../core/comparison/sharedYears';
import type { Significance as Judged } from '../core/significance/significance';
import { round4, round4OrNull } from '../core/statistics/round';
import { CONFIDENCE_LEVEL } from '../core/statistics/studentT';
import type { Evidence, Observation } from '../core/window/evidence';
import type { Schema } from '../schema';
import { cameTrueBlock } from './cameTrue';
import { cannotCompareReason, findingsOf } from './comparisonFindings';
import { yearResult, yearReturn } from './patternStats';
import type { CardMarket, CompareEntry } from './shapes';
import { significanceBlock } from './significance';

/** The part of a GET /compare answer about the symbols, without the window. */
type CompareReport = Omit<Schema<'CompareResponse'>, 'setup' | 'years' | 'disclaimer' | 'as_of'>;

/**
 * A comparison as GET /compare publishes it.
 *
 * @param markets of the symbols, in their order
 * @param significance of the window for each symbol, over the shared years; null without any
 * @param cameTrue of the window for each symbol
 */
export function compareReport(
  comparison: Comparison,
  markets: readonly CardMarket[],
  significance: readonly (Judged | null)[],
  cameTrue: readonly CameTrue[],
): CompareReport {
  return {
    can_compare: comparison.canCompare,
    reason: cannotCompareReason(comparison),
    years_needed: FEWEST_SHARED_YEARS,
    shared_years: comparison.years.map(String),
    skipped_years: comparison.skipped.map(({ year, symbols }) => ({ year: String(year), symbols: [...symbols] })),
    symbols: comparison.symbols.map((compared, i) => entryOf(compared, markets[i], significance[i], cameTrue[i])),
    findings: findingsOf(comparison),
  };
}

function entryOf(
  compared: ComparedSymbol,
  market: CardMarket,
  judged: Judged | null,
  cameTrue: CameTrue,
): CompareEntry {
  const { symbol, dataFrom, evidence, deepestDrop, difference } = compared;
  return {
    symbol,
    market,
    data_from: dataFrom === null ? null : toIso(dataFrom),
    stats: evidence === null || deepestDrop === null ? null : statsOf(evidence, deepestDrop),
    significance: judged && significanceBlock(judged),
    came_true: cameTrueBlock(cameTrue),
    per_year: (evidence?.observations ?? []).map((o) => ({
      ...yearResult(o, null),
      mfe_pct: round4(o.mfePct),
      mae_pct: round4(o.maePct),
    })),
    any_date: {
      windows: compared.anyDate.windows,
      win_rate: round4OrNull(compared.anyDate.positiveShare),
      avg_return_pct: round4OrNull(compared.anyDate.mean),
    },
    buy_and_hold: buyAndHoldOf(compared.buyAndHold),
    difference_from_highest: difference === null ? null : differenceOf(difference),
  };
}

function statsOf(evidence: Evidence, deepest: Observation): Schema<'CompareStats'> {
  return {
    years_tested: evidence.yearsTested,
    wins: evidence.wins,
    losses: evidence.losses,
    historical_win_rate: round4(evidence.winRate),
    avg_return_pct: round4(evidence.mean),
    median_return_pct: round4(evidence.median),
    best_year: yearReturn(evidence.best),
    worst_year: yearReturn(evidence.worst),
    avg_mfe_pct: round4(evidence.meanMfe),
    avg_mae_pct: round4(evidence.meanMae),
    deepest_drop: { year: String(deepest.year), mae_pct: round4(deepest.maePct) },
    sharpe_ratio: round4(evidence.sharpe),
    cumulative_return_pct: round4(evidence.cumulative),
  };
}

function buyAndHoldOf({ evidence, leftOut, windowMean }: BuyAndHold): Schema<'CompareBuyAndHold'> {
  return {
    years_tested: evidence?.yearsTested ?? 0,
    years_left_out: leftOut.map(String),
    avg_return_pct: round4OrNull(evidence?.mean ?? null),
    median_return_pct: round4OrNull(evidence?.median ?? null),
    best_year: evidence === null ? null : yearReturn(evidence.best),
    worst_year: evidence === null ? null : yearReturn(evidence.worst),
    cumulative_return_pct: round4OrNull(evidence?.cumulative ?? null),
    window_avg_return_pct: round4OrNull(windowMean),
    per_year: (evidence?.observations ?? []).map(yearReturn),
  };
}

function differenceOf({ leader, mean, low, high }: Difference): Schema<'CompareDifference'> {
  return {
    highest: leader,
    avg_difference_pct: round4(mean),
    interval_low_pct: round4(low),
    interval_high_pct: round4(high),
    confidence_pct: 100 * CONFIDENCE_LEVEL,
  };
}
