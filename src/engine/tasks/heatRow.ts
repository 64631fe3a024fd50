import { HeatMap, type HeatMapSpec, type HeatRow } from '../../core/window/heatMap';
import { requiredBars } from './refusals';
import { columnsOf, type SymbolRef } from './symbolRef';
import type { Thread } from './thread';

export interface HeatRowInput {
  readonly symbol: SymbolRef;
  /** With the one hold of the row. */
  readonly spec: HeatMapSpec;
}

/**
 * The cells of one hold of a heat map.
 *
 * @throws RangeError for a map out of bounds; as `requiredBars`: prices that no card could be made of are none here either,
 *   though a map needs closes alone
 */
export async function heatRow({ symbol, spec }: HeatRowInput, thread: Thread): Promise<HeatRow> {
  await requiredBars(thread, [symbol]);
  const column = () => new Float64Array(spec.entries.length);
  const row = { values: column(), anyDate: column(), yearsTested: column() };
  new HeatMap(columnsOf(symbol), spec).write(spec.holds[0], row);
  return row;
}
