import { type CalledByChance, countTo } from './falseDiscovery';
import { chanceOf, countFrom, type NullDistribution, P_LEVELS } from './significance';

/**
 * The p_symbol of the strongest window of every symbol that a search knows, ascending.
 *
 * @param strongest the largest z of each symbol over the unshuffled calendar, by ticker as stored
 */
export function chancesOfStrongest(
  { bySymbol, rotations }: NullDistribution,
  strongest: ReadonlyMap<string, number>,
): Float64Array {
  const chances: number[] = [];
  for (const [symbol, z] of strongest) {
    const symbolNulls = bySymbol.get(symbol);
    if (symbolNulls) chances.push(chanceOf(countFrom(symbolNulls, z), rotations));
  }
  return Float64Array.from(chances).sort();
}

/** How many symbols have a window with p_symbol at most .05, and how many would over shuffled calendars (METHOD 7). */
export interface SymbolsCalled {
  readonly called: number;
  readonly symbols: number;
  readonly byChance: CalledByChance;
}

/** @param strongest see `chancesOfStrongest` */
export function symbolsCalled({ byChance }: NullDistribution, strongest: Float64Array): SymbolsCalled {
  return { called: countTo(strongest, P_LEVELS.significant), symbols: strongest.length, byChance };
}
