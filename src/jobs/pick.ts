import { publicationEvents, scoringEvents } from '../alerts/events';
import { newYorkDay, nyseClose } from '../clock';
import { isSession, nextSession } from '../core/calendar/calendars';
import { type Day, fromIso, toIso } from '../core/calendar/dates';
import {
  ENGINE_VERSION,
  type LedgerRecord,
  type OutcomeEntry,
  outcomeKey,
  PICK_RULE_VERSION,
  type PickEntry,
  type RandomDatesEntry,
  type RecordOf,
  randomDatesKey,
  sessionKey,
} from '../core/record/ledger';
import { type TrackedPick, trackedPicks } from '../core/record/trackRecord';
import { type Snapshot, symbolNamed } from '../engine/snapshot';
import type { Log } from '../log';
import {
  compareToRandomDates,
  type PickScan,
  type PickToScore,
  pickCard,
  scanForPick,
  scorePick,
} from '../services/record/pickScan';
import { currentPrices, type Screening } from '../services/screening/deps';
import type { PickPredictor, PredictorSource } from '../services/screening/predictions';
import { CorruptPricesError } from '../storage/errors';
import { canonical, sha256 } from '../storage/hashes';
import type { LedgerDraft, RecordStore } from '../storage/ledger';

export interface PickDeps {
  readonly ledger: RecordStore;
  readonly screening: Screening;
  readonly predictorFor: PredictorSource;
  /** `set` when the clock was started at a chosen instant. */
  readonly clockKind: 'system' | 'set';
  readonly log: Log;
}

/** The new record, or why there is none. */
export type PickResult =
  | { readonly status: 'recorded'; readonly record: LedgerRecord }
  | { readonly status: 'exists' | 'no_session' | 'no_prices' | 'no_model' | 'missed' };

/** A pick may be entered at a close only if it is made at least this long before it. */
const AHEAD_MS = 15 * 60_000;
/** A run that lasts into the 15 minutes before the close is repeated once, for entries from the next session on. */
const MOST_RUNS = 2;

/**
 * Makes the pick of today's NYSE session, or records that there is none (SPEC 4.14). A pick of another session cannot be made or
 * backdated. Safe to repeat, and to run in several processes at once.
 *
 * Waits for the significance of its scan and for what came true in its markets. One that cannot be computed is logged, and the
 * record is made without it.
 *
 * From 15 minutes before the close on, entries start with the next session, so that every entry could have been traded.
 *
 * @throws errors of the scan, and the signal's reason once it is aborted; nothing is recorded then
 */
export async function makePick(deps: PickDeps, signal?: AbortSignal): Promise<PickResult> {
  const { ledger, screening, predictorFor } = deps;
  const today = screening.clock.today();
  if (!isSession('nyse', today)) return { status: 'no_session' };
  const key = sessionKey(toIso(today));
  for (let run = 1; ; run++) {
    if (await ledger.has(key)) return { status: 'exists' };
    const snapshot = await currentPrices(screening);
    if (snapshot.symbols.size === 0) return { status: 'no_prices' };
    const predictor = await predictorFor(snapshot);
    if (predictor === null) return { status: 'no_model' };
    const start = firstEntry(screening.clock.now(), today);
    const earlier = trackedPicks(await ledger.all(), snapshot.simulated).map(({ pick }) => earlierPick(snapshot, pick));
    const scan = await scanForPick(screening, predictor, start, earlier, signal);
    let obstacle: 'overtaken' | 'missed' | null = null;
    const record = await ledger.append(key, () => {
      const now = screening.clock.now();
      if (newYorkDay(now) !== today) obstacle = 'missed';
      else if (start !== firstEntry(now, today)) obstacle = 'overtaken';
      return obstacle === null ? draftRecord(deps, scan, predictor, now) : null;
    });
    if (record) return { status: 'recorded', record };
    if (obstacle === 'missed' || (obstacle === 'overtaken' && run === MOST_RUNS)) return { status: 'missed' };
  }
}

/** The first day whose close can still be traded. */
function firstEntry(now: Date, today: Day): Day {
  return now.getTime() <= nyseClose(today).getTime() - AHEAD_MS ? today : today + 1;
}

/** A pick of the record, under the present ticker of its symbol. */
function earlierPick(snapshot: Snapshot, { symbol, direction, exit_date, published_at }: RecordOf<'pick'>) {
  const now = symbolNamed(snapshot, symbol, new Date(published_at))?.symbol ?? symbol;
  return { symbol: now, direction, exit: fromIso(exit_date) };
}

/** The first session whose close is at or after an instant. */
function earliestEntry(now: Date): Day {
  const today = newYorkDay(now);
  return nextSession('nyse', isSession('nyse', today) && now <= nyseClose(today) ? today : today + 1);
}

function draftRecord(
  deps: PickDeps,
  { core, row, reason }: PickScan,
  { version }: PickPredictor,
  now: Date,
): LedgerDraft {
  const { snapshot, marketFailures, asOf } = core;
  const shared = {
    published_at: now.toISOString(),
    simulated: snapshot.simulated,
    clock: deps.clockKind,
    session: toIso(newYorkDay(now)),
    engine_version: ENGINE_VERSION,
    rule_version: PICK_RULE_VERSION,
    data_version: snapshot.dataVersion,
    model_version: version,
    market_failures: marketFailures,
  };
  if (row === null) {
    const entry = { ...shared, type: 'no_pick', as_of: asOf === null ? null : toIso(asOf), reason } as const;
    return { entry, events: publicationEvents };
  }
  const card = pickCard(core, row);
  if (card.ml === null) throw new RangeError(`the pick of ${card.symbol} has no prediction`);
  const entry: PickEntry = {
    ...shared,
    type: 'pick',
    as_of: card.receipts.as_of,
    symbol: card.symbol,
    direction: card.direction,
    edge_score: card.edge_score,
    market: card.market.id,
    entry_date: card.setup.entry_date,
    exit_date: card.setup.exit_date,
    hold_days: card.setup.hold_days,
    earliest_entry: toIso(earliestEntry(now)),
    ml: card.ml,
    card_hash: sha256(canonical(card)),
  };
  return { entry, card, events: publicationEvents };
}

/**
 * Records the outcome of every open pick whose exit bar is final, and the comparison with random dates of every scored pick once
 * those dates are over. Picks over simulated prices are scored by simulated prices only, and real ones by real prices. Safe to
 * repeat, and to run in several processes at once.
 */
export async function scorePicks(deps: PickDeps): Promise<LedgerRecord[]> {
  const { ledger, screening, log } = deps;
  const snapshot = await currentPrices(screening);
  const written: LedgerRecord[] = [];
  for (const tracked of trackedPicks(await ledger.all(), snapshot.simulated)) {
    try {
      const record = await followUp(deps, snapshot, tracked);
      if (record) written.push(record);
    } catch (err) {
      if (!(err instanceof CorruptPricesError)) throw err;
      log.error({ err, pick: tracked.pick.seq }, 'pick not scored: its prices cannot be read');
    }
  }
  return written;
}

/** Appends the next record that is due about a pick; null if none is. */
async function followUp(
  deps: PickDeps,
  snapshot: Snapshot,
  { pick, outcome, randomDates }: TrackedPick,
): Promise<LedgerRecord | null> {
  const { engine } = deps.screening;
  if (outcome === null) {
    const scored = await scorePick(engine, snapshot, pickToScore(pick));
    return scored && append(deps, snapshot, pick, { type: 'outcome', ...reference(pick), ...scored });
  }
  if (randomDates !== null) return null;
  const entry = outcome.entry_session === null ? null : fromIso(outcome.entry_session);
  const figures = await compareToRandomDates(engine, snapshot, pickToScore(pick), entry);
  if (figures === 'open') return null;
  return append(deps, snapshot, pick, { type: 'random_dates', ...reference(pick), figures });
}

function pickToScore({ symbol, market, direction, hold_days, ...pick }: RecordOf<'pick'>): PickToScore {
  const entry = Math.max(fromIso(pick.entry_date), fromIso(pick.earliest_entry));
  const at = new Date(pick.published_at);
  return { symbol, at, market, direction, hold: hold_days, entry, exit: fromIso(pick.exit_date) };
}

function reference({ seq, hash }: LedgerRecord) {
  return { pick: { seq, hash } };
}

/** An entry about an earlier pick, without its time and data version. */
type FollowUp = UndatedEntry<OutcomeEntry> | UndatedEntry<RandomDatesEntry>;
type UndatedEntry<Entry> = Omit<Entry, 'published_at' | 'simulated' | 'clock' | 'data_version'>;

function append(
  { ledger, screening, clockKind }: PickDeps,
  { simulated, dataVersion }: Snapshot,
  pick: RecordOf<'pick'>,
  entry: FollowUp,
): Promise<LedgerRecord | null> {
  const key = entry.type === 'outcome' ? outcomeKey(pick.seq) : randomDatesKey(pick.seq);
  return ledger.append(key, () => {
    const published_at = screening.clock.now().toISOString();
    const dated = { ...entry, published_at, simulated, clock: clockKind, data_version: dataVersion };
    return { entry: dated, events: (record) => scoringEvents(record, pick) };
  });
}
