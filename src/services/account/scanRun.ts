import type { Caller } from '../../access/caller';
import { narrowed } from '../../access/tiers';
import { analyzeUrl } from '../../answers/analyzeUrl';
import { scheduleOf } from '../../answers/nextStep';
import { type Day, toIso } from '../../core/calendar/dates';
import type { Market } from '../../core/calendar/market';
import { sessionsOver } from '../../core/calendar/marketSessions';
import type { MlOutcome } from '../../core/model/absence';
import { type CalendarPattern, MOST_FOLLOWED, type NotedPattern } from '../../core/record/scanChanges';
import { round4 } from '../../core/statistics/round';
import { isNeutral } from '../../core/window/edge';
import { holdOf } from '../../core/window/window';
import type { MarketPrices, Snapshot } from '../../engine/snapshot';
import { ApiError } from '../../errors';
import type { SavedScan, WaitingScan } from '../../storage/savedScans';
import type { ServiceDeps } from '../screening/deps';
import { requireScan, scanQuestion } from '../screening/question';
import { type ScanCore, type ScanRow, setupCard } from '../screening/results';
import { type ScanPage, scanPage } from '../screening/scan';
import { scanCore } from '../screening/scanCore';
import type { ScanParameters } from './savedScans';

/** The next session of every market comes within this many days. */
const NEXT_SESSION_WITHIN = 14;

/** The next run of a saved scan; `fault` when its query is no longer valid. */
export type PlannedRun =
  | { readonly prices: string; readonly fault: string }
  | { readonly prices: string; readonly fault: null; readonly caller: Caller; readonly checked: RequestedRun };

type RequestedRun = ReturnType<typeof requireScan> & { readonly question: ReturnType<typeof scanQuestion> };

/** The outcome of a run. */
export type RunOutcome =
  | { readonly fault: string }
  | {
      readonly fault: null;
      readonly found: readonly NotedPattern[];
      /** The first of them, as calendar entries. */
      readonly calendar: readonly CalendarPattern[];
      readonly asOf: Day | null;
      /** First possible entry day. */
      readonly start: Day;
      readonly simulated: boolean;
      /** Whether a pattern is entered on the next session of its market. */
      readonly entering: (pattern: NotedPattern) => boolean;
    };

/**
 * Plans a run of a saved scan, with the current plan of its account and without predictions. `prices` names the last bars and
 * the contents of its markets: a scan runs once for each such state.
 *
 * @returns null without prices, or when its dates are over
 */
export function plannedRun(deps: ServiceDeps, snapshot: Snapshot, { scan, tier }: WaitingScan): PlannedRun | null {
  const { clock } = deps.screening;
  const question = scanQuestion(scan.query as ScanParameters);
  const caller = scanCaller(deps, scan, tier);
  try {
    const checked = requireScan(deps, caller, question);
    if (checked.range.end < clock.today()) return null;
    if (checked.inBand.length === 0) return refusedToday(deps, nothingScanned(checked));
    const prices = stateOfPrices(snapshot, checked.inBand);
    return prices === null ? null : { prices, fault: null, caller, checked: { ...checked, question } };
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error;
    return refusedToday(deps, error.message);
  }
}

/** A run that only tells why its scan cannot run; it is tried again each day. */
function refusedToday({ screening: { clock } }: ServiceDeps, fault: string): PlannedRun {
  return { prices: `refused on ${toIso(clock.today())}`, fault };
}

function nothingScanned({ marketsNote, lookbackNote }: ReturnType<typeof requireScan>): string {
  return [marketsNote, lookbackNote].filter((note) => note !== undefined).join(' ');
}

/** The account as a caller, within the markets of the key that saved the scan. Read-only, so that no predictions are charged. */
function scanCaller({ tiers }: ServiceDeps, { accountId, markets }: SavedScan, tierId: string): Caller {
  const key = { markets, readOnly: true };
  return { accountId, tier: narrowed(tiers.ofAccount(tierId), key), demo: false, key };
}

/** Equal prices have an equal state in every process, also after a restart. Null without prices. */
function stateOfPrices({ markets, simulated }: Snapshot, checked: readonly Market[]): string | null {
  const states = checked.flatMap(({ id }) => {
    const prices = markets.get(id);
    return prices === undefined || prices.asOf === null
      ? []
      : [`${id}:${toIso(prices.asOf)}:${prices.dataVersion.slice(0, 12)}`];
  });
  return states.length === 0 ? null : [simulated ? 'sandbox' : 'real', ...states].join(' ');
}

/**
 * Runs a saved scan like GET /scan for its account.
 *
 * @throws scan_busy, and the faults of a database
 */
export async function runScan(
  deps: ServiceDeps,
  { caller, checked }: Extract<PlannedRun, { readonly fault: null }>,
  signal: AbortSignal,
): Promise<RunOutcome> {
  const { question, inBand, range } = checked;
  const query = { markets: inBand, range, question };
  const work = { account: String(caller.accountId), signal };
  const core = await scanCore(deps.screening, query, caller, work);
  const page = await scanPage(deps, core, question, { caller, ...work });
  return page.reserved.show(async () => runOutcome(core, page, range.start));
}

function runOutcome(core: ScanCore, page: ScanPage, start: Day): RunOutcome {
  if (core.marketFailures.length > 0) return { fault: `No answer from markets ${core.marketFailures.join(', ')}.` };
  const failures = core.evidenceFailures + page.failures;
  if (failures > 0 || core.cutShort) return { fault: `${failures || 'Some'} candidates could not be checked.` };
  if (page.missingNull !== null) return { fault: 'The p-values that it filters by are not known yet.' };
  const entries = nextEntries(core.scanned, core.today);
  const followed = page.rows.slice(0, MOST_FOLLOWED);
  return {
    fault: null,
    found: page.rows.map(notedPattern),
    calendar: followed.flatMap((row, i) => calendarPattern(row, page.reserved.outcomes[i], core.today)),
    asOf: core.asOf,
    start,
    simulated: core.snapshot.simulated,
    entering: ({ market, entry_date }) => entries.get(market) === entry_date,
  };
}

/** The next session of each market after its last bar, today or later, `YYYY-MM-DD`, by market id. */
function nextEntries(scanned: readonly MarketPrices[], today: Day): Map<string, string> {
  const entries = new Map<string, string>();
  for (const { market, sessions, asOf } of scanned) {
    if (asOf === null) continue;
    const from = Math.max(asOf + 1, today);
    const [next] = sessionsOver(market, sessions, from, from + NEXT_SESSION_WITHIN);
    if (next !== undefined) entries.set(market.id, toIso(next));
  }
  return entries;
}

function notedPattern({ loaded, market, direction, window, evidence, edge, foundBy }: ScanRow): NotedPattern {
  const { symbol } = loaded;
  const link = analyzeUrl({ symbol, market: market.id, direction, window }, foundBy);
  return {
    market: market.id,
    symbol,
    direction,
    entry_date: toIso(window.entry),
    exit_date: toIso(window.end),
    hold_days: holdOf(window),
    edge_score: edge.score,
    historical_win_rate: round4(evidence.winRate),
    years_tested: evidence.yearsTested,
    ...(link && { analyze_url: link }),
    neutral: isNeutral(edge.score, evidence),
  };
}

/** Empty when the window holds fewer than two sessions, so that there is no entry and exit. */
function calendarPattern(row: ScanRow, ml: MlOutcome, today: Day): CalendarPattern[] {
  const { loaded, market, direction, window } = row;
  const { entrySession, exitSession } = scheduleOf(window, market.calendar, today, today);
  if (exitSession <= entrySession) return [];
  const { bias, verdict } = setupCard(row, { rank: 1, ml, today, openFrom: today });
  const { market: id, symbol, entry_date, exit_date, hold_days, analyze_url } = notedPattern(row);
  return [
    {
      market: id,
      symbol,
      name: loaded.name,
      direction,
      entry_date,
      exit_date,
      hold_days,
      entry_session: toIso(entrySession),
      exit_session: toIso(exitSession),
      neutral: bias === 'neutral',
      verdict,
      ...(analyze_url && { analyze_url }),
    },
  ];
}
