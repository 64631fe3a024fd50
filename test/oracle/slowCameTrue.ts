import { around, average, inYear, plusDays, type Quote, realisedVariance, slowFraction } from './slowWindow';

/**
 * METHOD 10 written out slowly and on its own, from its text: every return of every member, year and reference is looked up
 * in the list of quotes. Shares no code with src.
 */
export interface SlowMarket {
  readonly members: readonly (readonly Quote[])[];
  /** The market's sessions, YYYY-MM-DD. */
  readonly sessions: readonly string[];
  readonly gapLimit: number;
  readonly fewestPeers: number;
}

interface SlowPast {
  readonly shown: number;
  readonly variance: number;
}

export interface SlowMonth {
  readonly entry: string;
  readonly products: number;
  readonly squares: number;
}

export class SlowCameTrue {
  /** Prices of the market begin after 2000. */
  private readonly returns = new Map<string, readonly (number | null)[]>();

  constructor(private readonly market: SlowMarket) {}

  /** Both sums of a month, over the members that have them. */
  month(entry: string, hold: number): SlowMonth {
    const before = this.market.sessions.filter((day) => day < entry).at(-1)!;
    let products = 0;
    let squares = 0;
    for (let member = 0; member < this.market.members.length; member++) {
      const x = this.excess(member, entry, hold);
      const past = this.past(member, entry, hold, before);
      if (x === null || past === null) continue;
      products += (x * past.shown) / past.variance;
      squares += past.shown ** 2 / past.variance;
    }
    return { entry, products, squares };
  }

  /** The excess that a member's window showed over the latest twenty observed years. */
  past(member: number, entry: string, hold: number, asOf: string): SlowPast | null {
    const excesses: number[] = [];
    const references: (number | null)[] = [];
    const variances: number[] = [];
    for (let year = Number(entry.slice(0, 4)) - 1; year >= 2000 && excesses.length < 20; year--) {
      const from = inYear(entry, year);
      const x = plusDays(from, hold - 1) > asOf ? null : this.excess(member, from, hold);
      if (x === null) continue;
      excesses.push(x);
      variances.push(realisedVariance(this.market.members[member], from, hold));
      for (let j = 1; j <= 12; j++) references.push(this.excess(member, plusDays(from, -28 * j), hold));
    }
    const variance = average(variances);
    const observed = references.filter((r) => r !== null);
    if (excesses.length < 8 || observed.length === 0 || variance === 0) return null;
    return { shown: average(excesses) - average(observed), variance };
  }

  private excess(member: number, entry: string, hold: number): number | null {
    const all = this.returnsOf(entry, hold);
    const observed = all.filter((r) => r !== null);
    const own = all[member];
    return own === null || observed.length < this.market.fewestPeers ? null : own - average(observed);
  }

  /** The return of each member, as METHOD 1 observes it on the first session on or after the end. */
  private returnsOf(entry: string, hold: number): readonly (number | null)[] {
    const key = `${entry} ${hold}`;
    const end = plusDays(entry, hold - 1);
    const returns =
      this.returns.get(key) ??
      this.market.members.map((quotes) => {
        const settled = this.market.sessions.find((day) => day >= end);
        if (settled === undefined) return null;
        const known = around(quotes, entry, settled).filter(({ date }) => date <= settled);
        return slowFraction(known, entry, hold, this.market.gapLimit);
      });
    this.returns.set(key, returns);
    return returns;
  }
}

/** Share and standard error of METHOD 10. */
export function slowShare(months: readonly Omit<SlowMonth, 'entry'>[]): { share: number; standardError: number } {
  const squares = months.reduce((sum, month) => sum + month.squares, 0);
  const share = months.reduce((sum, month) => sum + month.products, 0) / squares;
  const scores = months.map((month) => month.products - share * month.squares);
  return { share, standardError: Math.sqrt(scores.reduce((sum, score) => sum + score ** 2, 0)) / squares };
}
