import type { NullDistribution } from '../core/significance/significance';
import { type Database, firstOf } from './database';
import { sha256 } from './hashes';

/** A null distribution and its key. */
export interface KeyedNullDistribution {
  /** Names everything the distribution depends on, and contains `dataVersion`. */
  readonly key: string;
  readonly dataVersion: string;
  readonly distribution: NullDistribution;
}

/** Most null distributions kept of searches over markets: 2.5 MB each over 620 symbols. */
const MOST_KEPT = 100;
/** The same for searches of one symbol: 8 kB each. */
const MOST_KEPT_OF_SYMBOLS = 10_000;
/** Selects the keys of searches of one symbol, such as `0/AAPL`, but not those of exports, which search `0/*`. */
const OF_SYMBOL = "key LIKE '%/%' AND key NOT LIKE '%/*|%'";
/** How long distributions over other data are kept: another process may still answer from that data. */
const KEPT_OLD_MS = 24 * 3600 * 1000;

const CONTENT = 'SELECT content FROM null_distribution WHERE key = ?';

/** Null distributions of searches (METHOD 9). */
export class NullDistributionStore {
  constructor(private readonly database: Database) {}

  /** Grows with every distribution that any process stores. Cheap enough for every request. */
  revision(): Promise<number> {
    return this.database.revision('nulls');
  }

  /** Null when there is none, or the stored one is damaged. */
  async find(key: string): Promise<NullDistribution | null> {
    return firstOf(await this.database.query<{ content: Buffer }>(CONTENT, key), (row) => decode(row.content));
  }

  /** Makes a distribution count as new, so that the searches of callers do not displace it. */
  renew(key: string, at: Date): Promise<void> {
    return this.database.change('nulls', async (trx) => {
      await trx('null_distribution').where({ key }).update({ created_at: at.getTime() });
    });
  }

  /** Stores a distribution. Deletes those over the limit, and day-old ones of the same search over other data. */
  put({ key, dataVersion, distribution: found }: KeyedNullDistribution, createdAt: Date): Promise<void> {
    return this.database.change('nulls', async (trx) => {
      const at = createdAt.getTime();
      const row = { key, data_version: dataVersion, content: encode(found), created_at: at };
      await trx('null_distribution').insert(row).onConflict('key').merge();
      await trx('null_distribution')
        .whereNot({ data_version: dataVersion })
        .andWhere('key', 'like', key.replace(dataVersion, '%'))
        .andWhere('created_at', '<', at - KEPT_OLD_MS)
        .delete();
      for (const [kind, most] of [
        [OF_SYMBOL, MOST_KEPT_OF_SYMBOLS],
        [`NOT (${OF_SYMBOL})`, MOST_KEPT],
      ] as const) {
        const newest = trx('null_distribution').select('key').whereRaw(kind).orderBy('created_at', 'desc').limit(most);
        await trx('null_distribution').whereRaw(kind).whereNotIn('key', newest).delete();
      }
    });
  }
}

/** A line of JSON; then float32 values: those of the whole search, then those of each symbol. */
function encode({ rotations, overall, bySymbol, byChance }: NullDistribution): Buffer {
  const floats = new Float32Array((1 + bySymbol.size) * rotations);
  floats.set(overall);
  let offset = rotations;
  for (const ofSymbol of bySymbol.values()) {
    floats.set(ofSymbol, offset);
    offset += rotations;
  }
  const values = Buffer.from(floats.buffer);
  const head = { rotations, byChance, symbols: [...bySymbol.keys()], hash: sha256(values) };
  return Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), values]);
}

/** Null when the hash differs or the content cannot be parsed. */
function decode(content: Buffer): NullDistribution | null {
  const end = content.indexOf('\n');
  if (end < 0) return null;
  const values = content.subarray(end + 1);
  try {
    const { rotations, byChance, symbols, hash } = JSON.parse(content.subarray(0, end).toString()) as {
      rotations: number;
      byChance: NullDistribution['byChance'];
      symbols: string[];
      hash: string;
    };
    if (sha256(values) !== hash) return null;
    const floats = new Float32Array(new Uint8Array(values).buffer);
    const part = (i: number) => floats.subarray(i * rotations, (i + 1) * rotations);
    const bySymbol = new Map(symbols.map((symbol, i) => [symbol, part(i + 1)]));
    return { rotations, overall: part(0), bySymbol, byChance };
  } catch {
    return null;
  }
}
