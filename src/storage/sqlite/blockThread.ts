import { buildColumns } from '../../core/detection/columns';
import { closesThrough } from '../../core/window/bars';
import type { BlockTask, StoredBlock } from '../rows';
import { Sqlite } from './binding';
import { SeriesReader } from './seriesReader';

/**
 * Body of a thread that reads and verifies a group of series over a connection of its own, and lays it out in shared
 * memory.
 *
 * @throws whatever is wrong with one of them
 */
export default function readBlock({ file, group }: BlockTask): StoredBlock {
  const connection = new Sqlite(file, { readonly: true, fileMustExist: true });
  try {
    const reader = new SeriesReader(connection);
    const read = group.flatMap(({ id, through }) => {
      const stored = reader.closes(id);
      const closes = stored && closesThrough(stored, through);
      return closes && closes.day.length > 0 ? [{ id, closes }] : [];
    });
    const members = read.map(({ id, closes: { day } }) => {
      return { id, firstDay: day[0], lastDay: day[day.length - 1], closes: day.length };
    });
    return { buffer: read.length === 0 ? null : buildColumns(read.map(({ closes }) => closes)).buffer, members };
  } finally {
    connection.close();
  }
}
