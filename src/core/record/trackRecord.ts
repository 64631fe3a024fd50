import { reliability } from '../model/metrics';
import { NORMAL_95, wilsonInterval } from '../statistics/intervals';
import { mean, median } from '../statistics/moments';
import type { Direction } from '../window/window';
import { type LedgerRecord, type NamedSetup, type RandomDatesFigures, type RecordOf, ruleVersionOf } from './ledger';

/** A pick with its outcome, as a track record counts it. */
export interface CountedPick {
  readonly pick: NamedSetup & Pick<RecordOf<'pick'>, 'session' | 'rule_version'>;
  /** Null while it is open. */
  readonly outcome: Pick<RecordOf<'outcome'>, 'convention' | 'benchmark'> | null;
  /** Null until it is known. */
  readonly randomDates: Pick<RecordOf<'random_dates'>, 'figures'> | null;
  /** Percent, after corrections; null while it is open. */
  readonly returnPct: number | null;
  readonly result: 'win' | 'loss' | 'open';
  readonly corrected: boolean;
}

/** A pick of the record. */
export interface TrackedPick extends CountedPick {
  readonly pick: RecordOf<'pick'>;
  readonly outcome: RecordOf<'outcome'> | null;
  readonly randomDates: RecordOf<'random_dates'> | null;
}

/** The picks over either simulated or real prices, which are never counted together. Oldest first. */
export function trackedPicks(records: Iterable<LedgerRecord>, simulated: boolean): TrackedPick[] {
  const picks: RecordOf<'pick'>[] = [];
  const outcomes = new Map<number, RecordOf<'outcome'>>();
  const randomDates = new Map<number, RecordOf<'random_dates'>>();
  const corrections = new Map<number, RecordOf<'correction'>>();
  for (const record of records) {
    if (record.type === 'pick' && record.simulated === simulated) picks.push(record);
    if (record.type === 'outcome') outcomes.set(record.pick.seq, record);
    if (record.type === 'random_dates') randomDates.set(record.pick.seq, record);
    // The last correction of a return counts.
    if (record.type === 'correction' && record.return_pct !== null) corrections.set(record.corrects.seq, record);
  }
  return picks.map((pick) => {
    const outcome = outcomes.get(pick.seq) ?? null;
    const correction = (outcome && corrections.get(outcome.seq)) ?? null;
    const base = { pick, outcome, randomDates: randomDates.get(pick.seq) ?? null };
    if (outcome === null) return { ...base, returnPct: null, result: 'open', corrected: false };
    if (correction === null) {
      return { ...base, returnPct: outcome.return_pct, result: outcome.result, corrected: false };
    }
    const returnPct = correction.return_pct!;
    return { ...base, returnPct, result: returnPct > 0 ? 'win' : 'loss', corrected: true };
  });
}

/** Count, wins and mean return in percent of some picks. */
export interface Tally {
  readonly count: number;
  readonly wins: number;
  readonly mean: number | null;
}

/** The statistics of a track record, unrounded. */
export interface TrackSummary extends Tally {
  readonly open: number;
  /** Number of picks, open or closed, by version of the rule, ascending. */
  readonly rules: readonly { readonly version: number; readonly picks: number }[];
  readonly corrected: number;
  /** Setups among the closed picks (`setupsAmong`). */
  readonly setups: number;
  /** Picks closed by a convention rather than by a plain exit, delisted ones included. */
  readonly unusual: number;
  readonly delisted: number;
  readonly median: number | null;
  readonly worst: { readonly symbol: string; readonly session: string; readonly returnPct: number } | null;
  readonly long: Tally;
  readonly short: Tally;
  /** The benchmark over the sessions of the picks that have one. */
  readonly benchmark: Tally;
  readonly randomDates: RandomDatesTally | null;
}

/** Means over picks of the random-date win rate and return, beside the mean return of the same picks. */
export interface RandomDatesTally {
  readonly count: number;
  /** 0..1 */
  readonly winRate: number;
  readonly mean: number;
  readonly picksMean: number;
}

export function summariseTrack(picks: readonly CountedPick[]): TrackSummary {
  const closed = picks.flatMap(({ pick, outcome, randomDates, returnPct, result, corrected }) =>
    outcome === null || returnPct === null
      ? []
      : [{ pick, outcome, returnPct, won: result === 'win', corrected, random: randomDates?.figures ?? null }],
  );
  const tallyOf = (direction: Direction) => tally(closed.filter(({ pick }) => pick.direction === direction));
  const worst = closed.reduce<(typeof closed)[number] | null>(
    (lowest, closedPick) => (lowest === null || closedPick.returnPct < lowest.returnPct ? closedPick : lowest),
    null,
  );
  const benchmark = closed.flatMap(({ outcome }) => (outcome.benchmark === null ? [] : [outcome.benchmark.return_pct]));
  return {
    ...tally(closed),
    open: picks.length - closed.length,
    rules: picksByRule(picks),
    corrected: closed.filter((closedPick) => closedPick.corrected).length,
    setups: setupsAmong(closed.map(({ pick }) => pick)),
    unusual: closed.filter(({ outcome }) => outcome.convention !== null).length,
    delisted: closed.filter(({ outcome }) => outcome.convention === 'delisted').length,
    median: closed.length === 0 ? null : median(closed.map((closedPick) => closedPick.returnPct)),
    worst: worst && { symbol: worst.pick.symbol, session: worst.pick.session, returnPct: worst.returnPct },
    long: tallyOf('long'),
    short: tallyOf('short'),
    benchmark: tally(benchmark.map((returnPct) => ({ returnPct, won: returnPct > 0 }))),
    randomDates: tallyOfRandomDates(closed),
  };
}

function picksByRule(picks: readonly CountedPick[]): TrackSummary['rules'] {
  const counts = new Map<number, number>();
  for (const { pick } of picks) counts.set(ruleVersionOf(pick), (counts.get(ruleVersionOf(pick)) ?? 0) + 1);
  return [...counts].sort(([a], [b]) => a - b).map(([version, count]) => ({ version, picks: count }));
}

function tally(closed: readonly { readonly returnPct: number; readonly won: boolean }[]): Tally {
  const returns = closed.map((closedPick) => closedPick.returnPct);
  const wins = closed.filter((closedPick) => closedPick.won).length;
  return { count: returns.length, wins, mean: returns.length === 0 ? null : mean(returns) };
}

/** Tallies the picks whose random dates are known. */
function tallyOfRandomDates(
  closed: readonly { readonly returnPct: number; readonly random: RandomDatesFigures | null }[],
): RandomDatesTally | null {
  const pairs = closed.flatMap(({ returnPct, random }) => (random === null ? [] : [{ returnPct, random }]));
  if (pairs.length === 0) return null;
  return {
    count: pairs.length,
    winRate: mean(pairs.map(({ random }) => random.win_rate)),
    mean: mean(pairs.map(({ random }) => random.avg_return_pct)),
    picksMean: mean(pairs.map(({ returnPct }) => returnPct)),
  };
}

/** The fields that identify the setup of a pick. */
type Setup = Pick<NamedSetup, 'symbol' | 'direction' | 'entry_date' | 'exit_date'>;

/**
 * The setup of each pick, oldest first, numbered from 0: picks of one symbol and direction whose windows overlap are one,
 * picked again.
 */
export function setupOfEach(picks: readonly Setup[]): number[] {
  const latest = new Map<string, { setup: number; exit: string }>();
  let setups = 0;
  return picks.map(({ symbol, direction, entry_date: entry, exit_date: exit }) => {
    const key = `${symbol} ${direction}`;
    const before = latest.get(key);
    const again = before !== undefined && entry <= before.exit;
    const setup = again ? before.setup : setups++;
    latest.set(key, { setup, exit: again && before.exit > exit ? before.exit : exit });
    return setup;
  });
}

/** Number of distinct setups among picks. @param picks oldest first */
export function setupsAmong(picks: readonly Setup[]): number {
  return new Set(setupOfEach(picks)).size;
}

/** The references of closed picks: return in percent in the direction of the pick; null without one. */
export const REFERENCES = {
  random_dates: ({ randomDates }: CountedPick) => randomDates?.figures?.avg_return_pct ?? null,
  benchmark: ({ outcome }: CountedPick) => outcome?.benchmark?.return_pct ?? null,
} as const;

export type Reference = keyof typeof REFERENCES;

/** A pick and the cumulative excess up to it. Percentage points, unrounded. */
interface ExcessPoint {
  readonly pick: CountedPick['pick'];
  readonly returnPct: number;
  readonly against: number;
  readonly excess: number;
  readonly cumulative: number;
  /** Half-width of the 95 % band around 0 of the cumulative excess under chance. */
  readonly band: number;
}

export interface ExcessOfPicks {
  readonly points: readonly ExcessPoint[];
  /** Closed picks whose reference is not known yet. */
  readonly awaited: number;
  /** Number of distinct setups among the points. */
  readonly setups: number;
}

/**
 * The cumulative excess of closed picks over a reference, with the 95 % band of chance. Under chance each setup's excess
 * keeps its size and takes a random sign, so that the sum has mean 0 and a variance of the sum over setups of their
 * squared excess (sign-flip randomisation test, Fisher 1935, section 21, normal approximation). No distribution of
 * returns is assumed.
 *
 * @param picks oldest first
 */
export function excessOfPicks(picks: readonly CountedPick[], reference: Reference): ExcessOfPicks {
  const closed = picks.filter(({ returnPct }) => returnPct !== null);
  const compared = closed.flatMap((counted) => {
    const { pick, returnPct } = counted;
    const against = REFERENCES[reference](counted);
    return returnPct === null || against === null ? [] : [{ pick, returnPct, against, excess: returnPct - against }];
  });
  const setups = setupOfEach(compared.map(({ pick }) => pick));
  const ofSetup = new Map<number, number>();
  let cumulative = 0;
  let variance = 0;
  const points = compared.map((point, i) => {
    const before = ofSetup.get(setups[i]) ?? 0;
    const sum = before + point.excess;
    ofSetup.set(setups[i], sum);
    cumulative += point.excess;
    variance += sum * sum - before * before;
    // When a setup's picks cancel out, rounding may leave the variance below 0.
    return { ...point, cumulative, band: NORMAL_95 * Math.sqrt(Math.max(0, variance)) };
  });
  return { points, awaited: closed.length - compared.length, setups: ofSetup.size };
}

/** Picks of similar published probability and their observed share of wins, 0..1, with Wilson's 95 % interval. */
export interface CalibrationBin {
  readonly picks: number;
  readonly predicted: number;
  readonly observed: number;
  readonly low: number;
  readonly high: number;
}

/** Fewest picks of a bin, unless there are fewer in total, and most bins. */
const PICKS_A_BIN = 10;
const MOST_BINS = 10;

/** Bins in ascending probability, of about equal size. Empty without a pick. */
export function calibrationOf(
  closed: readonly { readonly probability: number; readonly won: boolean }[],
): CalibrationBin[] {
  const p = Float64Array.from(closed, ({ probability }) => probability);
  const won = Uint8Array.from(closed, (pick) => (pick.won ? 1 : 0));
  const bins = Math.min(MOST_BINS, Math.max(1, Math.floor(closed.length / PICKS_A_BIN)));
  return reliability(
    p,
    won,
    Int32Array.from(closed, (_, i) => i),
    bins,
  ).map(({ count, predicted, observed }) => ({
    picks: count,
    predicted,
    observed,
    ...wilsonInterval(Math.round(observed * count), count),
  }));
}
