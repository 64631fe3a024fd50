import type { Caller } from '../access/caller';
import { boundsChance, hasFloors, reachesFloors, type StatisticFloors } from '../core/detection/floors';
import { type RankBy, rankingBy } from '../core/detection/ranking';
import { isCutOff, isPredicted, type MlOutcome } from '../core/model/absence';
import type { Until } from '../deadline';
import type { ServiceDeps } from './deps';
import { HeldPredictions, predictAll } from './heldPredictions';
import { type PredictionItem, predictionItem } from './predictions';
import type { ScanCore, ScanRow, VerifiedRows } from './results';
import { POOL_SIZE } from './searchBounds';

export interface PageQuery {
  /** Candidates to verify before filters, ranking and limit apply. */
  readonly pool: number;
  readonly floors: StatisticFloors;
  readonly rankBy: RankBy;
  readonly limit: number;
}

/**
 * How many rows of a scan's pool an answer needs: all, unless they are ranked by what the search has ranked them by and
 * nothing else chooses among them.
 */
export function poolNeeded({ floors, rankBy, limit, pool }: PageQuery, { tier }: Caller): number {
  const inOrderFound = rankBy === 'sharpe' && !hasFloors(floors) && pool <= POOL_SIZE;
  return inOrderFound ? Math.min(limit, tier.maxResults, POOL_SIZE) : POOL_SIZE;
}

/** A row that is shown, and what became of its prediction. */
export interface ShownRow {
  readonly row: ScanRow;
  readonly ml: MlOutcome;
}

/** What one answer shows of a scan. */
export interface ScanPage {
  /** Ranked. */
  readonly shown: readonly ShownRow[];
  /** Rows that qualify, shown or not; without those that are known to be unverifiable. */
  readonly qualified: number;
  /** Candidates that may be verified before the filters: as asked, as far as the plan reaches. */
  readonly poolSize: number;
  /** Those of them that were. */
  readonly evaluated: number;
  /** Whether only rows of the pool could qualify. */
  readonly filtered: boolean;
  /** Whether a chance was bound that is not known of any row yet. */
  readonly awaitsLuck: boolean;
  readonly failures: number;
  readonly cappedByPlan: boolean;
  /** Whether the allowance did not reach every row that could have been predicted and was shown or ranked. */
  readonly mlCapped: boolean;
}

/**
 * The ranked rows to show: the pool first; rows past it follow when no statistical filter is set, up to the limit and
 * the plan's cap (DESIGN 5 "Scan"). Only rows that are shown are charged (SPEC 4.1 rule 4).
 */
export async function scanPage(
  deps: ServiceDeps,
  core: ScanCore,
  caller: Caller,
  query: PageQuery,
  until: Until,
): Promise<ScanPage> {
  const { floors, rankBy, limit } = query;
  const planCap = caller.tier.maxResults;
  const most = Math.min(limit, planCap);
  const filtered = hasFloors(floors);
  const poolSize = Math.min(query.pool, Math.max(POOL_SIZE, planCap));
  const first = await core.pool.first(poolNeeded(query, caller), until);
  const more = await core.beyond(poolSize - POOL_SIZE, until);
  const evaluated = core.pool.size + more.rows.length;
  const verified = [...first.rows, ...more.rows];
  const pool = verified.filter((row) => reachesFloors(row.evidence, row.significance, floors));
  const beyond = filtered ? { ...more, rows: [] } : await rowsPast(core, more.rows.length, most, until);
  const candidates: Candidates = { pool, beyond: beyond.rows, most };
  const { shown, mlCapped } =
    rankBy === 'ml'
      ? await rankedByModel(deps, core, caller, candidates, until)
      : await rankedByPast(deps, core, caller, inOrder(candidates, rankBy), until);
  const failures = first.failures + beyond.failures;
  const unverified = Math.min(core.found, POOL_SIZE) - core.pool.size + failures;
  const qualified = filtered ? pool.length : core.found - unverified;
  const cappedByPlan = planCap < limit && shown.length === planCap && qualified > planCap;
  const awaitsLuck = boundsChance(floors) && verified.some(({ significance }) => significance.status === 'pending');
  return { shown, qualified, poolSize, evaluated, filtered, awaitsLuck, failures, cappedByPlan, mlCapped };
}

/** The rows past the pool and `more` that were evaluated, up to `most` in all, and every failure up to the last of them. */
async function rowsPast(core: ScanCore, more: number, most: number, until: Until): Promise<VerifiedRows> {
  const { rows, failures } = await core.beyond(Math.max(more, most - core.pool.size), until);
  return { rows: rows.slice(more), failures };
}

interface Candidates<Row extends ScanRow = ScanRow> {
  /** Best detection Sharpe first, which is the order that an allowance is used up in. */
  readonly pool: readonly Row[];
  readonly beyond: readonly Row[];
  readonly most: number;
}

type Ranked = Pick<ScanPage, 'shown' | 'mlCapped'>;

function inOrder<Row extends ScanRow>({ pool, beyond, most }: Candidates<Row>, rankBy: RankBy): Row[] {
  const order = rankingBy(rankBy);
  return [...[...pool].sort(order).slice(0, most), ...[...beyond].sort(order)];
}

function itemToPredict({ loaded, market, direction, setup }: ScanRow): PredictionItem {
  return predictionItem(loaded, market, setup.window, direction);
}

/** Only the rows shown are predicted at all. */
async function rankedByPast(
  deps: ServiceDeps,
  { snapshot }: ScanCore,
  caller: Caller,
  rows: readonly ScanRow[],
  until: Until,
): Promise<Ranked> {
  const outcomes = await predictAll(deps, snapshot, caller, rows.map(itemToPredict), until);
  return { shown: rows.map((row, i) => ({ row, ml: outcomes[i] })), mlCapped: outcomes.some(isCutOff) };
}

/** Everything is predicted as far as the allowance reaches, and what is not shown given back. */
async function rankedByModel(
  deps: ServiceDeps,
  { snapshot }: ScanCore,
  caller: Caller,
  { pool, beyond, most }: Candidates,
  until: Until,
): Promise<Ranked> {
  const all = [...pool, ...beyond];
  const held = await HeldPredictions.reserve(deps, snapshot, caller, all.map(itemToPredict), until);
  const judged = all.map((row, position) => ({ ...row, mlWinProb: winProb(held.outcomes[position]), position }));
  const rows = inOrder({ pool: judged.slice(0, pool.length), beyond: judged.slice(pool.length), most }, 'ml');
  const outcomes = await held.settle(rows.map((row) => row.position));
  const shown = rows.map(({ position }, i) => ({ row: all[position], ml: outcomes[i] }));
  return { shown, mlCapped: held.outcomes.some(isCutOff) };
}

function winProb(outcome: MlOutcome): number | null {
  return isPredicted(outcome) ? outcome.prediction.winProb : null;
}
