import type { NullDistribution } from '../../core/significance/significance';
import type { NullClaim, NullStore, StoredNull } from '../nulls';
import type { IsGone } from '../work';
import type { SqlDatabase } from './database';
import { contentHash } from './priceBlob';

/** What null distributions are kept of at most: those of a hundred searches over one version of the data. */
const MOST_KEPT = 100;

const CONTENT = 'SELECT content FROM null_distribution WHERE key = ?';

/** Null distributions as blobs: a line of JSON, then the floats of all symbols together and of each. */
export class SqlNulls implements NullStore {
  constructor(private readonly database: SqlDatabase) {}

  revision(): Promise<number> {
    return this.database.revision('nulls');
  }

  async find(key: string): Promise<NullDistribution | null> {
    const [row] = await this.database.query<{ content: Buffer | null }>(CONTENT, key);
    return row?.content ? decode(row.content) : null;
  }

  claim({ key, dataVersion, holder, now, until }: NullClaim, isGone: IsGone): Promise<boolean> {
    return this.database.change('nulls', async (trx) => {
      const row = await trx('null_distribution').where({ key }).first('content', 'holder', 'claimed_until');
      // What cannot be read any more is computed anew, like what was never finished.
      if (row?.content && decode(row.content) !== null) return false;
      const other = row && !row.content && row.holder !== holder ? row.holder : null;
      if (other !== null && Number(row.claimed_until) > now.getTime() && !(await isGone(other))) return false;
      const claim = {
        key,
        data_version: dataVersion,
        content: null,
        holder,
        claimed_until: until.getTime(),
        created_at: now.getTime(),
      };
      await trx('null_distribution').insert(claim).onConflict('key').merge();
      return true;
    });
  }

  put({ key, dataVersion, holder, found }: StoredNull, createdAt: Date): Promise<void> {
    return this.database.change('nulls', async (trx) => {
      const at = createdAt.getTime();
      const row = {
        key,
        data_version: dataVersion,
        content: encode(found),
        holder,
        claimed_until: at,
        created_at: at,
      };
      await trx('null_distribution').insert(row).onConflict('key').merge();
      // Of other data nothing will be asked again; of these the newest stay.
      await trx('null_distribution')
        .whereNot({ data_version: dataVersion })
        .andWhere('created_at', '<', at - KEPT_OLD_MS)
        .delete();
      const newest = trx('null_distribution').select('key').orderBy('created_at', 'desc').limit(MOST_KEPT);
      await trx('null_distribution').whereNotIn('key', newest).delete();
    });
  }

  release(key: string, holder: string): Promise<void> {
    return this.database.change('nulls', async (trx) => {
      await trx('null_distribution').where({ key, holder }).whereNull('content').delete();
    });
  }
}

/** Another process may still answer from the data before for a while. */
const KEPT_OLD_MS = 24 * 3600 * 1000;

function encode({ rotations, overall, bySymbol }: NullDistribution): Buffer {
  const floats = new Float32Array((1 + bySymbol.size) * rotations);
  floats.set(overall);
  let at = rotations;
  for (const own of bySymbol.values()) {
    floats.set(own, at);
    at += rotations;
  }
  const values = Buffer.from(floats.buffer);
  const head = { rotations, symbols: [...bySymbol.keys()], hash: contentHash(values) };
  return Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), values]);
}

/** Null when the bytes are not those that were written. */
function decode(content: Buffer): NullDistribution | null {
  const end = content.indexOf('\n');
  if (end < 0) return null;
  const values = content.subarray(end + 1);
  try {
    const { rotations, symbols, hash } = JSON.parse(content.subarray(0, end).toString()) as {
      rotations: number;
      symbols: string[];
      hash: string;
    };
    if (contentHash(values) !== hash) return null;
    const floats = new Float32Array(new Uint8Array(values).buffer);
    const part = (i: number) => floats.subarray(i * rotations, (i + 1) * rotations);
    return { rotations, overall: part(0), bySymbol: new Map(symbols.map((symbol, i) => [symbol, part(i + 1)])) };
  } catch {
    return null;
  }
}
