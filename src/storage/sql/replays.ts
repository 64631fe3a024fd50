import type { ReplayedChoice } from '../../core/record/replay';
import type { ReplayStore } from '../replays';
import type { SqlDatabase } from './database';

const CHOICES = 'SELECT choice FROM replayed_session WHERE rules = ? ORDER BY session';
const CARD = 'SELECT card FROM replayed_session WHERE rules = ? AND session = ?';

/** The sandbox's replay of the daily pick, as JSON. */
export class SqlReplays implements ReplayStore {
  constructor(private readonly database: SqlDatabase) {}

  async choices(rules: string): Promise<ReplayedChoice[]> {
    const rows = await this.database.query<{ choice: string }>(CHOICES, rules);
    return rows.map(({ choice }): ReplayedChoice => JSON.parse(choice));
  }

  async card(rules: string, session: string): Promise<object | null> {
    const [row] = await this.database.query<{ card: string | null }>(CARD, rules, session);
    return row?.card ? JSON.parse(row.card) : null;
  }

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
