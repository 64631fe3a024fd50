import type BetterSqlite3 from 'better-sqlite3';
import type { CountedDay, Moment } from '../counters';
import type { MlGrant, MlMoment, MlRequest, MlSettlement, PredictionCharges } from '../predictionCharges';
import { goneOf } from '../sql/gone';
import { dayAt } from '../sql/windows';
import type { IsGone } from '../work';
import { type UsageDatabase, whenFree } from './usageDatabase';

/** Holder of a charge that stays. */
const DELIVERED = '';
/** A reservation counts until it expires. */
const COUNTS = '(expires_at IS NULL OR expires_at > @now)';

/** When charges are looked at, and of which day. */
interface Counting {
  readonly subject: string;
  readonly day: number;
  readonly now: number;
}

/** Predictions charged: rows, one per item and holder. */
export class SqlitePredictionCharges implements PredictionCharges {
  private readonly latestDay: BetterSqlite3.Statement<[string], number | null>;
  private readonly pullBack: BetterSqlite3.Statement<[{ subject: string; day: number }]>;
  private readonly countItems: BetterSqlite3.Statement<[Counting], number>;
  private readonly isCharged: BetterSqlite3.Statement<[Counting & { item: string }], number>;
  private readonly put: BetterSqlite3.Statement<
    [{ subject: string; day: number; item: string; holder: string; expiresAt: number | null }]
  >;
  private readonly removeHolder: BetterSqlite3.Statement<[{ subject: string; holder: string }]>;

  private readonly deliveredByDay: BetterSqlite3.Statement<[{ subject: string; from: number }], CountedDay>;

  constructor(private readonly database: UsageDatabase) {
    const { connection } = database;
    this.latestDay = connection
      .prepare<[string], number | null>('SELECT max(day) FROM ml_charge WHERE subject = ?')
      .pluck();
    this.pullBack = connection.prepare(
      'UPDATE OR REPLACE ml_charge SET day = @day WHERE subject = @subject AND day > @day',
    );
    this.countItems = connection
      .prepare<[Counting], number>(
        `SELECT count(DISTINCT item) FROM ml_charge WHERE subject = @subject AND day = @day AND ${COUNTS}`,
      )
      .pluck();
    this.isCharged = connection
      .prepare<[Counting & { item: string }], number>(
        `SELECT 1 FROM ml_charge WHERE subject = @subject AND day = @day AND item = @item AND ${COUNTS} LIMIT 1`,
      )
      .pluck();
    this.put = connection.prepare(
      `INSERT OR REPLACE INTO ml_charge (subject, day, item, holder, expires_at)
       VALUES (@subject, @day, @item, @holder, @expiresAt)`,
    );
    this.deliveredByDay = connection.prepare(
      `SELECT day, count(DISTINCT item) AS count FROM ml_charge
       WHERE subject = @subject AND day >= @from AND holder = '${DELIVERED}' GROUP BY day ORDER BY day`,
    );
    this.removeHolder = connection.prepare('DELETE FROM ml_charge WHERE subject = @subject AND holder = @holder');
  }

  used({ subject, at: { now } }: MlMoment): Promise<number> {
    return whenFree(() => {
      const day = dayAt(now);
      const latest = this.latestDay.get(subject) ?? day;
      // The rows of a day too far ahead are moved when something is reserved; until then they count where they are.
      return this.countItems.get({ subject, day: Math.max(day, latest), now }) ?? 0;
    });
  }

  days(subject: string, from: number): Promise<CountedDay[]> {
    return whenFree(() => this.deliveredByDay.all({ subject, from }));
  }

  reserve({ subject, at: { now }, items, limit, holder, lasts }: MlRequest): Promise<MlGrant> {
    return this.inWriteTransaction(() => {
      const day = this.dayInForce(subject, dayAt(now));
      const granted = this.chargeable({ subject, day, now }, limit, items);
      for (const item of granted) this.put.run({ subject, day, item, holder, expiresAt: now + lasts });
      return { granted, day };
    });
  }

  settle(
    { subject, at: { now }, day, limit, holder }: MlSettlement,
    delivered: readonly string[],
  ): Promise<readonly string[]> {
    return this.inWriteTransaction(() => {
      const charged = this.chargeable({ subject, day, now }, limit, delivered);
      for (const item of charged) this.put.run({ subject, day, item, holder: DELIVERED, expiresAt: null });
      this.removeHolder.run({ subject, holder });
      return charged;
    });
  }

  async releaseWhere(isGone: IsGone, subject?: string): Promise<boolean> {
    const { connection } = this.database;
    const holders = connection
      .prepare<[string, string | null], string>(
        'SELECT DISTINCT holder FROM ml_charge WHERE holder <> ? AND subject = coalesce(?, subject)',
      )
      .pluck()
      .all(DELIVERED, subject ?? null);
    const gone = await goneOf(holders, isGone);
    const remove = connection.prepare('DELETE FROM ml_charge WHERE holder = ?');
    return this.inWriteTransaction(() => gone.filter((holder) => remove.run(holder).changes > 0).length > 0);
  }

  prune({ now }: Moment, days: number): Promise<void> {
    const remove = this.database.connection.prepare('DELETE FROM ml_charge WHERE day < ? OR expires_at <= ?');
    return this.inWriteTransaction(() => void remove.run(dayAt(now) - days, now));
  }

  /** As in requestCounter.ts: never earlier than what is stored, and what is stored never further ahead than tomorrow. */
  private dayInForce(subject: string, today: number): number {
    const latest = this.latestDay.get(subject) ?? today;
    if (latest > today + 1) this.pullBack.run({ subject, day: today + 1 });
    return Math.max(today, Math.min(latest, today + 1));
  }

  private chargeable(counting: Counting, limit: number, items: readonly string[]): string[] {
    let room = limit - (this.countItems.get(counting) ?? 0);
    return [...new Set(items)].filter((item) => {
      if (this.isCharged.get({ ...counting, item }) !== undefined) return true;
      return room-- > 0;
    });
  }

  private inWriteTransaction<T>(work: () => T): Promise<T> {
    const { connection } = this.database;
    return whenFree(() => connection.transaction(work).immediate());
  }
}
