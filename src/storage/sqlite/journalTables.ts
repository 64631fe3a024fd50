import type BetterSqlite3 from 'better-sqlite3';
import type { PriceRun } from '../priceHistory';
import {
  CHANGE_COLUMNS,
  type ChangeValues,
  type FormerRow,
  type JournalTables,
  type SymbolState,
} from '../sql/priceJournal';
import type { Content } from '../sql/storedContents';

/** What journals read and write on the writing connection, in whatever transaction is under way on it. */
export class SqliteJournalTables implements JournalTables {
  private readonly statements: ReturnType<typeof prepare>;

  constructor(writer: BetterSqlite3.Database) {
    this.statements = prepare(writer);
  }

  async revision(): Promise<number> {
    return this.statements.revision.get()!;
  }

  async state(symbolId: number): Promise<SymbolState | null> {
    return this.statements.state.get(symbolId) ?? null;
  }

  async rows(symbolId: number): Promise<number | null> {
    return this.statements.rows.get(symbolId) ?? null;
  }

  async columns(symbolId: number) {
    return this.statements.columns.all(symbolId);
  }

  async contents(): Promise<Content[]> {
    return this.statements.contents.all();
  }

  async lastVersion(): Promise<string | null> {
    return this.statements.lastVersion.get() ?? null;
  }

  async runRow({ id, kind, at, marketId, label }: PriceRun): Promise<number> {
    const { runNamed, addRun } = this.statements;
    return runNamed.get(id) ?? Number(addRun.run(id, kind, at.getTime(), marketId, label).lastInsertRowid);
  }

  async addVersion(runId: number, at: number, dataVersion: string): Promise<number> {
    return Number(this.statements.addVersion.run(runId, at, dataVersion).lastInsertRowid);
  }

  async addChanges(versionId: number, changes: readonly ChangeValues[]): Promise<void> {
    for (const change of changes) this.statements.addChange.run({ ...change, version_id: versionId });
  }

  async keepTicker(former: FormerRow): Promise<void> {
    this.statements.keepTicker.run(former);
  }
}

function prepare(writer: BetterSqlite3.Database) {
  const columns = ['version_id', ...CHANGE_COLUMNS];
  return {
    revision: writer.prepare<[], number>('SELECT value FROM revision WHERE id = 1').pluck(),
    state: writer.prepare<[number], SymbolState>(
      `SELECT s.ticker, s.name, p.row_count, p.first_day, p.last_day, p.hash, p.source,
         (SELECT group_concat(market_id) FROM membership WHERE symbol_id = s.id AND simulated = 0) AS markets
       FROM symbol s LEFT JOIN price_series p ON p.symbol_id = s.id AND p.simulated = 0 WHERE s.id = ?`,
    ),
    rows: writer
      .prepare<[number], number>('SELECT row_count FROM price_series WHERE symbol_id = ? AND simulated = 0')
      .pluck(),
    columns: writer.prepare<[number], { column_set: string; data: unknown }>(
      'SELECT column_set, data FROM price_column WHERE symbol_id = ?',
    ),
    contents: writer.prepare<[], Content>(
      'SELECT s.ticker, p.hash FROM price_series p JOIN symbol s ON s.id = p.symbol_id ORDER BY s.ticker',
    ),
    lastVersion: writer.prepare<[], string>('SELECT data_version FROM price_version ORDER BY id DESC LIMIT 1').pluck(),
    runNamed: writer.prepare<[string], number>('SELECT id FROM price_run WHERE run = ?').pluck(),
    addRun: writer.prepare<[string, string, number, string | null, string]>(
      'INSERT INTO price_run (run, kind, began_at, market_id, label) VALUES (?, ?, ?, ?, ?)',
    ),
    addVersion: writer.prepare<[number, number, string]>(
      'INSERT INTO price_version (run_id, at, data_version) VALUES (?, ?, ?)',
    ),
    addChange: writer.prepare<[ChangeValues & { version_id: number }]>(
      `INSERT INTO price_change (${columns.join()}) VALUES (${columns.map((name) => `@${name}`).join()})`,
    ),
    keepTicker: writer.prepare<[FormerRow]>(
      'INSERT OR IGNORE INTO former_ticker (key, symbol_id, until, ticker) VALUES (@key, @symbol_id, @until, @ticker)',
    ),
  };
}
