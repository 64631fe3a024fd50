import { type ClusteredMean, clusteredMean } from '../statistics/moments';
import type { Direction } from '../window/window';

/** The orders of the service except the model's, which was not fitted point in time. */
export const RANKINGS = ['sharpe', 'edge', 'win_rate', 'avg_return', 'significance'] as const;
export type Ranking = (typeof RANKINGS)[number];

/** The next outcome of a symbol's best window of a month. Percent in the direction of the trade, unrounded. */
export interface ForwardRow {
  readonly ranking: Ranking;
  readonly symbol: string;
  readonly direction: Direction;
  readonly entry: string;
  /** Calendar days. */
  readonly hold: number;
  readonly p_symbol: number;
  readonly return_pct: number;
  /** The return less the mean of the same hold on any date of the lookback years (m_h of METHOD 9). */
  readonly beyond_drift_pct: number;
  /** The return less that of random dates around the entry (METHOD 9); null while those are not over. */
  readonly beyond_random_pct: number | null;
}

/** One month, searched with the data up to the day before its first day. */
export interface ForwardMonth {
  /** YYYY-MM */
  readonly month: string;
  /** Symbols with a window that the search would show. */
  readonly symbols: number;
  /** Windows of all rankings whose next occurrence is incomplete or not over. */
  readonly unfinished: number;
  readonly rows: readonly ForwardRow[];
}

/** Bands of p_symbol: above `above`, up to and including `upTo`. */
const P_BANDS = [
  { name: 'all', above: 0, upTo: 1 },
  { name: '<= .05', above: 0, upTo: 0.05 },
  { name: '.05-.2', above: 0.05, upTo: 0.2 },
  { name: '.2-.5', above: 0.2, upTo: 0.5 },
  { name: '> .5', above: 0.5, upTo: 1 },
] as const;

export interface ForwardBand {
  readonly p_symbol: (typeof P_BANDS)[number]['name'];
  readonly windows: number;
  readonly months: number;
  /** Null without a window. Errors are clustered by month, and null with a single month. */
  readonly beyond_drift_pct: number | null;
  readonly beyond_drift_error: number | null;
  /** 0..1 */
  readonly share_above_drift: number | null;
  readonly share_error: number | null;
  readonly beyond_random_pct: number | null;
  readonly beyond_random_error: number | null;
}

export interface ForwardTable {
  readonly ranking: Ranking;
  readonly bands: readonly ForwardBand[];
}

/** Summarises the next outcomes of the best windows of all months, by ranking and by band of p_symbol. */
export function summariseForward(months: readonly ForwardMonth[]): ForwardTable[] {
  return RANKINGS.map((ranking) => {
    const rows = months.flatMap(({ month, rows }) =>
      rows.filter((row) => row.ranking === ranking).map((row) => ({ month, ...row })),
    );
    const bands = P_BANDS.map(({ name, above, upTo }) =>
      bandOf(
        name,
        rows.filter(({ p_symbol }) => p_symbol > above && p_symbol <= upTo),
      ),
    );
    return { ranking, bands };
  });
}

function bandOf(
  name: ForwardBand['p_symbol'],
  rows: readonly (ForwardRow & { readonly month: string })[],
): ForwardBand {
  const meanOf = (figureOf: (row: ForwardRow) => number | null): ClusteredMean | null =>
    clusteredMean(
      rows.flatMap((row) => {
        const value = figureOf(row);
        return value === null ? [] : [{ cluster: row.month, value }];
      }),
    );
  const drift = meanOf((row) => row.beyond_drift_pct);
  const share = meanOf((row) => (row.beyond_drift_pct > 0 ? 1 : 0));
  const random = meanOf((row) => row.beyond_random_pct);
  return {
    p_symbol: name,
    windows: rows.length,
    months: drift?.clusters ?? 0,
    beyond_drift_pct: drift?.mean ?? null,
    beyond_drift_error: drift?.standardError ?? null,
    share_above_drift: share?.mean ?? null,
    share_error: share?.standardError ?? null,
    beyond_random_pct: random?.mean ?? null,
    beyond_random_error: random?.standardError ?? null,
  };
}

/** Results of walk-forward searches with their data and settings, in the form that is stored, printed and published. */
export interface ForwardResult {
  /** Instant, ISO 8601. */
  readonly made_at: string;
  /** `ENGINE_VERSION` of the program that ran the walk-forward. */
  readonly engine_version: string;
  readonly data_version: string;
  /** Last session of the prices, YYYY-MM-DD. */
  readonly prices_through: string;
  readonly simulated: boolean;
  /** Source labels of the prices, sorted. */
  readonly sources: readonly string[];
  /** Id. */
  readonly market: string;
  readonly settings: {
    readonly years: number;
    /** Calendar days. */
    readonly minHold: number;
    readonly maxHold: number;
    readonly rotations: number;
  };
  /** First and last month of entry, YYYY-MM. */
  readonly from: string;
  readonly to: string;
  readonly months: number;
  readonly symbols: number;
  /** Windows left out because their next occurrence is incomplete or not over. */
  readonly unfinished: number;
  /** Symbols left out because their stored prices cannot be read. */
  readonly unreadable: readonly string[];
  readonly tables: readonly ForwardTable[];
}
