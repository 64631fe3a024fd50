import { openColumns, type PriceColumns } from '../core/detection/columns';
import type { Draws } from '../core/significance/draws';
import type { CurveSummary } from '../core/window/curve';
import { type FoundWindow, measureWindow, type WindowMeasures } from '../core/window/measures';
import type { Cycle } from '../core/window/window';

/**
 * Windows that threads measure together. All of it is shared memory, also what is found: every thread takes the next few
 * windows until none are left, and nothing is copied back.
 */
export interface MeasureTask {
  /** Blocks of columns. */
  readonly buffers: readonly SharedArrayBuffer[];
  /** `ASKED` integers a window. */
  readonly asked: Int32Array;
  /** `FOUND` doubles a window; those of one that nobody has measured are 0. */
  readonly found: Float64Array;
  /** One element: how many windows were taken, or more. */
  readonly taken: Int32Array;
  readonly draws: Draws;
}

const ASKED = 10;
const FOUND = 13;
/** Windows that a thread takes at once: less than a millisecond. */
const AT_ONCE = 2;

const CYCLES: readonly Cycle[] = ['consecutive', 'pe', 'pe0', 'pe1', 'pe2', 'pe3'];
const SHAPES: readonly CurveSummary['shape'][] = ['rising', 'falling', 'peaked', 'troughed', 'flat'];
const TRENDS: readonly CurveSummary['trend'][] = ['rising', 'falling', 'flat'];

/** @param windows of which none is a preset: a search finds none */
export function measureTask(windows: readonly FoundWindow[], draws: Draws): MeasureTask {
  const blocks = new Map<PriceColumns, number>();
  const asked = new Int32Array(new SharedArrayBuffer(windows.length * ASKED * Int32Array.BYTES_PER_ELEMENT));
  for (const [i, { symbol, window, direction, searchEntry, gapLimit }] of windows.entries()) {
    const block = blocks.get(symbol.columns) ?? blocks.size;
    blocks.set(symbol.columns, block);
    const { entry, end, years, cycle, asOf } = window;
    const where = [block, symbol.index, entry, end, years, CYCLES.indexOf(cycle), asOf];
    asked.set([...where, direction === 'long' ? 1 : 0, searchEntry, gapLimit], i * ASKED);
  }
  return {
    buffers: [...blocks.keys()].map(({ buffer }) => buffer),
    asked,
    found: new Float64Array(new SharedArrayBuffer(windows.length * FOUND * Float64Array.BYTES_PER_ELEMENT)),
    taken: new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)),
    draws,
  };
}

/**
 * Measures what is left of a task, one window after the other.
 *
 * @param isOver asked before some more are taken: what is taken must be measured
 */
export function* measuring(task: MeasureTask, isOver = () => false): Generator<void> {
  const { buffers, asked, found, taken, draws } = task;
  const count = asked.length / ASKED;
  const blocks: PriceColumns[] = [];
  for (;;) {
    const from = Atomics.add(taken, 0, AT_ONCE);
    if (from >= count) return;
    for (let i = from; i < Math.min(from + AT_ONCE, count); i++) {
      const at = i * ASKED;
      blocks[asked[at]] ??= openColumns(buffers[asked[at]]);
      write(found, i * FOUND, measureWindow(windowAt(asked, at, blocks[asked[at]]), draws));
      yield;
    }
    if (isOver()) return;
  }
}

/** Whether nothing is left to take: whoever took the last of it may still be at work. */
export function isMeasured({ asked, taken }: MeasureTask): boolean {
  return Atomics.load(taken, 0) * ASKED >= asked.length;
}

/** Leaves nothing to take. */
export function callOffMeasuring({ asked, taken }: MeasureTask): void {
  Atomics.store(taken, 0, asked.length);
}

/** What was found, in the order asked; null where nobody has measured. */
export function measuresOf({ found }: MeasureTask): (WindowMeasures | null)[] {
  return Array.from({ length: found.length / FOUND }, (_, i) => read(found, i * FOUND));
}

function windowAt(asked: Int32Array, at: number, columns: PriceColumns): FoundWindow {
  return {
    symbol: { columns, index: asked[at + 1] },
    window: {
      entry: asked[at + 2],
      end: asked[at + 3],
      years: asked[at + 4],
      cycle: CYCLES[asked[at + 5]],
      asOf: asked[at + 6],
    },
    direction: asked[at + 7] === 1 ? 'long' : 'short',
    searchEntry: asked[at + 8],
    gapLimit: asked[at + 9],
  };
}

const MEASURED = 1;
const NOTHING = Number.NaN;

function write(found: Float64Array, at: number, { strength, baseline, neighbours, curve }: WindowMeasures): void {
  found[at] = MEASURED;
  found[at + 1] = strength?.z ?? NOTHING;
  found[at + 2] = strength?.exceeding ?? NOTHING;
  found[at + 3] = strength?.drift ?? NOTHING;
  found[at + 4] = baseline.windows;
  found[at + 5] = baseline.positiveShare ?? NOTHING;
  found[at + 6] = baseline.mean ?? NOTHING;
  found[at + 7] = neighbours ?? NOTHING;
  found[at + 8] = curve ? SHAPES.indexOf(curve.shape) : NOTHING;
  found[at + 9] = curve ? TRENDS.indexOf(curve.trend) : NOTHING;
  found[at + 10] = curve?.changePts ?? NOTHING;
  found[at + 11] = curve?.peakDay ?? NOTHING;
  found[at + 12] = curve?.troughDay ?? NOTHING;
}

function read(found: Float64Array, at: number): WindowMeasures | null {
  if (found[at] !== MEASURED) return null;
  const [, z, exceeding, drift, windows, positiveShare, mean, neighbours] = found.subarray(at, at + 8);
  const [shape, trend, changePts, peakDay, troughDay] = found.subarray(at + 8, at + FOUND);
  return {
    strength: Number.isNaN(z) ? null : { z, exceeding, drift },
    baseline: { windows, positiveShare: known(positiveShare), mean: known(mean) },
    neighbours: known(neighbours),
    curve: Number.isNaN(shape) ? null : { shape: SHAPES[shape], trend: TRENDS[trend], changePts, peakDay, troughDay },
  };
}

function known(value: number): number | null {
  return Number.isNaN(value) ? null : value;
}
