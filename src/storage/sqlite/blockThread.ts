import type { BlockTask, StoredBlock } from '../rows';
import { blockOf } from '../sql/block';
import { Sqlite } from './binding';
import { SeriesReader } from './seriesReader';

/**
 * Body of a thread that reads and verifies a group of series over a connection of its own, and lays it out in shared
 * memory.
 *
 * @throws whatever is wrong with one of them
 */
export default function readBlock({ url, group }: BlockTask): StoredBlock {
  const connection = new Sqlite(url, { readonly: true, fileMustExist: true });
  try {
    const reader = new SeriesReader(connection);
    return blockOf(group, (id) => reader.closes(id));
  } finally {
    connection.close();
  }
}
