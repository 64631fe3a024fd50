import type { DetectionPlan } from '../detection/plan';
import { type KernelFunctions, kernelFunctions, MemoryLayout } from '../kernel/kernel';
import type { ReturnTable } from './returnTable';
import type { Draws } from './rotation';
import { type SearchedRows, searchedRows } from './searchedRows';
import { FEWEST_OBSERVED } from './strength';

/** Holds that are computed together: rows of the table are padded to a multiple. */
const BLOCK = 8;
/** Holds that are screened together, and constants of the screen: src/core/kernel/wasm/rotationScreen.ts. */
const GROUP = 32;
const LEVELS = 3;
const FACTOR = 24;
/** Rotations per call: few enough that the rows which they share stay in the cache. */
const AT_ONCE = 256;

/** The largest z of a symbol's long and of its short windows over a search; 0 when none is positive. */
export interface Strongest {
  readonly long: number;
  readonly short: number;
}

/** A memory and the functions over it. */
interface Space {
  readonly memory: WebAssembly.Memory;
  readonly functions: KernelFunctions;
}

/** Released memories of this thread, for reuse: V8 frees a memory of several megabytes long after its last use. */
const spare: Space[] = [];
const MOST_SPARE = 2;

function spaceFor(layout: MemoryLayout): Space {
  const used = spare.pop();
  const memory = layout.allocate(used?.memory);
  return used ?? { memory, functions: kernelFunctions(memory) };
}

/**
 * Finds the strongest windows of a symbol over rotations, in tables that `RotationKernel` fills. Runs in WebAssembly,
 * eight holds at a time (src/core/kernel/wasm/rotations.ts), in a memory of its own.
 */
export class RotationSearch {
  readonly searched: SearchedRows;
  readonly table: ReturnTable;
  /** By hold of the table: m_h and s0_h. NaN = none. */
  readonly mean: Float64Array;
  readonly deviation: Float64Array;
  private readonly segments: number;
  private readonly roundedStride: number;
  private readonly space: Space;
  /** Addresses. */
  private readonly at: ReturnType<typeof layOut>['at'];
  /** Draws and results of the rotations of one call. */
  private readonly weeks: Uint8Array;
  private readonly results: Float64Array;

  constructor(plan: DetectionPlan) {
    this.searched = searchedRows(plan);
    const { from, to, reach } = this.searched;
    const { minHold, maxHold } = plan.request;
    const rows = to - from + 1;
    const width = maxHold - minHold + 1;
    const stride = Math.ceil(width / BLOCK) * BLOCK;
    const groups = Math.ceil(width / GROUP);
    // Rows that lie an odd number of lines apart are spread over the whole cache.
    this.roundedStride = GROUP * (groups % 2 === 0 ? groups + 1 : groups);
    this.segments = plan.minHold.length;
    const { layout, at } = layOut(plan, { rows, stride, roundedStride: this.roundedStride, reach });
    this.at = at;
    this.space = spaceFor(layout);
    const { buffer } = this.space.memory;
    const value = new Float64Array(buffer, at.value, rows * stride);
    const kind = new Uint8Array(buffer, at.kind, rows);
    this.table = { from, rows, minHold, width, stride, value, kind };
    // The padding after the last hold has no reference, so that no window there can be the strongest.
    const drift = new Float64Array(buffer, at.drift, 2 * stride).fill(Number.NaN);
    this.mean = drift.subarray(0, width);
    this.deviation = drift.subarray(stride, stride + width);
    this.weeks = new Uint8Array(buffer, at.weeks, AT_ONCE * reach);
    this.results = new Float64Array(buffer, at.results, AT_ONCE * 2);
    this.writeSegments();
  }

  /** Prepares the screen. Call it after the tables are filled for a symbol. */
  prepare(): void {
    const { at, roundedStride, table, space } = this;
    const { rows, stride, width } = table;
    const { years } = this.searched.plan.request;
    const scratch = [at.rounded, at.levels, at.factors, at.narrow];
    space.functions.findSpans(at.value, at.kind, rows, stride, width, at.spans);
    space.functions.roundReturns(
      at.value,
      rows * stride,
      at.drift,
      stride,
      roundedStride,
      FEWEST_OBSERVED,
      years,
      ...scratch,
    );
  }

  /** The strongest of the rotations `first` to `end` - 1. @param draws that reach as far back as the search does */
  strongest(draws: Draws, first: number, end: number): Strongest[] {
    const results: Strongest[] = [];
    for (let at = first; at < end; at += AT_ONCE) results.push(...this.rotate(draws, at, Math.min(AT_ONCE, end - at)));
    return results;
  }

  /** Releases the memory for another search. Call it once; neither the tables nor the search may be used afterwards. */
  release(): void {
    if (spare.length < MOST_SPARE) spare.push(this.space);
  }

  private rotate(draws: Draws, first: number, count: number): Strongest[] {
    const { at, results, segments, space, table, weeks } = this;
    const { plan, reach } = this.searched;
    for (let i = 0; i < count; i++) {
      const drawn = (first + i) * draws.reach;
      weeks.set(draws.weeks.subarray(drawn, drawn + reach), i * reach);
    }
    results.fill(0, 0, 2 * count);
    space.functions.strongest(
      at.value,
      at.kind,
      at.spans,
      at.drift,
      at.rows,
      at.back,
      at.holds,
      segments,
      plan.request.years,
      table.stride,
      at.weeks,
      reach,
      count,
      at.scratch,
      at.results,
    );
    return Array.from({ length: count }, (_, i) => ({ long: results[2 * i], short: results[2 * i + 1] }));
  }

  /** Writes the rows and holds of each segment to the memory. */
  private writeSegments(): void {
    const { at, segments } = this;
    const { plan, back, from } = this.searched;
    const { minHold, maxHold, occurrences, request } = plan;
    const { years } = request;
    const { buffer } = this.space.memory;
    const rowOf = new Int32Array(buffer, at.rows, occurrences.length);
    const backOf = new Int32Array(buffer, at.back, back.length);
    const holds = new Int32Array(buffer, at.holds, 2 * segments);
    for (const [i, segment] of spreadOut(segments).entries()) {
      const [first, end] = [segment * years, (segment + 1) * years];
      const rows = occurrences.subarray(first, end).map((day) => day - from);
      rowOf.set(rows, i * years);
      backOf.set(back.subarray(first, end), i * years);
      holds.set([minHold[segment] - request.minHold, maxHold[segment] - request.minHold], 2 * i);
    }
  }
}

/** Addresses of the arrays in the memory. */
function layOut(
  { minHold, occurrences, request: { years } }: DetectionPlan,
  size: { readonly rows: number; readonly stride: number; readonly roundedStride: number; readonly reach: number },
) {
  const { rows, stride, roundedStride, reach } = size;
  const layout = new MemoryLayout();
  const at = {
    value: layout.reserve(rows * stride * 8),
    kind: layout.reserve(rows),
    spans: layout.reserve(rows * 4),
    // The last group of holds may reach beyond the last row, and beyond the last level.
    rounded: layout.reserve(rows * roundedStride * 2),
    levels: layout.reserve(LEVELS * (years + 1) * roundedStride * 2),
    factors: layout.reserve((years + 1) * FACTOR),
    narrow: layout.reserve(years * 4),
    drift: layout.reserve(2 * stride * 8),
    rows: layout.reserve(occurrences.length * 4),
    back: layout.reserve(occurrences.length * 4),
    holds: layout.reserve(2 * minHold.length * 4),
    weeks: layout.reserve(AT_ONCE * reach),
    scratch: layout.reserve(years * 4),
    results: layout.reserve(AT_ONCE * 2 * 8),
  };
  return { layout, at };
}

/** Permutes 0..count - 1 so that the first lie far apart: a strong window found early rules most others out. */
function spreadOut(count: number): number[] {
  const place = (i: number) => (i * GOLDEN) % 1;
  return Array.from({ length: count }, (_, i) => i).sort((a, b) => place(a) - place(b));
}
const GOLDEN = (Math.sqrt(5) - 1) / 2;
