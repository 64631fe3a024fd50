/** Compiled to WebAssembly by scripts/kernelModule.ts. */

// The search plan (`DetectionPlan`). A usize is the address of an array of i32, unless its comment says otherwise.
export let years: i32 = 0;
export let gapLimit: i32 = 0;
export let minObservations: i32 = 0;
export let wantsLong: bool = false;
export let wantsShort: bool = false;
export let segmentsOf: usize = 0;
export let minHolds: usize = 0;
export let maxHolds: usize = 0;
export let occurrences: usize = 0;
/** Number of winning years that a window needs, by its number of years. */
export let needed: usize = 0;
/** The last session whose data an entry may use, by entry, as days from the symbol's first; -1 = the symbol has none. */
export let lasts: usize = 0;

// The symbol. Days are counted from its first day.
export let firstDay: i32 = 0;
/** Where the code (u16) and the slip (u8) of the first day would be. Only the days that a search reads are copied. */
export let codes: usize = 0;
export let slips: usize = 0;
export let gaps: usize = 0;
export let gapsEnd: usize = 0;
export let holes: usize = 0;
export let holesEnd: usize = 0;

// The observable years of an entry are records of `YEAR` bytes. `BASE`: the day before the entry, so that `BASE` + hold is the
// last day of the window. `SESSION`: the session of P0. `CODE`: the price code of P0. `FROM` and `TO`: the shortest and the
// longest hold for which METHOD 1 counts the year.
export let observable: usize = 0;
/** Space for the records that `selectYears` copies. */
export let chosen: usize = 0;
/** Space for four vectors. */
export let lanes: usize = 0;
export const YEAR: usize = 24;
export const BASE: usize = 0;
export const SESSION: usize = 4;
export const CODE: usize = 8;
export const FROM: usize = 12;
export const TO: usize = 16;
/** 1 / price of the code, an f32, written by `invertPrices`. */
export const INVERSE: usize = 20;

/** How a code gives a price, see `SymbolRecord.origin`; and the largest relative error of a ratio of two such prices. */
export let origin: i32 = 0;
export let shift: i32 = 0;
export let imprecision: f32 = 0;

export function usePlan(
  yearCount: i32,
  gapDays: i32,
  fewest: i32,
  long: bool,
  short: bool,
  segmentsAt: usize,
  minHoldsAt: usize,
  maxHoldsAt: usize,
  occurrencesAt: usize,
  neededAt: usize,
  lastsAt: usize,
  scratch: usize,
): void {
  years = yearCount;
  gapLimit = gapDays;
  minObservations = fewest;
  wantsLong = long;
  wantsShort = short;
  segmentsOf = segmentsAt;
  minHolds = minHoldsAt;
  maxHolds = maxHoldsAt;
  occurrences = occurrencesAt;
  needed = neededAt;
  lasts = lastsAt;
  observable = scratch;
  chosen = scratch + <usize>yearCount * YEAR;
  lanes = chosen + <usize>yearCount * YEAR;
}

export function useSymbol(
  first: i32,
  codeOrigin: i32,
  codeShift: i32,
  codesAt: usize,
  slipsAt: usize,
  gapsAt: usize,
  gapsEndAt: usize,
  holesEndAt: usize,
): void {
  firstDay = first;
  origin = codeOrigin;
  shift = codeShift;
  // One step of codes plus two roundings to float32, and 1 % more.
  imprecision = <f32>(1.01 * (<f64>(1 << codeShift) + 2) / <f64>(1 << 23));
  codes = codesAt;
  slips = slipsAt;
  gaps = gapsAt;
  gapsEnd = gapsEndAt;
  holes = gapsEndAt;
  holesEnd = holesEndAt;
}

/** The lowest price that has a code, see `SymbolRecord.origin`. */
@inline
export function priceOf(code: i32): f32 {
  return reinterpret<f32>(priceBits(code));
}

/** The bits of that price as a float32. Code 0 means no price; its bits mean nothing. */
@inline
export function priceBits(code: i32): i32 {
  return origin + ((code - 1) << shift);
}

