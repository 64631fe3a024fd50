import type { LedgerHead } from '../core/record/ledger';
import { countedReplay, type ReplayedSession } from '../core/record/replay';
import { summariseTrack, type TrackSummary } from '../core/record/trackRecord';
import { nextStepOn } from './nextStep';
import { plural, REPLAY_DISCLAIMER } from './phrases';
import type { PatternCard, TrackRecordPick, TrackRecordSummary } from './shapes';
import { publishedPicks, publishedSummary, SIMULATED, summarySentences } from './trackRecord';

/**
 * The track record of a sandbox replay, counted like the real one (SPEC 2.7) and labelled as a replay.
 *
 * @param sessions in ascending order, at least one
 * @param awaited sentences on the state of the real record
 * @param head of the ledger, which does not contain the replay
 */
export function replayedRecordOf(
  sessions: readonly ReplayedSession[],
  awaited: string,
  head: LedgerHead,
): TrackRecordSummary {
  const summary = summariseTrack(countedReplay(sessions));
  const note = [
    SIMULATED,
    ...replaySentences(sessions, summary),
    ...summarySentences(summary),
    awaited,
    `Head of the ledger: record ${head.seq}, ${head.hash}; nothing of this replay is in it.`,
  ].join(' ');
  return publishedSummary(summary, note);
}

/** The replayed picks (SPEC 2.7), newest first. */
export function replayedPicks(sessions: readonly ReplayedSession[]): TrackRecordPick[] {
  return publishedPicks(countedReplay(sessions));
}

/**
 * The card of a replayed pick as it would have been published, with its next step updated to another day.
 *
 * @param live the real record, which does not contain the pick
 * @param today `YYYY-MM-DD`, as `openFrom`, the first day whose session has not closed
 */
export function replayedCard(
  card: PatternCard,
  live: TrackRecordSummary,
  today: string,
  openFrom: string,
): PatternCard {
  const step = nextStepOn(card.next_step, card.setup.entry_date, today, openFrom);
  return {
    ...card,
    receipts: { ...card.receipts, live_track_record: live },
    // The copied text is read without the card's flags, so it says itself that it is a replay.
    next_step: { ...step, copy_text: `Replayed, not published in advance: ${step.copy_text}` },
    disclaimer: REPLAY_DISCLAIMER,
  };
}

function replaySentences(sessions: readonly ReplayedSession[], { open }: TrackSummary): string[] {
  const last = sessions[sessions.length - 1];
  const none = sessions.filter(({ pick }) => pick === null);
  return [
    'A replay, not a forward record, and not published in advance: what the rule of the daily pick, without the model, ' +
      `would have picked in ${plural(sessions.length, 'session')} from ${sessions[0].session} to ${last.session}, each with the prices of the day before; ${open} open.`,
    none.length === 0
      ? 'None was without a card to pick.'
      : `${none.length} had no card to pick, the last of them ${none[none.length - 1].session} (${none[none.length - 1].reason}).`,
    'Effects were planted in some symbols: what is won here says nothing of a market.',
  ];
}
