import type { Database, Moment } from './database';

export type { Moment };

/** What was counted on a UTC day, counted since 1970. */
export interface CountedDay {
  readonly day: number;
  readonly count: number;
}

/** A UTC minute and a UTC day, counted since 1970. */
export interface Windows {
  readonly minute: number;
  readonly day: number;
}

/** Most requests in each window, at least 1. */
export interface Quota {
  readonly perMinute: number;
  readonly perDay: number;
}

/**
 * The windows in force for a subject and what was used of them. The later of the stored and the clock's are in force, so
 * that a clock that steps back gives nobody a fresh one; a stored one is never further ahead than the clock's next.
 */
export interface Usage extends Windows {
  readonly minuteCount: number;
  readonly dayCount: number;
  /** The instant it was counted at, by the clock gone by; epoch milliseconds. */
  readonly now: number;
}

export interface Counted extends Usage {
  /** Whether the request had room in both windows and was counted. */
  readonly allowed: boolean;
}

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** The UTC day at an instant in epoch milliseconds, counted since 1970. UTC has no daylight saving: every day has 86,400 s. */
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

/** The rule of `Usage` in SQL: `stored` is the row there is, `excluded` has the windows of the clock. */
const IN_FORCE = (window: keyof Windows) =>
  `CASE WHEN stored.${window} < excluded.${window} THEN excluded.${window}
    WHEN stored.${window} > excluded.${window} + 1 THEN excluded.${window} + 1 ELSE stored.${window} END`;
const USED = (window: keyof Windows) =>
  `CASE WHEN stored.${window} < excluded.${window} THEN 0 ELSE stored.${window}_count END`;

const statementsOf = (table: CounterTable) => ({
  // One statement checks and counts both windows: no other request, of any process, comes between.
  count: `INSERT INTO ${table} AS stored (subject, minute, minute_count, day, day_count) VALUES (?, ?, 1, ?, 1)
    ON CONFLICT (subject) DO UPDATE SET
      minute = ${IN_FORCE('minute')}, minute_count = ${USED('minute')} + 1,
      day = ${IN_FORCE('day')}, day_count = ${USED('day')} + 1
    WHERE ${USED('minute')} < ? AND ${USED('day')} < ?
    RETURNING minute, minute_count, day, day_count`,
  read: `SELECT minute, minute_count, day, day_count FROM ${table} WHERE subject = ?`,
  bringBack: `UPDATE ${table} SET
      minute = CASE WHEN minute > ? THEN ? ELSE minute END,
      day = CASE WHEN day > ? THEN ? ELSE day END
    WHERE subject = ?`,
  removeBefore: `DELETE FROM ${table} WHERE day < ?`,
  total: `SELECT count(*) AS total FROM ${table}`,
  // Who is counted while this runs has another count than was found, and stays.
  removeOldest: `DELETE FROM ${table} WHERE (subject, day, day_count) IN (
      SELECT subject, day, day_count FROM ${table} ORDER BY day, minute LIMIT ?
    )`,
});

/** Requests counted per subject. */
export class RequestCounter {
  private readonly statements: ReturnType<typeof statementsOf>;

  constructor(
    protected readonly database: Pick<Database, 'counters' | 'countedAt'>,
    table: CounterTable,
  ) {
    this.statements = statementsOf(table);
  }

  /** Counts a request, unless one of the windows is full: then nothing is counted in either. */
  async count(subject: string, at: Moment, { perMinute, perDay }: Quota): Promise<Counted> {
    const now = this.database.countedAt(at);
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
      // Otherwise another process made room between the two statements.
      if (usage.minuteCount >= perMinute || usage.dayCount >= perDay) return { ...usage, allowed: false };
    }
  }

  /** What was used, without counting. */
  usage(subject: string, at: Moment): Promise<Usage> {
    return this.usageAt(subject, this.database.countedAt(at));
  }

  /** Removes subjects last seen before a day and, of more than `most`, those not seen for longest. */
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
      // A window brought back is stored, or the next window would run ahead of the clock for ever.
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

/** Requests on days that are over, which a trigger keeps (migrations/usage.ts), and on the one the account was last seen in. */
const DAYS = `SELECT day, max(count) AS count FROM (
    SELECT day, requests AS count FROM account_day WHERE subject = ?
    UNION ALL SELECT day, day_count FROM account_usage WHERE subject = ?
  ) AS counted WHERE day >= ? GROUP BY day ORDER BY day`;

/** Requests counted per account: of accounts it is also known what they asked for on days that are over. */
export class AccountCounter extends RequestCounter {
  constructor(database: Pick<Database, 'counters' | 'countedAt'>) {
    super(database, 'account_usage');
  }

  /** Requests by UTC day, from a day on, oldest first; days without any are left out, and those long ago. */
  days(subject: string, from: number): Promise<CountedDay[]> {
    return this.database.counters.query<CountedDay>(DAYS, subject, subject, from);
  }
}
