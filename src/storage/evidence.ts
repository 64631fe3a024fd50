import type { Day } from '../core/calendar/dates';
import type { ForwardResult } from '../core/evidence/forwardResult';

/** What walks over past months showed (`perennial evidence forward`), as far as it was published. */
export interface EvidenceStore {
  publish(result: ForwardResult, publishedAt: Date): Promise<void>;
  /** What was published last of those that may be shown; null when there is none. */
  latest(wanted: EvidenceWanted): Promise<ForwardResult | null>;
}

/** Which evidence may be shown. */
export interface EvidenceWanted {
  /** Whether the prices in service are the sandbox's: what simulated prices showed says nothing of real ones. */
  readonly simulated: boolean;
  /** Newest day whose prices it may rest on: later is the future. */
  readonly through: Day;
}
