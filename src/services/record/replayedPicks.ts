import type { PatternCard } from '../../answers/shapes';
import { ENGINE_VERSION, PICK_RULE_VERSION } from '../../core/record/ledger';
import type { ReplayedChoice, ReplayedSession } from '../../core/record/pickRule';
import type { Snapshot } from '../../engine/snapshot';
import { internal } from '../../errors';
import type { ReplayStore } from '../../storage/computedResults';

/** Incremented when the replay of a session changes although the engine's version does not. */
const REPLAY_CODE = 1;

/**
 * Reads the replay of the daily pick over the sandbox. Choices are stored in the database, outcomes come from the prices in
 * memory. There is no replay over real prices. jobs/sandboxReplay.ts computes it.
 */
export class ReplayedPicks {
  private shown: { readonly rules: string; readonly sessions: readonly ReplayedSession[] } | null = null;
  /** Whether sessions are being replayed now. */
  underWay = false;

  constructor(private readonly store: ReplayStore) {}

  /** The replayed sessions for a snapshot, in order; none over real prices, or before the first was replayed. */
  over(snapshot: Snapshot): readonly ReplayedSession[] {
    return this.shown !== null && this.shown.rules === rulesOf(snapshot) ? this.shown.sessions : [];
  }

  /** The card of a pick of `over`, with its chart. */
  async card(snapshot: Snapshot, session: string): Promise<PatternCard> {
    const card = await this.store.card(rulesOf(snapshot) ?? '', session);
    if (card === null) throw internal(`there is no card of the replayed session ${session}`);
    return card as PatternCard;
  }

  /** The sessions replayed so far, by any process, oldest first. */
  async walked(snapshot: Snapshot): Promise<ReplayedChoice[]> {
    const rules = rulesOf(snapshot);
    return rules === null ? [] : this.store.choices(rules);
  }

  async keep(snapshot: Snapshot, choice: ReplayedChoice, card: PatternCard | null): Promise<void> {
    const rules = rulesOf(snapshot);
    if (rules !== null) await this.store.put(rules, choice, card);
  }

  show(snapshot: Snapshot, sessions: readonly ReplayedSession[]): void {
    const rules = rulesOf(snapshot);
    this.shown = rules === null ? null : { rules, sessions };
  }
}

/**
 * The key of everything that a choice depends on besides its session: the simulated universe, to which only later days are
 * added, the rule and the code. Null over real prices.
 */
function rulesOf({ simulated, symbols }: Snapshot): string | null {
  const [symbol] = symbols.values();
  return simulated && symbol ? `${symbol.source}|${ENGINE_VERSION}|${PICK_RULE_VERSION}|${REPLAY_CODE}` : null;
}
