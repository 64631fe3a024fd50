import { type CountedDay, dayAt } from './counters';
import type { Database, Moment, Query } from './database';

/** The predictions of one request. */
export interface MlRequest {
  readonly subject: string;
  readonly at: Moment;
  /** Keys of the predictions. */
  readonly items: readonly string[];
  /** Maximum number of different items per day. */
  readonly limit: number;
  /** Names the reservation. */
  readonly holder: string;
  /** Milliseconds after which the reservation expires. */
  readonly lasts: number;
}

export type MlMoment = Pick<MlRequest, 'subject' | 'at'>;

export interface MlSettlement extends Omit<MlRequest, 'items' | 'lasts'> {
  /** The UTC day that was charged, counted since 1970. */
  readonly day: number;
}

export interface MlGrant {
  /** In the order of the request. */
  readonly granted: readonly string[];
  /** The day that is charged. */
  readonly day: number;
}

/** Holder of a permanent charge. */
const DELIVERED = '';
/** A reservation counts until it expires. */
const COUNTS = '(expires_at IS NULL OR expires_at > ?)';

// The rows of a day too far ahead are moved when something is reserved; until then they count where they are.
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

/** Items per statement. A shorter batch is padded, so that the statement's text is constant and can be cached. */
const ITEMS_AT_ONCE = 50;
const PUT = `INSERT INTO ml_charge (subject, day, item, holder, expires_at)
  SELECT DISTINCT CAST(? AS text), CAST(? AS integer), column1, CAST(? AS text), CAST(? AS bigint)
  FROM (VALUES ${Array(ITEMS_AT_ONCE).fill('(?)').join()}) AS items WHERE true
  ON CONFLICT (subject, day, item, holder) DO UPDATE SET expires_at = excluded.expires_at`;
const REMOVE_OF_HOLDER = 'DELETE FROM ml_charge WHERE subject = ? AND holder = ?';

const PRUNE = 'DELETE FROM ml_charge WHERE day < ? OR expires_at <= ?';

/** The subject, the day and the time at which charges are counted. */
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
 * Predictions charged per subject and UTC day: rows, one per item and holder. An item counts once a day however many hold it,
 * so that a retried request is not charged twice. Its charge ends when the last holder releases it.
 */
export class PredictionCharges {
  constructor(private readonly database: Pick<Database, 'counters' | 'countedAt'>) {}

  /** Different items that count on the day in force. */
  async used({ subject, at }: MlMoment): Promise<number> {
    const now = this.database.countedAt(at);
    const today = dayAt(now);
    const parameters = [subject, now, today, today, subject];
    const [{ used }] = await this.database.counters.query<{ used: number }>(USED, ...parameters);
    return used;
  }

  /** Different items that were delivered, by UTC day, from a day on, oldest first; days without any are left out. */
  days(subject: string, from: number): Promise<CountedDay[]> {
    return this.database.counters.query<CountedDay>(DELIVERED_BY_DAY, subject, from);
  }

  /** Reserves items in their order while there is room; those charged before need none. */
  reserve({ subject, at, items, limit, holder, lasts }: MlRequest): Promise<MlGrant> {
    const now = this.database.countedAt(at);
    return this.database.counters.change(subject, async (query) => {
      const day = await dayInForce(query, subject, dayAt(now));
      const granted = await chargeable(query, { subject, day, now }, limit, items);
      await put(query, { subject, day, holder, expiresAt: now + lasts }, granted);
      return { granted, day };
    });
  }

  /**
   * Charges the delivered items and releases the reservation of the others.
   *
   * @returns those that are charged now: all, unless the reservation expired before and others took its place
   */
  settle({ subject, at, day, limit, holder }: MlSettlement, delivered: readonly string[]): Promise<readonly string[]> {
    const now = this.database.countedAt(at);
    return this.database.counters.change(subject, async (query) => {
      const charged = await chargeable(query, { subject, day, now }, limit, delivered);
      await put(query, { subject, day, holder: DELIVERED, expiresAt: null }, charged);
      await query(REMOVE_OF_HOLDER, subject, holder);
      return charged;
    });
  }

  /** Removes expired reservations, and charges more than `days` days old. */
  async prune(at: Moment, days: number): Promise<void> {
    const now = this.database.countedAt(at);
    await this.database.counters.query(PRUNE, dayAt(now) - days, now);
  }
}

/** As with requests (./counters.ts): never earlier than what is stored, and what is stored never further ahead than tomorrow. */
async function dayInForce(query: Query, subject: string, today: number): Promise<number> {
  const tomorrow = today + 1;
  const [row] = await query<{ latest: number | null }>(LATEST_DAY, subject);
  const latest = row.latest ?? today;
  if (latest > tomorrow) {
    await query(COPY_LATER_DAYS, tomorrow, subject, tomorrow);
    await query(REMOVE_LATER_DAYS, subject, tomorrow);
  }
  return Math.max(today, Math.min(latest, tomorrow));
}

/** The items that are already charged or fit within the limit, in their order. */
async function chargeable(
  query: Query,
  { subject, day, now }: Counting,
  limit: number,
  items: readonly string[],
): Promise<string[]> {
  const rows = await query<{ item: string }>(CHARGED, subject, day, now);
  const charged = new Set(rows.map(({ item }) => item));
  let left = limit - charged.size;
  return [...new Set(items)].filter((item) => charged.has(item) || left-- > 0);
}

async function put(query: Query, charge: Charge, items: readonly string[]): Promise<void> {
  const { subject, day, holder, expiresAt } = charge;
  for (let from = 0; from < items.length; from += ITEMS_AT_ONCE) {
    const some = items.slice(from, from + ITEMS_AT_ONCE);
    const filled = Array.from({ length: ITEMS_AT_ONCE }, (_, i) => some[i] ?? some[0]);
    await query(PUT, subject, day, holder, expiresAt, ...filled);
  }
}
