import type { ReplayedChoice } from '../core/record/replay';
import type { Database } from './database';

const CHOICES = 'SELECT choice FROM replayed_session WHERE rules = ? ORDER BY session';
const CARD = 'SELECT card FROM replayed_session WHERE rules = ? AND session = ?';

/**
 * The choices of the sandbox's replay of the daily pick, session by session, so that a restart need not
 * compute them again. They are not part of the ledger.
 */
export class ReplayStore {
  constructor(private readonly database: Database) {}

  /** Oldest first. @param rules identifies everything a choice depends on besides its session */
  async choices(rules: string): Promise<ReplayedChoice[]> {
    const rows = await this.database.query<{ choice: string }>(CHOICES, rules);
    return rows.map(({ choice }): ReplayedChoice => JSON.parse(choice));
  }

  /** The card of a choice, with its chart; null when it is not kept, or there was none. */
  async card(rules: string, session: string): Promise<object | null> {
    const [row] = await this.database.query<{ card: string | null }>(CARD, rules, session);
    return row?.card ? JSON.parse(row.card) : null;
  }

  /** Stores a choice, unless its session has one. Deletes the choices by other rules. */
  put(rules: string, choice: ReplayedChoice, card: object | null): Promise<void> {
    return this.database.change('replays', async (trx) => {
      await trx('replayed_session').whereNot({ rules }).delete();
      const row = {
        rules,
        session: choice.session,
        choice: JSON.stringify(choice),
        card: card && JSON.stringify(card),
      };
      await trx('replayed_session').insert(row).onConflict(['rules', 'session']).ignore();
    });
  }
}
