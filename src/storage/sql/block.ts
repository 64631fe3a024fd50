import { buildColumns, type Closes } from '../../core/detection/columns';
import { closesThrough } from '../../core/window/bars';
import type { BlockMember, StoredBlock } from '../rows';

/** Lays a group of series out in shared memory. @param read the closes of a symbol; null without prices */
export function blockOf(group: readonly BlockMember[], read: (id: number) => Closes | null): StoredBlock {
  const found = group.flatMap(({ id, through }) => {
    const stored = read(id);
    const closes = stored && closesThrough(stored, through);
    return closes && closes.day.length > 0 ? [{ id, closes }] : [];
  });
  const members = found.map(({ id, closes: { day } }) => {
    return { id, firstDay: day[0], lastDay: day[day.length - 1], closes: day.length };
  });
  return { buffer: found.length === 0 ? null : buildColumns(found.map(({ closes }) => closes)).buffer, members };
}
