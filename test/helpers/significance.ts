import type { Significance } from '../../src/core/significance/significance';

/** A window that beats luck for its symbol but not for the whole search, of a scan of 30 symbols, with changes. */
export function judged(overrides: Partial<Significance> = {}): Significance {
  return {
    status: 'ready',
    z: 1.75,
    pWindow: 0.002,
    pSymbol: 0.03,
    pSearch: 0.52,
    rotations: 999,
    searched: { windows: 69_600, symbols: 30 },
    limited: false,
    ...overrides,
  };
}

/** While what luck finds in the whole search is still being computed. */
export function pending(overrides: Partial<Significance> = {}): Significance {
  return judged({ status: 'pending', pSymbol: null, pSearch: null, ...overrides });
}

/** Of a window that the caller named: judged by itself alone. */
export function named(pWindow: number): Significance {
  return judged({ pWindow, pSymbol: null, pSearch: null, searched: { windows: 1, symbols: 1 } });
}
