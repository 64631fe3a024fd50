import { MemoryLayout, type SimdFunctions, simdFunctions } from '../kernel/simd';
import type { Draws } from './draws';
import type { RotationSearch, Strongest } from './rotationSearch';
import type { SearchedRows } from './searchedRows';
import { FEWEST_OBSERVED } from './strength';

/** Holds that are looked at together: rows of the table are filled up to a multiple. */
const BLOCK = 8;
/** Holds that are screened together, and what they are screened by: src/core/kernel/wasm/rotationScreen.ts. */
const GROUP = 32;
const LEVELS = 3;
const FACTOR = 24;
/** Rotations at a time: enough that the rows which they share stay in the cache. */
const AT_ONCE = 256;

/** A memory and the functions over it. */
interface Space {
  readonly memory: WebAssembly.Memory;
  readonly functions: SimdFunctions;
}

/** Let go by searches of this thread, for the next: V8 collects a memory long after its last use, and has megabytes each. */
const spare: Space[] = [];
const MOST_SPARE = 2;

/** @returns null on a host that has no vectors */
function spaceFor(layout: MemoryLayout): Space | null {
  const used = spare.pop();
  const memory = layout.allocate(used?.memory);
  if (used !== undefined) return used;
  const functions = simdFunctions(memory);
  return functions && { memory, functions };
}

/**
 * Eight holds at a time, in a memory of its own (src/core/kernel/wasm/rotations.ts); null on a host that has no vectors.
 * Covered by test/oracle/rotationSearch.test.ts.
 */
export function simdRotations({ plan, back, allBack, from, to }: SearchedRows): RotationSearch | null {
  const { minHold, maxHold, occurrences, request } = plan;
  const segments = minHold.length;
  const rows = to - from + 1;
  const width = request.maxHold - request.minHold + 1;
  const stride = Math.ceil(width / BLOCK) * BLOCK;
  const groups = Math.ceil(width / GROUP);
  // Rows that lie an odd number of lines apart are spread over the whole cache.
  const roundedStride = GROUP * (groups % 2 === 0 ? groups + 1 : groups);
  const reach = (allBack.at(-1) ?? 0) + 1;
  const layout = new MemoryLayout();
  const at = {
    value: layout.reserve(rows * stride * 8),
    kind: layout.reserve(rows),
    spans: layout.reserve(rows * 4),
    // The last group of holds may reach beyond the last row, and beyond the last level.
    rounded: layout.reserve(rows * roundedStride * 2),
    levels: layout.reserve(LEVELS * (request.years + 1) * roundedStride * 2),
    factors: layout.reserve((request.years + 1) * FACTOR),
    narrow: layout.reserve(request.years * 4),
    drift: layout.reserve(2 * stride * 8),
    rows: layout.reserve(occurrences.length * 4),
    back: layout.reserve(back.length * 4),
    holds: layout.reserve(2 * segments * 4),
    weeks: layout.reserve(AT_ONCE * reach),
    scratch: layout.reserve(request.years * 4),
    results: layout.reserve(AT_ONCE * 2 * 8),
  };
  const space = spaceFor(layout);
  if (space === null) return null;
  const { strongest, findSpans, roundReturns } = space.functions;
  const { buffer } = space.memory;
  const value = new Float64Array(buffer, at.value, rows * stride);
  const kind = new Uint8Array(buffer, at.kind, rows);
  // Past the last hold there is no reference, so that no window there is ever the strongest.
  const drift = new Float64Array(buffer, at.drift, 2 * stride).fill(Number.NaN);
  const weeks = new Uint8Array(buffer, at.weeks, AT_ONCE * reach);
  const results = new Float64Array(buffer, at.results, AT_ONCE * 2);
  const rowOf = new Int32Array(buffer, at.rows, occurrences.length);
  const backOf = new Int32Array(buffer, at.back, back.length);
  const holds = new Int32Array(buffer, at.holds, 2 * segments);
  const { years } = request;
  for (const [i, segment] of spreadOut(segments).entries()) {
    rowOf.set(
      occurrences.subarray(segment * years, (segment + 1) * years).map((day) => day - from),
      i * years,
    );
    backOf.set(back.subarray(segment * years, (segment + 1) * years), i * years);
    holds.set([minHold[segment] - request.minHold, maxHold[segment] - request.minHold], 2 * i);
  }

  function prepare(): void {
    findSpans(at.value, at.kind, rows, stride, width, at.spans);
    const { rounded, levels, factors, narrow } = at;
    const scratch = [rounded, levels, factors, narrow];
    roundReturns(at.value, rows * stride, at.drift, stride, roundedStride, FEWEST_OBSERVED, request.years, ...scratch);
  }

  function rotate(draws: Draws, first: number, count: number): Strongest[] {
    for (let i = 0; i < count; i++) {
      const drawn = (first + i) * draws.reach;
      weeks.set(draws.weeks.subarray(drawn, drawn + reach), i * reach);
    }
    results.fill(0, 0, 2 * count);
    strongest(
      at.value,
      at.kind,
      at.spans,
      at.drift,
      at.rows,
      at.back,
      at.holds,
      segments,
      request.years,
      stride,
      at.weeks,
      reach,
      count,
      at.scratch,
      at.results,
    );
    return Array.from({ length: count }, (_, i) => ({ long: results[2 * i], short: results[2 * i + 1] }));
  }

  return {
    table: { from, rows, minHold: request.minHold, width, stride, value, kind },
    mean: drift.subarray(0, width),
    deviation: drift.subarray(stride, stride + width),
    prepare,
    release: () => {
      if (spare.length < MOST_SPARE) spare.push(space);
    },
    strongest: (draws, first, end) => {
      const found: Strongest[] = [];
      for (let at = first; at < end; at += AT_ONCE) found.push(...rotate(draws, at, Math.min(AT_ONCE, end - at)));
      return found;
    },
  };
}

/** Numbers below `count`, the first of them far apart: strong windows are found early, beside which most others are none. */
function spreadOut(count: number): number[] {
  const place = (i: number) => (i * GOLDEN) % 1;
  return Array.from({ length: count }, (_, i) => i).sort((a, b) => place(a) - place(b));
}
const GOLDEN = (Math.sqrt(5) - 1) / 2;
