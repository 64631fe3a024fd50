import { average, inYear, plusDays, type Quote, realisedVariance, slowFraction, slowLookback } from './slowWindow';

/**
 * METHOD 9 written out slowly and on its own, from its text: every return of every reference and every rotation is
 * looked up again in the list of quotes. Only the draws are given. Shares no code with src.
 */
export interface SlowSearch {
  /** First to last, each with the last day that may touch its numbers. */
  readonly entries: readonly { readonly date: string; readonly asOf: string }[];
  readonly minHold: number;
  readonly maxHold: number;
  readonly years: number;
  readonly cycle: string;
  readonly gapLimit: number;
}

/** j of METHOD 9 by the number of years back from the year of an entry. */
export type WeeksEarlier = (back: number) => number;

/**
 * m_h for the lookback years of a window; null where no reference entry is observed. In a search over New Year the first
 * entry is that of the season.
 */
export function slowReference(
  quotes: readonly Quote[],
  search: SlowSearch,
  { date, asOf }: SlowSearch['entries'][number],
  hold: number,
): number | null {
  const first = search.entries[0].date;
  const known = quotes.filter((quote) => quote.date <= asOf);
  const seasons = slowLookback({ ...search, entry: date, asOf, hold }).map(
    (year) => yearIn(first) - yearIn(date) + year,
  );
  const all: number[] = [];
  for (let j = 0; j <= 51; j++) {
    const observed = seasons
      .map((year) => slowFraction(known, plusDays(inYear(first, year), -364 + 7 * j), hold, search.gapLimit))
      .filter((r) => r !== null);
    all.push(...observed);
  }
  return all.length === 0 ? null : average(all);
}

function yearIn(date: string): number {
  return Number(date.slice(0, 4));
}

/** z of a long window; null with fewer than five observed years, or without a reference. */
export function slowStrength(
  quotes: readonly Quote[],
  search: SlowSearch,
  reference: number | null,
  entry: SlowSearch['entries'][number],
  hold: number,
  weeksEarlier: WeeksEarlier = () => 0,
): number | null {
  const known = quotes.filter((quote) => quote.date <= entry.asOf);
  const ownYear = yearIn(entry.date);
  const observed = slowLookback({ ...search, entry: entry.date, asOf: entry.asOf, hold })
    .map((year) => plusDays(inYear(entry.date, year), -7 * weeksEarlier(ownYear - year)))
    .map((from) => ({ from, r: slowFraction(known, from, hold, search.gapLimit) }));
  const returns = observed.map(({ r }) => r).filter((r) => r !== null);
  if (returns.length < 5 || reference === null) return null;
  const variances = observed.filter(({ r }) => r !== null).map(({ from }) => realisedVariance(known, from, hold));
  const risk = Math.sqrt(average(variances));
  return risk === 0 ? 0 : (Math.sqrt(returns.length) * (average(returns) - reference)) / risk;
}

/**
 * The largest z of all longs and of all shorts of a symbol, never below 0: one pair for each of the rotations; -Infinity where no
 * window has a z.
 */
export function slowStrongest(
  quotes: readonly Quote[],
  search: SlowSearch,
  rotations: readonly WeeksEarlier[],
): { long: number; short: number }[] {
  const found = rotations.map(() => ({ long: -Infinity, short: -Infinity }));
  for (let hold = search.minHold; hold <= search.maxHold; hold++) {
    for (const entry of search.entries) {
      const reference = slowReference(quotes, search, entry, hold);
      for (const [i, weeksEarlier] of rotations.entries()) {
        const z = slowStrength(quotes, search, reference, entry, hold, weeksEarlier);
        if (z === null) continue;
        found[i] = { long: Math.max(0, found[i].long, z), short: Math.max(0, found[i].short, -z) };
      }
    }
  }
  return found;
}
