import { lastSession, openColumns } from '../core/detection/columns';
import { type DetectionRequest, planDetection } from '../core/detection/plan';
import { type Draws, drawRotations } from '../core/significance/draws';
import { RotationKernel } from '../core/significance/rotationKernel';
import { RotationSearch } from '../core/significance/rotationSearch';
import type { NullDistribution } from '../core/significance/significance';
import type { BlockPart } from './blocks';

/** The rotations of a search over the symbols of its markets (METHOD 9). Prices travel as shared memory. */
export interface NullTask {
  readonly pieces: readonly NullPiece[];
  /** Of the draws, see `rotationKey`. */
  readonly key: number;
  readonly rotations: number;
  /** In shared memory: its first element is not 0 once the result is wanted no more. Absent = it always is. */
  readonly stop?: Int32Array;
}

/** One market's part: its calendar names its own entries. */
export interface NullPiece {
  readonly request: DetectionRequest;
  readonly parts: readonly BlockPart[];
}

/** What luck found of some symbols. Sorted where it was found: thousands of them would hold up the thread that answers. */
export interface StrongestBySymbol {
  readonly ids: readonly number[];
  /** The strongest of each rotation, ascending: `rotations` elements a symbol, in the order of `ids`. */
  readonly strongest: Float32Array;
  /** Of each rotation, the strongest over all these symbols. */
  readonly overall: Float32Array;
}

/** Elements of a table of returns, 8 bytes each: wide searches are gone through some holds at a time. */
const MOST_ELEMENTS = 4_000_000;

/** Rotates all symbols of a task; `pause` is asked before each one and may let other work in or throw. */
export async function rotateAll(task: NullTask, pause: () => Promise<void> | void): Promise<StrongestBySymbol> {
  const found: { id: number; strongest: Float64Array }[] = [];
  for (const piece of task.pieces) {
    for (const one of rotationsOf(piece, task)) {
      const wait = pause();
      if (wait) await wait;
      const symbol = one();
      if (symbol !== null) found.push(symbol);
    }
  }
  return packed(found, task.rotations);
}

/** The same in one go, for a thread that has nothing else to do; null when it was told to stop. */
export function rotateAllHere(task: NullTask): StrongestBySymbol | null {
  const found: { id: number; strongest: Float64Array }[] = [];
  for (const piece of task.pieces) {
    for (const one of rotationsOf(piece, task)) {
      if (task.stop !== undefined && Atomics.load(task.stop, 0) !== 0) return null;
      const symbol = one();
      if (symbol !== null) found.push(symbol);
    }
  }
  return packed(found, task.rotations);
}

/** One function a symbol: its strongest window in each rotation; null where it is not searched or has no strength. */
function* rotationsOf(
  { request, parts }: NullPiece,
  { key, rotations }: NullTask,
): Generator<() => { id: number; strongest: Float64Array } | null> {
  if (parts.length === 0) return;
  const plans = holdRanges(request).map((range) => planDetection({ ...request, ...range }));
  // The same scratch memory for all blocks of columns: they are gone through one after the other.
  const searches = plans.map((plan) => new RotationSearch(plan));
  const [{ asOf } = { asOf: 0 }] = request.entries;
  try {
    for (const { buffer, indices, ids } of parts) {
      const columns = openColumns(buffer);
      const kernels = plans.map((plan, i) => new RotationKernel(columns, plan, searches[i]));
      const draws = drawRotations(key, rotations, Math.max(0, ...kernels.map(({ reach }) => reach)));
      for (const [i, index] of indices.entries()) {
        yield () => {
          const last = lastSession(columns, index, asOf);
          if (last === null || (request.liveOnly && asOf - last > request.gapLimit)) return null;
          const strongest = strongestOf(kernels, index, draws, request.direction);
          return strongest && { id: ids[i], strongest };
        };
      }
    }
  } finally {
    for (const search of searches) search.release();
  }
}

function strongestOf(
  kernels: readonly RotationKernel[],
  index: number,
  draws: Draws,
  direction: DetectionRequest['direction'],
): Float64Array | null {
  const strongest = new Float64Array(draws.rotations);
  let measured = false;
  for (const kernel of kernels) {
    if (!kernel.use(index)) continue;
    measured = true;
    for (const [rotation, { long, short }] of kernel.allRotated(draws).entries()) {
      const here = direction === 'long' ? long : direction === 'short' ? short : Math.max(long, short);
      if (here > strongest[rotation]) strongest[rotation] = here;
    }
  }
  return measured ? strongest : null;
}

/** Cuts the holds so that a table of returns stays within its bound. */
function holdRanges({ entries, years, cycle, minHold, maxHold }: DetectionRequest) {
  const span = entries.length === 0 ? 0 : entries[entries.length - 1].day - entries[0].day;
  const days = (years + 2) * (cycle === 'consecutive' ? 1 : 4) * 366 + span;
  const width = Math.max(1, Math.floor(MOST_ELEMENTS / days));
  const ranges: { minHold: number; maxHold: number }[] = [];
  for (let from = minHold; from <= maxHold; from += width)
    ranges.push({ minHold: from, maxHold: Math.min(maxHold, from + width - 1) });
  return ranges;
}

function packed(found: readonly { id: number; strongest: Float64Array }[], rotations: number): StrongestBySymbol {
  const strongest = new Float32Array(found.length * rotations);
  const overall = new Float32Array(rotations);
  for (const [i, symbol] of found.entries()) {
    const own = strongest.subarray(i * rotations, (i + 1) * rotations);
    own.set(symbol.strongest);
    raise(overall, own);
    own.sort();
  }
  return { ids: found.map(({ id }) => id), strongest, overall };
}

/** Each element becomes the larger of the two. */
function raise(overall: Float32Array, other: Float32Array): void {
  for (let rotation = 0; rotation < overall.length; rotation++)
    if (other[rotation] > overall[rotation]) overall[rotation] = other[rotation];
}

/** What several tasks over different symbols gave, as one. */
export function joined(parts: readonly StrongestBySymbol[], rotations: number): StrongestBySymbol {
  if (parts.length === 1) return parts[0];
  const strongest = new Float32Array(parts.reduce((sum, part) => sum + part.strongest.length, 0));
  const overall = new Float32Array(rotations);
  let at = 0;
  for (const part of parts) {
    strongest.set(part.strongest, at);
    at += part.strongest.length;
    raise(overall, part.overall);
  }
  return { ids: parts.flatMap(({ ids }) => ids), strongest, overall };
}

/** The strongest of each symbol, and of each rotation over all of them, ascending. */
export function distributionOf(
  { ids, strongest, overall }: StrongestBySymbol,
  rotations: number,
  nameOf: (id: number) => string,
): NullDistribution {
  const bySymbol = new Map<string, Float32Array>();
  for (const [i, id] of ids.entries()) bySymbol.set(nameOf(id), strongest.slice(i * rotations, (i + 1) * rotations));
  return { rotations, overall: overall.slice().sort(), bySymbol };
}
