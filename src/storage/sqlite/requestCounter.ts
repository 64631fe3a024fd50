import type BetterSqlite3 from 'better-sqlite3';
import type { AccountCounter, Counted, CountedDay, Moment, Quota, RequestCounter, Usage, Windows } from '../counters';
import { windowsAt } from '../sql/windows';
import { TurnEnd } from './turn';
import { type UsageDatabase, whenFree } from './usageDatabase';

interface UsageRow {
  minute: number;
  minute_count: number;
  day: number;
  day_count: number;
}

const toUsage = (row: UsageRow, now: number): Usage => ({
  minute: row.minute,
  minuteCount: row.minute_count,
  day: row.day,
  dayCount: row.day_count,
  now,
});

/**
 * The window in force is the later one of the stored and the clock's, so that a clock that steps back gives nobody a
 * fresh one. A stored window further ahead than the next is brought back to the next with its count: after a large step
 * the subject waits two windows at most, and not until the clock has caught up.
 */
const IN_FORCE = (column: string) => `max(@${column}, min(${column}, @${column} + 1))`;
const USED = (column: string) => `iif(@${column} > ${column}, 0, ${column}_count)`;

/** Requests counted per subject. */
export class SqliteRequestCounter implements RequestCounter {
  /** Requests are counted when their keys have been read, which was done at the end of a turn. */
  private readonly turnEnd = new TurnEnd('statements');
  private readonly increment: BetterSqlite3.Statement<[Windows & Quota & { subject: string }], UsageRow>;
  private readonly pullBack: BetterSqlite3.Statement<[Windows & { subject: string }]>;
  private readonly read: BetterSqlite3.Statement<[Windows & { subject: string }], UsageRow>;
  private readonly removeBefore: BetterSqlite3.Statement<[number]>;
  private readonly total: BetterSqlite3.Statement<[], number>;
  private readonly removeOldest: BetterSqlite3.Statement<[number]>;

  constructor({ connection }: UsageDatabase, table: 'account_usage' | 'address_usage' | 'provider_usage') {
    // One statement checks and counts both windows: no other request, of any process, comes between.
    this.increment = connection.prepare(
      `INSERT INTO ${table} (subject, minute, minute_count, day, day_count) VALUES (@subject, @minute, 1, @day, 1)
       ON CONFLICT (subject) DO UPDATE SET
         minute = ${IN_FORCE('minute')}, minute_count = ${USED('minute')} + 1,
         day = ${IN_FORCE('day')}, day_count = ${USED('day')} + 1
       WHERE ${USED('minute')} < @perMinute AND ${USED('day')} < @perDay
       RETURNING minute, minute_count, day, day_count`,
    );
    this.pullBack = connection.prepare(
      `UPDATE ${table} SET minute = min(minute, @minute + 1), day = min(day, @day + 1)
       WHERE subject = @subject AND (minute > @minute + 1 OR day > @day + 1)`,
    );
    this.read = connection.prepare(
      `SELECT ${IN_FORCE('minute')} AS minute, ${USED('minute')} AS minute_count,
         ${IN_FORCE('day')} AS day, ${USED('day')} AS day_count
       FROM ${table} WHERE subject = @subject`,
    );
    this.removeBefore = connection.prepare(`DELETE FROM ${table} WHERE day < ?`);
    this.total = connection.prepare<[], number>(`SELECT count(*) FROM ${table}`).pluck();
    this.removeOldest = connection.prepare(
      `DELETE FROM ${table} WHERE subject IN (SELECT subject FROM ${table} ORDER BY day, minute LIMIT ?)`,
    );
  }

  count(subject: string, at: Moment, quota: Quota): Promise<Counted> {
    return this.turnEnd.run(() => whenFree(() => this.countNow(subject, at, quota)));
  }

  usage(subject: string, at: Moment): Promise<Usage> {
    return whenFree(() => this.usageNow(subject, at));
  }

  prune(before: number, most: number): Promise<void> {
    return whenFree(() => {
      this.removeBefore.run(before);
      const excess = (this.total.get() ?? 0) - most;
      if (excess > 0) this.removeOldest.run(excess);
    });
  }

  private countNow(subject: string, at: Moment, quota: Quota): Counted {
    const windows = windowsAt(at.now);
    for (;;) {
      const row = this.increment.get({ subject, ...windows, ...quota });
      if (row) return { ...toUsage(row, at.now), allowed: true };
      const usage = this.usageNow(subject, at);
      // Otherwise another process made room between the two statements.
      if (usage.minuteCount >= quota.perMinute || usage.dayCount >= quota.perDay) return { ...usage, allowed: false };
    }
  }

  private usageNow(subject: string, { now }: Moment): Usage {
    const at = windowsAt(now);
    const row = this.read.get({ subject, ...at });
    if (!row) return { ...at, minuteCount: 0, dayCount: 0, now };
    // A window brought back is stored, or the next window would run ahead of the clock for ever.
    if (row.minute > at.minute || row.day > at.day) this.pullBack.run({ subject, ...at });
    return toUsage(row, now);
  }
}

/** Requests of an account on days that are over, and on the one it was last seen in. */
const DAYS = `SELECT day, max(count) AS count FROM (
    SELECT day, requests AS count FROM account_day WHERE subject = @subject
    UNION ALL SELECT day, day_count FROM account_usage WHERE subject = @subject
  ) WHERE day >= @from GROUP BY day ORDER BY day`;

/** Requests counted per account, whose days a trigger keeps (migrations/usage.ts). */
export class SqliteAccountCounter extends SqliteRequestCounter implements AccountCounter {
  private readonly daysFrom: BetterSqlite3.Statement<[{ subject: string; from: number }], CountedDay>;

  constructor(usage: UsageDatabase) {
    super(usage, 'account_usage');
    this.daysFrom = usage.connection.prepare(DAYS);
  }

  days(subject: string, from: number): Promise<CountedDay[]> {
    return whenFree(() => this.daysFrom.all({ subject, from }));
  }
}
