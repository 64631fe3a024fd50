import type { Day } from '../calendar/dates';
import { compareTexts } from '../parts';
import type { Direction } from '../window/window';
import type { DetectionPlan } from './plan';

/** A window that detection found, with its statistics unrounded (METHOD 2, 5). Percent unless said. */
export interface Candidate {
  /** Position of the symbol in its columns, or whatever the caller numbers symbols by. */
  readonly symbol: number;
  readonly entry: Day;
  /** Calendar days, entry day included. */
  readonly hold: number;
  readonly direction: Direction;
  readonly yearsTested: number;
  readonly wins: number;
  readonly mean: number;
  /** Sample standard deviation; null for a single year. */
  readonly deviation: number | null;
  /** Ratio. */
  readonly sharpe: number;
}

/** What the order of METHOD 5 depends on. */
type Ordered<Symbol> = Pick<Candidate, 'sharpe' | 'yearsTested' | 'entry' | 'hold' | 'direction'> & {
  readonly symbol: Symbol;
};

/**
 * The order of METHOD 5: higher Sharpe, more years, earlier entry, shorter hold, symbol, long before short. Negative
 * when `a` comes first. `name` says what symbols are ordered by.
 */
export function compareCandidates<Symbol>(
  a: Ordered<Symbol>,
  b: Ordered<Symbol>,
  name: (symbol: Symbol) => string,
): number {
  return (
    b.sharpe - a.sharpe ||
    b.yearsTested - a.yearsTested ||
    a.entry - b.entry ||
    a.hold - b.hold ||
    compareTexts(name(a.symbol), name(b.symbol)) ||
    Number(a.direction === 'short') - Number(b.direction === 'short')
  );
}

/**
 * Windows of one symbol and direction that qualified, offered in ascending order of entry and hold. Keeps either all of
 * them or only the best. One typed array a field: a year of a trending stock has tens of thousands.
 */
export class CandidateBuffer {
  private size = 0;
  private onlyBest = true;
  private capacity = 0;
  private entry = new Uint16Array(0);
  private hold = new Uint16Array(0);
  private years = new Uint8Array(0);
  private wins = new Uint8Array(0);
  private mean = new Float64Array(0);
  private deviation = new Float64Array(0);
  private sharpe = new Float64Array(0);

  constructor(
    private readonly plan: DetectionPlan,
    private readonly direction: Direction,
  ) {
    this.reserve(16);
  }

  clear(onlyBest: boolean): void {
    this.size = 0;
    this.onlyBest = onlyBest;
  }

  offer(
    entry: number,
    hold: number,
    years: number,
    wins: number,
    mean: number,
    deviation: number,
    sharpe: number,
  ): void {
    if (this.onlyBest && this.size === 1) {
      // Earlier entries and shorter holds came first, so a tie keeps the window in the buffer (METHOD 5).
      if (!(sharpe > this.sharpe[0] || (sharpe === this.sharpe[0] && years > this.years[0]))) return;
      this.size = 0;
    }
    if (this.size === this.capacity) this.reserve(2 * this.capacity);
    const at = this.size++;
    this.entry[at] = entry;
    this.hold[at] = hold;
    this.years[at] = years;
    this.wins[at] = wins;
    this.mean[at] = mean;
    this.deviation[at] = deviation;
    this.sharpe[at] = sharpe;
  }

  /** The best window by the order of METHOD 5, when the buffer keeps only that; null when the buffer is empty. */
  first(symbol: number): Candidate | null {
    return this.size === 0 ? null : this.candidate(symbol, 0);
  }

  /** Whether a window with this entry of the plan was offered, when the buffer keeps all. */
  hasEntry(entry: number): boolean {
    return this.entry.subarray(0, this.size).includes(entry);
  }

  /** Takes the best window, drops all that share a calendar day with it, and repeats (METHOD 5). Best first. */
  distinct(symbol: number): Candidate[] {
    const kept: Candidate[] = [];
    const left = new Int32Array(this.size).map((_, i) => i);
    for (let count = this.size; count > 0; ) {
      const chosen = this.best(left, count);
      kept.push(this.candidate(symbol, chosen));
      let next = 0;
      for (let i = 0; i < count; i++) if (!this.overlap(left[i], chosen)) left[next++] = left[i];
      count = next;
    }
    return kept;
  }

  private best(among: Int32Array, count: number): number {
    let best = among[0];
    for (let i = 1; i < count; i++) {
      const at = among[i];
      if (this.sharpe[at] > this.sharpe[best]) best = at;
      else if (this.sharpe[at] === this.sharpe[best] && this.years[at] > this.years[best]) best = at;
    }
    return best;
  }

  private overlap(a: number, b: number): boolean {
    const { entries } = this.plan.request;
    const dayA = entries[this.entry[a]].day;
    const dayB = entries[this.entry[b]].day;
    return dayA < dayB + this.hold[b] && dayB < dayA + this.hold[a];
  }

  private candidate(symbol: number, at: number): Candidate {
    return {
      symbol,
      entry: this.plan.request.entries[this.entry[at]].day,
      hold: this.hold[at],
      direction: this.direction,
      yearsTested: this.years[at],
      wins: this.wins[at],
      mean: this.mean[at],
      deviation: this.years[at] < 2 ? null : this.deviation[at],
      sharpe: this.sharpe[at],
    };
  }

  private reserve(capacity: number): void {
    this.entry = grown(this.entry, new Uint16Array(capacity));
    this.hold = grown(this.hold, new Uint16Array(capacity));
    this.years = grown(this.years, new Uint8Array(capacity));
    this.wins = grown(this.wins, new Uint8Array(capacity));
    this.mean = grown(this.mean, new Float64Array(capacity));
    this.deviation = grown(this.deviation, new Float64Array(capacity));
    this.sharpe = grown(this.sharpe, new Float64Array(capacity));
    this.capacity = capacity;
  }
}

function grown<A extends Uint8Array | Uint16Array | Float64Array>(from: A, to: A): A {
  to.set(from);
  return to;
}
