import type { LedgerHead } from '../core/record/ledger';
import { countedReplay, type ReplayedSession } from '../core/record/replay';
import { summariseTrack, type TrackSummary } from '../core/record/trackRecord';
import { REPLAY_DISCLAIMER } from './disclaimer';
import { nextStepOn } from './nextStep';
import { plural } from './phrases';
import type { PatternCard, TrackRecordPick, TrackRecordSummary } from './shapes';
import { publishedPicks, publishedSummary, SIMULATED, summarySentences } from './trackRecord';

/**
 * What a replay of the sandbox comes to, counted as the record is (SPEC 2.7) and said to be none.
 *
 * @param sessions one after the other, at least one
 * @param awaited what there is of the real record, in a sentence or two
 * @param head of the ledger, which holds nothing of the replay
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
 * The card of a replayed pick as it would have been published, with what is left of it on another day.
 *
 * @param live the real record, which holds nothing of it
 * @param today `YYYY-MM-DD`
 */
export function replayedCard(card: PatternCard, live: TrackRecordSummary, today: string): PatternCard {
  const step = nextStepOn(card.next_step, card.setup.entry_date, today);
  return {
    ...card,
    receipts: { ...card.receipts, live_track_record: live },
    // What is copied goes where no flag goes with it.
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
