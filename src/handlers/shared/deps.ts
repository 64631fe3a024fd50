import type { Caller } from '../../access/caller';
import type { TierTable } from '../../access/tiers';
import type { Screening } from '../../flows/screening';

/** What handlers work with. */
export interface HandlerDeps {
  readonly screening: Screening;
  readonly tiers: TierTable;
  /** Predictions the caller has left today; null = unlimited. */
  readonly mlRemaining: (caller: Caller) => number | null;
}
