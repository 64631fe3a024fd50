import type BetterSqlite3 from 'better-sqlite3';
import type { ReplayedChoice } from '../../core/record/replay';
import type { ReplayStore } from '../ports';
import { type Database, inWriteTransaction, reading } from './database';

/** The sandbox's replay of the daily pick, as JSON. */
export class SqliteReplays implements ReplayStore {
  private readonly choicesOf: BetterSqlite3.Statement<[string], string>;
  private readonly cardOf: BetterSqlite3.Statement<[string, string], string | null>;

  constructor(private readonly database: Database) {
    const { reader } = database;
    this.choicesOf = reader
      .prepare<[string], string>('SELECT choice FROM replayed_session WHERE rules = ? ORDER BY session')
      .pluck();
    this.cardOf = reader
      .prepare<[string, string], string | null>('SELECT card FROM replayed_session WHERE rules = ? AND session = ?')
      .pluck();
  }

  choices(rules: string): Promise<ReplayedChoice[]> {
    return reading(() => this.choicesOf.all(rules).map((text): ReplayedChoice => JSON.parse(text)));
  }

  card(rules: string, session: string): Promise<object | null> {
    return reading(() => {
      const text = this.cardOf.get(rules, session);
      return text ? JSON.parse(text) : null;
    });
  }

  put(rules: string, choice: ReplayedChoice, card: object | null): Promise<void> {
    return inWriteTransaction(this.database.knex, async (trx) => {
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
