import type { NullDistribution } from '../core/significance/significance';
import type { IsGone } from './work';

/** What shuffled calendars gave searches (METHOD 9), by everything it depends on: computed once, by one process. */
export interface NullStore {
  /** Moves whenever one may have been stored, by any process. Cheap enough to ask on every request. */
  revision(): Promise<number>;
  /** Null when there is none, or it cannot be read any more. */
  find(key: string): Promise<NullDistribution | null>;
  /**
   * Takes a search upon oneself. False when it is there already, or another process is at it.
   *
   * @param isGone as of `FeedStore.claim`
   */
  claim(claim: NullClaim, isGone: IsGone): Promise<boolean>;
  /** Keeps what was computed, and lets go of the oldest. */
  put(stored: StoredNull, createdAt: Date): Promise<void>;
  /** Gives a claim back unfinished. */
  release(key: string, holder: string): Promise<void>;
}

/** A process that wants to compute a null distribution. */
export interface NullClaim {
  readonly key: string;
  readonly dataVersion: string;
  /** Names the process. */
  readonly holder: string;
  readonly now: Date;
  /** When the claim lapses, should the process die meanwhile. */
  readonly until: Date;
}

/** A null distribution to keep. */
export interface StoredNull {
  readonly key: string;
  readonly dataVersion: string;
  readonly holder: string;
  readonly found: NullDistribution;
}
