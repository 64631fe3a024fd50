import type { CountedDay, Moment } from '../counters';
import type { Statement } from '../postgresConnections';
import type { MlGrant, MlMoment, MlRequest, MlSettlement, PredictionCharges } from '../predictionCharges';
import { goneOf } from '../sql/gone';
import type { IsGone } from '../work';
import { saidBy } from './clock';
import type { PostgresDatabase } from './database';

const USED: Statement = {
  name: 'used_predictions',
  text: 'SELECT used_predictions($1, instant_of($2, $3)) AS used',
};
const RESERVE: Statement = {
  name: 'reserve_predictions',
  text: 'SELECT granted, charged_day AS day FROM reserve_predictions($1, instant_of($2, $3), $4, $5, $6, $7)',
};
const SETTLE: Statement = {
  name: 'settle_predictions',
  text: 'SELECT charged FROM settle_predictions($1, $4, instant_of($2, $3), $5, $6, $7)',
};

const DELIVERED_BY_DAY: Statement = {
  name: 'delivered_by_day',
  text: `SELECT day, count(DISTINCT item) AS count FROM ml_charge
    WHERE subject = $1 AND day >= $2 AND holder = '' GROUP BY day ORDER BY day`,
};

const DAY_MS = 86_400_000;

const lineOf = (subject: string) => `predictions of ${subject}`;

/** Predictions charged, by functions of the database (migrations/postgresMetering.ts). */
export class PostgresPredictionCharges implements PredictionCharges {
  constructor(private readonly database: PostgresDatabase) {}

  async used({ subject, at }: MlMoment): Promise<number> {
    const values = [subject, ...saidBy(this.database, at)];
    const [{ used }] = await this.database.requests.ask<{ used: number }>(USED, values);
    return used;
  }

  days(subject: string, from: number): Promise<CountedDay[]> {
    return this.database.requests.ask<CountedDay>(DELIVERED_BY_DAY, [subject, from]);
  }

  async reserve({ subject, at, limit, items, holder, lasts }: MlRequest): Promise<MlGrant> {
    const values = [subject, ...saidBy(this.database, at), limit, items, holder, lasts];
    const [grant] = await this.database.lines.ask<MlGrant>(lineOf(subject), RESERVE, values);
    return grant;
  }

  async settle(
    { subject, at, day, limit, holder }: MlSettlement,
    delivered: readonly string[],
  ): Promise<readonly string[]> {
    const values = [subject, ...saidBy(this.database, at), day, limit, delivered, holder];
    const [row] = await this.database.lines.ask<{ charged: readonly string[] }>(lineOf(subject), SETTLE, values);
    return row.charged;
  }

  async releaseWhere(isGone: IsGone, subject?: string): Promise<boolean> {
    const { knex } = this.database;
    const reserved = knex('ml_charge').whereNot({ holder: '' });
    if (subject !== undefined) reserved.where({ subject });
    const gone = await goneOf(await reserved.distinct().pluck<string[]>('holder'), isGone);
    return gone.length > 0 && (await knex('ml_charge').whereIn('holder', gone).delete()) > 0;
  }

  async prune(at: Moment, days: number): Promise<void> {
    await this.database.knex.raw(
      `DELETE FROM ml_charge USING instant_of(?::bigint, ?::bigint) AS t(now_ms)
       WHERE day < t.now_ms / ${DAY_MS} - ?::integer OR expires_at <= t.now_ms`,
      [...saidBy(this.database, at), days],
    );
  }
}
