import { randomUUID } from 'node:crypto';
import { DAY_MS } from '../core/calendar/dates';
import type { CountedDay, Moment } from '../storage/counters';
import type { PredictionCharges } from '../storage/predictionCharges';
import type { Caller } from './caller';

/**
 * Longer than the longest time budget (a minute) plus writing the answer, so that a reservation lasts until it is charged.
 * Reservations of a process that ended expire after this time.
 */
const RESERVATION_MS = 120_000;
/** Charges of other days count for nothing; the account console shows those of 30. */
const KEPT_DAYS = 40;

/** A reservation of predictions, to be committed or refunded. */
export interface MlReservation {
  readonly id: string;
  /** The items that may be predicted, each once. */
  readonly granted: ReadonlySet<string>;
  readonly caller: Caller;
  /** The UTC day that is charged, counted since 1970; null for unlimited tiers. */
  readonly day: number | null;
  /** Whether the allowance was spent before: then only items charged earlier the same day are granted. */
  readonly wasSpent: boolean;
}

export interface MlAllowanceDeps {
  readonly charges: PredictionCharges;
  readonly moment: () => Moment;
}

/**
 * The daily allowance of predictions (SPEC 8.1): one unit for each different item of an account, however often it is
 * requested. All users of the demo token share one allowance. Tiers without a limit are never charged.
 *
 * An item is the key of one prediction (`itemKey`), such as `AAPL|19905|15|long`: ticker, entry day, hold, direction.
 */
export class MlAllowance {
  private prunedDay = 0;

  constructor(private readonly deps: MlAllowanceDeps) {}

  /** Units left on the current UTC day; null = unlimited. Consumes nothing. */
  async remaining(caller: Caller): Promise<number | null> {
    return (await this.ofToday(caller))?.left ?? null;
  }

  /** The current UTC day, counted since 1970, and the units left on it; null = unlimited. Consumes nothing. */
  async ofToday(caller: Caller): Promise<{ readonly day: number; readonly left: number } | null> {
    const { mlPerDay } = caller.tier;
    if (mlPerDay === null) return null;
    const at = this.deps.moment();
    const used = await this.deps.charges.used({ subject: chargedSubject(caller), at });
    return { day: Math.floor(at.now / DAY_MS), left: Math.max(0, mlPerDay - used) };
  }

  /** Units charged on each UTC day since `from`, oldest first; days without charges are left out. */
  days(caller: Caller, from: number): Promise<CountedDay[]> {
    return this.deps.charges.days(chargedSubject(caller), from);
  }

  /**
   * Reserves units for items in their order, as far as the allowance reaches. Items charged earlier the same day are free.
   * Items beyond the allowance are missing from `granted`; that is no error.
   */
  async reserve(caller: Caller, items: readonly string[]): Promise<MlReservation> {
    const id = randomUUID();
    const limit = caller.tier.mlPerDay;
    if (limit === null) return { id, granted: new Set(items), caller, day: null, wasSpent: false };
    const at = this.deps.moment();
    const today = Math.floor(at.now / DAY_MS);
    if (today > this.prunedDay) await this.prune(today, at);
    const request = { subject: chargedSubject(caller), at, items, limit, holder: id, lifetimeMs: RESERVATION_MS };
    const { granted, day, wasSpent } = await this.deps.charges.reserve(request);
    return { id, granted: new Set(granted), caller, day, wasSpent };
  }

  /**
   * Charges the granted items that the answer shows, and gives the others back.
   *
   * @param used a subset of the granted items
   * @returns the items that may be shown: `used`, unless the reservation expired and the day is spent
   * @throws RangeError when an item was not granted
   */
  async commit(reservation: MlReservation, used: readonly string[]): Promise<ReadonlySet<string>> {
    const { id, granted, caller, day } = reservation;
    const unknownItem = used.find((item) => !granted.has(item));
    if (unknownItem !== undefined) throw new RangeError(`item '${unknownItem}' was not granted by this reservation`);
    const limit = caller.tier.mlPerDay;
    if (day === null || limit === null) return new Set(used);
    const at = this.deps.moment();
    return new Set(
      await this.deps.charges.settle({ subject: chargedSubject(caller), at, day, limit, holder: id }, used),
    );
  }

  /** Gives the whole reservation back. */
  async refund(reservation: MlReservation): Promise<void> {
    await this.commit(reservation, []);
  }

  private async prune(today: number, at: Moment): Promise<void> {
    this.prunedDay = today;
    await this.deps.charges.prune(at, KEPT_DAYS);
  }
}

function chargedSubject({ accountId }: Caller): string {
  return accountId === null ? 'demo' : `account ${accountId}`;
}
