import { DayCounts } from '../../core/calendar/dayCounts';
import { blocksOf } from '../priceBlocks';
import type { BlockTask, StoredBlock, StoredBlocks } from '../rows';
import { storedBlock } from '../sql/block';
import { Connections } from './connections';
import { PATIENT } from './database';
import { readIndex } from './priceIndex';
import { type Ask, storedCloses } from './storedSeries';

/** Kept for as long as a connection that nobody uses. */
let open: { readonly url: string; readonly connections: Connections } | null = null;

/**
 * Body of a thread that reads and verifies prices over a connection of its own, all of one moment, and lays them out in shared
 * memory.
 *
 * @throws whatever keeps the database from being read
 */
export default async function readBlocks(task: BlockTask): Promise<StoredBlocks> {
  const { url } = task;
  if (open?.url !== url) {
    await open?.connections.close();
    open = { url, connections: new Connections(url, { ...PATIENT.work, most: 1, idleMs: 1_000 }) };
  }
  const { connections } = open;
  const connection = await connections.acquire();
  try {
    await connection.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const ask: Ask = async ({ name, text }, values) =>
      (await connection.query({ name, text, values: [...values] })).rows;
    const index = await readIndex(async (text) => (await connection.query(text)).rows);
    const read = await readInto(ask, index, task);
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
  ask: Ask,
  index: StoredBlocks['index'],
  { finalDays, known, from, of }: BlockTask,
): Promise<StoredBlocks> {
  const days = new DayCounts(finalDays);
  const blocks = new Map<number, StoredBlock | null>();
  for (const [place, block] of blocksOf(index.symbols, finalDays).entries()) {
    if (place % of !== from) continue;
    const found = await storedCloses(
      ask,
      block.map(({ listed }) => listed.id),
    );
    blocks.set(
      place,
      storedBlock(block, known, days, (id) => found.get(id) ?? null),
    );
  }
  return { index, blocks, days: days.byMarket };
}
