import { fromIso } from '../../src/core/calendar/dates';
import type { Significance } from '../../src/core/significance/significance';

/** The days of a scan that found the windows below. */
export const SCANNED = { from: fromIso('2024-07-01'), to: fromIso('2024-07-12') };

/** A window that is rare for its symbol but not for the whole search, of a scan of 30 symbols, with changes. */
export function judged(overrides: Partial<Significance> = {}): Significance {
  return {
    status: 'ready',
    z: 1.75,
    pWindow: 0.002,
    pSymbol: 0.03,
    pSearch: 0.52,
    qSymbol: 0.3,
    rotations: 999,
    searched: { ...SCANNED, windows: 69_600, symbols: 30 },
    missing: null,
    named: false,
    ...overrides,
  };
}

/** While the null distribution of the search is being computed. */
export function pending(overrides: Partial<Significance> = {}): Significance {
  return judged({ status: 'pending', pSymbol: null, pSearch: null, qSymbol: null, missing: 'pending', ...overrides });
}

/** A window named by the caller, judged by the search of its symbol. */
export function named(pSymbol: number, overrides: Partial<Significance> = {}): Significance {
  const searched = { ...SCANNED, windows: 58_464, symbols: 1 };
  return judged({ pSymbol, pSearch: null, qSymbol: pSymbol, searched, named: true, ...overrides });
}
