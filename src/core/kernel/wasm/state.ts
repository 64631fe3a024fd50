/** Compiled to WebAssembly by scripts/kernelModule.ts. */

// The plan. Addresses of arrays of i32 but for what is said.
export let years: i32 = 0;
export let gapLimit: i32 = 0;
export let minObservations: i32 = 0;
export let wantsLong: bool = false;
export let wantsShort: bool = false;
export let segmentsOf: usize = 0;
export let minHolds: usize = 0;
export let maxHolds: usize = 0;
export let occurrences: usize = 0;
/** Winners needed by the number of years. */
export let needed: usize = 0;
/** Last session that may touch each entry's numbers, as days from the symbol's first; -1 = the symbol is left out. */
export let lasts: usize = 0;

// The symbol. Days count from its first.
export let firstDay: i32 = 0;
/** Addresses that the u16 code and the u8 slip of the first day would have if all days had been copied. */
export let codes: usize = 0;
export let slips: usize = 0;
export let gaps: usize = 0;
export let gapsEnd: usize = 0;
export let holes: usize = 0;
export let holesEnd: usize = 0;

// Years that can be observed, one `YEAR` each: `BASE` is the day before the entry, so that `BASE` + hold is the nominal end;
// `SESSION` that of P0 and `CODE` its code; `FROM` and `TO` the shortest and longest hold that METHOD 1 lets count.
export let observable: usize = 0;
/** Room for as many that `selectYears` selects. */
export let chosen: usize = 0;
/** Room for four vectors. */
export let lanes: usize = 0;
export const YEAR: usize = 24;
export const BASE: usize = 0;
export const SESSION: usize = 4;
export const CODE: usize = 8;
export const FROM: usize = 12;
export const TO: usize = 16;
/** One over the price of the code, an f32: only where `invertPrices` has been. */
export const INVERSE: usize = 20;

/** What codes stand for, see `SymbolRecord.origin`; and how far a ratio of two prices may be from that of their codes. */
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
  // A step of codes, and twice the rounding to float32, with room to spare.
  imprecision = <f32>(1.01 * (<f64>(1 << codeShift) + 2) / <f64>(1 << 23));
  codes = codesAt;
  slips = slipsAt;
  gaps = gapsAt;
  gapsEnd = gapsEndAt;
  holes = gapsEndAt;
  holesEnd = holesEndAt;
}

/** The price of a code, at least: see `SymbolRecord.origin`. */
@inline
export function priceOf(code: i32): f32 {
  return reinterpret<f32>(priceBits(code));
}

/** The bits of that price as float32; arbitrary for a code of 0, which stands for no price. */
@inline
export function priceBits(code: i32): i32 {
  return origin + ((code - 1) << shift);
}

