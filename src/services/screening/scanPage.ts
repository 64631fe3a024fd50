import { hasFloors, missingNull, reachesFloors } from '../../core/detection/floors';
import { rankingBy } from '../../core/detection/ranking';
import { isCutOff, isPredicted, type MlOutcome } from '../../core/model/absence';
import type { MissingNull } from '../../core/significance/significance';
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
  /** Why the p-values are not known that the rows are filtered by; null when they are. */
  readonly missingNull: MissingNull | null;
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
  const more = firstRows(beyondPool, poolSize - POOL_SIZE);
  const verified = [...core.pool, ...more.rows];
  const pool = verified.filter((row) => reachesFloors(row.evidence, row.significance, floors));
  const all = filtered ? more : firstRows(beyondPool, Math.max(more.rows.length, most - core.pool.length));
  const pastPool = all.rows.slice(more.rows.length);
  // In the order of detection, in which the allowance is used.
  const reached =
    rankBy === 'ml' ? await ReservedPredictions.reached(deps, caller, [...pool, ...pastPool].map(chargeable)) : [];
  const ranked = (rankBy === 'ml' ? withWinProb(pool, reached) : pool).toSorted(rankingBy(rankBy));
  const rows = [...ranked.slice(0, most), ...pastPool];
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
    missingNull: missingNull(floors, verified),
    cappedByPlan: planCap < limit && rows.length === planCap && qualified > planCap,
    mlCapped: [...reached, ...reserved.outcomes].some(isCutOff),
  };
}

/** The verified candidates past the pool. */
interface BeyondPool {
  readonly candidates: number;
  /** The outcomes of the first of them, best Sharpe first, without those that were too late. */
  readonly outcomes: readonly Exclude<VerificationOutcome, 'late'>[];
}

/** Verifies candidates past the pool until there are `count` rows, no more candidates, or no more time. */
async function verifyBeyondPool(core: ScanCore, count: number, { account, signal }: PageAsker): Promise<BeyondPool> {
  const candidates = core.ranked.slice(POOL_SIZE);
  const outcomes: VerificationOutcome[] = [];
  for (let missing = count; missing > 0 && outcomes.length < candidates.length && !signal.aborted; ) {
    const next = candidates.slice(outcomes.length, outcomes.length + missing);
    outcomes.push(...(await core.verify(next, account, signal)));
    missing = count - outcomes.filter(isRow).length;
  }
  return { candidates: candidates.length, outcomes: outcomes.filter((outcome) => outcome !== 'late') };
}

/** The first `count` rows past the pool, and the number of candidates before the last of them that could not be verified in time. */
function firstRows(
  { candidates, outcomes }: BeyondPool,
  count: number,
): { readonly rows: readonly ScanRow[]; readonly failures: number } {
  const rows: ScanRow[] = [];
  let failures = 0;
  for (const outcome of outcomes) {
    if (rows.length >= count) break;
    if (isRow(outcome)) rows.push(outcome);
    else failures += 1;
  }
  const late = Math.min(count - rows.length, candidates - outcomes.length);
  return { rows, failures: failures + Math.max(0, late) };
}

function withWinProb(rows: readonly ScanRow[], outcomes: readonly MlOutcome[]): readonly ScanRow[] {
  return rows.map((row, i) => {
    const outcome = outcomes[i];
    return { ...row, mlWinProb: isPredicted(outcome) ? outcome.prediction.winProb : null };
  });
}
