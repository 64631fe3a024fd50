import type { CountedDay, Moment } from './counters';
import type { IsGone } from './work';

/**
 * Predictions charged per subject and UTC day. An item counts once a day however many hold it, so that a retried request
 * does not pay twice, and is free again when the last holder has let go.
 */
export interface PredictionCharges {
  /** Different items that count on the day in force. */
  used(moment: MlMoment): Promise<number>;
  /** Different items that were delivered, by UTC day, from a day on, oldest first; days without any are left out. */
  days(subject: string, from: number): Promise<CountedDay[]>;
  /** Reserves items in their order while there is room; those charged before need none. */
  reserve(request: MlRequest): Promise<MlGrant>;
  /**
   * Charges the items that were delivered and lets the others go.
   *
   * @returns those that are charged now: all, unless the reservation expired before and others took its place
   */
  settle(settlement: MlSettlement, delivered: readonly string[]): Promise<readonly string[]>;
  /**
   * Lets go what processes that are no more had reserved.
   *
   * @param subject only what is reserved of its allowance
   * @returns whether there was any
   */
  releaseWhere(isGone: IsGone, subject?: string): Promise<boolean>;
  /** Removes the charges of days further back than so many, and expired reservations. */
  prune(at: Moment, days: number): Promise<void>;
}

/** Predictions a request asks for. */
export interface MlRequest {
  readonly subject: string;
  readonly at: Moment;
  /** What is predicted, as a key. */
  readonly items: readonly string[];
  /** Most different items a day. */
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
  /** In the order asked. */
  readonly granted: readonly string[];
  /** The day that is charged. */
  readonly day: number;
}
