import type { RequestCounter } from '../ports';
import type { Counted, Quota, Usage, Windows } from '../rows';
import type { Statement } from './connections';
import type { PostgresDatabase } from './database';

type Kind = 'account' | 'address' | 'provider';

interface UsageRow {
  minute: number;
  minute_count: number;
  day: number;
  day_count: number;
}

type CountedRow = UsageRow & { allowed: boolean };

const toUsage = (row: UsageRow): Usage => ({
  minute: row.minute,
  minuteCount: row.minute_count,
  day: row.day,
  dayCount: row.day_count,
});

/** Requests counted per subject, by functions of the database (migrations/postgresMetering.ts). */
export class PostgresRequestCounter implements RequestCounter {
  private readonly counting: Statement;
  private readonly reading: Statement;

  constructor(
    private readonly database: PostgresDatabase,
    private readonly kind: Kind,
  ) {
    this.counting = { name: `count_${kind}`, text: `SELECT * FROM count_${kind}($1, $2, $3, $4, $5)` };
    this.reading = { name: `usage_of_${kind}`, text: `SELECT * FROM usage_of_${kind}($1, $2, $3)` };
  }

  async count(subject: string, { minute, day }: Windows, { perMinute, perDay }: Quota): Promise<Counted> {
    const values = [subject, minute, day, perMinute, perDay];
    const [row] = await this.database.requests.ask<CountedRow>(this.counting, values);
    return { ...toUsage(row), allowed: row.allowed };
  }

  async usage(subject: string, { minute, day }: Windows): Promise<Usage> {
    const [row] = await this.database.requests.ask<UsageRow>(this.reading, [subject, minute, day]);
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
