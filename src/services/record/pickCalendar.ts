import { percent } from '../../answers/phrases';
import type { PatternCard } from '../../answers/shapes';
import { nextSession, previousSession } from '../../core/calendar/calendars';
import { fromIso, toIso } from '../../core/calendar/dates';
import { tickerKey } from '../../core/calendar/ticker';
import { type CalendarEntry, isOver } from '../../core/record/calendarEntries';
import { type TrackedPick, trackedPicks } from '../../core/record/trackRecord';
import { currentPrices, type ServiceDeps } from '../screening/deps';

/**
 * The picks that a calendar shows, in the order in which they were published, over the prices that are in service.
 *
 * @throws scan_busy
 */
export async function pickEntries(
  deps: ServiceDeps,
): Promise<{ readonly entries: readonly CalendarEntry[]; readonly simulated: boolean }> {
  const { screening, storage } = deps;
  const { simulated, listed } = await currentPrices(screening);
  const today = toIso(screening.clock.today());
  const entries: CalendarEntry[] = [];
  for (const tracked of trackedPicks(await storage.records.all(), simulated)) {
    const sessions = tradingSessions(deps, tracked);
    if (sessions === null || isOver(sessions, today)) continue;
    const { symbol } = tracked.pick;
    const name = listed.get(tickerKey(symbol) ?? symbol)?.name ?? symbol;
    entries.push({ ...(await calendarEntry(deps, tracked)), ...sessions, name });
  }
  return { entries, simulated };
}

type Sessions = Pick<CalendarEntry, 'entry_session' | 'exit_session'>;

/** The entry and exit sessions of a pick; null when its window holds fewer than two sessions. */
function tradingSessions({ screening }: ServiceDeps, { pick }: TrackedPick): Sessions | null {
  const calendar = screening.markets.find(({ id }) => id === pick.market)?.calendar;
  if (calendar === undefined) return null;
  const entry = nextSession(calendar, Math.max(fromIso(pick.entry_date), fromIso(pick.earliest_entry)));
  const exit = previousSession(calendar, fromIso(pick.exit_date));
  return exit > entry ? { entry_session: toIso(entry), exit_session: toIso(exit) } : null;
}

async function calendarEntry(
  deps: ServiceDeps,
  tracked: TrackedPick,
): Promise<Omit<CalendarEntry, keyof Sessions | 'name'>> {
  const { pick, outcome, returnPct, result } = tracked;
  const { market, symbol, direction, entry_date, exit_date, hold_days, simulated, published_at } = pick;
  const { neutral, verdict, analyze_url } = await cardText(deps, tracked);
  const scored = returnPct === null ? '' : ` It was a ${result}: ${percent(returnPct)} in its direction, before costs.`;
  return {
    market,
    symbol,
    direction,
    entry_date,
    exit_date,
    hold_days,
    simulated,
    neutral,
    verdict: `Published on ${pick.session}. ${verdict}${scored}`,
    ...(analyze_url && { analyze_url }),
    uid: `pick-${pick.hash.slice(0, 32)}`,
    sequence: 0,
    cancelled: false,
    made_at: published_at,
    changed_at: outcome?.published_at ?? published_at,
  };
}

async function cardText({ storage }: ServiceDeps, { pick }: TrackedPick) {
  const card = (await storage.records.card(pick.seq)) as Pick<PatternCard, 'bias' | 'verdict' | 'analyze_url'> | null;
  return {
    neutral: card?.bias === 'neutral',
    verdict: card?.verdict ?? `Edge score ${pick.edge_score}.`,
    analyze_url: card?.analyze_url,
  };
}
