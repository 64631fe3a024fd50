import { toIso } from '../core/calendar/dates';
import type { Cycle } from '../core/window/window';
import type { Listing } from './symbolYear';

/** Why there is nothing to show: the reason of a 404 (METHOD 1). */
export function noObservation({ symbol }: Pick<Listing, 'symbol'>, asked: { years: number; cycle: Cycle }): string {
  return (
    `No year of this window could be observed for ${symbol.symbol} (years=${asked.years}, pe_cycle=${asked.cycle}): ` +
    `its prices run from ${toIso(symbol.firstDay)} to ${toIso(symbol.lastDay)}.`
  );
}
