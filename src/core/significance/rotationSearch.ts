import type { Draws } from './draws';
import type { ReturnTable } from './returnTable';

/** The strongest window of a symbol over a search: the largest z of its longs and of its shorts, 0 where none has one. */
export interface Strongest {
  readonly long: number;
  readonly short: number;
}

/**
 * Looks for the strongest windows of a symbol over rotations, in tables that the caller fills. There is one for any host
 * and one for hosts with vectors; they report the same to the last bit.
 * Covered by test/oracle/rotationSearch.test.ts.
 */
export interface RotationSearch {
  readonly table: ReturnTable;
  /** By hold of the table: m_h and s0_h. NaN = none. */
  readonly mean: Float64Array;
  readonly deviation: Float64Array;
  /** To be called once the tables are filled for a symbol. */
  prepare(): void;
  /** The strongest of the rotations `first` to `end` - 1. @param draws that reach as far back as the search does */
  strongest(draws: Draws, first: number, end: number): Strongest[];
  /** Lets another search have its tables: neither they nor the search may be used from here on. To be called once. */
  release(): void;
}
