import { boundsChance, hasFloors, reachesFloors } from '../../core/detection/floors';
import { type RankBy, rankingBy } from '../../core/detection/ranking';
import { isCutOff, isPredicted, type MlOutcome } from '../../core/model/absence';
import type { Asker } from '../../operation';
import type { ServiceDeps } from './deps';
import { isRow } from './evidence';
import type { PageQuery } from './question';
import { POOL_SIZE } from './requestRules';
import { chargeable, ReservedPredictions } from './reservedPredictions';
import type { ScanCore, ScanRow, VerificationOutcome } from './results';

/** The part of a scan that one answer shows. */
export interface ScanPage {
  /** Ranked. */
  readonly rows: readonly ScanRow[];
  /** How many of the rows are of the pool; the others follow them in the order of detection. */
  readonly ofPool: number;
  /** The predictions of the rows, in their order, with the caller's allowance reserved for them. */
  readonly reserved: ReservedPredictions;
  /** Number of rows that qualify, shown or not; without those that could not be verified. */
  readonly qualified: number;
  /** Number of candidates that may be verified before the filters apply: as requested, up to the plan's limit. */
  readonly poolSize: number;
  /** How many of them were verified. */
  readonly evaluated: number;
  /** Whether only rows of the pool could qualify. */
  readonly filtered: boolean;
  /** Whether a p-value filter met pending p-values. */
  readonly pValuesPending: boolean;
  readonly failures: number;
  readonly cappedByPlan: boolean;
  /** Whether the allowance was too small for some predictable row that was shown or ranked. */
  readonly mlCapped: boolean;
}

/** The requester of a page. */
type PageAsker = Pick<Asker, 'caller' | 'account' | 'signal'>;

/**
 * The rows to show: those of the pool, ranked; rows past it follow in the order of detection when no statistical filter is
 * set, up to the limit and the plan's cap (DESIGN 5 "Scan"). Only rows that are shown are charged (SPEC 4.1 rule 4).
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
  const beyondPool = await verifyBeyondPool(
    core,
    Math.max(poolSize - POOL_SIZE, filtered ? 0 : most - core.pool.length),
    asker,
  );
  const more = beyondPool.first(poolSize - POOL_SIZE);
  const verified = [...core.pool, ...more.rows];
  const pool = verified.filter((row) => reachesFloors(row.evidence, row.significance, floors));
  const all = filtered ? more : beyondPool.first(Math.max(more.rows.length, most - core.pool.length));
  const pastPool = filtered ? [] : all.rows.slice(more.rows.length);
  const candidates = { pool, pastPool: pastPool.map((row): ScanRow => ({ ...row, pastPool: true })), most };
  const { rows, reached } =
    rankBy === 'ml' ? await rankedByModel(deps, candidates, asker) : { rows: inOrder(candidates, rankBy), reached: [] };
  const reserved = await ReservedPredictions.reserve(deps, caller, rows.map(chargeable));
  const unverified = Math.min(core.ranked.length, POOL_SIZE) - core.pool.length + all.failures;
  const qualified = filtered ? pool.length : core.ranked.length - unverified;
  return {
    rows,
    ofPool: Math.min(pool.length, most),
    reserved,
    qualified,
    poolSize,
    filtered,
    failures: all.failures,
    evaluated: verified.length,
    pValuesPending: boundsChance(floors) && verified.some(({ significance }) => significance.status === 'pending'),
    cappedByPlan: planCap < limit && rows.length === planCap && qualified > planCap,
    mlCapped: [...reached, ...reserved.outcomes].some(isCutOff),
  };
}

/** Rows past the pool, best Sharpe first. */
interface RowsBeyondPool {
  /** The first `count` rows, and the number of candidates before the last of them that could not be verified in time. */
  first(count: number): { readonly rows: readonly ScanRow[]; readonly failures: number };
}

/** Verifies candidates past the pool until there are `count` rows, no more candidates, or no more time. */
async function verifyBeyondPool(
  core: ScanCore,
  count: number,
  { account, signal }: PageAsker,
): Promise<RowsBeyondPool> {
  const candidates = core.ranked.slice(POOL_SIZE);
  const outcomes: VerificationOutcome[] = [];
  for (let missing = count; missing > 0 && outcomes.length < candidates.length && !signal.aborted; ) {
    const next = candidates.slice(outcomes.length, outcomes.length + missing);
    outcomes.push(...(await core.verify(next, account, signal)));
    missing = count - outcomes.filter(isRow).length;
  }
  const inTime = outcomes.filter((outcome) => outcome !== 'late');
  return {
    first(count) {
      const rows: ScanRow[] = [];
      let failures = 0;
      for (const outcome of inTime) {
        if (rows.length >= count) break;
        if (isRow(outcome)) rows.push(outcome);
        else failures += 1;
      }
      const late = Math.min(count - rows.length, candidates.length - inTime.length);
      return { rows, failures: failures + Math.max(0, late) };
    },
  };
}

/** Both lists in the order of detection, which is the order in which an allowance is used. */
interface Candidates<Row extends ScanRow = ScanRow> {
  readonly pool: readonly Row[];
  readonly pastPool: readonly Row[];
  readonly most: number;
}

function inOrder<Row extends ScanRow>({ pool, pastPool, most }: Candidates<Row>, rankBy: RankBy): Row[] {
  return [...[...pool].sort(rankingBy(rankBy)).slice(0, most), ...pastPool];
}

/** Ranked by predictions as far as the allowance reaches. */
async function rankedByModel(
  deps: ServiceDeps,
  { pool, pastPool, most }: Candidates,
  { caller }: PageAsker,
): Promise<{ readonly rows: readonly ScanRow[]; readonly reached: readonly MlOutcome[] }> {
  const all = [...pool, ...pastPool];
  const reached = await ReservedPredictions.reached(deps, caller, all.map(chargeable));
  const judged = all.map((row, i) => ({ ...row, mlWinProb: winProb(reached[i]) }));
  const rows = inOrder({ pool: judged.slice(0, pool.length), pastPool: judged.slice(pool.length), most }, 'ml');
  return { rows, reached };
}

function winProb(outcome: MlOutcome): number | null {
  return isPredicted(outcome) ? outcome.prediction.winProb : null;
}
