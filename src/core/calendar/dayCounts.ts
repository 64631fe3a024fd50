import type { Day } from './dates';

/** Members of a market with a final bar, by day from `first` on. */
export interface CountedDays {
  readonly first: Day;
  readonly counts: Uint16Array;
}

/**
 * Adds a number for each of some days up to `last`, to counts by day from `first` on, which is not after the earliest of
 * them.
 */
export type CountDays = (last: Day, first: Day, counts: Uint16Array, by: 1 | -1) => void;

/** @param day ascending */
export function countOf(day: Int32Array): CountDays {
  return (last, first, counts, by) => {
    for (let i = 0; i < day.length && day[i] <= last; i++) counts[day[i] - first] += by;
  };
}

/** Counts by market on how many members' series each day is: what a market's sessions are told from (METHOD 1). */
export class DayCounts {
  private readonly counted: Map<string, CountedDays>;
  /** Markets whose counts are nobody else's. */
  private readonly own = new Set<string>();

  /**
   * @param finalDays by market id; later days are not counted, nor are markets that are not here
   * @param before counts to go on from, which stay as they are
   */
  constructor(
    private readonly finalDays: ReadonlyMap<string, Day>,
    before: ReadonlyMap<string, CountedDays> = new Map(),
  ) {
    this.counted = new Map(before);
  }

  get byMarket(): ReadonlyMap<string, CountedDays> {
    return this.counted;
  }

  /**
   * A member of some markets.
   *
   * @param begin its first day
   * @param count its days
   */
  add(markets: readonly string[], begin: Day, count: CountDays): void {
    this.count(markets, begin, count, 1);
  }

  /** Takes a member away that was added up to the same final days. */
  subtract(markets: readonly string[], begin: Day, count: CountDays): void {
    this.count(markets, begin, count, -1);
  }

  /** What was counted elsewhere, up to the same days. */
  join(others: ReadonlyMap<string, CountedDays>): void {
    for (const [id, { first, counts: more }] of others) {
      const { first: begin, counts } = this.from(id, first, first + more.length - 1);
      for (let i = 0; i < more.length; i++) counts[first - begin + i] += more[i];
    }
  }

  private count(markets: readonly string[], begin: Day, count: CountDays, by: 1 | -1): void {
    for (const id of markets) {
      const last = this.finalDays.get(id);
      if (last === undefined || begin > last) continue;
      const { first, counts } = this.from(id, begin, last);
      count(last, first, counts, by);
    }
  }

  /** A market's counts, made to hold some days. */
  private from(id: string, first: Day, last: Day): CountedDays {
    const known = this.counted.get(id) ?? { first, counts: new Uint16Array() };
    const begin = Math.min(first, known.first);
    const length = Math.max(last + 1, known.first + known.counts.length) - begin;
    if (this.own.has(id) && known.first === begin && known.counts.length === length) return known;
    const copy = { first: begin, counts: new Uint16Array(length) };
    copy.counts.set(known.counts, known.first - begin);
    this.counted.set(id, copy);
    this.own.add(id);
    return copy;
  }
}
