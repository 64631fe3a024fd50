import type { StatisticFloors } from '../../core/detection/floors';
import type { Cycle, Direction } from '../../core/window/window';
import type { HoldRequest } from './searchBounds';

/** The windows that a search covers. */
export interface SearchQuestion extends HoldRequest {
  /** Lookback: number of latest occurrences. */
  readonly years: number;
  readonly cycle: Cycle;
  /** Omitted = both. */
  readonly direction?: Direction;
  /** Winning years that a window needs; omitted = about 90 % of a symbol's own years (METHOD 5). */
  readonly minWins?: number;
}

/** The question of a scan, list or export: the windows to search, and the floors that results must reach. */
export interface Question extends SearchQuestion {
  readonly floors: StatisticFloors;
}

/** The contract's parameters of a question. */
interface QuestionInput {
  readonly years: number;
  readonly pe_cycle: Cycle;
  readonly direction?: Direction;
  readonly min_days?: number;
  readonly max_days?: number;
  readonly min_winning_years?: number;
  readonly min_win_rate?: number;
  readonly min_years?: number;
  readonly min_avg_return?: number;
  readonly min_median_return?: number;
  readonly min_sharpe?: number;
  readonly max_p_symbol?: number;
  readonly max_p_search?: number;
}

/** Translates the contract's parameters into the program's names. Nothing else does. */
export function questionFrom(input: QuestionInput): Question {
  return {
    years: input.years,
    cycle: input.pe_cycle,
    direction: input.direction,
    minHold: input.min_days,
    maxHold: input.max_days,
    minWins: input.min_winning_years,
    floors: {
      minWinRate: input.min_win_rate,
      minYears: input.min_years,
      minAvgReturn: input.min_avg_return,
      minMedianReturn: input.min_median_return,
      minSharpe: input.min_sharpe,
      maxPSymbol: input.max_p_symbol,
      maxPSearch: input.max_p_search,
    },
  };
}
