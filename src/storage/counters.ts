import { DAY_MS } from '../core/calendar/dates';
import type { Database } from './database';

/** An instant at which something is counted. */
export interface Moment {
  /** By the clock of this process, epoch milliseconds. */
  readonly now: number;
  /** Milliseconds that this clock runs ahead of the machine's; null = it stands still. */
  readonly ahead: number | null;
}

/**
 * The instant to count at, epoch milliseconds. Processes that count together use the clock of the database; a clock that was
 * set or stands still is used as it is.
 */
export function countedAt({ clockAhead }: Pick<Database, 'clockAhead'>, { now, ahead }: Moment): number {
  return ahead === 0 ? Date.now() + clockAhead() : now;
}

/** A count on one UTC day (days since 1970). */
export interface CountedDay {
  readonly day: number;
  readonly count: number;
}

/** A UTC minute and a UTC day, both counted from 1970. */
export interface Windows {
  readonly minute: number;
  readonly day: number;
}

/** The most requests in each window, at least 1. */
export interface Quota {
  readonly perMinute: number;
  readonly perDay: number;
}

/**
 * The current windows of a subject and the requests counted in them. The current window is the later of the stored one and
 * the clock's, so that a clock that steps back opens no new window. It is at most one window ahead of the clock.
 */
export interface Usage extends Windows {
  readonly minuteCount: number;
  readonly dayCount: number;
  /** The instant of counting (`countedAt`), epoch milliseconds. */
  readonly now: number;
}

export interface Counted extends Usage {
  /** Whether both windows had room, so that the request was counted. */
  readonly allowed: boolean;
}

const MINUTE_MS = 60_000;

/** The UTC day of an instant, counted from 1970. @param now epoch milliseconds */
export const dayAt = (now: number): number => Math.floor(now / DAY_MS);

const windowsAt = (now: number): Windows => ({ minute: Math.floor(now / MINUTE_MS), day: dayAt(now) });

type CounterTable = 'account_usage' | 'address_usage' | 'provider_usage';

interface UsageRow {
  readonly minute: number;
  readonly minute_count: number;
  readonly day: number;
  readonly day_count: number;
}

const toUsage = (row: UsageRow, now: number): Usage => ({
  minute: row.minute,
  minuteCount: row.minute_count,
  day: row.day,
  dayCount: row.day_count,
  now,
});

/** The rule of `Usage` in SQL: `stored` is the existing row, `excluded` has the windows of the clock. */
const IN_FORCE = (window: keyof Windows) =>
  `CASE WHEN stored.${window} < excluded.${window} THEN excluded.${window}
    WHEN stored.${window} > excluded.${window} + 1 THEN excluded.${window} + 1 ELSE stored.${window} END`;
const USED = (window: keyof Windows) =>
  `CASE WHEN stored.${window} < excluded.${window} THEN 0 ELSE stored.${window}_count END`;

const statementsOf = (table: CounterTable) => ({
  // One statement checks and counts both windows, so that no request of another process comes between.
  count: `INSERT INTO ${table} AS stored (subject, minute, minute_count, day, day_count) VALUES (?, ?, 1, ?, 1)
    ON CONFLICT (subject) DO UPDATE SET
      minute = ${IN_FORCE('minute')}, minute_count = ${USED('minute')} + 1,
      day = ${IN_FORCE('day')}, day_count = ${USED('day')} + 1
    WHERE ${USED('minute')} < ? AND ${USED('day')} < ?
    RETURNING minute, minute_count, day, day_count`,
  takeBack: `UPDATE ${table} SET
      minute_count = minute_count - CASE WHEN minute = ? THEN 1 ELSE 0 END,
      day_count = day_count - CASE WHEN day = ? THEN 1 ELSE 0 END
    WHERE subject = ?`,
  read: `SELECT minute, minute_count, day, day_count FROM ${table} WHERE subject = ?`,
  bringBack: `UPDATE ${table} SET
      minute = CASE WHEN minute > ? THEN ? ELSE minute END,
      day = CASE WHEN day > ? THEN ? ELSE day END
    WHERE subject = ?`,
  removeBefore: `DELETE FROM ${table} WHERE day < ?`,
  total: `SELECT count(*) AS total FROM ${table}`,
  // A subject that is counted while this runs has another day_count by then, and stays.
  removeOldest: `DELETE FROM ${table} WHERE (subject, day, day_count) IN (
      SELECT subject, day, day_count FROM ${table} ORDER BY day, minute LIMIT ?
    )`,
});

/** Requests counted per subject. */
export class RequestCounter {
  private readonly statements: ReturnType<typeof statementsOf>;

  constructor(
    protected readonly database: Pick<Database, 'counters' | 'clockAhead'>,
    table: CounterTable,
  ) {
    this.statements = statementsOf(table);
  }

  /** Counts a request in both windows, or in neither when one is full. */
  async count(subject: string, at: Moment, { perMinute, perDay }: Quota): Promise<Counted> {
    const now = countedAt(this.database, at);
    const { minute, day } = windowsAt(now);
    for (;;) {
      const [row] = await this.database.counters.ofSubject<UsageRow>(
        subject,
        this.statements.count,
        subject,
        minute,
        day,
        perMinute,
        perDay,
      );
      if (row !== undefined) return { ...toUsage(row, now), allowed: true };
      const usage = await this.usageAt(subject, now);
      // Otherwise a window has ended between the two statements: try again.
      if (usage.minuteCount >= perMinute || usage.dayCount >= perDay) return { ...usage, allowed: false };
    }
  }

  /** Takes back one request that was counted in these windows, unless they are over. */
  async takeBack(subject: string, { minute, day }: Windows): Promise<void> {
    await this.database.counters.ofSubject(subject, this.statements.takeBack, minute, day, subject);
  }

  /** Reads the usage without counting a request. */
  usage(subject: string, at: Moment): Promise<Usage> {
    return this.usageAt(subject, countedAt(this.database, at));
  }

  /** Deletes subjects last seen before a day and, when more than `most` remain, those not seen for the longest time. */
  async prune(before: number, most: number): Promise<void> {
    const { query } = this.database.counters;
    await query(this.statements.removeBefore, before);
    const [{ total }] = await query<{ total: number }>(this.statements.total);
    if (total > most) await query(this.statements.removeOldest, total - most);
  }

  private async usageAt(subject: string, now: number): Promise<Usage> {
    const { query } = this.database.counters;
    const { minute, day } = windowsAt(now);
    const [row] = await query<UsageRow>(this.statements.read, subject);
    if (row === undefined) return { minute, minuteCount: 0, day, dayCount: 0, now };
    const next = { minute: minute + 1, day: day + 1 };
    if (row.minute > next.minute || row.day > next.day) {
      // The corrected windows are stored: otherwise they would stay ahead of the clock for ever.
      await query(this.statements.bringBack, next.minute, next.minute, next.day, next.day, subject);
    }
    return {
      minute: Math.max(minute, Math.min(row.minute, next.minute)),
      minuteCount: row.minute < minute ? 0 : row.minute_count,
      day: Math.max(day, Math.min(row.day, next.day)),
      dayCount: row.day < day ? 0 : row.day_count,
      now,
    };
  }
}

/** Requests on past days, which a trigger stores (migrations/initial/records.ts), and on the day last seen. */
const DAYS = `SELECT day, max(count) AS count FROM (
    SELECT day, requests AS count FROM account_day WHERE subject = ?
    UNION ALL SELECT day, day_count FROM account_usage WHERE subject = ?
  ) AS counted WHERE day >= ? GROUP BY day ORDER BY day`;

/** Requests counted per account. Their counts of past days are kept. */
export class AccountCounter extends RequestCounter {
  constructor(database: Pick<Database, 'counters' | 'clockAhead'>) {
    super(database, 'account_usage');
  }

  /** Requests by UTC day from a day on, oldest first, at most the last 40 days. Days without requests are left out. */
  days(subject: string, from: number): Promise<CountedDay[]> {
    return this.database.counters.query<CountedDay>(DAYS, subject, subject, from);
  }
}
