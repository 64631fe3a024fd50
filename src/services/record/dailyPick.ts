import { viewCards } from '../../answers/card';
import { nextStepOn } from '../../answers/nextStep';
import { disclaimerFor, REPLAY_DISCLAIMER } from '../../answers/phrases';
import { evaluatedPicks } from '../../answers/pickEvaluation';
import type { PatternCard } from '../../answers/shapes';
import { significanceBlock, UNKNOWN } from '../../answers/significance';
import { publishedPicks, replayedCard, replayedRecordOf, trackRecordOf } from '../../answers/trackRecord';
import { nyseClose } from '../../clock';
import { nextSession } from '../../core/calendar/calendars';
import { toIso } from '../../core/calendar/dates';
import {
  EMPTY_HEAD,
  type LedgerHead,
  type LedgerRecord,
  type RecordOf,
  ruleVersionOf,
  sessionKey,
} from '../../core/record/ledger';
import { countedReplay, PICK_HOUR, type ReplayedSession } from '../../core/record/pickRule';
import { type TrackedPick, trackedPicks } from '../../core/record/trackRecord';
import type { Snapshot } from '../../engine/snapshot';
import { internal, notFound } from '../../errors';
import type { Answer, Asker, Input, Output } from '../../operation';
import { currentPrices, type ServiceDeps } from '../screening/deps';
import { orTable } from '../screening/written';

type RequestedPick = Input<'getDailyPick'>;

/**
 * The latest pick as published, with the current track record (SPEC 4.14). Over simulated prices, the latest replayed pick
 * until a pick is published.
 *
 * @throws not_found, scan_busy
 */
export async function latestPick(deps: ServiceDeps, question: RequestedPick): Promise<Output<'getDailyPick'>> {
  const record = await currentRecord(deps);
  const pick = record.picks.at(-1)?.pick;
  if (!pick) return latestReplayed(deps, record, question);
  const { records, head } = record;
  const { simulated } = record.snapshot;
  const { view, include } = question;
  const trackRecord = trackRecordOf(records, simulated, head, deps.screening.clock.firstOpenDay('nyse'));
  const { chart, ...published } = await publishedCard(deps, pick);
  // The card is served as published, but for the track record, which is current, and a ticket whose session has closed.
  const receipts = { ...published.receipts, live_track_record: trackRecord };
  const step = nextStepOn(published.next_step, published.setup, ...daysOf(deps, published));
  const shown = { ...published, receipts, next_step: step };
  const [card] = viewCards([shown], view, include === 'chart' ? chart : undefined);
  return {
    card,
    featured_date: pick.session,
    rule_version: ruleVersionOf(pick),
    track_record: trackRecord,
    view,
    replay: false,
    head_hash: head.hash,
    disclaimer: disclaimerFor(simulated),
    as_of: pick.as_of,
  };
}

/** Today, and the first day whose session has not closed in a card's market. */
function daysOf({ screening: { clock, markets } }: ServiceDeps, { market }: PatternCard): [string, string] {
  const calendar = markets.find(({ id }) => id === market.id)?.calendar ?? 'nyse';
  return [toIso(clock.today()), toIso(clock.firstOpenDay(calendar))];
}

/** @throws not_found without a replayed pick */
async function latestReplayed(
  deps: ServiceDeps,
  { snapshot, records, head, replay: sessions }: CurrentRecord,
  { view, include }: RequestedPick,
): Promise<Output<'getDailyPick'>> {
  const latest = sessions.findLast(({ pick }) => pick !== null);
  if (!latest) throw notFound(await noPickNote(deps, snapshot));
  const { chart, ...chosen } = await deps.replayed.card(snapshot, latest.session);
  const live = trackRecordOf(records, true, head, deps.screening.clock.firstOpenDay('nyse'));
  const card = replayedCard(chosen, live, ...daysOf(deps, chosen));
  return {
    card: viewCards([card], view, include === 'chart' ? chart : undefined)[0],
    featured_date: latest.session,
    rule_version: latest.rule_version,
    track_record: replayedRecordOf(sessions, await noPickNote(deps, snapshot), head),
    view,
    replay: true,
    head_hash: head.hash,
    disclaimer: REPLAY_DISCLAIMER,
    as_of: chosen.receipts.as_of,
  };
}

/** Every pick with its outcome, and their summary (SPEC 4.15). @throws scan_busy */
export async function listTrackRecord(deps: ServiceDeps, _: object, asker: Asker): Promise<Answer<'getTrackRecord'>> {
  return orTable(deps.screening, 'getTrackRecord', await trackRecord(deps), asker);
}

/** The whole record. @throws scan_busy */
export async function trackRecord(deps: ServiceDeps): Promise<Output<'getTrackRecord'>> {
  const { snapshot, records, head, picks, replay } = await currentRecord(deps);
  const { simulated } = snapshot;
  if (replay.length > 0)
    return {
      summary: replayedRecordOf(replay, await noPickNote(deps, snapshot), head),
      picks: publishedPicks(countedReplay(replay)),
      replay: true,
      head_hash: head.hash,
      disclaimer: REPLAY_DISCLAIMER,
    };
  return {
    summary: trackRecordOf(records, simulated, head, deps.screening.clock.firstOpenDay('nyse')),
    picks: publishedPicks(picks),
    replay: false,
    head_hash: head.hash,
    disclaimer: disclaimerFor(simulated),
  };
}

/** The ledger's records after the cursor, the position of the last record seen, for anyone to verify. @throws scan_busy */
export async function ledgerPage(
  { screening, storage }: ServiceDeps,
  { cursor, limit }: Input<'listLedger'>,
  asker: Asker,
): Promise<Answer<'listLedger'>> {
  const after = Number(cursor ?? 0);
  const { simulated } = await currentPrices(screening);
  const records = await storage.records.page(after, limit);
  const head = await storage.records.head();
  const last = records.at(-1)?.seq ?? after;
  const answer = {
    records,
    count: records.length,
    next_cursor: last < head.seq ? String(last) : null,
    head_hash: head.hash,
    head_seq: head.seq,
    disclaimer: disclaimerFor(simulated),
  };
  return orTable(screening, 'listLedger', answer, asker);
}

/** The record as it stands over the prices in service. */
interface CurrentRecord {
  readonly snapshot: Snapshot;
  readonly records: readonly LedgerRecord[];
  readonly head: LedgerHead;
  /** Published picks over prices of this kind. */
  readonly picks: readonly TrackedPick[];
  /** Over simulated prices, the replayed sessions that stand in until a pick is published; never both. */
  readonly replay: readonly ReplayedSession[];
}

/** @throws scan_busy */
async function currentRecord({ screening, storage, replayed }: ServiceDeps): Promise<CurrentRecord> {
  const snapshot = await currentPrices(screening);
  const records = await storage.records.all();
  const picks = trackedPicks(records, snapshot.simulated);
  const replay = picks.length === 0 ? replayed.over(snapshot) : [];
  return { snapshot, records, head: records.at(-1) ?? EMPTY_HEAD, picks, replay };
}

async function publishedCard({ storage }: ServiceDeps, { seq }: RecordOf<'pick'>): Promise<PatternCard> {
  const card = await storage.records.card(seq);
  if (card === null) throw internal(`record ${seq} is no pick`);
  // The hash in the record vouches for the card's shape. Cards published before METHOD 9 have no significance.
  const published = card as PatternCard;
  return 'significance' in published
    ? published
    : { ...(published as PatternCard), significance: significanceBlock(UNKNOWN) };
}

/** The text before the first pick: when it is due. */
async function noPickNote(
  { screening, predictorFor, storage, replayed }: ServiceDeps,
  snapshot: Snapshot,
): Promise<string> {
  const { clock } = screening;
  const today = clock.today();
  const isOver = clock.now() > nyseClose(today) || (await storage.records.has(sessionKey(toIso(today))));
  const session = nextSession('nyse', isOver ? today + 1 : today);
  const model =
    (await predictorFor(snapshot)) === null
      ? ' No prediction model is in service, and without one no pick is made (npm run train).'
      : '';
  const replayNote =
    replayed.underWay && replayed.over(snapshot).length === 0
      ? ' Past sessions of the sandbox are being replayed, to be shown here until then: ask again in a minute.'
      : '';
  return `No daily pick has been published yet; the next is due on ${toIso(session)}, after ${PICK_HOUR}:00 New York time.${model}${replayNote}`;
}

/**
 * The picks that GET /daily-pick/track-record counts (replayed or published), one by one, with statistical tests.
 *
 * @throws scan_busy
 */
export async function pickEvaluation(deps: ServiceDeps): Promise<Output<'getPickEvaluation'>> {
  const { snapshot, head, picks, replay } = await currentRecord(deps);
  const isReplay = replay.length > 0;
  const evaluated = isReplay
    ? countedReplay(replay).map((pick) => ({ ...pick, probability: null, record: null }))
    : picks.map((pick) => ({
        ...pick,
        probability: pick.pick.ml.ml_win_prob,
        record: { seq: pick.pick.seq, hash: pick.pick.hash },
      }));
  return {
    ...evaluatedPicks(evaluated),
    replay: isReplay,
    head: { seq: head.seq, hash: head.hash },
    disclaimer: isReplay ? REPLAY_DISCLAIMER : disclaimerFor(snapshot.simulated),
  };
}
