import type { Output } from '../operation';

/**
 * The most rows of a scan by view: what fits into an answer of 30,500 characters at the measured sizes, as escaped text, which is
 * the longest form. A table row has up to 1,350 characters, a lean card 3,450, a full card 5,100 (5,600 with `years=20`), the rest
 * of the answer 1,500.
 */
export const MOST_ROWS = { table: 20, decision: 8, evidence: 7, full: 5 } as const;
/** A chart has 17,500. */
export const MOST_WITH_CHART = 2;
const ROWS_BY_VIEW: ReadonlyMap<unknown, number> = new Map(Object.entries(MOST_ROWS));

/** The bound of `limit`, for `view` and `include`. */
export function scanBounds(args: Readonly<Record<string, unknown>>) {
  const view = String(args.view);
  if (view === 'table') return { limit: { most: MOST_ROWS.table, advice: 'ask with a narrower filter' } };
  const rows = ROWS_BY_VIEW.get(view) ?? MOST_ROWS.table;
  const most = String(args.include) === 'chart' ? Math.min(MOST_WITH_CHART, rows) : rows;
  return { limit: { most, advice: `ask with view=table, which shows ${MOST_ROWS.table}, or with a narrower filter` } };
}

/** The fields of a cut scan that count its rows. */
export function recountScan({ opportunities, evaluated_count }: Output<'scanMarkets'>) {
  const ofPool = opportunities.filter((row) => row.past_pool !== true).length;
  return { count: opportunities.length, shown_of_evaluated: `${ofPool} of ${evaluated_count}` };
}
