import type { WindowStrength } from './windowRotations';

/** The size of a search. */
export interface Searched {
  /** Entries x holds x directions x symbols. */
  readonly windows: number;
  readonly symbols: number;
}

/**
 * Strength and p-values of a window (METHOD 9). `pending`: the null distribution of the search is still being computed;
 * `not_applicable`: the window has fewer than five observed years, or no reference.
 */
export interface Significance {
  readonly status: 'ready' | 'pending' | 'not_applicable';
  /** In the direction of the trade: positive = beyond the symbol's own drift. */
  readonly z: number | null;
  /** p-value of this window alone over shuffled calendars. */
  readonly pWindow: number | null;
  /** p-value among the symbol's strongest windows in such a search; null for a named window. */
  readonly pSymbol: number | null;
  /** p-value among the strongest windows of the whole search; null for a named window. */
  readonly pSearch: number | null;
  /** Number of shuffled calendars that the p-values rest on. */
  readonly rotations: number;
  readonly searched: Searched;
  /** While pending: whether the search waits until the caller's hourly limit of searches renews. */
  readonly limited: boolean;
}

/** The null distribution of a search: the strongest |z| of each rotation, over all symbols and by symbol, ascending. */
export interface NullDistribution {
  readonly rotations: number;
  readonly overall: Float32Array;
  /** By ticker as stored. */
  readonly bySymbol: ReadonlyMap<string, Float32Array>;
}

/** The null distribution of a search; `pending` while it is computed, `limited` when the hourly limit of searches is reached. */
export type SearchNull = NullDistribution | 'pending' | 'limited';

/** Whether a window was named or found by a search, and the null distribution of that search. */
export type SearchOrigin =
  | { readonly kind: 'named' }
  | { readonly kind: 'searched'; readonly searched: Searched; readonly nulls: SearchNull };

/**
 * The significance of a window.
 *
 * @param rotations that `strength` rests on
 */
export function significanceOf(
  symbol: string,
  strength: Pick<WindowStrength, 'z' | 'exceeding'> | null,
  rotations: number,
  origin: SearchOrigin,
): Significance {
  const searched = origin.kind === 'named' ? { windows: 1, symbols: 1 } : origin.searched;
  const unknown = { pWindow: null, pSymbol: null, pSearch: null, searched, limited: false };
  if (strength === null) return { status: 'not_applicable', z: null, rotations: 0, ...unknown };
  const { z, exceeding } = strength;
  const ofWindow = { ...unknown, z, pWindow: chanceOf(exceeding, rotations), rotations };
  if (origin.kind === 'named') return { status: 'ready', ...ofWindow };
  const { nulls } = origin;
  if (typeof nulls === 'string') return { status: 'pending', ...ofWindow, limited: nulls === 'limited' };
  const symbolNulls = nulls.bySymbol.get(symbol);
  // The symbol began to trade after the distribution was computed; the next month's includes it.
  if (!symbolNulls) return { status: 'pending', ...ofWindow };
  return {
    status: 'ready',
    ...ofWindow,
    pSymbol: chanceOf(countFrom(symbolNulls, z), nulls.rotations),
    pSearch: chanceOf(countFrom(nulls.overall, z), nulls.rotations),
    rotations: nulls.rotations,
  };
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
export const CONFIDENCE = { search: 1, symbol: 0.85, doubtful: 0.39, chance: 0.3 } as const;

/** The factor f of METHOD 6: by the p-values of the search; for a named window by its own p-value. */
export function confidenceOf({ status, pWindow, pSymbol, pSearch }: Significance): number {
  if (status !== 'ready') return CONFIDENCE.chance;
  if (pSearch !== null && pSearch <= P_LEVELS.significant) return CONFIDENCE.search;
  const p = pSymbol ?? pWindow ?? 1;
  if (p <= P_LEVELS.significant) return CONFIDENCE.symbol;
  return p <= P_LEVELS.doubtful ? CONFIDENCE.doubtful : CONFIDENCE.chance;
}

/** p of METHOD 9: share of calendars that reach the strength, the unshuffled one included; never 0. */
export function chanceOf(exceeding: number, rotations: number): number {
  return (1 + exceeding) / (rotations + 1);
}
