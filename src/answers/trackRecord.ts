import { sessionsBetween } from '../core/calendar/calendars';
import { type Day, fromIso } from '../core/calendar/dates';
import { type LedgerHead, type LedgerRecord, ruleVersionOf } from '../core/record/ledger';
import { countedReplay, type ReplayedSession } from '../core/record/pickRule';
import {
  type CountedPick,
  summariseTrack,
  type Tally,
  type TrackSummary,
  trackedPicks,
} from '../core/record/trackRecord';
import { wilsonInterval } from '../core/statistics/intervals';
import { round4, round4OrNull } from '../core/statistics/round';
import { nextStepOn } from './nextStep';
import { percent, plural, REPLAY_DISCLAIMER, share } from './phrases';
import type { PatternCard, TrackRecordPick, TrackRecordSummary } from './shapes';

/**
 * The published track record (SPEC 2.7): the counts over closed picks with a note on how to read them.
 *
 * @param openFrom first day whose NYSE session has not closed; a session that has closed without a record was missed
 */
export function trackRecordOf(
  records: readonly LedgerRecord[],
  simulated: boolean,
  head: LedgerHead,
  openFrom: Day,
): TrackRecordSummary {
  const summary = summariseTrack(trackedPicks(records, simulated));
  const note = [
    ...(simulated ? [SIMULATED] : []),
    ...historySentences(records, simulated, summary, openFrom),
    ...summarySentences(summary),
    `Head of the ledger: record ${head.seq}, ${head.hash}.`,
  ].join(' ');
  return publishedSummary(summary, note);
}

/** @param note how to read the counts */
function publishedSummary(summary: TrackSummary, note: string): TrackRecordSummary {
  const { count, wins, mean } = summary;
  return {
    count,
    win_count: wins,
    win_rate: count === 0 ? null : round4(wins / count),
    avg_return_pct: round4OrNull(mean),
    setup_count: summary.setups,
    delisted_count: summary.delisted,
    rules: summary.rules.map(({ version, picks }) => ({ rule_version: version, picks })),
    random_dates: summary.randomDates && {
      count: summary.randomDates.count,
      win_rate: round4(summary.randomDates.winRate),
      avg_return_pct: round4(summary.randomDates.mean),
      picks_avg_return_pct: round4(summary.randomDates.picksMean),
    },
    note,
  };
}

/** The public list of picks (SPEC 2.7), newest first. */
export function publishedPicks(picks: readonly CountedPick[]): TrackRecordPick[] {
  return picks
    .map(({ pick, returnPct, result }) => ({
      symbol: pick.symbol,
      featured_date: pick.session,
      rule_version: ruleVersionOf(pick),
      return_pct: returnPct,
      result,
    }))
    .reverse();
}

export const SIMULATED = 'Sandbox: prices are simulated, nothing here happened in a market.';

/** Sentences on the start of the record, the number of sessions, and exclusions. */
function historySentences(
  records: readonly LedgerRecord[],
  simulated: boolean,
  { open }: TrackSummary,
  openFrom: Day,
): string[] {
  const made = records.filter((record) => record.type === 'pick' || record.type === 'no_pick');
  const counted = made.filter((record) => record.simulated === simulated);
  const first = counted[0];
  const others = made.filter((record) => record.type === 'pick' && record.simulated !== simulated).length;
  const sentences = [];
  if (first === undefined) sentences.push('No pick has been made yet.');
  else {
    const last = counted[counted.length - 1];
    // The session that is open counts once it has its record.
    const through = Math.max(fromIso(last.session), openFrom - 1);
    const sessions = sessionsBetween('nyse', fromIso(first.session), through).length;
    const none = counted.filter((record) => record.type === 'no_pick').length;
    const missed = sessions - counted.length;
    sentences.push(
      `Forward record since ${first.session}, each pick published before its entry and scored by a fixed rule; ${open} open.`,
      `Of ${plural(sessions, 'session')} ${none} had no card to pick and ${missed} were missed.`,
    );
  }
  if (others > 0)
    sentences.push(
      `${plural(others, 'pick')} over ${simulated ? 'real' : 'simulated'} prices ${others === 1 ? 'is' : 'are'} in the ledger and not counted.`,
    );
  const set = counted.filter((record) => record.clock === 'set').length;
  if (set > 0)
    sentences.push(
      `Made under a clock that was set (NOW), so that their times prove nothing: ${plural(set, 'record')}.`,
    );
  return sentences;
}

/** Sentences on the counts and how little they prove. */
function summarySentences(summary: TrackSummary): string[] {
  const { count, wins, worst, long, short, benchmark, randomDates } = summary;
  const rules = ruleSentences(summary);
  if (count === 0) return [...rules, 'None is closed yet.', LITTLE];
  const { low, high } = wilsonInterval(wins, count);
  return [
    ...rules,
    `Won ${wins} of ${count} closed picks, of ${plural(summary.setups, 'different setup')} (95% Wilson interval ` +
      `${share(low)} to ${share(high)}, too narrow as far as picks repeat or overlap); median ${percent(summary.median!)}, worst ${percent(worst!.returnPct)} (${worst!.symbol}, ${worst!.session}).`,
    `Long: ${tallyInWords(long)}; short: ${tallyInWords(short)}.`,
    benchmark.count === 0
      ? "No prices of the markets' benchmarks were there to compare with."
      : `Over the same sessions, in the same directions, the market's benchmark: ${tallyInWords(benchmark)}.`,
    randomDates === null
      ? 'Random dates to compare with are not over yet: they reach 126 sessions beyond each entry.'
      : `Random dates of the same symbols, holds and directions, over for ${randomDates.count} of them: won ${share(randomDates.winRate)}, average ${percent(randomDates.mean)}, where those picks averaged ${percent(randomDates.picksMean)}.`,
    ...(summary.unusual === 0
      ? []
      : [`${summary.unusual} closed by convention: ${summary.delisted} delisted, the others halted or never traded.`]),
    ...(summary.corrected === 0 ? [] : [`${summary.corrected} corrected by a later record.`]),
    LITTLE,
  ];
}

/** How many picks were made by which version of the rule. */
function ruleSentences({ rules }: TrackSummary): string[] {
  if (rules.length === 0) return [];
  if (rules.length === 1) {
    const [{ version, picks }] = rules;
    return [`${picks === 1 ? 'The pick is' : `All ${picks} picks are`} by version ${version} of the rule.`];
  }
  const counts = rules.map(({ version, picks }) => `${plural(picks, 'pick')} by version ${version} of the rule`);
  return [`${counts.join(', ')}: the totals mix these rules.`];
}

const LITTLE = 'Before costs. A few hundred picks prove little: at 250 the interval is still +-6 points.';

/** Wins and average of some picks. */
export function tallyInWords({ count, wins, mean }: Tally): string {
  return mean === null ? 'none' : `won ${wins} of ${count}, average ${percent(mean)}`;
}

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
  const step = nextStepOn(card.next_step, card.setup, today, openFrom);
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
