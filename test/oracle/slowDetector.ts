import type { Day } from '../../src/core/calendar/dates';
import type { Candidate } from '../../src/core/detection/candidate';
import type { DetectionRequest } from '../../src/core/detection/plan';
import { mean, sampleDeviation, sharpeRatio } from '../../src/core/statistics/moments';
import { type Bars, barsThrough } from '../../src/core/window/bars';
import { directedReturn } from '../../src/core/window/evidence';
import { type Direction, lookback, tradeOf } from '../../src/core/window/window';

/** Every window of a request that qualifies, in the order of METHOD 5. */
export type SlowCandidates = Readonly<Record<Direction, readonly Candidate[]>>;

/**
 * METHOD 5 written out slowly: one window after the other over bars, from the functions of a single window, which are held
 * to `slowEvidence`. It shares nothing with the kernel: neither columns nor codes, neither plans nor screens.
 */
export function slowSearch(bars: Bars, request: DetectionRequest): SlowCandidates {
  const { entries, minHold, maxHold, years, cycle, gapLimit, liveOnly, direction } = request;
  const found: Record<Direction, Candidate[]> = { long: [], short: [] };
  for (const { day: entry, asOf } of entries) {
    const known = barsThrough(bars, asOf);
    const last = known.day.at(-1);
    if (last === undefined || (liveOnly && asOf - last > gapLimit)) continue;
    for (let hold = minHold; hold <= maxHold; hold++) {
      const trades = lookback({ entry, end: entry + hold - 1, years, cycle, asOf })
        .map((occurrence) => tradeOf(known, occurrence, gapLimit))
        .filter((trade) => trade !== null);
      if (trades.length < request.minObservations) continue;
      for (const side of ['long', 'short'] as const) {
        if (direction !== undefined && direction !== side) continue;
        const returns = trades.map(({ entryIndex, exitIndex }) =>
          directedReturn(known.close[entryIndex], known.close[exitIndex], side),
        );
        const window = candidateOf(entry, hold, side, returns);
        if (hasEnoughWinners(window, request.minWins)) found[side].push(window);
      }
    }
  }
  return { long: found.long.sort(byOrder), short: found.short.sort(byOrder) };
}

function candidateOf(entry: Day, hold: number, direction: Direction, returns: readonly number[]): Candidate {
  const centre = mean(returns);
  const deviation = sampleDeviation(returns);
  return {
    symbol: 0,
    entry,
    hold,
    direction,
    yearsTested: returns.length,
    wins: returns.filter((r) => r > 0).length,
    mean: centre,
    deviation,
    sharpe: sharpeRatio(centre, deviation),
  };
}

function hasEnoughWinners({ wins, yearsTested }: Candidate, minWins: DetectionRequest['minWins']): boolean {
  if (typeof minWins === 'number') return wins >= minWins;
  return 100 * wins >= (minWins === 'default' ? 90 : minWins.percent) * yearsTested;
}

function byOrder(a: Candidate, b: Candidate): number {
  return b.sharpe - a.sharpe || b.yearsTested - a.yearsTested || a.entry - b.entry || a.hold - b.hold;
}

/** The expected result of `Detector.best`. */
export function slowBest({ long, short }: SlowCandidates) {
  return { long: long.at(0) ?? null, short: short.at(0) ?? null };
}

/** The expected result of `Detector.distinct`: the best, then each next one that shares no day with those kept. */
export function slowDistinct({ long, short }: SlowCandidates): Candidate[] {
  return [long, short].flatMap((sorted) => {
    const kept: Candidate[] = [];
    for (const c of sorted) {
      const overlaps = kept.some((k) => c.entry <= k.entry + k.hold - 1 && k.entry <= c.entry + c.hold - 1);
      if (!overlaps) kept.push(c);
    }
    return kept;
  });
}

/** The expected result of `Detector.entryRun`: in each direction up to the first entry that does not qualify. */
export function slowEntryRun(found: SlowCandidates, entries: DetectionRequest['entries'], candidate: Candidate) {
  const { entry, hold, direction } = candidate;
  const qualifying = new Set(found[direction].filter((c) => c.hold === hold).map((c) => c.entry));
  const near = entries.map(({ day }) => day).filter((day) => Math.abs(day - entry) <= 3);
  const after = near.filter((day) => day > entry);
  const before = near.filter((day) => day < entry).reverse();
  const reachIn = (days: readonly Day[]) => {
    const stop = days.findIndex((day) => !qualifying.has(day));
    return (stop < 0 ? days : days.slice(0, stop)).at(-1) ?? entry;
  };
  return { from: reachIn(before), to: reachIn(after) };
}
