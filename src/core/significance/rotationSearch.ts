import type { Day } from '../calendar/dates';
import { areAllPositive } from '../detection/closesIn';
import { lastSession, type PriceColumns } from '../detection/columns';
import type { DetectionPlan } from '../detection/plan';
import { type KernelFunctions, kernelFunctions, MemoryLayout } from '../kernel/kernel';
import { fillWindows, type ObservedWindows } from './observedWindows';
import { type Draws, FEWEST_OBSERVED, type SearchedRows, searchedRows, UNOBSERVED } from './rotation';

/** Holds that the kernel reads at once, perhaps past the last one. */
const BLOCK = 8;
/** Bytes that the kernel needs for each observed year: `YEAR` of src/core/kernel/wasm/rotations.ts. */
const YEAR_BYTES = 32;
/** Rotations of one call. */
const AT_ONCE = 256;

/**
 * The largest z of a symbol's long and of its short windows over a search; 0 when none is positive, `UNOBSERVED` when no window
 * has five observed years.
 */
export interface Strongest {
  readonly long: number;
  readonly short: number;
}

/** A memory and the functions over it. */
interface Space {
  readonly memory: WebAssembly.Memory;
  readonly functions: KernelFunctions;
}

/** Released memories of this thread, for reuse: V8 frees a memory long after its last use. */
const spare: Space[] = [];
const MOST_SPARE = 2;

function spaceFor(layout: MemoryLayout): Space {
  const used = spare.pop();
  const memory = layout.allocate(used?.memory);
  return used ?? { memory, functions: kernelFunctions(memory) };
}

/**
 * Finds the strongest windows of a symbol over the rotations of METHOD 9. Runs in WebAssembly, eight holds at a time
 * (src/core/kernel/wasm/rotations.ts), in a memory of its own. Its results equal those of test/oracle/slowSignificance.ts
 * up to rounding and do not depend on earlier calls. One search serves many symbols, one at a time.
 */
export class RotationSearch {
  private readonly searched: SearchedRows;
  private readonly windows: ObservedWindows;
  private readonly segments: number;
  private readonly space: Space;
  /** Addresses. */
  private readonly at: ReturnType<typeof layOut>['at'];
  /** Draws and results of the rotations of one call. */
  private readonly weeks: Uint8Array;
  private readonly results: Float64Array;
  private readonly latest: Day;

  constructor(private readonly plan: DetectionPlan) {
    this.searched = searchedRows(plan);
    const { from, to, reach } = this.searched;
    const { maxHold, entries } = plan.request;
    const rows = to - from + 1;
    this.segments = plan.minHold.length;
    this.latest = entries.reduce((latest, { asOf }) => Math.max(latest, asOf), -Infinity);
    const { layout, at } = layOut(plan, this.searched, rows);
    this.at = at;
    this.space = spaceFor(layout);
    const { buffer } = this.space.memory;
    const days = rows + maxHold;
    this.windows = {
      from,
      rows,
      maxHold,
      close: new Float64Array(buffer, at.close, days),
      variance: new Float64Array(buffer, at.variance, days),
      p0: new Float64Array(buffer, at.p0, rows),
      varianceAtEntry: new Float64Array(buffer, at.varianceAtEntry, rows),
      holds: new Int16Array(buffer, at.observed, 2 * rows),
    };
    this.weeks = new Uint8Array(buffer, at.weeks, AT_ONCE * reach);
    this.results = new Float64Array(buffer, at.results, AT_ONCE * 2);
    this.writeSegments();
  }

  /**
   * Loads a symbol for `unrotated` and `allRotated`.
   *
   * @returns false when it has no window with a strength
   */
  use(columns: PriceColumns, symbol: number): boolean {
    const last = lastSession(columns, symbol, this.latest);
    if (last === null) return false;
    fillWindows(this.windows, columns, symbol, last, this.plan.request.gapLimit);
    const { at, space } = this;
    const { close, variance, p0, varianceAtEntry, observed, scratch } = at;
    const positive = areAllPositive(columns, symbol) ? 1 : 0;
    space.functions.useWindows(close, variance, p0, varianceAtEntry, observed, positive, scratch);
    return this.measureDrift() && this.isObserved();
  }

  /** Writes m_h of every lookback, as the kernel describes. @returns whether any hold of any has one */
  private measureDrift(): boolean {
    const { at, space, plan, searched } = this;
    const { years, minHold, maxHold } = plan.request;
    let any = false;
    for (let lookback = 0; lookback * years < searched.references.length; lookback++) {
      const rows = at.references + lookback * years * 4;
      const means = at.means + lookback * meansBytes(maxHold);
      const inputs = [at.close, at.p0, at.observed, rows, years, minHold, maxHold];
      if (space.functions.measureDrift(...inputs, means, at.counts) !== 0) any = true;
    }
    return any;
  }

  /** Whether any window of the search has enough observed years for a strength. */
  private isObserved(): boolean {
    const { minHold, maxHold, occurrences, request } = this.plan;
    const { from, holds } = this.windows;
    for (let segment = 0; segment < minHold.length; segment++) {
      let observed = 0;
      for (let i = segment * request.years; i < (segment + 1) * request.years; i++) {
        const row = occurrences[i] - from;
        if (holds[2 * row] <= maxHold[segment] && minHold[segment] <= holds[2 * row + 1]) observed += 1;
      }
      if (observed >= FEWEST_OBSERVED) return true;
    }
    return false;
  }

  /** Years back that draws must cover. */
  get reach(): number {
    return this.searched.reach;
  }

  /** The strongest windows over the unshuffled calendar. */
  unrotated(): Strongest {
    const { reach } = this;
    return this.allRotated({ rotations: 1, reach, weeks: new Uint8Array(reach) })[0];
  }

  /** The strongest windows of every rotation. @param draws that reach `reach` years back */
  allRotated(draws: Draws): Strongest[] {
    const { rotations } = draws;
    const results: Strongest[] = [];
    for (let at = 0; at < rotations; at += AT_ONCE)
      results.push(...this.rotate(draws, at, Math.min(AT_ONCE, rotations - at)));
    return results;
  }

  /** Releases the memory for another search. Call it once; the search may not be used afterwards. */
  release(): void {
    if (spare.length < MOST_SPARE) spare.push(this.space);
  }

  /** Some rotations, at most `AT_ONCE`, in one call of the kernel. */
  private rotate(draws: Draws, first: number, count: number): Strongest[] {
    const { at, results, segments, space, weeks, reach } = this;
    const { years, maxHold } = this.plan.request;
    for (let i = 0; i < count; i++) {
      const drawn = (first + i) * draws.reach;
      weeks.set(draws.weeks.subarray(drawn, drawn + reach), i * reach);
    }
    results.fill(-1, 0, 2 * count);
    const windows = [at.rows, at.back, at.holds, at.lookbacks, segments, years, at.means, meansBytes(maxHold)];
    space.functions.strongest(...windows, at.weeks, reach, count, at.results);
    return Array.from({ length: count }, (_, i) => ({
      long: strengthOfSquare(results[2 * i]),
      short: strengthOfSquare(results[2 * i + 1]),
    }));
  }

  /** Writes the rows and holds of each segment to the memory. */
  private writeSegments(): void {
    const { at, segments, plan } = this;
    const { back, references, lookbacks, from } = this.searched;
    const { minHold, maxHold, occurrences, request } = plan;
    const { years } = request;
    const { buffer } = this.space.memory;
    const rowOf = new Int32Array(buffer, at.rows, occurrences.length);
    const backOf = new Int32Array(buffer, at.back, back.length);
    const holds = new Int32Array(buffer, at.holds, 2 * segments);
    for (let segment = 0; segment < segments; segment++) holds.set([minHold[segment], maxHold[segment]], 2 * segment);
    rowOf.set(occurrences.map((day) => day - from));
    backOf.set(back.subarray(0, segments * years));
    new Int32Array(buffer, at.references, references.length).set(references.map((day) => day - from));
    new Int32Array(buffer, at.lookbacks, segments).set(lookbacks);
  }
}

/** @param square as the kernel gives it */
const strengthOfSquare = (square: number) => (square < 0 ? UNOBSERVED : Math.sqrt(square));

/** Bytes of 1 + m_h by hold. The kernel reads a block of holds at once, perhaps past the last one. */
function meansBytes(maxHold: number): number {
  return (maxHold + 1 + BLOCK) * 8;
}

/** Addresses of the arrays in the memory. */
function layOut({ minHold, occurrences, request }: DetectionPlan, { references, reach }: SearchedRows, rows: number) {
  const { years, maxHold } = request;
  const layout = new MemoryLayout();
  const days = rows + maxHold + BLOCK;
  const at = {
    close: layout.reserve(days * 8),
    variance: layout.reserve(days * 8),
    p0: layout.reserve(rows * 8),
    varianceAtEntry: layout.reserve(rows * 8),
    observed: layout.reserve(rows * 4),
    means: layout.reserve((references.length / years) * meansBytes(maxHold)),
    counts: layout.reserve((maxHold + 1) * 8),
    rows: layout.reserve(occurrences.length * 4),
    back: layout.reserve(occurrences.length * 4),
    holds: layout.reserve(2 * minHold.length * 4),
    references: layout.reserve(references.length * 4),
    lookbacks: layout.reserve(minHold.length * 4),
    weeks: layout.reserve(AT_ONCE * reach),
    scratch: layout.reserve(years * YEAR_BYTES),
    results: layout.reserve(AT_ONCE * 2 * 8),
  };
  return { layout, at };
}
