import type { ReplayedChoice } from '../core/record/replay';

/**
 * What the sandbox's replay of the daily pick chose, session by session, so that a restart has it at once. No part of
 * the ledger.
 */
export interface ReplayStore {
  /** Oldest first. @param rules all that a choice depends on besides its session: those of others are not seen */
  choices(rules: string): Promise<ReplayedChoice[]>;
  /** The card of a choice, with its chart; null when it is not kept, or had none. */
  card(rules: string, session: string): Promise<object | null>;
  /** Keeps a choice; the first of a session stays. What was kept of other rules goes. */
  put(rules: string, choice: ReplayedChoice, card: object | null): Promise<void>;
}
