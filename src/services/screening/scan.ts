import type { ScanAnswerParts, SummaryCard } from '../../answers/scanSummary';
import { toIsoOrNull } from '../../core/calendar/dates';
import { DEFAULT_WINNING_PERCENT, winningYears } from '../../core/calendar/market';
import { type DateRange, lastSessionBefore, printRange } from '../../core/calendar/marketSessions';
import { hasFloors, missingNull, rankingBy, reachesFloors } from '../../core/detection/ranking';
import { isCutOff, isPredicted, type MlOutcome } from '../../core/model/absence';
import { partsOf } from '../../core/parts';
import type { MissingNull } from '../../core/significance/significance';
import { isEmpty } from '../../engine/snapshot';
import type { WrittenCards } from '../../engine/tasks/cards';
import { upstreamUnavailable } from '../../errors';
import type { Answer, Asker, Input } from '../../operation';
import { closingFields, endedSymbols, marketAge, sessionsBehind } from '../markets/dataAge';
import type { Screening, ServiceDeps } from './deps';
import { isRow } from './evidence';
import { ageThrough, type PageQuery, requireScan, type ScanQuestion, scanQuestion } from './question';
import { POOL_SIZE } from './requestRules';
import { chargeable, ReservedPredictions } from './reservedPredictions';
import { cardInput, chartInput, type ScanCore, type ScanRow, type VerificationOutcome } from './results';
import { scanCore } from './scanCore';
import { writeAnswer } from './written';

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

/**
 * The best windows of markets, ranked, as cards (SPEC 4.1).
 *
 * @throws invalid_request, forbidden when none of the requested markets is in scope, scan_busy while prices are being loaded,
 *   upstream_unavailable when no market could answer
 */
export async function scan(
  deps: ServiceDeps,
  input: Input<'scanMarkets'>,
  asker: Asker,
): Promise<Answer<'scanMarkets'>> {
  const { caller, format } = asker;
  const requested = scanQuestion(input);
  // Tables are built from lean cards, which hold every column.
  const question = format === 'json' ? requested : { ...requested, view: 'decision' as const, withChart: false };
  const { inBand, range, ...notes } = requireScan(deps, caller, question);
  const query = { markets: inBand, range, question };
  // The scan has its own time budget and shows what it found by then, so only a closed connection aborts it.
  const scanAsker = { ...asker, signal: asker.gone };
  const core = await scanCore(deps.screening, query, caller, scanAsker);
  if (core.marketFailures.length > 0 && core.marketFailures.length === inBand.length) {
    throw upstreamUnavailable(`no answer from markets ${core.marketFailures.join(', ')}`);
  }
  const page = await scanPage(deps, core, question, asker);
  const result: ScanResult = { core, page, range, ...notes };
  return page.reserved.show(async () => {
    const cards = await writtenCards(deps.screening, question, result, scanAsker);
    const parts = answerParts(
      deps,
      question,
      result,
      cards.flatMap(({ summaries }) => summaries),
    );
    const faults = cards.find((batch) => batch.faults !== null)?.faults ?? null;
    const rows = { texts: cards.map(({ text }) => text), faults };
    return writeAnswer(deps.screening.engine, 'scanMarkets', parts, scanAsker, rows);
  });
}

/** Cards per task: about 8 ms of a thread. */
const CARD_BATCH = 64;

function writtenCards(
  { engine, clock }: Screening,
  { view, withChart }: ScanQuestion,
  { core: { today }, page: { rows, ofPool, reserved } }: ScanResult,
  { account, signal, format }: Asker,
): Promise<WrittenCards[]> {
  const cards = rows.map((row, i) =>
    cardInput(row, {
      rank: i + 1,
      ml: reserved.outcomes[i],
      today,
      openFrom: clock.firstOpenDay(row.market.calendar),
      pastPool: i < ofPool ? undefined : true,
    }),
  );
  const chart = withChart && rows.length > 0 ? chartInput(rows[0]) : null;
  const tasks = partsOf(cards, CARD_BATCH).map((batch, i) =>
    engine.run('cards', { cards: batch, chart: i === 0 ? chart : null, view, format }, { account, signal }),
  );
  return Promise.all(tasks);
}

/** The result of a scan for one caller. */
interface ScanResult {
  readonly core: ScanCore;
  readonly page: ScanPage;
  readonly range: DateRange;
  readonly marketsNote?: string;
  readonly lookbackNote?: string;
}

function answerParts(
  { screening, tiers }: ServiceDeps,
  question: ScanQuestion,
  result: ScanResult,
  cards: readonly SummaryCard[],
): ScanAnswerParts {
  const { core, page, range, marketsNote, lookbackNote } = result;
  const window = printRange(range);
  const through = ageThrough(range, core.today);
  const { rows, reserved } = page;
  const evidenceFailures = core.evidenceFailures + page.failures;
  const shown = rows.length;
  return {
    generatedAt: screening.clock.now().toISOString(),
    summary: {
      cards,
      found: page.qualified,
      ofPool: page.ofPool,
      ...(page.filtered ? { pool: { verified: page.evaluated, found: core.ranked.length } } : {}),
      symbolsCalled: core.symbolsCalled,
      missingNull: page.missingNull,
      window,
      rankBy: question.rankBy,
      mlCapped: page.mlCapped,
      marketsScanned: core.scanned.map((prices) => ({
        id: prices.market.id,
        lastBar: prices.asOf === null ? null : lastSessionBefore(prices.sessions, through + 1),
        isOld: marketAge(screening, prices, through) !== null,
        sessionsBehind: sessionsBehind(screening, prices, through),
        ended: endedSymbols(prices, through),
      })),
      withoutSession: core.withoutSession,
      isEmpty: isEmpty(core.snapshot),
      marketFailures: core.marketFailures,
      evidenceFailures,
    },
    facts: {
      window,
      markets_scanned: core.scanned.map(({ market }) => market.id),
      market_failures: core.marketFailures,
      evidence_failures: evidenceFailures,
      rank_by: question.rankBy,
      view: question.view,
      lookback: {
        year1: question.years,
        year2: question.minWins ?? winningYears(DEFAULT_WINNING_PERCENT, question.years),
      },
      count: shown,
      evaluated_count: page.evaluated,
      found_count: core.ranked.length,
      enrichment_capped: core.ranked.length > page.poolSize || page.mlCapped,
      capped_by_plan: page.cappedByPlan,
      shown_of_evaluated: `${page.ofPool} of ${page.evaluated}`,
      ...(page.cappedByPlan ? { upgrade_url: tiers.upgradeUrl } : {}),
      ml_remaining_today: reserved.remaining,
    },
    notes: {
      ...(marketsNote === undefined ? {} : { markets_note: marketsNote }),
      ...(lookbackNote === undefined ? {} : { lookback_note: lookbackNote }),
      ...closingFields(screening, core.snapshot, toIsoOrNull(core.asOf), core.scanned, through),
    },
  };
}
