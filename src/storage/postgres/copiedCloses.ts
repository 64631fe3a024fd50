import type { PoolClient } from 'pg';
import type { Closes } from '../../core/detection/columns';
import { CorruptPricesError } from '../errors';
import type { VisibleSeries } from '../priceBlocks';
import { closesOf } from '../sql/series';
import { copyOut } from './copyOut';

const columnsOf = (ids: readonly number[]) =>
  `SELECT symbol_id, hash, data FROM price_column WHERE column_set = 'close' AND symbol_id IN (${ids.map(Number).join()})`;

/** The closes of some series, verified, all over one connection. Absent: damaged or gone. */
export async function copiedCloses(
  connection: PoolClient,
  wanted: readonly VisibleSeries[],
): Promise<ReadonlyMap<number, Closes>> {
  const found = new Map<number, Closes>();
  if (wanted.length === 0) return found;
  const series = new Map(wanted.map((one) => [one.listed.id, one]));
  await copyOut(connection, columnsOf([...series.keys()]), ([id, hash, data]) => {
    const { listed, stored } = series.get(id!.readInt32BE(0))!;
    try {
      // In memory of its own: what was sent is overwritten.
      const columns = { hash: hash!.toString('latin1'), data: Buffer.from(data!) };
      found.set(listed.id, closesOf({ ticker: listed.symbol, row_count: stored.rows, ...columns }));
    } catch (error) {
      if (!(error instanceof CorruptPricesError)) throw error;
    }
  });
  return found;
}
