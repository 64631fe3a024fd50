import type { Caller } from '../../access/caller';
import { narrowed } from '../../access/scope';
import { scheduleOf } from '../../answers/ticket';
import { type Day, toIso, toIsoOrNull } from '../../core/calendar/dates';
import type { Market } from '../../core/calendar/market';
import { sessionsOver } from '../../core/calendar/marketSessions';
import type { MlOutcome } from '../../core/model/absence';
import { type CalendarPattern, MOST_FOLLOWED } from '../../core/record/calendarEntries';
import type { NotedPattern } from '../../core/record/scanChanges';
import { round4 } from '../../core/statistics/round';
import { holdOf } from '../../core/window/window';
import type { MarketPrices, Snapshot } from '../../engine/snapshot';
import { ApiError } from '../../errors';
import type { SavedScan, WaitingScan } from '../../storage/savedScans';
import { cardOf } from '../screening/cards';
import type { ServiceDeps } from '../screening/deps';
import type { ScanCore, ScanRow } from '../screening/results';
import { scanQueryOf } from '../screening/scan';
import { scanCore } from '../screening/scanCore';
import { type ScanPage, scanPage } from '../screening/scanPage';
import { requireScan, scanQuestion } from '../screening/scanQuestion';
import type { ScanParameters } from './savedScans';

/** Days in which the next session of any market comes. */
const NEXT_SESSION_WITHIN = 14;

/** What a saved scan is to run over; `fault` where its question cannot be asked any more. */
export type PlannedRun =
  | { readonly prices: string; readonly fault: string }
  | { readonly prices: string; readonly fault: null; readonly caller: Caller; readonly asked: RequestedRun };

type RequestedRun = ReturnType<typeof requireScan> & { readonly question: ReturnType<typeof scanQuestion> };

/** What a run came to. */
export type RunOutcome =
  | { readonly fault: string }
  | {
      readonly fault: null;
      readonly found: readonly NotedPattern[];
      /** The first of them, as a calendar tells of them. */
      readonly calendar: readonly CalendarPattern[];
      readonly asOf: Day | null;
      /** First day that may be entered on. */
      readonly start: Day;
      readonly simulated: boolean;
      /** Whether a pattern is entered on the next session of its market. */
      readonly entering: (pattern: NotedPattern) => boolean;
    };

/**
 * What a saved scan is to run over now, with the plan of its account as it is now and without predictions. Its `prices` name
 * the last bars of the markets it looks at: of the same ones it runs once.
 *
 * @returns null when there is nothing to look at: no prices, or its dates are over
 */
export function plannedRun(deps: ServiceDeps, snapshot: Snapshot, { scan, tier }: WaitingScan): PlannedRun | null {
  const { clock } = deps.screening;
  const question = scanQuestion(scan.query as ScanParameters);
  const caller = callerOf(deps, scan, tier);
  try {
    const asked = requireScan(deps, caller, question);
    if (asked.range.end < clock.today()) return null;
    const prices = lastBars(snapshot, asked.inBand);
    return prices === null ? null : { prices, fault: null, caller, asked: { ...asked, question } };
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error;
    return { prices: `refused on ${toIso(clock.today())}`, fault: error.message };
  }
}

/** The account itself, as far as the key reached that the scan was saved with. Read-only: nobody asked for predictions now. */
function callerOf({ tiers }: ServiceDeps, { accountId, markets }: SavedScan, tierId: string): Caller {
  const key = { markets, readOnly: true };
  return { accountId, tier: narrowed(tiers.ofAccount(tierId), key), demo: false, key };
}

function lastBars({ markets, simulated }: Snapshot, asked: readonly Market[]): string | null {
  const known = asked.map(({ id }) => [id, markets.get(id)?.asOf ?? null] as const).filter(([, asOf]) => asOf !== null);
  if (known.length === 0) return null;
  return [simulated ? 'sandbox' : 'real', ...known.map(([id, asOf]) => `${id}:${toIsoOrNull(asOf)}`)].join(' ');
}

/**
 * Runs a saved scan as its account would have GET /scan run it.
 *
 * @throws scan_busy, and the faults of a database
 */
export async function runOf(
  deps: ServiceDeps,
  { caller, asked }: Extract<PlannedRun, { readonly fault: null }>,
  signal: AbortSignal,
): Promise<RunOutcome> {
  const { question, inBand, range } = asked;
  const query = scanQueryOf(question, inBand, range);
  const work = { account: String(caller.accountId), signal };
  const core = await scanCore(deps.screening, query, caller, work);
  const page = await scanPage(deps, core, question, { caller, ...work });
  return page.held.show(async () => outcomeOf(core, page, range.start));
}

function outcomeOf(core: ScanCore, page: ScanPage, start: Day): RunOutcome {
  if (core.marketFailures.length > 0) return { fault: `No answer from markets ${core.marketFailures.join(', ')}.` };
  const failures = core.evidenceFailures + page.failures;
  if (failures > 0 || core.cutShort) return { fault: `${failures || 'Some'} candidates could not be looked at.` };
  if (page.awaitsLuck) return { fault: 'The chances that it bounds are not known yet.' };
  const entries = nextEntries(core.scanned, core.today);
  const followed = page.rows.slice(0, MOST_FOLLOWED);
  return {
    fault: null,
    found: page.rows.map(noted),
    calendar: followed.flatMap((row, i) => calendarPattern(row, page.held.outcomes[i], core.today)),
    asOf: core.asOf,
    start,
    simulated: core.snapshot.simulated,
    entering: ({ market, entry_date }) => entries.get(market) === entry_date,
  };
}

/** The next session of each market after its last bar that is not over, `YYYY-MM-DD`, by its id. */
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

function noted({ loaded, market, direction, window, evidence, edge }: ScanRow): NotedPattern {
  return {
    market: market.id,
    symbol: loaded.symbol,
    direction,
    entry_date: toIso(window.entry),
    exit_date: toIso(window.end),
    hold_days: holdOf(window),
    edge_score: edge.score,
    historical_win_rate: round4(evidence.winRate),
    years_tested: evidence.yearsTested,
  };
}

/** None where the window holds no two sessions: there is nothing to enter and to close. */
function calendarPattern(row: ScanRow, ml: MlOutcome, today: Day): CalendarPattern[] {
  const { loaded, market, direction, window } = row;
  const { entrySession, exitSession } = scheduleOf(window, market.calendar, today);
  if (exitSession <= entrySession) return [];
  const { bias, verdict } = cardOf(row, { rank: 1, ml, today });
  const { market: id, symbol, entry_date, exit_date, hold_days } = noted(row);
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
    },
  ];
}
