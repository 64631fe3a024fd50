import type BetterSqlite3 from 'better-sqlite3';
import type { Knex } from 'knex';
import { alternativeKeys, canonicalTicker, tickerKey } from '../../core/calendar/ticker';
import { type Database, inWriteTransaction } from './database';

/** A symbol and the markets it belongs to. */
export interface ListedSymbol {
  readonly id: number;
  /** As stored and shown: BRK-B, BTC-USD, ^DJI. */
  readonly symbol: string;
  /** The ticker where no name is known. */
  readonly name: string;
  /** Market ids, lowest first. */
  readonly markets: readonly string[];
}

export interface Member {
  readonly symbol: string;
  /** Absent or empty: a name already stored stays. */
  readonly name?: string;
}

/** One page of a market's symbols (SPEC 4.9). */
export interface SymbolPage {
  /** Symbols of the market that have prices. */
  readonly total: number;
  /** Of these, the ones that begin with the prefix. */
  readonly matched: number;
  /** By ticker, at most `limit`. */
  readonly symbols: readonly { readonly symbol: string; readonly name: string }[];
}

interface SymbolRow {
  id: number;
  ticker: string;
  name: string | null;
  /** Comma-separated market ids. */
  markets: string | null;
}

const toListed = (row: SymbolRow): ListedSymbol => ({
  id: row.id,
  symbol: row.ticker,
  name: row.name ?? row.ticker,
  markets: row.markets === null ? [] : row.markets.split(',').sort((a, b) => Number(a) - Number(b)),
});

const SELECT_LISTED = `SELECT s.id, s.ticker, s.name, group_concat(m.market_id) AS markets
  FROM symbol s LEFT JOIN membership m ON m.symbol_id = s.id`;

/** Symbols and the markets they belong to. */
export class SymbolRepository {
  private readonly byKey: BetterSqlite3.Statement<[string], SymbolRow>;
  private readonly everything: BetterSqlite3.Statement<[], SymbolRow>;

  constructor(
    database: Database,
    private readonly knex: Knex = database.knex,
  ) {
    this.byKey = database.reader.prepare(`${SELECT_LISTED} WHERE s.key = ? GROUP BY s.id`);
    this.everything = database.reader.prepare(`${SELECT_LISTED} GROUP BY s.id ORDER BY s.ticker`);
  }

  /** The symbol a ticker means, in any spelling (core/calendar/ticker.ts); null when there is none or it could mean several. */
  resolve(text: string): ListedSymbol | null {
    const found = this.candidates(text);
    return found.length === 1 ? found[0] : null;
  }

  /** Every symbol a ticker could mean: the exact one alone when it exists. For the message of a refusal. */
  candidates(text: string): ListedSymbol[] {
    const key = tickerKey(text);
    if (key === null) return [];
    const exact = this.byKey.get(key);
    if (exact) return [toListed(exact)];
    return alternativeKeys(key).flatMap((alternative) => {
      const row = this.byKey.get(alternative);
      return row ? [toListed(row)] : [];
    });
  }

  /** Every symbol with its markets, by ticker. */
  all(): ListedSymbol[] {
    return this.everything.all().map(toListed);
  }

  /**
   * Symbols of a market by ticker. Members without prices are left out: every call with one would be a 404.
   *
   * @param prefix of the ticker, without case
   * @param limit rows after the prefix; undefined = all
   */
  async listSymbols(marketId: string, prefix = '', limit?: number): Promise<SymbolPage> {
    const from = prefix.trim().toUpperCase().replaceAll('/', '-').replaceAll('.', '-');
    const members = () =>
      this.knex('symbol as s')
        .join('membership as m', 'm.symbol_id', 's.id')
        .join('price_series as p', 'p.symbol_id', 's.id')
        .where('m.market_id', marketId);
    // By comparison rather than LIKE, whose wildcards (WTI_SPOT) and case rules differ between databases.
    const matching = () => members().where('s.key', '>=', from).where('s.key', '<', `${from}\uffff`);
    const page = matching().orderBy('s.ticker').select('s.ticker', 's.name');
    const rows: { ticker: string; name: string | null }[] = await (limit === undefined ? page : page.limit(limit));
    return {
      total: await count(members()),
      matched: await count(matching()),
      symbols: rows.map((row) => ({ symbol: row.ticker, name: row.name ?? row.ticker })),
    };
  }

  /**
   * Adds symbols to a market, creating those that are new, and fills in names. Real members outlive the sandbox.
   *
   * @param replace whether members not in the list leave the market
   * @returns the id of each symbol, in the order given
   * @throws RangeError naming a text that is no ticker
   */
  addMembers(
    marketId: string,
    members: readonly Member[],
    { simulated, replace = false }: { simulated: boolean; replace?: boolean },
  ): Promise<number[]> {
    return inWriteTransaction(this.knex, async (trx) => {
      const ids: number[] = [];
      for (const member of members) {
        const id = await upsertSymbol(trx, member);
        await joinMarket(trx, marketId, id, simulated);
        ids.push(id);
      }
      if (replace) await dismissOthers(trx, marketId, new Set(ids));
      return ids;
    });
  }
}

async function count(query: Knex.QueryBuilder): Promise<number> {
  const row = await query.count({ n: '*' }).first();
  return Number(row.n);
}

async function upsertSymbol(trx: Knex, member: Member): Promise<number> {
  const ticker = canonicalTicker(member.symbol);
  const key = tickerKey(member.symbol);
  if (ticker === null || key === null) throw new RangeError(`'${member.symbol}' is not a ticker`);
  const name = member.name?.trim() || null;
  const old = await trx('symbol').where({ key }).first('id', 'name');
  if (!old) return insertedId(await trx('symbol').insert({ ticker, key, name }, ['id']));
  // Only real changes are written, so that repeating an import does not move the revision.
  if (name !== null && name !== old.name) await trx('symbol').where({ id: old.id }).update({ name });
  return old.id;
}

const insertedId = ([row]: { id: number }[]): number => row.id;

async function joinMarket(trx: Knex, marketId: string, symbolId: number, simulated: boolean): Promise<void> {
  const membership = { market_id: marketId, symbol_id: symbolId };
  const old = await trx('membership').where(membership).first('simulated');
  if (!old) await trx('membership').insert({ ...membership, simulated });
  else if (old.simulated && !simulated) await trx('membership').where(membership).update({ simulated: false });
}

async function dismissOthers(trx: Knex, marketId: string, stay: ReadonlySet<number>): Promise<void> {
  const present: number[] = await trx('membership').where({ market_id: marketId }).pluck('symbol_id');
  for (const id of present) {
    if (!stay.has(id)) await trx('membership').where({ market_id: marketId, symbol_id: id }).delete();
  }
}
