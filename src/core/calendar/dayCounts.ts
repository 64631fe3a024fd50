import type { Day } from './dates';

/** Members of a market with a final bar, by day from `first` on. */
export interface CountedDays {
  readonly first: Day;
  readonly counts: Uint16Array;
}

/** Adds one for each of some days up to `last`, to counts by day from `first` on, which is not after the earliest of them. */
export type CountDays = (last: Day, first: Day, counts: Uint16Array) => void;

/** @param day ascending */
export function countOf(day: Int32Array): CountDays {
  return (last, first, counts) => {
    for (let i = 0; i < day.length && day[i] <= last; i++) counts[day[i] - first] += 1;
  };
}

/** Counts by market on how many members' series each day is: what a market's sessions are told from (METHOD 1). */
export class DayCounts {
  private readonly counted = new Map<string, CountedDays>();

  /** @param finalDays by market id; later days are not counted, nor are markets that are not here */
  constructor(private readonly finalDays: ReadonlyMap<string, Day>) {}

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
    for (const id of markets) {
      const last = this.finalDays.get(id);
      if (last === undefined || begin > last) continue;
      const { first, counts } = this.from(id, begin, last);
      count(last, first, counts);
    }
  }

  /** What was counted elsewhere, up to the same days. */
  join(others: ReadonlyMap<string, CountedDays>): void {
    for (const [id, { first, counts: more }] of others) {
      const { first: begin, counts } = this.from(id, first, first + more.length - 1);
      for (let i = 0; i < more.length; i++) counts[first - begin + i] += more[i];
    }
  }

  /** A market's counts, made to begin no later than a day. */
  private from(id: string, first: Day, last: Day): CountedDays {
    const known = this.counted.get(id);
    if (known !== undefined && known.first <= first) return known;
    const longer = { first, counts: new Uint16Array(last - first + 1) };
    if (known !== undefined) longer.counts.set(known.counts, known.first - first);
    this.counted.set(id, longer);
    return longer;
  }
}
