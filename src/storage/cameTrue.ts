import { peerTableBytes } from '../core/cameTrue/peers';
import type { MarketStudy } from '../core/cameTrue/study';
import type { Database } from './database';

const MADE = 'SELECT version, created_at FROM came_true WHERE market_id = ?';
const MONTHS = 'SELECT months FROM came_true WHERE market_id = ? AND version = ?';
const STUDY = 'SELECT months, first_day, peers FROM came_true WHERE market_id = ? AND version = ?';

/** What came true in each market (METHOD 10): one study each. */
export class CameTrueStore {
  constructor(private readonly database: Database) {}

  /** What a market's study is made of, and when it was made; null without one. */
  async made(marketId: string): Promise<{ readonly version: string; readonly createdAt: Date } | null> {
    const [row] = await this.database.query<{ version: string; created_at: number }>(MADE, marketId);
    return row === undefined ? null : { version: row.version, createdAt: new Date(row.created_at) };
  }

  /** The months of the study of these prices, without the means of peers; null when it is missing. */
  async months(marketId: string, version: string): Promise<MarketStudy['months'] | null> {
    const [row] = await this.database.query<{ months: string }>(MONTHS, marketId, version);
    return row === undefined ? null : JSON.parse(row.months);
  }

  /** The whole study of these prices; null when it is missing. */
  async study(marketId: string, version: string): Promise<MarketStudy | null> {
    type Row = { months: string; first_day: number; peers: Buffer };
    const [row] = await this.database.query<Row>(STUDY, marketId, version);
    if (row === undefined) return null;
    const buffer = new SharedArrayBuffer(row.peers.length);
    new Uint8Array(buffer).set(row.peers);
    const days = row.peers.length / peerTableBytes(1);
    return { months: JSON.parse(row.months), peers: { first: row.first_day, days, buffer } };
  }

  /** Stores the study of a market in place of its earlier one. */
  put(marketId: string, version: string, { months, peers }: MarketStudy, createdAt: Date): Promise<void> {
    return this.database.change('came_true', async (trx) => {
      const row = {
        market_id: marketId,
        version,
        created_at: createdAt.getTime(),
        months: JSON.stringify(months),
        first_day: peers.first,
        // Drivers do not accept shared memory.
        peers: Buffer.from(new Uint8Array(peers.buffer)),
      };
      await trx('came_true').insert(row).onConflict('market_id').merge();
    });
  }
}
