import type { PoolClient } from 'pg';
import { DayCounts } from '../../core/calendar/dayCounts';
import { Connections } from '../postgresConnections';
import { blocksOf, type VisibleSeries } from '../priceBlocks';
import type { BlockTask, StoredBlock, StoredBlocks } from '../prices';
import { foundCloses, storedBlock } from '../sql/block';
import { copiedCloses } from './copiedCloses';
import { WORK } from './database';
import { KeptSeries } from './keptSeries';
import { type RowsOf, readIndex } from './priceIndex';

/** Kept for as long as a connection that nobody uses. */
let open: { readonly url: string; readonly connections: Connections } | null = null;

/**
 * Body of a thread that reads and verifies prices over a connection of its own, all of one moment, and lays them out in shared
 * memory; those that are in memory as they are stored are taken over.
 *
 * @throws whatever keeps the database from being read
 */
export default async function readBlocks(task: BlockTask): Promise<StoredBlocks> {
  const { url } = task;
  if (open?.url !== url) {
    await open?.connections.close();
    open = { url, connections: new Connections(url, { ...WORK, most: 1, idleMs: 1_000 }) };
  }
  const { connections } = open;
  const connection = await connections.acquire();
  try {
    await connection.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const rowsOf: RowsOf = async (text) => (await connection.query(text)).rows;
    const index = await readIndex(rowsOf);
    const read = await readInto(connection, index, await KeptSeries.of(task.known, rowsOf), task);
    await connection.query('COMMIT');
    return read;
  } catch (error) {
    // The connection may be gone, and its transaction with it.
    await connection.query('ROLLBACK').catch(() => {});
    throw connections.faultOf(connection, error);
  } finally {
    connections.release(connection);
  }
}

async function readInto(
  connection: PoolClient,
  index: StoredBlocks['index'],
  kept: KeptSeries,
  { finalDays, known, from, of }: BlockTask,
): Promise<StoredBlocks> {
  const days = new DayCounts(finalDays);
  const names = new Set(known.map(({ name }) => name));
  const blocks = new Map<number, StoredBlock | null>();
  const wanted = [...blocksOf(index.symbols, finalDays).entries()].filter(([place]) => place % of === from);
  const ask = (block: readonly VisibleSeries[] = []) => {
    const unread = block.filter((series) => kept.find(series) === null);
    const reading = copiedCloses(connection, unread);
    // Its failure is that of who waits for it, and nobody may come to do so.
    reading.catch(() => {});
    return reading;
  };
  let reading = ask(wanted[0]?.[1]);
  for (const [i, [place, block]] of wanted.entries()) {
    const read = await reading;
    // The server sends the next one while this one is laid out.
    reading = ask(wanted[i + 1]?.[1]);
    const found = storedBlock(block, names, days, (series) => {
      const closes = read.get(series.listed.id);
      if (closes === undefined) return kept.find(series) ?? 'unreadable';
      return foundCloses(closes, series.visibleThrough, kept.stampOf(series.listed.id));
    });
    blocks.set(place, found);
  }
  return { index, blocks, days: days.byMarket };
}
