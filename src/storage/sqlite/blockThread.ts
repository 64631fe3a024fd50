import BetterSqlite3 from 'better-sqlite3';
import { DayCounts } from '../../core/calendar/dayCounts';
import type { Closes } from '../../core/detection/columns';
import { blocksOf } from '../priceBlocks';
import type { BlockTask, StoredBlock, StoredBlocks } from '../prices';
import { foundCloses, storedBlock } from '../sql/block';
import { PriceIndexReader } from './priceIndex';
import { SeriesReader } from './seriesReader';

/**
 * Body of a thread that reads and verifies prices over a connection of its own, all of one moment, and lays them out in shared
 * memory.
 *
 * @throws whatever keeps the file from being read
 */
export default function readBlocks({ url, finalDays, known, from, of }: BlockTask): StoredBlocks {
  const connection = new BetterSqlite3(url, { readonly: true, fileMustExist: true });
  try {
    return connection.transaction(() => {
      const index = new PriceIndexReader(connection).index();
      const reader = new SeriesReader(connection);
      const days = new DayCounts(finalDays);
      // Read and verified all the same: a file tells of no row when it was written.
      const names = new Set(known.map(({ name }) => name));
      const blocks = new Map<number, StoredBlock | null>();
      for (const [place, block] of blocksOf(index.symbols, finalDays).entries()) {
        if (place % of !== from) continue;
        const found = storedBlock(block, names, days, ({ listed, visibleThrough }) => {
          const closes = orNull(() => reader.closes(listed.id));
          return closes === null ? 'unreadable' : foundCloses(closes, visibleThrough, null);
        });
        blocks.set(place, found);
      }
      return { index, blocks, days: days.byMarket };
    })();
  } finally {
    connection.close();
  }
}

/** Null where SQLite cannot read, or what it reads is damaged. */
function orNull(read: () => Closes | null): Closes | null {
  try {
    return read();
  } catch {
    return null;
  }
}
