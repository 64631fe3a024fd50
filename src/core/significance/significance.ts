import type { WindowStrength } from './windowRotations';

/** What a search looked at. */
export interface Searched {
  /** Entries x holds x directions x symbols. */
  readonly windows: number;
  readonly symbols: number;
}

/**
 * How often luck alone does as well (METHOD 9). `pending`: what shuffled calendars give the whole search is still being
 * computed; `not_applicable`: the window has fewer than five observed years, or nothing to compare with.
 */
export interface Significance {
  readonly status: 'ready' | 'pending' | 'not_applicable';
  /** In the direction of the trade: positive = beyond the symbol's own drift. */
  readonly z: number | null;
  /** The very window over shuffled calendars. */
  readonly pWindow: number | null;
  /** The strongest window of the symbol in such a search; null for a window that was named. */
  readonly pSymbol: number | null;
  /** The strongest window of the whole search; null for a window that was named. */
  readonly pSearch: number | null;
  /** Shuffled calendars that the chances rest on. */
  readonly rotations: number;
  readonly searched: Searched;
  /** While pending: whether the search waits for the caller's next hour, whose searches are used up. */
  readonly limited: boolean;
}

/** What shuffled calendars gave a search: for each of its symbols and for all of them the strongest |z|, ascending. */
export interface NullDistribution {
  readonly rotations: number;
  readonly overall: Float32Array;
  /** By ticker as stored. */
  readonly bySymbol: ReadonlyMap<string, Float32Array>;
}

/** What is known of the null distribution of a search: the distribution; `pending`, or `limited` = not begun, the plan's hour is used up. */
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
  looked: SearchOrigin,
): Significance {
  const searched = looked.kind === 'named' ? { windows: 1, symbols: 1 } : looked.searched;
  const unknown = { pWindow: null, pSymbol: null, pSearch: null, searched, limited: false };
  if (strength === null) return { status: 'not_applicable', z: null, rotations: 0, ...unknown };
  const { z, exceeding } = strength;
  const ofWindow = { ...unknown, z, pWindow: chanceOf(exceeding, rotations), rotations };
  if (looked.kind === 'named') return { status: 'ready', ...ofWindow };
  const { nulls } = looked;
  if (typeof nulls === 'string') return { status: 'pending', ...ofWindow, limited: nulls === 'limited' };
  const own = nulls.bySymbol.get(symbol);
  // A symbol that began to trade since the search was shuffled: the month's next one knows it.
  if (!own) return { status: 'pending', ...ofWindow };
  return {
    status: 'ready',
    ...ofWindow,
    pSymbol: chanceOf(countFrom(own, z), nulls.rotations),
    pSearch: chanceOf(countFrom(nulls.overall, z), nulls.rotations),
    rotations: nulls.rotations,
  };
}

/** How many elements of an ascending array are at least `value`. */
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

/** The p-value up to which a window counts as more than chance, and the one above which it counts as chance (METHOD 6). */
export const LUCK = { beaten: 0.05, doubtful: 0.2 } as const;

/** f of METHOD 6, by what the window has passed. */
export const CONFIDENCE = { search: 1, symbol: 0.85, doubtful: 0.39, luck: 0.3 } as const;

/** The factor f of METHOD 6: by the search that the answer made; a window that was named is judged by itself alone. */
export function confidenceOf({ status, pWindow, pSymbol, pSearch }: Significance): number {
  if (status !== 'ready') return CONFIDENCE.luck;
  if (pSearch !== null && pSearch <= LUCK.beaten) return CONFIDENCE.search;
  const p = pSymbol ?? pWindow ?? 1;
  if (p <= LUCK.beaten) return CONFIDENCE.symbol;
  return p <= LUCK.doubtful ? CONFIDENCE.doubtful : CONFIDENCE.luck;
}

/** p of METHOD 9: how often shuffled calendars do as well, the calendar as it was counted among them; never 0. */
export function chanceOf(exceeding: number, rotations: number): number {
  return (1 + exceeding) / (rotations + 1);
}
