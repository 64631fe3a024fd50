import { CorruptPricesError } from '../errors';
import type { BlockTask, StoredBlock } from '../rows';
import { blockOf } from '../sql/block';
import { Connections } from './connections';
import { POSTGRES_DEFAULTS } from './database';
import { storedCloses } from './storedSeries';

/** Kept between groups for as long as a connection that nobody uses. */
let open: { readonly url: string; readonly connections: Connections } | null = null;

/**
 * Body of a thread that reads and verifies a group of series over a connection of its own, and lays it out in shared
 * memory.
 *
 * @throws whatever is wrong with one of them
 */
export default async function readBlock({ url, group }: BlockTask): Promise<StoredBlock> {
  if (open?.url !== url) {
    await open?.connections.close();
    open = { url, connections: new Connections(url, { ...POSTGRES_DEFAULTS.work, most: 1, idleMs: 1_000 }) };
  }
  const { connections } = open;
  const ids = group.map(({ id }) => id);
  const found = await storedCloses((statement, values) => connections.ask(statement, values), ids);
  return blockOf(group, (id) => {
    const closes = found.get(id) ?? null;
    if (closes instanceof CorruptPricesError) throw closes;
    return closes;
  });
}
