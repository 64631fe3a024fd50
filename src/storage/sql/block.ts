import type { DayCounts } from '../../core/calendar/dayCounts';
import { buildColumns, type Closes } from '../../core/detection/columns';
import { closesThrough } from '../../core/window/bars';
import { CorruptPricesError } from '../errors';
import { blockName, type VisibleSeries } from '../priceBlocks';
import type { StoredBlock } from '../rows';

/**
 * Lays a block of series out in shared memory, unless it is known.
 *
 * @param known names of blocks
 * @param days to which those of the series are added
 * @param read the closes of a symbol; null without prices
 * @returns null when one of the series is damaged or gone: which one, and why, is found by who reads them one by one
 */
export function storedBlock(
  block: readonly VisibleSeries[],
  known: ReadonlySet<string>,
  days: DayCounts,
  read: (id: number) => Closes | CorruptPricesError | null,
): StoredBlock | null {
  const found: { series: VisibleSeries; closes: Closes }[] = [];
  for (const series of block) {
    const stored = read(series.listed.id);
    if (stored === null || stored instanceof CorruptPricesError) return null;
    const closes = closesThrough(stored, series.visibleThrough);
    if (closes.day.length > 0) found.push({ series, closes });
  }
  for (const { series, closes } of found) days.add(series.listed.markets, closes.day);
  const members = found.map(({ series, closes: { day } }) => {
    return { id: series.listed.id, firstDay: day[0], lastDay: day[day.length - 1], closes: day.length };
  });
  const name = blockName(found.map(({ series: { stored }, closes: { day } }) => ({ stored, closes: day.length })));
  const isBuilt = found.length === 0 || known.has(name);
  return { name, buffer: isBuilt ? null : buildColumns(found.map(({ closes }) => closes)).buffer, members };
}
