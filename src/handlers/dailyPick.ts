import { disclaimerFor } from '../answers/disclaimer';
import type { PatternCard } from '../answers/shapes';
import { publishedPicks, trackRecordOf } from '../answers/trackRecord';
import { viewCards } from '../answers/views';
import { nyseClose } from '../clock';
import { toIso } from '../core/calendar/dates';
import { nextSession } from '../core/calendar/sessions';
import { EMPTY_HEAD, type LedgerHead, type LedgerRecord, type RecordOf, sessionKey } from '../core/record/ledger';
import { PICK_HOUR } from '../core/record/pickRule';
import { trackedPicks } from '../core/record/trackRecord';
import type { Snapshot } from '../engine/snapshot';
import { internal, notFound } from '../errors';
import type { Handler } from '../operation';
import type { ServiceDeps } from '../services/deps';
import { currentPrices } from '../services/screening';
import { LedgerDamagedError } from '../storage/errors';

/** GET /daily-pick (SPEC 4.14): the latest pick as it was published, with the record as it stands now. */
export function dailyPickHandler(deps: ServiceDeps): Handler<'getDailyPick'> {
  return async ({ view, include }) => {
    const snapshot = await currentPrices(deps.screening);
    const { simulated } = snapshot;
    const records = await recordsOf(deps);
    const pick = records.findLast(isPickOver(simulated));
    if (!pick) throw notFound(await noneYet(deps, snapshot));
    const head = headOf(records);
    const trackRecord = trackRecordOf(records, simulated, head);
    const { chart, ...published } = await publishedCard(deps, pick);
    // The card is served as it was published; the record beside it is the one thing that lives on.
    const receipts = { ...published.receipts, live_track_record: trackRecord };
    const [card] = viewCards([{ ...published, receipts }], view, include === 'chart' ? chart : undefined);
    return {
      card,
      featured_date: pick.session,
      track_record: trackRecord,
      view,
      head_hash: head.hash,
      disclaimer: disclaimerFor(simulated),
      as_of: pick.as_of,
    };
  };
}

/** GET /daily-pick/track-record (SPEC 4.15). */
export function trackRecordHandler(deps: ServiceDeps): Handler<'getTrackRecord'> {
  return async () => {
    const { simulated } = await currentPrices(deps.screening);
    const records = await recordsOf(deps);
    const head = headOf(records);
    return {
      summary: trackRecordOf(records, simulated, head),
      picks: publishedPicks(trackedPicks(records, simulated)),
      head_hash: head.hash,
      disclaimer: disclaimerFor(simulated),
    };
  };
}

/** GET /daily-pick/ledger: the records themselves, oldest first, for anyone to verify. */
export function ledgerHandler(deps: ServiceDeps): Handler<'listLedger'> {
  return async ({ cursor, limit }) => {
    const { simulated } = await currentPrices(deps.screening);
    const after = cursor === undefined ? 0 : Number(cursor);
    const records = await reading(() => deps.ledger.page(after, limit));
    const head = await deps.ledger.head();
    const last = records.at(-1)?.seq ?? after;
    return {
      records,
      count: records.length,
      next_cursor: last < head.seq ? String(last) : null,
      head_hash: head.hash,
      head_seq: head.seq,
      disclaimer: disclaimerFor(simulated),
    };
  };
}

const isPickOver =
  (simulated: boolean) =>
  (record: LedgerRecord): record is RecordOf<'pick'> =>
    record.type === 'pick' && record.simulated === simulated;

function headOf(records: readonly LedgerRecord[]): LedgerHead {
  return records.at(-1) ?? EMPTY_HEAD;
}

function recordsOf({ ledger }: ServiceDeps): Promise<readonly LedgerRecord[]> {
  return reading(() => ledger.all());
}

async function publishedCard({ ledger }: ServiceDeps, { seq }: RecordOf<'pick'>): Promise<PatternCard> {
  const card = await ledger.card(seq);
  if (card === null) throw internal(`the card of record ${seq} is gone`);
  // The hash in its record vouches for what it is.
  return card as PatternCard;
}

async function reading<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof LedgerDamagedError) throw internal(error);
    throw error;
  }
}

/** When the first pick is to be expected. */
async function noneYet({ screening, predictorFor, ledger }: ServiceDeps, snapshot: Snapshot): Promise<string> {
  const { clock } = screening;
  const today = clock.today();
  const isOver = clock.now() > nyseClose(today) || (await ledger.has(sessionKey(toIso(today))));
  const session = nextSession('nyse', isOver ? today + 1 : today);
  const model =
    (await predictorFor(snapshot)) === null
      ? ' No prediction model is in service, and without one no pick is made (npm run train).'
      : '';
  return `No daily pick has been published yet; the next is due on ${toIso(session)} at ${PICK_HOUR}:00 New York time.${model}`;
}
