import type { Day } from '../../core/calendar/dates';
import { type CountDays, countOf, type DayCounts } from '../../core/calendar/dayCounts';
import { buildColumns, type Closes } from '../../core/detection/columns';
import { closesThrough } from '../../core/window/bars';
import { blockName, type VisibleSeries } from '../priceBlocks';
import type { StoredBlock, StoredMember } from '../prices';

/** The visible closes of a series, wherever they lie. */
export interface FoundCloses extends Omit<StoredMember, 'id'> {
  readonly count: CountDays;
  read(): Closes;
}

/** Of closes that were read; null where none is visible. @param stamp as `StoredMember` has it */
export function foundCloses(stored: Closes, visibleThrough: Day, stamp: string | null): FoundCloses | null {
  const closes = closesThrough(stored, visibleThrough);
  const { day } = closes;
  if (day.length === 0) return null;
  return {
    ...{ firstDay: day[0], lastDay: day[day.length - 1], closes: day.length, stamp },
    count: countOf(day),
    read: () => closes,
  };
}

/**
 * Lays a block of series out in shared memory, unless it is known.
 *
 * @param known names of blocks
 * @param days to which those of the series are added
 * @param find those of a series; null where none is visible, 'unreadable' where they are damaged or gone
 * @returns null when one of the series is unreadable: which one, and why, is found by who reads them one by one
 */
export function storedBlock(
  block: readonly VisibleSeries[],
  known: ReadonlySet<string>,
  days: DayCounts,
  find: (series: VisibleSeries) => FoundCloses | null | 'unreadable',
): StoredBlock | null {
  const found: { series: VisibleSeries; visible: FoundCloses }[] = [];
  for (const series of block) {
    const visible = find(series);
    if (visible === 'unreadable') return null;
    if (visible !== null) found.push({ series, visible });
  }
  for (const { series, visible } of found) days.add(series.listed.markets, visible.firstDay, visible.count);
  const members = found.map(({ series, visible: { firstDay, lastDay, closes, stamp } }): StoredMember => {
    return { id: series.listed.id, firstDay, lastDay, closes, stamp };
  });
  const name = blockName(found.map(({ series: { stored }, visible: { closes } }) => ({ stored, closes })));
  const isBuilt = found.length === 0 || known.has(name);
  return { name, buffer: isBuilt ? null : buildColumns(found.map(({ visible }) => visible.read())).buffer, members };
}
