import type { Day } from '../calendar/dates';
import type { WindowStrength } from './rotation';

/** What a search looked at. */
export interface Searched {
  /** First and last day of its entries; null where they were not recorded. */
  readonly from: Day | null;
  readonly to: Day | null;
  /** Entries x holds x directions x symbols. */
  readonly windows: number;
  readonly symbols: number;
}

/**
 * Strength and p-values of a window (METHOD 9). `pending`: the null distribution of the search is not known yet;
 * `not_applicable`: the window has fewer than five observed years, or no reference.
 */
export interface Significance {
  readonly status: 'ready' | 'pending' | 'not_applicable';
  /** In the direction of the trade: positive = beyond the symbol's own drift. */
  readonly z: number | null;
  /** p-value of this window alone over shuffled calendars, as if it had been named before looking. */
  readonly pWindow: number | null;
  /** p-value among the symbol's strongest windows in such a search. */
  readonly pSymbol: number | null;
  /** p-value among the strongest windows of the whole search; null for a named window unless its search was a scan. */
  readonly pSearch: number | null;
  /** The false discovery rate at which the window would be called, see `falseDiscoveryRate`; null while not known. */
  readonly qSymbol: number | null;
  /** Number of shuffled calendars that `pSymbol` rests on, or `pWindow` while that is not known: those that have a window of it. */
  readonly rotations: number;
  readonly searched: Searched;
  /** Why it is pending; null when it is not. */
  readonly missing: MissingNull | null;
  /** Whether the caller named the window: its score then rests on `pSymbol` alone (METHOD 6). */
  readonly named: boolean;
}

/**
 * The null distribution of a search: the strongest |z| of each rotation, over all symbols and by symbol, ascending; `UNOBSERVED`
 * in rotations that have none.
 */
export interface NullDistribution {
  readonly rotations: number;
  readonly overall: Float32Array;
  /** By ticker as stored. */
  readonly bySymbol: ReadonlyMap<string, Float32Array>;
  /** Number of symbols whose strongest window has a p of at most .05 among the rotations of the symbol. */
  readonly byChance: CalledByChance;
}

/**
 * Why the null distribution of a search is not known: `pending` while it is computed, `limited` when the caller's plan does not
 * start it, `off` when the service computes none.
 */
export type MissingNull = 'pending' | 'limited' | 'off';
export type SearchNull = NullDistribution | MissingNull;

/**
 * The search that found a window, and its null distribution. Whoever names a window has usually seen it in a list, so that
 * a named window has a search too (METHOD 9).
 *
 * `found`: by the search of the answer; `named`: by the caller, and its search is one of its symbol; `named in a scan`: by
 * the caller, who names the scan that found it.
 */
export interface SearchOrigin {
  readonly kind: 'found' | 'named' | 'named in a scan';
  readonly searched: Searched;
  readonly nulls: SearchNull;
  /** See `chancesOfStrongest`; null when not known. A search of one symbol needs none. */
  readonly strongest: Float64Array | null;
}

/** The significance of a window. */
export function significanceOf(
  symbol: string,
  strength: Omit<WindowStrength, 'drift'> | null,
  origin: SearchOrigin,
): Significance {
  const { kind, searched, nulls } = origin;
  const named = kind !== 'found';
  const unknown = { pWindow: null, pSymbol: null, pSearch: null, qSymbol: null, searched, missing: null, named };
  const notApplicable = { status: 'not_applicable', z: null, rotations: 0, ...unknown } as const;
  if (strength === null) return notApplicable;
  const { z, exceeding, rotations } = strength;
  const ofWindow = { ...unknown, z, pWindow: chanceOf(exceeding, rotations), rotations };
  if (typeof nulls === 'string') return { status: 'pending', ...ofWindow, missing: nulls };
  const symbolNulls = nulls.bySymbol.get(symbol);
  // No window of the symbol has five years in that search: those of a named window lie before its lookback, or the search that the
  // distribution was computed for began earlier in the month.
  if (!symbolNulls) return notApplicable;
  const pSymbol = chanceAmong(symbolNulls, z);
  return {
    status: 'ready',
    ...ofWindow,
    pSymbol,
    qSymbol: qSymbolOf(pSymbol, origin),
    pSearch: kind === 'named' ? null : chanceAmong(nulls.overall, z),
    rotations: observedIn(symbolNulls),
  };
}

function qSymbolOf(pSymbol: number, { kind, searched, strongest }: SearchOrigin): number | null {
  if (kind === 'named' || searched.symbols === 1) return pSymbol;
  return strongest === null ? null : falseDiscoveryRate(pSymbol, strongest);
}

/** Number of elements of an ascending array that are at least `value`. */
export function countFrom(ascending: Float32Array, value: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (ascending[middle] < value) low = middle + 1;
    else high = middle;
  }
  return ascending.length - low;
}

/** The p-value up to which a window counts as more than chance, and that above which it counts as chance (METHOD 6). */
export const P_LEVELS = { significant: 0.05, doubtful: 0.2 } as const;

/** f of METHOD 6, by the strictest test that the window passes. */
export const CONFIDENCE_FACTORS = { search: 1, symbol: 0.85, doubtful: 0.39, chance: 0.3 } as const;

/** The factor f of METHOD 6: by the p-values of the search; for a named window by p_symbol alone. */
export function confidenceOf({ status, pSymbol, pSearch, named }: Significance): number {
  if (status !== 'ready') return CONFIDENCE_FACTORS.chance;
  if (!named && pSearch !== null && pSearch <= P_LEVELS.significant) return CONFIDENCE_FACTORS.search;
  const p = pSymbol ?? 1;
  if (p <= P_LEVELS.significant) return CONFIDENCE_FACTORS.symbol;
  return p <= P_LEVELS.doubtful ? CONFIDENCE_FACTORS.doubtful : CONFIDENCE_FACTORS.chance;
}

/** p of METHOD 9: share of calendars that reach the strength, the unshuffled one included; never 0. */
export function chanceOf(exceeding: number, rotations: number): number {
  return (1 + exceeding) / (rotations + 1);
}

/** Number of rotations of which there is a strongest window. */
export function observedIn(strongest: Float32Array): number {
  return countFrom(strongest, 0);
}

/** The p-value of a z among the strongest of each rotation, ascending, in which a window was observed. */
export function chanceAmong(strongest: Float32Array, z: number): number {
  return chanceOf(countFrom(strongest, z), observedIn(strongest));
}

/**
 * The p_symbol of the strongest window of every symbol that a search knows, ascending.
 *
 * @param strongest the largest z of each symbol over the unshuffled calendar, by ticker as stored
 */
export function chancesOfStrongest(
  { bySymbol }: NullDistribution,
  strongest: ReadonlyMap<string, number>,
): Float64Array {
  const chances: number[] = [];
  for (const [symbol, z] of strongest) {
    const symbolNulls = bySymbol.get(symbol);
    if (symbolNulls) chances.push(chanceAmong(symbolNulls, z));
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

/**
 * The smallest false discovery rate at which a window would be called among the strongest of all symbols: the step-up of
 * Benjamini and Hochberg (1995), "Controlling the false discovery rate", J. R. Stat. Soc. B 57:289-300. A window that
 * is not its symbol's strongest is ranked in the place of the strongest, so that its rate is never lower. The rate is at
 * least `chance` and never falls as `chance` rises.
 *
 * @param chance p_symbol of the window
 * @param strongest see `chancesOfStrongest`
 */
export function falseDiscoveryRate(chance: number, strongest: Float64Array): number {
  const symbols = Math.max(1, strongest.length);
  const called = countTo(strongest, chance);
  let rate = (chance * symbols) / Math.max(1, called);
  for (let i = called; i < strongest.length; i++) rate = Math.min(rate, (strongest[i] * symbols) / (i + 1));
  // Rounding must not take it below.
  return Math.max(chance, rate);
}

/** How many symbols shuffled calendars call: the mean, and the 5th and 95th percentile over the rotations. */
interface CalledByChance {
  readonly mean: number;
  readonly low: number;
  readonly high: number;
}

/** @param counts number of symbols that each rotation calls */
export function calledByChance(counts: Uint32Array): CalledByChance {
  const sorted = counts.slice().sort();
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
  return {
    mean: sorted.reduce((sum, count) => sum + count, 0) / Math.max(1, sorted.length),
    low: at(0.05),
    high: at(0.95),
  };
}

/** Number of elements of an ascending array that are at most `value`. */
function countTo(ascending: Float64Array, value: number): number {
  const above = ascending.findIndex((element) => element > value);
  return above < 0 ? ascending.length : above;
}
