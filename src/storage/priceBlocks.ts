import { createHash } from 'node:crypto';
import type { Day } from '../core/calendar/dates';
import { partsOf } from '../core/parts';
import type { IndexedSymbol, ListedSymbol, StoredSeries } from './prices';

/** Symbols that share a block of memory: few enough to rebuild at once, enough that a scan touches few blocks. */
const BLOCK_SIZE = 64;

/** A stored series, and how far it is visible. */
export interface VisibleSeries {
  readonly listed: ListedSymbol;
  readonly stored: StoredSeries;
  readonly visibleThrough: Day;
}

/**
 * The series of symbols that are in a market, by id and in blocks: new symbols join at the end and leave the other blocks as
 * they are.
 *
 * @param finalDays by market id
 */
export function blocksOf(
  symbols: readonly IndexedSymbol[],
  finalDays: ReadonlyMap<string, Day>,
): readonly VisibleSeries[][] {
  const visible = symbols.flatMap((listed): VisibleSeries[] => {
    const days = listed.markets.flatMap((id) => finalDays.get(id) ?? []);
    const { series: stored } = listed;
    return stored && days.length > 0 ? [{ listed, stored, visibleThrough: Math.max(...days) }] : [];
  });
  return partsOf(
    visible.sort((a, b) => a.listed.id - b.listed.id),
    BLOCK_SIZE,
  );
}

/** What a block holds, as a name: equal names, equal columns. */
export function blockName(members: readonly { readonly stored: StoredSeries; readonly closes: number }[]): string {
  const hash = createHash('sha256');
  for (const { stored, closes } of members) hash.update(`${stored.hash}:${closes},`);
  return hash.digest('hex');
}
