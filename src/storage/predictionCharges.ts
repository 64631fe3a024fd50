import { type CountedDay, countedAt, dayAt, type Moment } from './counters';
import type { Database, Query } from './database';

/** A request for predictions. */
export interface MlRequest {
  readonly subject: string;
  readonly at: Moment;
  /** Keys of the predictions. */
  readonly items: readonly string[];
  /** Maximum number of different items per day. */
  readonly limit: number;
  /** Id of the reservation. */
  readonly holder: string;
  /** How long the reservation lasts, milliseconds. */
  readonly lifetimeMs: number;
}

export type MlMoment = Pick<MlRequest, 'subject' | 'at'>;

export interface MlSettlement extends Omit<MlRequest, 'items' | 'lifetimeMs'> {
  /** The UTC day that was charged, counted since 1970. */
  readonly day: number;
}

export interface MlGrant {
  /** Keys of the reserved predictions, in the order of the request. */
  readonly granted: readonly string[];
  /** The UTC day that is charged, counted from 1970. */
  readonly day: number;
  /** Whether nothing of the limit was left before. */
  readonly wasSpent: boolean;
}

/** The holder of charges for delivered predictions, which do not expire. */
const DELIVERED = '';
/** Whether a charge counts: it is permanent or has not expired. */
const COUNTS = '(expires_at IS NULL OR expires_at > ?)';

// Rows of a day too far ahead of the clock count there until the next reservation moves them.
const USED = `SELECT count(DISTINCT item) AS used FROM ml_charge
  WHERE subject = ? AND ${COUNTS} AND day = (
    SELECT CASE WHEN max(day) > ? THEN max(day) ELSE ? END FROM ml_charge WHERE subject = ?
  )`;
const DELIVERED_BY_DAY = `SELECT day, count(DISTINCT item) AS count FROM ml_charge
  WHERE subject = ? AND day >= ? AND holder = '${DELIVERED}' GROUP BY day ORDER BY day`;
const LATEST_DAY = 'SELECT max(day) AS latest FROM ml_charge WHERE subject = ?';
const CHARGED = `SELECT DISTINCT item FROM ml_charge WHERE subject = ? AND day = ? AND ${COUNTS}`;
const COPY_LATER_DAYS = `INSERT INTO ml_charge (subject, day, item, holder, expires_at)
  SELECT subject, CAST(? AS integer), item, holder, max(expires_at) FROM ml_charge
  WHERE subject = ? AND day > ? GROUP BY subject, item, holder
  ON CONFLICT (subject, day, item, holder) DO UPDATE SET expires_at = excluded.expires_at`;
const REMOVE_LATER_DAYS = 'DELETE FROM ml_charge WHERE subject = ? AND day > ?';

/** Items per statement. A shorter batch is padded, so that the text of the statement is constant and prepared once. */
const ITEMS_AT_ONCE = 50;
const PUT = `INSERT INTO ml_charge (subject, day, item, holder, expires_at)
  SELECT DISTINCT CAST(? AS text), CAST(? AS integer), column1, CAST(? AS text), CAST(? AS bigint)
  FROM (VALUES ${Array(ITEMS_AT_ONCE).fill('(?)').join()}) AS items WHERE true
  ON CONFLICT (subject, day, item, holder) DO UPDATE SET expires_at = excluded.expires_at`;
const REMOVE_OF_HOLDER = 'DELETE FROM ml_charge WHERE subject = ? AND holder = ?';

const PRUNE = 'DELETE FROM ml_charge WHERE day < ? OR expires_at <= ?';

/** Where and when charges are counted. */
interface Counting {
  readonly subject: string;
  readonly day: number;
  readonly now: number;
}

/** The values that are stored for each item. */
interface Charge {
  readonly subject: string;
  readonly day: number;
  readonly holder: string;
  /** Epoch milliseconds; null = never. */
  readonly expiresAt: number | null;
}

/**
 * Predictions charged per subject and UTC day, with a row per item and holder. An item counts once a day for all its holders,
 * so that a retried request is not charged twice. It stops counting when the last holder releases it.
 */
export class PredictionCharges {
  constructor(private readonly database: Pick<Database, 'counters' | 'clockAhead'>) {}

  /** The number of different items charged on the current day of the subject. */
  async used({ subject, at }: MlMoment): Promise<number> {
    const now = countedAt(this.database, at);
    const today = dayAt(now);
    const parameters = [subject, now, today, today, subject];
    const [{ used }] = await this.database.counters.query<{ used: number }>(USED, ...parameters);
    return used;
  }

  /** The number of different items delivered on each UTC day from a day on, oldest first. Days without any are left out. */
  days(subject: string, from: number): Promise<CountedDay[]> {
    return this.database.counters.query<CountedDay>(DELIVERED_BY_DAY, subject, from);
  }

  /** Reserves items in their order up to the limit. Items charged before do not count against it again. */
  reserve({ subject, at, items, limit, holder, lifetimeMs: lasts }: MlRequest): Promise<MlGrant> {
    const now = countedAt(this.database, at);
    return this.database.counters.change(subject, async (query) => {
      const day = await currentDay(query, subject, dayAt(now));
      const { granted, left } = await chargeable(query, { subject, day, now }, limit, items);
      await put(query, { subject, day, holder, expiresAt: now + lasts }, granted);
      return { granted, day, wasSpent: left <= 0 };
    });
  }

  /**
   * Charges the delivered items and releases the reservation of the others.
   *
   * @returns the items that are charged now: fewer only when the reservation had expired and other requests used up the limit
   */
  settle({ subject, at, day, limit, holder }: MlSettlement, delivered: readonly string[]): Promise<readonly string[]> {
    const now = countedAt(this.database, at);
    return this.database.counters.change(subject, async (query) => {
      const { granted } = await chargeable(query, { subject, day, now }, limit, delivered);
      await put(query, { subject, day, holder: DELIVERED, expiresAt: null }, granted);
      await query(REMOVE_OF_HOLDER, subject, holder);
      return granted;
    });
  }

  /** Removes expired reservations, and charges more than `days` days old. */
  async prune(at: Moment, days: number): Promise<void> {
    const now = countedAt(this.database, at);
    await this.database.counters.query(PRUNE, dayAt(now) - days, now);
  }
}

/**
 * The later of the stored day and today, as for requests (`Usage` in counters.ts). Rows of a day after tomorrow are moved to
 * tomorrow: a clock was wrong when they were stored.
 */
async function currentDay(query: Query, subject: string, today: number): Promise<number> {
  const tomorrow = today + 1;
  const [row] = await query<{ latest: number | null }>(LATEST_DAY, subject);
  const latest = row.latest ?? today;
  if (latest > tomorrow) {
    await query(COPY_LATER_DAYS, tomorrow, subject, tomorrow);
    await query(REMOVE_LATER_DAYS, subject, tomorrow);
  }
  return Math.max(today, Math.min(latest, tomorrow));
}

/** The items that are charged already or within the limit, in their order, and what was left of the limit before them. */
async function chargeable(
  query: Query,
  { subject, day, now }: Counting,
  limit: number,
  items: readonly string[],
): Promise<{ granted: string[]; left: number }> {
  const rows = await query<{ item: string }>(CHARGED, subject, day, now);
  const charged = new Set(rows.map(({ item }) => item));
  const left = limit - charged.size;
  let unused = left;
  return { granted: [...new Set(items)].filter((item) => charged.has(item) || unused-- > 0), left };
}

async function put(query: Query, charge: Charge, items: readonly string[]): Promise<void> {
  const { subject, day, holder, expiresAt } = charge;
  for (let from = 0; from < items.length; from += ITEMS_AT_ONCE) {
    const batch = items.slice(from, from + ITEMS_AT_ONCE);
    const padded = Array.from({ length: ITEMS_AT_ONCE }, (_, i) => batch[i] ?? batch[0]);
    await query(PUT, subject, day, holder, expiresAt, ...padded);
  }
}
