import { mean, median } from '../statistics/moments';
import type { Direction } from '../window/window';
import type { LedgerRecord, RandomDatesEntry, RecordOf } from './ledger';

/** A pick with what became of it. */
export interface TrackedPick {
  readonly pick: RecordOf<'pick'>;
  /** Null while it is open. */
  readonly outcome: RecordOf<'outcome'> | null;
  /** Percent, after corrections; null while it is open. */
  readonly returnPct: number | null;
  readonly result: 'win' | 'loss' | 'open';
  readonly corrected: boolean;
}

/** The picks over prices of one kind, simulated or real: they are never counted together. Oldest first. */
export function trackedPicks(records: Iterable<LedgerRecord>, simulated: boolean): TrackedPick[] {
  const picks: RecordOf<'pick'>[] = [];
  const outcomes = new Map<number, RecordOf<'outcome'>>();
  const corrections = new Map<number, RecordOf<'correction'>>();
  for (const record of records) {
    if (record.type === 'pick' && record.simulated === simulated) picks.push(record);
    if (record.type === 'outcome') outcomes.set(record.pick.seq, record);
    // The last correction of a return counts.
    if (record.type === 'correction' && record.return_pct !== null) corrections.set(record.corrects.seq, record);
  }
  return picks.map((pick) => {
    const outcome = outcomes.get(pick.seq) ?? null;
    const correction = (outcome && corrections.get(outcome.seq)) ?? null;
    if (outcome === null) return { pick, outcome, returnPct: null, result: 'open', corrected: false };
    if (correction === null) {
      return { pick, outcome, returnPct: outcome.return_pct, result: outcome.result, corrected: false };
    }
    const returnPct = correction.return_pct!;
    return { pick, outcome, returnPct, result: returnPct > 0 ? 'win' : 'loss', corrected: true };
  });
}

/** Picks of one kind counted. Percent; null without any. */
export interface Tally {
  readonly count: number;
  readonly wins: number;
  readonly mean: number | null;
}

/** What the track record says in numbers, unrounded. */
export interface TrackSummary extends Tally {
  readonly open: number;
  readonly corrected: number;
  /** Windows among the closed picks: one picked again on the next session counts once here. */
  readonly distinct: number;
  /** Closed by a convention rather than by a plain exit. */
  readonly unusual: number;
  readonly median: number | null;
  readonly worst: { readonly symbol: string; readonly session: string; readonly returnPct: number } | null;
  readonly long: Tally;
  readonly short: Tally;
  /** The benchmark over the same sessions: picks for which it is known. */
  readonly benchmark: Tally;
  /** Random dates of the same symbols: the mean over picks of share and average. */
  readonly randomDates: { readonly count: number; readonly winRate: number; readonly mean: number } | null;
}

export function summariseTrack(picks: readonly TrackedPick[]): TrackSummary {
  const closed = picks.flatMap(({ pick, outcome, returnPct, result, corrected }) =>
    outcome === null || returnPct === null ? [] : [{ pick, outcome, returnPct, won: result === 'win', corrected }],
  );
  const of = (direction: Direction) => tally(closed.filter(({ pick }) => pick.direction === direction));
  const worst = closed.reduce<(typeof closed)[number] | null>(
    (found, one) => (found === null || one.returnPct < found.returnPct ? one : found),
    null,
  );
  const benchmark = closed.flatMap(({ outcome }) => (outcome.benchmark === null ? [] : [outcome.benchmark.return_pct]));
  return {
    ...tally(closed),
    open: picks.length - closed.length,
    corrected: closed.filter((one) => one.corrected).length,
    distinct: new Set(closed.map(({ pick: p }) => [p.symbol, p.direction, p.entry_date, p.exit_date].join())).size,
    unusual: closed.filter(({ outcome }) => outcome.convention !== null).length,
    median: closed.length === 0 ? null : median(closed.map((one) => one.returnPct)),
    worst: worst && { symbol: worst.pick.symbol, session: worst.pick.session, returnPct: worst.returnPct },
    long: of('long'),
    short: of('short'),
    benchmark: tally(benchmark.map((returnPct) => ({ returnPct, won: returnPct > 0 }))),
    randomDates: randomTally(closed.flatMap(({ outcome }) => outcome.random_dates ?? [])),
  };
}

function tally(closed: readonly { readonly returnPct: number; readonly won: boolean }[]): Tally {
  const returns = closed.map((one) => one.returnPct);
  const wins = closed.filter((one) => one.won).length;
  return { count: returns.length, wins, mean: returns.length === 0 ? null : mean(returns) };
}

function randomTally(entries: readonly RandomDatesEntry[]): TrackSummary['randomDates'] {
  if (entries.length === 0) return null;
  return {
    count: entries.length,
    winRate: mean(entries.map((entry) => entry.win_rate)),
    mean: mean(entries.map((entry) => entry.avg_return_pct)),
  };
}
