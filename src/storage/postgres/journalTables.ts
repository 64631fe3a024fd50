import type { Knex } from 'knex';
import type { PriceRun } from '../priceHistory';
import type { ChangeValues, FormerRow, JournalTables, SymbolState } from '../sql/priceJournal';
import type { Content } from '../sql/storedContents';

const STATE = `SELECT s.ticker, s.name, p.row_count, p.first_day, p.last_day, p.hash, p.source,
    (SELECT string_agg(market_id, ',') FROM membership WHERE symbol_id = s.id AND NOT simulated) AS markets
  FROM symbol s LEFT JOIN price_series p ON p.symbol_id = s.id AND NOT p.simulated WHERE s.id = ?`;

/** What journals read and write in one transaction. */
export class PostgresJournalTables implements JournalTables {
  constructor(private readonly trx: Knex) {}

  async revision(): Promise<number> {
    return (await this.trx('revision').where({ id: 1 }).first('value')).value;
  }

  async state(symbolId: number): Promise<SymbolState | null> {
    return (await this.trx.raw(STATE, [symbolId])).rows[0] ?? null;
  }

  async rows(symbolId: number): Promise<number | null> {
    const row = await this.trx('price_series').where({ symbol_id: symbolId, simulated: false }).first('row_count');
    return row?.row_count ?? null;
  }

  async columns(symbolId: number): Promise<{ column_set: string; data: unknown }[]> {
    return this.trx('price_column').where({ symbol_id: symbolId }).select('column_set', 'data');
  }

  async contents(): Promise<Content[]> {
    return this.trx('price_series')
      .join('symbol', 'symbol.id', 'price_series.symbol_id')
      .orderBy('ticker')
      .select('ticker', 'hash');
  }

  async lastVersion(): Promise<string | null> {
    const row = await this.trx('price_version').orderBy('id', 'desc').first('data_version');
    return row?.data_version ?? null;
  }

  async runRow({ id: run, kind, at, marketId, label }: PriceRun): Promise<number> {
    const found = await this.trx('price_run').where({ run }).first('id');
    if (found !== undefined) return found.id;
    const row = { run, kind, began_at: at.getTime(), market_id: marketId, label };
    const [{ id }] = await this.trx('price_run').insert(row, ['id']);
    return id;
  }

  async addVersion(runId: number, at: number, dataVersion: string): Promise<number> {
    const row = { run_id: runId, at, data_version: dataVersion };
    const [{ id }] = await this.trx('price_version').insert(row, ['id']);
    return id;
  }

  async addChanges(versionId: number, changes: readonly ChangeValues[]): Promise<void> {
    const rows = changes.map((change) => ({ ...change, version_id: versionId }));
    await this.trx.batchInsert('price_change', rows, ROWS_AT_ONCE);
  }

  async keepTicker(former: FormerRow): Promise<void> {
    await this.trx('former_ticker').insert(former).onConflict().ignore();
  }
}

/** A statement has 65,535 parameters at most, a row sixteen. */
const ROWS_AT_ONCE = 1_000;
