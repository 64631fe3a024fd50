import type { Day } from '../calendar/dates';
import { sharpeRatio } from '../statistics/moments';
import type { Direction } from '../window/window';
import type { Candidate } from './candidate';
import { CandidateBuffer } from './candidateBuffer';
import { Field, lastSession, type PriceColumns, RECORD } from './columns';
import { findYears, type ObservableYears, observableYears } from './observable';
import { type DetectionPlan, winnersNeeded } from './plan';
import { screen } from './screen';
import { type SelectedYears, selectedYears, selectYears } from './selectedYears';
import { type VectorScreen, vectorScreen } from './vectorScreen';

/** The best candidate of a symbol in each direction, by the order of METHOD 5; null when none qualifies. */
export interface BestCandidates {
  readonly long: Candidate | null;
  readonly short: Candidate | null;
}

/**
 * The detection kernel: searches all windows of a plan in one group of symbols (METHOD 5). Per symbol and entry it
 * finds the years that can be observed, cuts the holds into ranges over which these are the same, screens a range on
 * price codes, and judges what is left on closes. What it reports equals `evidenceOf` to the last bit. Where the host has
 * vectors, all but the judging is done over them (`VectorScreen`), with the same results.
 *
 * Holds scratch memory: use one detector for many symbols, one at a time.
 */
export class Detector {
  private readonly entryCount: number;
  private readonly years: ObservableYears;
  private readonly selected: SelectedYears;
  private readonly returns: Float64Array;
  /** Holds that passed the screen. */
  private readonly passed: Uint16Array;
  /** By entry: last session that may touch its numbers, as days from the symbol's first; -1 = the symbol is left out. */
  private readonly lasts: Int32Array;
  private readonly wantsLong: boolean;
  private readonly wantsShort: boolean;
  private readonly longs: CandidateBuffer;
  private readonly shorts: CandidateBuffer;

  /** @param vectors of this thread; null = one hold after the other */
  constructor(
    private columns: PriceColumns,
    private readonly plan: DetectionPlan,
    private readonly vectors: VectorScreen | null = vectorScreen(),
  ) {
    const { years, maxHold, direction, entries } = plan.request;
    this.entryCount = entries.length;
    this.years = observableYears(years);
    this.selected = selectedYears(years);
    this.returns = new Float64Array(years);
    this.passed = new Uint16Array(maxHold + 1);
    this.lasts = new Int32Array(entries.length);
    this.wantsLong = direction !== 'short';
    this.wantsShort = direction !== 'long';
    this.longs = new CandidateBuffer(plan, 'long');
    this.shorts = new CandidateBuffer(plan, 'short');
  }

  /** Goes on with symbols of another group: a new detector would have to be made ready. */
  lookAt(columns: PriceColumns): void {
    this.columns = columns;
  }

  /** The best candidates over all entries and holds. @param named what candidates call the symbol */
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
   * The run of entry dates around a candidate that keep the threshold with its hold and direction, at most `reach`
   * calendar days each side (DESIGN 5, entry_window). Only entries of the request count.
   */
  entryRun(
    candidate: Pick<Candidate, 'symbol' | 'entry' | 'hold' | 'direction'>,
    reach = 3,
  ): { readonly from: Day; readonly to: Day } {
    const { entries } = this.plan.request;
    const own = entries.findIndex((e) => e.day === candidate.entry);
    if (own < 0) throw new RangeError(`candidate's entry ${candidate.entry} is not among the ${entries.length} asked`);
    const keeps = (i: number) =>
      i >= 0 &&
      i < entries.length &&
      Math.abs(entries[i].day - candidate.entry) <= reach &&
      this.qualifies(candidate.symbol, i, candidate.hold, candidate.direction);
    let first = own;
    let last = own;
    while (keeps(first - 1)) first -= 1;
    while (keeps(last + 1)) last += 1;
    return { from: entries[first].day, to: entries[last].day };
  }

  private qualifies(symbol: number, entry: number, hold: number, direction: Direction): boolean {
    this.longs.clear(true);
    this.shorts.clear(true);
    this.searchOneByOne(symbol, entry, entry + 1, hold, hold);
    return (direction === 'long' ? this.longs : this.shorts).first(symbol) !== null;
  }

  private searchAll(symbol: number, onlyBest: boolean): void {
    const { minHold, maxHold, minWins } = this.plan.request;
    this.longs.clear(onlyBest);
    this.shorts.clear(onlyBest);
    // Without a threshold every window passes a screen.
    if (this.vectors !== null && minWins !== 0) this.searchVectors(this.vectors, symbol, onlyBest);
    else this.searchOneByOne(symbol, 0, this.entryCount, minHold, maxHold);
  }

  private searchVectors(vectors: VectorScreen, symbol: number, onlyBest: boolean): void {
    const { columns, plan, lasts } = this;
    this.findLasts(symbol, 0, this.entryCount);
    if (!vectors.use(plan, columns, symbol, lasts)) return;
    const start = columns.directory[symbol * RECORD + Field.start];
    for (let entry = 0; entry < this.entryCount; entry = vectors.nextEntry()) {
      const size = vectors.screen(entry, onlyBest);
      for (let at = 0; at < size; ) at = this.judgeRange(start, vectors.result, at);
    }
  }

  /** Judges a range of holds as `VectorScreen` reports it. @returns where the next one begins */
  private judgeRange(start: number, result: Int32Array, at: number): number {
    const { selected } = this;
    const { close } = this.columns;
    const entry = result[at];
    const count = result[at + 1];
    const windows = at + 3 + 2 * count;
    const end = windows + result[at + 2];
    for (let k = 0; k < count; k++) {
      selected.base[k] = start + result[at + 3 + 2 * k];
      selected.p0[k] = close[start + result[at + 4 + 2 * k]];
    }
    selected.count = count;
    const need = winnersNeeded(this.plan.request.minWins, count);
    for (let i = windows; i < end; i++)
      this.judge(entry, need, result[i] >> 2, (result[i] & 2) !== 0, (result[i] & 1) !== 0);
    return end;
  }

  private findLasts(symbol: number, firstEntry: number, endEntry: number): void {
    const { columns, lasts } = this;
    const { entries, gapLimit, liveOnly } = this.plan.request;
    const firstDay = columns.directory[symbol * RECORD + Field.firstDay];
    for (let entry = firstEntry; entry < endEntry; entry++) {
      const { asOf } = entries[entry];
      if (entry > firstEntry && asOf === entries[entry - 1].asOf) {
        lasts[entry] = lasts[entry - 1];
        continue;
      }
      const last = lastSession(columns, symbol, asOf);
      lasts[entry] = last === null || (liveOnly && asOf - last > gapLimit) ? -1 : last - firstDay;
    }
  }

  private searchOneByOne(symbol: number, firstEntry: number, endEntry: number, minHold: number, maxHold: number): void {
    const { columns, plan, lasts } = this;
    this.findLasts(symbol, firstEntry, endEntry);
    for (let entry = firstEntry; entry < endEntry; entry++) {
      if (lasts[entry] < 0) continue;
      for (let segment = plan.segments[entry]; segment < plan.segments[entry + 1]; segment++) {
        const from = Math.max(minHold, plan.minHold[segment]);
        const to = Math.min(maxHold, plan.maxHold[segment]);
        if (from > to) continue;
        findYears(columns, symbol, plan, segment, lasts[entry], this.years);
        this.searchHolds(symbol, entry, from, to);
      }
    }
  }

  /** Cuts the holds into ranges with the same observable years, and searches each. */
  private searchHolds(symbol: number, entry: number, from: number, to: number): void {
    const { minObservations } = this.plan.request;
    // A range never has more years than there are at all.
    if (this.years.count < minObservations) return;
    for (let hold = from; hold <= to; ) {
      selectYears(this.columns, symbol, this.years, hold, to, this.selected);
      const { count, until } = this.selected;
      const need = winnersNeeded(this.plan.request.minWins, count);
      if (count >= minObservations && need <= count) this.searchRange(entry, need, hold, until);
      hold = until + 1;
    }
  }

  private searchRange(entry: number, need: number, from: number, to: number): void {
    const { passed, wantsLong, wantsShort } = this;
    const { count, longs, shorts } = this.selected;
    const { code } = this.columns;
    if (need === 0) {
      for (let hold = from; hold <= to; hold++) this.judge(entry, need, hold, wantsLong, wantsShort);
      return;
    }
    const allowed = count - need;
    if (wantsLong) {
      const found = screen(code, longs, count, true, from, to, allowed, passed);
      for (let i = 0; i < found; i++) this.judge(entry, need, passed[i], true, false);
    }
    if (wantsShort) {
      const found = screen(code, shorts, count, false, from, to, allowed, passed);
      for (let i = 0; i < found; i++) this.judge(entry, need, passed[i], false, true);
    }
  }

  /** The exact statistics of a window, in the order of operations of moments.ts, and the threshold on them. */
  private judge(entry: number, need: number, hold: number, long: boolean, short: boolean): void {
    const { returns } = this;
    const { base, p0, count } = this.selected;
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
