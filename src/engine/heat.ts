import { openColumns, type SymbolColumns } from '../core/detection/columns';
import { HeatMap, type HeatMapSpec, type HeatRow } from '../core/window/heatMap';

/**
 * A heat map that threads compute together. Prices and cells are shared memory: every thread takes the next row until none
 * are left, and nothing is copied back.
 */
export interface HeatTask {
  /** Columns of the symbol's block, and its position there. */
  readonly buffer: SharedArrayBuffer;
  readonly index: number;
  readonly spec: HeatMapSpec;
  /** Row by row: its values, what any date made, its years. */
  readonly cells: Float64Array;
  /** One element: how many rows were taken, or more. */
  readonly taken: Int32Array;
}

/** Columns of a row: values, any date, years. */
const PARTS = 3;

export function heatTask({ columns, index }: SymbolColumns, spec: HeatMapSpec): HeatTask {
  const doubles = spec.holds.length * spec.entries.length * PARTS;
  return {
    buffer: columns.buffer,
    index,
    spec,
    cells: new Float64Array(new SharedArrayBuffer(doubles * Float64Array.BYTES_PER_ELEMENT)),
    taken: new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)),
  };
}

/**
 * Computes what is left of a task, one row after the other.
 *
 * @param isOver asked before the next is taken: what is taken must be computed
 */
export function* heating({ buffer, index, spec, cells, taken }: HeatTask, isOver = () => false): Generator<void> {
  const map = new HeatMap({ columns: openColumns(buffer), index }, spec);
  do {
    const row = Atomics.add(taken, 0, 1);
    if (row >= spec.holds.length) return;
    map.write(spec.holds[row], rowOf(cells, row, spec.entries.length));
    yield;
  } while (!isOver());
}

/** Whether nothing is left to take: whoever took the last of it may still be at work. */
export function isHeated({ spec, taken }: HeatTask): boolean {
  return Atomics.load(taken, 0) >= spec.holds.length;
}

/** Leaves nothing to take. */
export function callOffHeating({ spec, taken }: HeatTask): void {
  Atomics.store(taken, 0, spec.holds.length);
}

/** The rows of a task that is done, in the order of its holds. */
export function heatRows({ spec, cells }: HeatTask): HeatRow[] {
  return spec.holds.map((_, row) => rowOf(cells, row, spec.entries.length));
}

function rowOf(cells: Float64Array, row: number, width: number): HeatRow {
  const part = (i: number) => cells.subarray((row * PARTS + i) * width, (row * PARTS + i + 1) * width);
  return { values: part(0), anyDate: part(1), yearsTested: part(2) };
}
