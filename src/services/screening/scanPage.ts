import { boundsChance, hasFloors, reachesFloors, type StatisticFloors } from '../../core/detection/floors';
import { type RankBy, rankingBy } from '../../core/detection/ranking';
import { isCutOff, isPredicted, type MlOutcome } from '../../core/model/absence';
import type { Asker } from '../../operation';
import type { ServiceDeps } from './deps';
import { isRow } from './evidence';
import { HeldPredictions, type MadePrediction } from './heldPredictions';
import { itemKey } from './predictions';
import type { ScanCore, ScanRow, Verified } from './results';
import { POOL_SIZE } from './searchBounds';

export interface PageQuery {
  /** Candidates to verify before filters, ranking and limit apply. */
  readonly pool: number;
  readonly floors: StatisticFloors;
  readonly rankBy: RankBy;
  readonly limit: number;
}

/** What one answer shows of a scan. */
export interface ScanPage {
  /** Ranked. */
  readonly rows: readonly ScanRow[];
  /** Their predictions, in their order, on a hold of the caller's allowance. */
  readonly held: HeldPredictions;
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

/** Who asks for a page. */
type PageAsker = Pick<Asker, 'caller' | 'account' | 'signal'>;

/**
 * The ranked rows to show: the pool first; rows past it follow when no statistical filter is set, up to the limit and
 * the plan's cap (DESIGN 5 "Scan"). Only rows that are shown are charged (SPEC 4.1 rule 4).
 */
export async function scanPage(
  deps: ServiceDeps,
  core: ScanCore,
  { floors, rankBy, limit, pool: requestedPool }: PageQuery,
  asker: PageAsker,
): Promise<ScanPage> {
  const { caller } = asker;
  const planCap = caller.tier.maxResults;
  const most = Math.min(limit, planCap);
  const filtered = hasFloors(floors);
  const poolSize = Math.min(requestedPool, Math.max(POOL_SIZE, planCap));
  const past = await verifiedPast(core, Math.max(poolSize - POOL_SIZE, filtered ? 0 : most - core.pool.length), asker);
  const more = past.first(poolSize - POOL_SIZE);
  const verified = [...core.pool, ...more.rows];
  const pool = verified.filter((row) => reachesFloors(row.evidence, row.significance, floors));
  const all = filtered ? more : past.first(Math.max(more.rows.length, most - core.pool.length));
  const candidates = { pool, beyond: filtered ? [] : all.rows.slice(more.rows.length), most };
  const { rows, reached } =
    rankBy === 'ml' ? await rankedByModel(deps, candidates, asker) : { rows: inOrder(candidates, rankBy), reached: [] };
  const held = await HeldPredictions.hold(deps, caller, rows.map(madePrediction));
  const unverified = Math.min(core.ranked.length, POOL_SIZE) - core.pool.length + all.failures;
  const qualified = filtered ? pool.length : core.ranked.length - unverified;
  return {
    rows,
    held,
    qualified,
    poolSize,
    filtered,
    failures: all.failures,
    evaluated: verified.length,
    awaitsLuck: boundsChance(floors) && verified.some(({ significance }) => significance.status === 'pending'),
    cappedByPlan: planCap < limit && rows.length === planCap && qualified > planCap,
    mlCapped: [...reached, ...held.outcomes].some(isCutOff),
  };
}

/** Rows past the pool, best Sharpe first. */
interface PastRows {
  /** The first so many, and the candidates on the way to the last of them that could not be verified, or not in time. */
  first(count: number): { readonly rows: readonly ScanRow[]; readonly failures: number };
}

/** Verifies candidates past the pool until there are so many rows, or no more candidates, or no more time. */
async function verifiedPast(core: ScanCore, count: number, { account, signal }: PageAsker): Promise<PastRows> {
  const candidates = core.ranked.slice(POOL_SIZE);
  const outcomes: Verified[] = [];
  for (let missing = count; missing > 0 && outcomes.length < candidates.length && !signal.aborted; ) {
    const next = candidates.slice(outcomes.length, outcomes.length + missing);
    outcomes.push(...(await core.verify(next, account, signal)));
    missing = count - outcomes.filter(isRow).length;
  }
  const inTime = outcomes.filter((outcome) => outcome !== 'late');
  return {
    first(wanted) {
      const rows: ScanRow[] = [];
      let failures = 0;
      for (const outcome of inTime) {
        if (rows.length >= wanted) break;
        if (isRow(outcome)) rows.push(outcome);
        else failures += 1;
      }
      const late = Math.min(wanted - rows.length, candidates.length - inTime.length);
      return { rows, failures: failures + Math.max(0, late) };
    },
  };
}

interface Candidates<Row extends ScanRow = ScanRow> {
  /** Best detection Sharpe first, which is the order that an allowance is used up in. */
  readonly pool: readonly Row[];
  readonly beyond: readonly Row[];
  readonly most: number;
}

function inOrder<Row extends ScanRow>({ pool, beyond, most }: Candidates<Row>, rankBy: RankBy): Row[] {
  const order = rankingBy(rankBy);
  return [...[...pool].sort(order).slice(0, most), ...[...beyond].sort(order)];
}

function madePrediction({ loaded, entry, hold, direction, ml }: ScanRow): MadePrediction {
  return { key: itemKey({ symbol: loaded, entry, hold, direction }), outcome: ml };
}

/** Ranked by predictions as far as the allowance reaches. */
async function rankedByModel(
  deps: ServiceDeps,
  { pool, beyond, most }: Candidates,
  { caller }: PageAsker,
): Promise<{ readonly rows: readonly ScanRow[]; readonly reached: readonly MlOutcome[] }> {
  const all = [...pool, ...beyond];
  const reached = await HeldPredictions.reached(deps, caller, all.map(madePrediction));
  const judged = all.map((row, i) => ({ ...row, mlWinProb: winProb(reached[i]) }));
  const rows = inOrder({ pool: judged.slice(0, pool.length), beyond: judged.slice(pool.length), most }, 'ml');
  return { rows, reached };
}

function winProb(outcome: MlOutcome): number | null {
  return isPredicted(outcome) ? outcome.prediction.winProb : null;
}
