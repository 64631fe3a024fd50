import type { AccountCounter, Counted, CountedDay, Moment, Quota, RequestCounter, Usage } from '../counters';
import type { Statement } from '../postgresConnections';
import { saidBy } from './clock';
import type { PostgresDatabase } from './database';

type Kind = 'account' | 'address' | 'provider';

interface UsageRow {
  readonly minute: number;
  readonly minute_count: number;
  readonly day: number;
  readonly day_count: number;
  readonly now_ms: number;
}

export interface CountedRow extends UsageRow {
  readonly allowed: boolean;
}

const toUsage = (row: UsageRow): Usage => ({
  minute: row.minute,
  minuteCount: row.minute_count,
  day: row.day,
  dayCount: row.day_count,
  now: row.now_ms,
});

export const toCounted = (row: CountedRow): Counted => ({ ...toUsage(row), allowed: row.allowed });

/** Requests counted per subject, by functions of the database (migrations/postgresMetering.ts). */
export class PostgresRequestCounter implements RequestCounter {
  private readonly counting: Statement;
  private readonly reading: Statement;

  constructor(
    protected readonly database: PostgresDatabase,
    private readonly kind: Kind,
  ) {
    this.counting = {
      name: `count_${kind}`,
      text: `SELECT t.now_ms, c.* FROM instant_of($2, $3) AS t(now_ms), count_${kind}($1, t.now_ms, $4, $5) AS c`,
    };
    this.reading = {
      name: `usage_of_${kind}`,
      text: `SELECT t.now_ms, u.* FROM instant_of($2, $3) AS t(now_ms), usage_of_${kind}($1, t.now_ms) AS u`,
    };
  }

  async count(subject: string, at: Moment, { perMinute, perDay }: Quota): Promise<Counted> {
    const values = [subject, ...saidBy(this.database, at), perMinute, perDay];
    const [row] = await this.database.lines.ask<CountedRow>(`${this.kind} ${subject}`, this.counting, values);
    return toCounted(row);
  }

  async usage(subject: string, at: Moment): Promise<Usage> {
    const values = [subject, ...saidBy(this.database, at)];
    const [row] = await this.database.requests.ask<UsageRow>(this.reading, values);
    return toUsage(row);
  }

  async prune(before: number, most: number): Promise<void> {
    const { knex } = this.database;
    const table = `${this.kind}_usage`;
    await knex(table).where('day', '<', before).delete();
    // Those that somebody counts at this moment are not the oldest.
    await knex.raw(
      `DELETE FROM ?? WHERE subject IN (
         SELECT subject FROM ?? ORDER BY day, minute
         LIMIT greatest(0, (SELECT count(*) FROM ??) - ?::bigint) FOR UPDATE SKIP LOCKED
       )`,
      [table, table, table, most],
    );
  }
}

/** Requests of an account on days that are over, and on the one it was last seen in. */
const DAYS: Statement = {
  name: 'account_days',
  text: `SELECT day, max(count) AS count FROM (
      SELECT day, requests AS count FROM account_day WHERE subject = $1
      UNION ALL SELECT day, day_count FROM account_usage WHERE subject = $1
    ) AS counted WHERE day >= $2 GROUP BY day ORDER BY day`,
};

/** Requests counted per account, whose days a trigger keeps (migrations/postgresConsole.ts). */
export class PostgresAccountCounter extends PostgresRequestCounter implements AccountCounter {
  constructor(database: PostgresDatabase) {
    super(database, 'account');
  }

  days(subject: string, from: number): Promise<CountedDay[]> {
    return this.database.requests.ask<CountedDay>(DAYS, [subject, from]);
  }
}
