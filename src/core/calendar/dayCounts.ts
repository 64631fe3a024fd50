import type { Day } from './dates';

/** Members of a market with a final bar, by day from `first` on. */
export interface CountedDays {
  readonly first: Day;
  readonly counts: Uint16Array;
}

/** Counts, by market and day, the members that have a bar: a market's sessions follow from it (METHOD 1). */
export class DayCounts {
  private readonly counted: Map<string, CountedDays>;
  /** Markets whose counts this object has copied and may write to. */
  private readonly owned = new Set<string>();

  /**
   * @param finalDays last day to count, by market id; a market without one is not counted
   * @param initial counts to start from; they are not modified
   */
  constructor(
    private readonly finalDays: ReadonlyMap<string, Day>,
    initial: ReadonlyMap<string, CountedDays> = new Map(),
  ) {
    this.counted = new Map(initial);
  }

  get byMarket(): ReadonlyMap<string, CountedDays> {
    return this.counted;
  }

  /** Adds a member of some markets. @param days on which it has a bar, ascending */
  add(markets: readonly string[], days: Int32Array): void {
    this.count(markets, days, 1);
  }

  /** Removes a member that was added up to the same final days. */
  subtract(markets: readonly string[], days: Int32Array): void {
    this.count(markets, days, -1);
  }

  /** Adds counts that were made elsewhere, up to the same final days. */
  join(others: ReadonlyMap<string, CountedDays>): void {
    for (const [id, { first, counts: more }] of others) {
      const { first: begin, counts } = this.from(id, first, first + more.length - 1);
      for (let i = 0; i < more.length; i++) counts[first - begin + i] += more[i];
    }
  }

  private count(markets: readonly string[], days: Int32Array, by: 1 | -1): void {
    for (const id of markets) {
      const last = this.finalDays.get(id);
      if (last === undefined || !(days[0] <= last)) continue;
      const { first, counts } = this.from(id, days[0], last);
      for (let i = 0; i < days.length && days[i] <= last; i++) counts[days[i] - first] += by;
    }
  }

  /** A market's writable counts, grown to cover `first` to `last`. */
  private from(id: string, first: Day, last: Day): CountedDays {
    const current = this.counted.get(id) ?? { first, counts: new Uint16Array() };
    const begin = Math.min(first, current.first);
    const length = Math.max(last + 1, current.first + current.counts.length) - begin;
    if (this.owned.has(id) && current.first === begin && current.counts.length === length) return current;
    const copy = { first: begin, counts: new Uint16Array(length) };
    copy.counts.set(current.counts, current.first - begin);
    this.counted.set(id, copy);
    this.owned.add(id);
    return copy;
  }
}
