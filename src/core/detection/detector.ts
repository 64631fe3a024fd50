import type { Day } from '../calendar/dates';
import { sharpeRatio } from '../statistics/moments';
import { type Candidate, CandidateBuffer } from './candidate';
import { lastSession, type PriceColumns, symbolRecord } from './columns';
import { type DetectionPlan, winnersNeeded } from './plan';
import { screenOfThread } from './screen';

/** The best candidate of a symbol in each direction, by the order of METHOD 5; null when none qualifies. */
export interface BestCandidates {
  readonly long: Candidate | null;
  readonly short: Candidate | null;
}

/** Calendar days that an entry window reaches on either side. */
const ENTRY_REACH = 3;

/**
 * The detection kernel: searches all windows of a plan in one group of symbols (METHOD 5). Per symbol and entry it
 * finds the years that can be observed, cuts the holds into ranges over which these are the same, screens a range on
 * price codes (`Screen`), and tests the rest on closes. Its statistics equal those of `evidenceOf` to the last bit.
 *
 * Holds scratch memory: use one detector for many symbols, one at a time.
 */
export class Detector {
  private readonly screen = screenOfThread();
  /** By entry: last session that may touch its numbers, as days from the symbol's first; -1 = the symbol is left out. */
  private readonly lasts: Int32Array;
  /** Index of the day before the entry in each observed year, oldest first: `base + hold` is the nominal end. */
  private readonly base: Int32Array;
  /** Close of the entry session in each observed year. */
  private readonly p0: Float64Array;
  private readonly returns: Float64Array;
  private readonly longs: CandidateBuffer;
  private readonly shorts: CandidateBuffer;

  constructor(
    private columns: PriceColumns,
    private readonly plan: DetectionPlan,
  ) {
    const { years, entries } = plan.request;
    this.lasts = new Int32Array(entries.length);
    this.base = new Int32Array(years);
    this.p0 = new Float64Array(years);
    this.returns = new Float64Array(years);
    this.longs = new CandidateBuffer(plan, 'long');
    this.shorts = new CandidateBuffer(plan, 'short');
  }

  /** Switches to the symbols of another group, which is cheaper than a new detector. */
  useColumns(columns: PriceColumns): void {
    this.columns = columns;
  }

  /** The best candidates over all entries and holds. @param named `symbol` of the candidates */
  best(symbol: number, named = symbol): BestCandidates {
    this.searchAll(symbol, true);
    return { long: this.longs.first(named), short: this.shorts.first(named) };
  }

  /**
   * The list of a symbol's own year: in each direction the best candidate first, then the next whose own window shares
   * no calendar day with one already kept. Both directions, in the order of METHOD 5 within each, long first.
   */
  distinct(symbol: number, named = symbol): Candidate[] {
    this.searchAll(symbol, false);
    return [...this.longs.distinct(named), ...this.shorts.distinct(named)];
  }

  /**
   * The run of entry dates around a candidate that keep the threshold with its hold and direction, at most three calendar
   * days each side (DESIGN 5, entry_window). Only entries of the request count.
   */
  entryRun(
    candidate: Pick<Candidate, 'symbol' | 'entry' | 'hold' | 'direction'>,
  ): Readonly<Record<'from' | 'to', Day>> {
    const { symbol, entry, hold, direction } = candidate;
    const { entries } = this.plan.request;
    const position = entries.findIndex(({ day }) => day === entry);
    if (position < 0)
      throw new RangeError(
        `entryRun: entry is day ${entry}, accepted is one of the request's ${entries.length} entries`,
      );
    const isNear = (i: number) => i >= 0 && i < entries.length && Math.abs(entries[i].day - entry) <= ENTRY_REACH;
    let nearest = position;
    let farthest = position;
    while (isNear(nearest - 1)) nearest -= 1;
    while (isNear(farthest + 1)) farthest += 1;
    this.search(symbol, nearest, farthest + 1, hold, hold, false);
    const buffer = direction === 'long' ? this.longs : this.shorts;
    let first = position;
    let last = position;
    while (buffer.hasEntry(first - 1)) first -= 1;
    while (buffer.hasEntry(last + 1)) last += 1;
    return { from: entries[first].day, to: entries[last].day };
  }

  private searchAll(symbol: number, onlyBest: boolean): void {
    const { entries, minHold, maxHold } = this.plan.request;
    this.search(symbol, 0, entries.length, minHold, maxHold, onlyBest);
  }

  /** Fills the buffers with the windows of some entries and holds. @param end after the last entry */
  private search(
    symbol: number,
    first: number,
    end: number,
    minHold: number,
    maxHold: number,
    onlyBest: boolean,
  ): void {
    const { screen, columns, plan, lasts } = this;
    this.longs.clear(onlyBest);
    this.shorts.clear(onlyBest);
    this.findLasts(symbol);
    if (!screen.use(plan, columns, symbol, lasts)) return;
    const { start } = symbolRecord(columns, symbol);
    // The screen compares means over deviations, and a single year has none.
    const screenBest = onlyBest && plan.request.minObservations > 1;
    for (let entry = first; entry < end; entry = screen.nextEntry()) {
      const size = screen.run(entry, end, minHold, maxHold, screenBest);
      for (let at = 0; at < size; ) at = this.judgeRange(start, screen.result, at);
    }
  }

  /** Judges a range of holds as `Screen` reports it. @returns where the next one begins */
  private judgeRange(start: number, result: Int32Array, at: number): number {
    const { base, p0 } = this;
    const { close } = this.columns;
    const entry = result[at];
    const count = result[at + 1];
    const windows = at + 3 + 2 * count;
    const end = windows + result[at + 2];
    for (let k = 0; k < count; k++) {
      base[k] = start + result[at + 3 + 2 * k];
      p0[k] = close[start + result[at + 4 + 2 * k]];
    }
    const need = winnersNeeded(this.plan.request.minWins, count);
    for (let i = windows; i < end; i++)
      this.judge(entry, count, need, result[i] >> 2, (result[i] & 2) !== 0, (result[i] & 1) !== 0);
    return end;
  }

  private findLasts(symbol: number): void {
    const { columns, lasts } = this;
    const { entries, gapLimit, liveOnly } = this.plan.request;
    const { firstDay } = symbolRecord(columns, symbol);
    for (let entry = 0; entry < entries.length; entry++) {
      const { asOf } = entries[entry];
      if (entry > 0 && asOf === entries[entry - 1].asOf) {
        lasts[entry] = lasts[entry - 1];
        continue;
      }
      const last = lastSession(columns, symbol, asOf);
      lasts[entry] = last === null || (liveOnly && asOf - last > gapLimit) ? -1 : last - firstDay;
    }
  }

  /** The exact statistics of a window, in the order of operations of moments.ts, and the threshold on them. */
  private judge(entry: number, count: number, need: number, hold: number, long: boolean, short: boolean): void {
    const { base, p0, returns } = this;
    const { close } = this.columns;
    let sum = 0;
    let rises = 0;
    let falls = 0;
    for (let k = 0; k < count; k++) {
      const change = 100 * (close[base[k] + hold] / p0[k] - 1);
      returns[k] = change;
      sum += change;
      if (change > 0) rises += 1;
      else if (change < 0) falls += 1;
    }
    const isLong = long && rises >= need;
    const isShort = short && falls >= need;
    if (!isLong && !isShort) return;
    const mean = sum / count;
    let squares = 0;
    for (let k = 0; k < count; k++) squares += (returns[k] - mean) * (returns[k] - mean);
    const deviation = count < 2 ? 0 : Math.sqrt(squares / (count - 1));
    const sharpe = sharpeRatio(mean, deviation);
    // A short's returns are exactly the negated ones, and rounding is symmetric: so are their mean and Sharpe.
    if (isLong) this.longs.offer(entry, hold, count, rises, mean, deviation, sharpe);
    if (isShort) this.shorts.offer(entry, hold, count, falls, 0 - mean, deviation, 0 - sharpe);
  }
}
