import type { Closes } from '../../core/detection/columns';
import type { Bars } from '../../core/window/bars';
import { CorruptPricesError } from '../errors';
import { Connections, type Statement } from '../postgresConnections';
import type { Series, StoredRanges } from '../prices';
import { barsOf, closesOf, rangesOf, type StoredColumns } from '../sql/series';

/** Symbols whose columns are asked for at once: some 2 MB. */
const SYMBOLS_AT_ONCE = 8;

/** Runs a statement over whatever connection. */
export type Ask = <Row extends object>(statement: Statement, values: readonly unknown[]) => Promise<Row[]>;

interface ColumnRow {
  readonly id: number;
  readonly ticker: string;
  readonly row_count: number;
  readonly series: string;
  readonly close_hash: string | null;
  readonly close: string | null;
  readonly range_hash: string | null;
  readonly range: string | null;
}

/** In base64, of which the driver makes bytes in half of the time that its own form of them takes. */
const columnsOf = (set: string) => `${set}.hash AS ${set}_hash, encode(${set}.data, 'base64') AS ${set}`;
const joined = (set: string) =>
  `LEFT JOIN price_column ${set} ON ${set}.symbol_id = p.symbol_id AND ${set}.column_set = '${set}'`;
const WANTED = 'FROM price_series p JOIN symbol s ON s.id = p.symbol_id';

const CLOSES: Statement = {
  name: 'closes',
  text: `SELECT p.symbol_id AS id, s.ticker, p.row_count, ${columnsOf('close')}
    ${WANTED} ${joined('close')} WHERE p.symbol_id = ANY ($1)`,
};
const RANGES: Statement = {
  name: 'ranges',
  text: `SELECT p.symbol_id AS id, s.ticker, p.row_count, p.hash AS series, ${columnsOf('range')}
    ${WANTED} ${joined('range')} WHERE p.symbol_id = ANY ($1)`,
};
const BARS: Statement = {
  name: 'bars',
  text: `SELECT p.symbol_id AS id, s.ticker, p.row_count, ${columnsOf('close')}, ${columnsOf('range')}
    ${WANTED} ${joined('close')} ${joined('range')} WHERE p.symbol_id = ANY ($1)`,
};

type Found<T> = Map<number, T | CorruptPricesError>;

/** The closes of some symbols, verified; without those that have none. */
export function storedCloses(ask: Ask, ids: readonly number[]): Promise<Found<Closes>> {
  return read(ask, CLOSES, ids, (row) => closesOf(columns(row, 'close')));
}

/** The same with highs and lows. */
export function storedBars(ask: Ask, ids: readonly number[]): Promise<Found<Bars>> {
  return read(ask, BARS, ids, (row) => barsOf(closesOf(columns(row, 'close')), columns(row, 'range')));
}

/** Highs and lows alone. */
export function storedRanges(ask: Ask, ids: readonly number[]): Promise<Found<StoredRanges>> {
  return read(ask, RANGES, ids, (row) => rangesOf(columns(row, 'range'), row.series));
}

async function read<T>(
  ask: Ask,
  statement: Statement,
  ids: readonly number[],
  of: (row: ColumnRow) => T,
): Promise<Found<T>> {
  const found: Found<T> = new Map();
  for (let from = 0; from < ids.length; from += SYMBOLS_AT_ONCE) {
    for (const row of await ask<ColumnRow>(statement, [ids.slice(from, from + SYMBOLS_AT_ONCE)])) {
      found.set(
        row.id,
        orDamage(() => of(row)),
      );
    }
  }
  return found;
}

function orDamage<T>(work: () => T): T | CorruptPricesError {
  try {
    return work();
  } catch (error) {
    if (error instanceof CorruptPricesError) return error;
    throw error;
  }
}

function columns(row: ColumnRow, set: 'close' | 'range'): StoredColumns {
  const data = row[set];
  const bytes = data === null ? null : Buffer.from(data, 'base64');
  return { ticker: row.ticker, row_count: row.row_count, hash: row[`${set}_hash`], data: bytes };
}

/** How long a thread waits for a connection, and for an answer, milliseconds: a request waits for it. */
const WAIT_MS = 2_000;

/** As `openSeries` has it. */
export function openPostgresSeries(url: string): Series {
  const connections = new Connections(url, { most: 1, waitMs: WAIT_MS, statementMs: WAIT_MS });
  const ask: Ask = (statement, values) => connections.ask(statement, values);
  return { read: (ids) => storedBars(ask, ids), readRanges: (ids) => storedRanges(ask, ids) };
}
