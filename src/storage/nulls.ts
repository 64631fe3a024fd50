import type { NullDistribution } from '../core/significance/significance';
import { sha256 } from './canonical';
import type { Database } from './database';

/** A null distribution to store. */
export interface StoredNull {
  readonly key: string;
  readonly dataVersion: string;
  readonly found: NullDistribution;
}

/** Null distributions of searches over markets that are kept at most: 2.5 MB each over 620 symbols. */
const MOST_KEPT = 100;
/** Those of single symbols: 4 kB each. */
const MOST_KEPT_OF_SYMBOLS = 10_000;
/** What the keys of searches of one symbol have in common: `0/AAPL`; an export searches `0/*`. */
const OF_SYMBOL = "key LIKE '%/%' AND key NOT LIKE '%/*|%'";
/** Another process may still answer from the previous data for a while. */
const KEPT_OLD_MS = 24 * 3600 * 1000;

const CONTENT = 'SELECT content FROM null_distribution WHERE key = ?';

/** Results of searches over shuffled calendars (METHOD 9), by everything they depend on. */
export class NullStore {
  constructor(private readonly database: Database) {}

  /** Grows whenever any process may have stored one. Cheap enough to read on every request. */
  revision(): Promise<number> {
    return this.database.revision('nulls');
  }

  /** Null when there is none, or its bytes are not those that were written. */
  async find(key: string): Promise<NullDistribution | null> {
    const [row] = await this.database.query<{ content: Buffer }>(CONTENT, key);
    return row === undefined ? null : decode(row.content);
  }

  /** Stores what was computed, and deletes the oldest. */
  put({ key, dataVersion, found }: StoredNull, createdAt: Date): Promise<void> {
    return this.database.change('nulls', async (trx) => {
      const at = createdAt.getTime();
      const row = { key, data_version: dataVersion, content: encode(found), created_at: at };
      await trx('null_distribution').insert(row).onConflict('key').merge();
      // The same search over other data is not asked for again; of all others the newest stay.
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

/** A line of JSON, then the floats of all symbols together and of each. */
function encode({ rotations, overall, bySymbol }: NullDistribution): Buffer {
  const floats = new Float32Array((1 + bySymbol.size) * rotations);
  floats.set(overall);
  let at = rotations;
  for (const own of bySymbol.values()) {
    floats.set(own, at);
    at += rotations;
  }
  const values = Buffer.from(floats.buffer);
  const head = { rotations, symbols: [...bySymbol.keys()], hash: sha256(values) };
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
    if (sha256(values) !== hash) return null;
    const floats = new Float32Array(new Uint8Array(values).buffer);
    const part = (i: number) => floats.subarray(i * rotations, (i + 1) * rotations);
    return { rotations, overall: part(0), bySymbol: new Map(symbols.map((symbol, i) => [symbol, part(i + 1)])) };
  } catch {
    return null;
  }
}
