import type { PatternCard } from '../../answers/shapes';
import { ENGINE_VERSION } from '../../core/record/ledger';
import type { ReplayedChoice, ReplayedSession } from '../../core/record/replay';
import type { Snapshot } from '../../engine/snapshot';
import { internal } from '../../errors';
import type { ReplayStore } from '../../storage/replays';

/** Grows when a session that was replayed before would be replayed otherwise, and the engine's version says nothing of it. */
const REPLAY_CODE = 1;

/**
 * The replay of the daily pick over the sandbox, as requests find it: choices in the database, so that a restart has them
 * at once, and how they ended by the prices in memory. Over real prices there is none. jobs/sandboxReplay.ts walks it.
 */
export class ReplayedPicks {
  private shown: { readonly rules: string; readonly sessions: readonly ReplayedSession[] } | null = null;
  /** Whether sessions are being walked. */
  underWay = false;

  constructor(private readonly store: ReplayStore) {}

  /** The sessions that are shown beside a snapshot, one after the other; none over real prices, or before one was walked. */
  over(snapshot: Snapshot): readonly ReplayedSession[] {
    return this.shown !== null && this.shown.rules === rulesOf(snapshot) ? this.shown.sessions : [];
  }

  /** The card of a pick of `over`, with its chart. */
  async card(snapshot: Snapshot, session: string): Promise<PatternCard> {
    const card = await this.store.card(rulesOf(snapshot) ?? '', session);
    if (card === null) throw internal(`there is no card of the replayed session ${session}`);
    return card as PatternCard;
  }

  /** What was walked before, by this process or another, oldest first. */
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
 * All that a choice depends on besides its session: the simulated universe, which only grows by later days, and the code.
 * Null over real prices.
 */
function rulesOf({ simulated, symbols }: Snapshot): string | null {
  const [symbol] = symbols.values();
  return simulated && symbol ? `${symbol.source}|${ENGINE_VERSION}|${REPLAY_CODE}` : null;
}
