import { disclaimerFor } from '../answers/disclaimer';
import type { PatternCard } from '../answers/shapes';
import { significanceBlock, UNKNOWN } from '../answers/significance';
import { publishedPicks, trackRecordOf } from '../answers/trackRecord';
import { type View, viewCards } from '../answers/views';
import { nyseClose } from '../clock';
import { toIso } from '../core/calendar/dates';
import { nextSession } from '../core/calendar/sessions';
import { EMPTY_HEAD, type LedgerHead, type LedgerRecord, type RecordOf, sessionKey } from '../core/record/ledger';
import { PICK_HOUR } from '../core/record/pickRule';
import { trackedPicks } from '../core/record/trackRecord';
import type { Snapshot } from '../engine/snapshot';
import { internal, notFound } from '../errors';
import type { Output } from '../operation';
import type { ServiceDeps } from './deps';
import { currentPrices } from './screening';

/** The latest pick as it was published, with the record as it stands now (SPEC 4.14). @throws not_found, scan_busy */
export async function latestPick(
  deps: ServiceDeps,
  { view, withChart }: { readonly view: View; readonly withChart: boolean },
): Promise<Output<'getDailyPick'>> {
  const snapshot = await currentPrices(deps.screening);
  const { simulated } = snapshot;
  const records = await deps.ledger.all();
  const pick = records.findLast(isPickOver(simulated));
  if (!pick) throw notFound(await noneYet(deps, snapshot));
  const head = headOf(records);
  const trackRecord = trackRecordOf(records, simulated, head);
  const { chart, ...published } = await publishedCard(deps, pick);
  // The card is served as it was published; the record beside it is the one thing that lives on.
  const receipts = { ...published.receipts, live_track_record: trackRecord };
  const [card] = viewCards([{ ...published, receipts }], view, withChart ? chart : undefined);
  return {
    card,
    featured_date: pick.session,
    track_record: trackRecord,
    view,
    head_hash: head.hash,
    disclaimer: disclaimerFor(simulated),
    as_of: pick.as_of,
  };
}

/** Every pick with its outcome, and what they come to (SPEC 4.15). @throws scan_busy */
export async function trackRecord({ screening, ledger }: ServiceDeps): Promise<Output<'getTrackRecord'>> {
  const { simulated } = await currentPrices(screening);
  const records = await ledger.all();
  const head = headOf(records);
  return {
    summary: trackRecordOf(records, simulated, head),
    picks: publishedPicks(trackedPicks(records, simulated)),
    head_hash: head.hash,
    disclaimer: disclaimerFor(simulated),
  };
}

/** The records themselves after a position, oldest first, for anyone to verify. @throws scan_busy */
export async function ledgerPage(
  { screening, ledger }: ServiceDeps,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<Output<'listLedger'>> {
  const { simulated } = await currentPrices(screening);
  const records = await ledger.page(after, limit);
  const head = await ledger.head();
  const last = records.at(-1)?.seq ?? after;
  return {
    records,
    count: records.length,
    next_cursor: last < head.seq ? String(last) : null,
    head_hash: head.hash,
    head_seq: head.seq,
    disclaimer: disclaimerFor(simulated),
  };
}

const isPickOver =
  (simulated: boolean) =>
  (record: LedgerRecord): record is RecordOf<'pick'> =>
    record.type === 'pick' && record.simulated === simulated;

function headOf(records: readonly LedgerRecord[]): LedgerHead {
  return records.at(-1) ?? EMPTY_HEAD;
}

async function publishedCard({ ledger }: ServiceDeps, { seq }: RecordOf<'pick'>): Promise<PatternCard> {
  const card = await ledger.card(seq);
  if (card === null) throw internal(`record ${seq} is no pick`);
  // The hash in its record vouches for what it is. One published before shuffled calendars were asked says so.
  const published = card as PatternCard;
  return 'significance' in published
    ? published
    : { ...(published as PatternCard), significance: significanceBlock(UNKNOWN) };
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
