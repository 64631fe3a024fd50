import type { PredictionCharges } from '../ports';
import type { MlGrant, MlMoment, MlRequest, MlSettlement } from '../rows';
import type { Statement } from './connections';
import type { PostgresDatabase } from './database';

const USED: Statement = {
  name: 'used_predictions',
  // The rows of a day too far ahead are moved when something is reserved; until then they count where they are.
  text: `SELECT count(DISTINCT item) AS used FROM ml_charge
    WHERE subject = $1 AND day = (SELECT greatest($2, max(day)) FROM ml_charge WHERE subject = $1)
      AND (expires_at IS NULL OR expires_at > $3)`,
};
const RESERVE: Statement = {
  name: 'reserve_predictions',
  text: 'SELECT granted, charged_day AS day FROM reserve_predictions($1, $2, $3, $4, $5, $6, $7)',
};
const SETTLE: Statement = {
  name: 'settle_predictions',
  text: 'SELECT charged FROM settle_predictions($1, $2, $3, $4, $5, $6)',
};

/** Predictions charged, by functions of the database (migrations/postgresMetering.ts). */
export class PostgresPredictionCharges implements PredictionCharges {
  constructor(private readonly database: PostgresDatabase) {}

  async used({ subject, day, now }: MlMoment): Promise<number> {
    const [{ used }] = await this.database.requests.ask<{ used: number }>(USED, [subject, day, now]);
    return used;
  }

  async reserve({ subject, day, now, limit, items, holder, expiresAt }: MlRequest): Promise<MlGrant> {
    const values = [subject, day, now, limit, items, holder, expiresAt];
    const [grant] = await this.database.requests.ask<MlGrant>(RESERVE, values);
    return grant;
  }

  async settle(
    { subject, day, now, limit, holder }: MlSettlement,
    delivered: readonly string[],
  ): Promise<readonly string[]> {
    const values = [subject, day, now, limit, delivered, holder];
    const [{ charged }] = await this.database.requests.ask<{ charged: readonly string[] }>(SETTLE, values);
    return charged;
  }

  async releaseWhere(isGone: (holder: string) => boolean): Promise<void> {
    const { knex } = this.database;
    const holders: string[] = await knex('ml_charge').whereNot({ holder: '' }).distinct().pluck('holder');
    await knex('ml_charge').whereIn('holder', holders.filter(isGone)).delete();
  }

  async prune(before: number, now: number): Promise<void> {
    await this.database.knex('ml_charge').where('day', '<', before).orWhere('expires_at', '<=', now).delete();
  }
}
