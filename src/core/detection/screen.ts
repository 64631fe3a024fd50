import { growTo, kernelFunctions, MemoryLayout } from '../kernel/kernel';
import { type PriceColumns, type SymbolRecord, symbolRecord } from './columns';
import { type DetectionPlan, stretchesOf, winnersNeeded } from './plan';

/** Copies begin at a multiple of this index, so that 8 bytes are copied at a time. */
const ALIGNED = 8;
/** The module reads groups of 32 codes, and drops what is past the last hold. */
const READ_BEYOND = 64;
/** Bytes of results per run, beyond the most that a single entry can have. */
const RESULT_BYTES = 32_768;
/** Scratch bytes of the module: per year, and for four windows. */
const OF_A_YEAR = 48;
const OF_WINDOWS = 64;

/** Codes and slips viewed as doubles, for copying eight bytes at a time; none of them is NaN. */
interface Words {
  readonly columns: PriceColumns;
  readonly codeWords: Float64Array;
  readonly slipWords: Float64Array;
}

/**
 * The screen: which windows of a symbol can have enough winners, judged by price codes alone. Codes keep the order of
 * prices and only add ties, so a window that passes may fail on its closes, and none that would pass is lost.
 *
 * It runs in WebAssembly (src/core/kernel/wasm/screen.ts), in a memory that all searches of a thread share. The prices that a
 * plan may look at are copied into it first: 11 kB a symbol for ten years.
 */
class Screen {
  private readonly memory = new WebAssembly.Memory({ initial: 1 });
  private readonly functions = kernelFunctions(this.memory);
  private plan: DetectionPlan | null = null;
  /** Pairs of first and last day that the plan may read: for exits, then for sessions; and the number of exit days. */
  private stretches = new Int32Array();
  private ofExits = 0;
  /** First and last day of all stretches. */
  private from = 0;
  private to = 0;
  private entries = 0;
  private days = 0;
  /** Addresses. */
  private at = { lasts: 0, codes: 0, slips: 0, result: 0, runs: 0 };
  private words: Words | null = null;
  private lasts = new Int32Array();
  private codes = new Float64Array();
  private slips = new Float64Array();
  /**
   * Result of `run`. It lists each range of holds with the same observed years in which at least one window passes:
   *   entry, number of years, number of windows; for each year the day before the entry and the entry session, as days from
   *   the symbol's first; for each window 4 * hold + 2 * (passes as a long) + (passes as a short).
   */
  result = new Int32Array();
  /** View of the memory of `result`. */
  private floats = new Float32Array();

  /**
   * Loads a symbol for `run`.
   *
   * @param lasts by entry: last session that may touch its numbers, as days from the symbol's first; -1 = leave it out
   * @returns false when the symbol has no day that the plan reads
   */
  use(plan: DetectionPlan, columns: PriceColumns, symbol: number, lasts: Int32Array): boolean {
    if (plan !== this.plan) this.usePlan(plan);
    const record = symbolRecord(columns, symbol);
    const { start, firstDay, lastDay, gaps, gapsEnd } = record;
    const from = Math.max(this.from, firstDay);
    if (from > Math.min(this.to, lastDay)) return false;
    const begin = aligned(start + from - firstDay);
    const runs = record.holesEnd - gaps;
    if (runs > 0) this.copyRuns(columns.runs.subarray(gaps, gaps + runs));
    this.copyDays(columns, record, begin);
    this.lasts.set(lasts);
    const { at } = this;
    this.functions.useSymbol(
      firstDay,
      record.origin,
      record.shift,
      at.codes - (begin - start) * 2,
      at.slips - (begin - start),
      at.runs,
      at.runs + (gapsEnd - gaps) * 4,
      at.runs + runs * 4,
    );
    return true;
  }

  /**
   * Fills `result` with the windows that may pass, ascending by entry and hold.
   *
   * @param entry to begin with; @param end after the last
   * @param onlyBest leaves out windows which certainly have a lower Sharpe ratio than another of their direction: of all
   * entries and holds of the plan, from the first one on
   * @returns number of integers written; `nextEntry` says where to continue
   */
  run(entry: number, end: number, minHold: number, maxHold: number, onlyBest: boolean): number {
    const { result } = this.at;
    const enough = result + RESULT_BYTES;
    const size = (this.functions.screen(entry, end, minHold, maxHold, Number(onlyBest), result, enough) - result) / 4;
    return onlyBest ? this.keepContenders(size) : size;
  }

  /** The entry at which the last `run` stopped: its `end` unless `result` was full. */
  nextEntry(): number {
    return this.functions.nextEntry();
  }

  /**
   * Keeps the windows that could still be the best once all are screened. The module writes an upper bound of the Sharpe
   * ratio after each window; it is removed.
   */
  private keepContenders(size: number): number {
    const { result, floats } = this;
    const longsReach = this.functions.longsReach();
    const shortsReach = this.functions.shortsReach();
    let to = 0;
    for (let at = 0; at < size; ) {
      const header = 3 + 2 * result[at + 1];
      const end = at + header + 2 * result[at + 2];
      let kept = 0;
      for (let i = at + header; i < end; i += 2) {
        const reach = (result[i] & 2) !== 0 ? longsReach : shortsReach;
        if (floats[i + 1] >= reach) result[at + header + kept++] = result[i];
      }
      result[at + 2] = kept;
      if (kept > 0) {
        result.copyWithin(to, at, at + header + kept);
        to += header + kept;
      }
      at = end;
    }
    return to;
  }

  private usePlan(plan: DetectionPlan): void {
    const { segments, minHold, maxHold, occurrences, request } = plan;
    const { entries, years, minWins, minObservations, gapLimit, direction } = request;
    const { exits, sessions } = stretchesOf(plan);
    this.stretches = Int32Array.from([...exits, ...sessions]);
    this.ofExits = exits.length;
    this.from = exits.at(0) ?? 0;
    this.to = exits.at(-1) ?? 0;
    const days = aligned(this.to - this.from + 1 + 2 * ALIGNED);
    const needed = Int32Array.from({ length: years + 1 }, (_, count) => winnersNeeded(minWins, count));
    // At worst each hold is a range by itself, and both a long and a short.
    const mostOfAnEntry = (request.maxHold - request.minHold + 1) * (28 + 8 * years);
    const layout = new MemoryLayout();
    const constants = [segments, minHold, maxHold, occurrences, needed];
    const addresses = constants.map(({ byteLength }) => layout.reserve(byteLength));
    const lastsAt = layout.reserve(entries.length * 4);
    const scratchAt = layout.reserve(years * OF_A_YEAR + OF_WINDOWS);
    this.at = {
      lasts: lastsAt,
      codes: layout.reserve(days * 2 + READ_BEYOND),
      slips: layout.reserve(days),
      result: layout.reserve(RESULT_BYTES + mostOfAnEntry),
      runs: layout.reserve(0),
    };
    this.entries = entries.length;
    this.days = days;
    growTo(this.memory, this.at.runs);
    this.lay();
    for (const [i, values] of constants.entries())
      new Int32Array(this.memory.buffer, addresses[i], values.length).set(values);
    const [long, short] = [Number(direction !== 'short'), Number(direction !== 'long')];
    const plain = [years, gapLimit, minObservations, long, short];
    this.functions.usePlan(...plain, ...addresses, lastsAt, scratchAt);
    this.plan = plan;
  }

  /**
   * Copies the days that the plan may read, several at a time: far fewer than all from the first to the last.
   *
   * @param begin index of the first day in the memory
   */
  private copyDays(columns: PriceColumns, { start, firstDay, lastDay }: SymbolRecord, begin: number): void {
    const { codes, slips, stretches, ofExits } = this;
    const { codeWords, slipWords } = this.wordsOf(columns);
    const base = start - firstDay;
    for (let i = 0; i < stretches.length; i += 2) {
      const from = aligned(base + Math.max(stretches[i], firstDay));
      const to = base + Math.min(stretches[i + 1], lastDay);
      if (i < ofExits) copyWords(codes, codeWords, from >> 2, to >> 2, begin >> 2);
      else copyWords(slips, slipWords, from >> 3, to >> 3, begin >> 3);
    }
  }

  private copyRuns(runs: Int32Array): void {
    if (growTo(this.memory, this.at.runs + runs.byteLength)) this.lay();
    new Int32Array(this.memory.buffer, this.at.runs, runs.length).set(runs);
  }

  private wordsOf(columns: PriceColumns): Words {
    if (this.words?.columns !== columns) {
      const { buffer, code, slip } = columns;
      const codeWords = new Float64Array(buffer, code.byteOffset, Math.ceil(code.length / 4));
      const slipWords = new Float64Array(buffer, slip.byteOffset, Math.ceil(slip.length / 8));
      this.words = { columns, codeWords, slipWords };
    }
    return this.words;
  }

  /** Creates the views of the memory; repeated whenever it has grown. */
  private lay(): void {
    const { buffer } = this.memory;
    const { at } = this;
    this.lasts = new Int32Array(buffer, at.lasts, this.entries);
    this.codes = new Float64Array(buffer, at.codes, this.days / 4);
    this.slips = new Float64Array(buffer, at.slips, this.days / 8);
    this.result = new Int32Array(buffer, at.result, (at.runs - at.result) / 4);
    this.floats = new Float32Array(buffer, at.result, this.result.length);
  }
}

function aligned(index: number): number {
  return index - (index % ALIGNED);
}

/**
 * Copies a few words, four at a time: fewer bounds checks per word.
 *
 * @param last index in `from`; @param shift index in `from` less index in `to`
 */
function copyWords(to: Float64Array, from: Float64Array, first: number, last: number, shift: number): void {
  let at = first;
  for (; at + 3 <= last; at += 4) {
    const a = from[at];
    const b = from[at + 1];
    const c = from[at + 2];
    const d = from[at + 3];
    const into = at - shift;
    to[into] = a;
    to[into + 1] = b;
    to[into + 2] = c;
    to[into + 3] = d;
  }
  for (; at <= last; at++) to[at - shift] = from[at];
}

let threadScreen: Screen | undefined;

/** The screen of this thread. */
export function screenOfThread(): Screen {
  threadScreen ??= new Screen();
  return threadScreen;
}
