import type { Caller } from '../access/caller';
import { withMl } from '../answers/predictions';
import { hasFloors, reachesFloors, type StatisticFloors } from '../core/detection/floors';
import { type RankBy, rankingBy } from '../core/detection/ranking';
import { isCutOff, isPredicted, type MlOutcome } from '../core/model/absence';
import type { HandlerDeps } from './deps';
import { HeldPredictions, itemOf, predictAll } from './predicting';
import type { ScanCore, ScanRow } from './results';
import { POOL_SIZE } from './scan';

export interface PageQuery {
  readonly floors: StatisticFloors;
  readonly rankBy: RankBy;
  readonly limit: number;
}

/** The rows of an answer, ranked, with what became of each one's prediction on its card. */
export interface ScanPage {
  readonly rows: readonly ScanRow[];
  /** Rows that qualify, shown or not; without those that are known to be unverifiable. */
  readonly qualified: number;
  readonly failures: number;
  readonly cappedByPlan: boolean;
  /** Whether the allowance did not reach every row that could have been predicted and was shown or ranked. */
  readonly mlCapped: boolean;
}

/**
 * The ranked rows to show: the pool first; rows past it follow when no statistical filter is set, up to the limit and
 * the plan's cap (DESIGN 5 "Scan"). Only rows that are shown are charged (SPEC 4.1 rule 4).
 */
export async function pageOf(deps: HandlerDeps, core: ScanCore, caller: Caller, query: PageQuery): Promise<ScanPage> {
  const { floors, rankBy, limit } = query;
  const planCap = caller.tier.maxResults;
  const most = Math.min(limit, planCap);
  const pool = core.pool.filter((row) => reachesFloors(row.evidence, floors));
  const beyond = hasFloors(floors) ? NO_ROWS : await core.beyond(most - pool.length);
  const { rows, mlCapped } =
    rankBy === 'ml'
      ? await rankedByModel(deps, core, caller, { pool, beyond: beyond.rows, most })
      : await ranked(deps, core, caller, { pool, beyond: beyond.rows, most }, rankBy);
  const unverified = Math.min(core.found, POOL_SIZE) - core.pool.length + beyond.failures;
  const qualified = hasFloors(floors) ? pool.length : core.found - unverified;
  const cappedByPlan = planCap < limit && rows.length === planCap && qualified > planCap;
  return { rows, qualified, failures: beyond.failures, cappedByPlan, mlCapped };
}

const NO_ROWS = { rows: [], failures: 0 };

interface Candidates<Row extends ScanRow = ScanRow> {
  /** Best detection Sharpe first, which is the order that an allowance is used up in. */
  readonly pool: readonly Row[];
  readonly beyond: readonly Row[];
  readonly most: number;
}

type Ranked = Pick<ScanPage, 'rows' | 'mlCapped'>;

function inOrder<Row extends ScanRow>({ pool, beyond, most }: Candidates<Row>, rankBy: RankBy): Row[] {
  const order = rankingBy(rankBy);
  return [...[...pool].sort(order).slice(0, most), ...[...beyond].sort(order)];
}

/** Ranked by what the past says: only the rows shown are predicted at all. */
async function ranked(
  deps: HandlerDeps,
  { snapshot }: ScanCore,
  caller: Caller,
  candidates: Candidates,
  rankBy: RankBy,
): Promise<Ranked> {
  const rows = inOrder(candidates, rankBy);
  const outcomes = await predictAll(deps, snapshot, caller, rows.map(itemOf));
  return { rows: rows.map((row, i) => predictedRow(row, outcomes[i])), mlCapped: outcomes.some(isCutOff) };
}

/** Ranked by the model: everything is predicted as far as the allowance reaches, and what is not shown given back. */
async function rankedByModel(
  deps: HandlerDeps,
  { snapshot }: ScanCore,
  caller: Caller,
  { pool, beyond, most }: Candidates,
): Promise<Ranked> {
  const all = [...pool, ...beyond];
  const held = await HeldPredictions.reserve(deps, snapshot, caller, all.map(itemOf));
  const judged = all.map((row, i) => ({ ...row, mlWinProb: winProbOf(held.outcomes[i]), position: i }));
  const shown = inOrder({ pool: judged.slice(0, pool.length), beyond: judged.slice(pool.length), most }, 'ml');
  const outcomes = await held.settle(shown.map((row) => row.position));
  const rows = shown.map(({ position }, i) => predictedRow(all[position], outcomes[i]));
  return { rows, mlCapped: held.outcomes.some(isCutOff) };
}

function winProbOf(outcome: MlOutcome): number | null {
  return isPredicted(outcome) ? outcome.prediction.winProb : null;
}

function predictedRow(row: ScanRow, outcome: MlOutcome): ScanRow {
  return { ...row, mlWinProb: winProbOf(outcome), card: withMl(row.card, outcome) };
}
