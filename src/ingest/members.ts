import { canonicalTicker, tickerKey } from '../core/calendar/ticker';
import { plainName } from './columns';
import { mostFrequentDelimiter, textRows } from './rowScanner';

/** A line of a list of symbols. */
export interface Member {
  /** Ticker in its stored spelling. */
  readonly symbol: string;
  /** Empty if the list has no names. */
  readonly name: string;
  /** The index, market or universe of the line; null if the list has no such column. */
  readonly universe: string | null;
}

/** A refused line. */
export interface MemberRefusal {
  readonly line: number;
  readonly reason: 'no ticker' | 'twice in the list' | 'fields missing';
  /** The line itself. */
  readonly text: string;
}

export interface MemberList {
  readonly rowsIn: number;
  readonly members: readonly Member[];
  readonly refused: readonly MemberRefusal[];
}

const SYMBOL_NAMES = ['symbol', 'ticker', 'tickersymbol', 'code', 'instrument', 'stock'];
const NAME_NAMES = [
  'name',
  'security',
  'company',
  'companyname',
  'securityname',
  'longname',
  'shortname',
  'description',
];
const UNIVERSE_NAMES = ['market', 'universe', 'index', 'indices'];

/**
 * Reads a list of symbols: a csv whose header has a column of symbols (`Symbol`, `Ticker`, ...) and, in any order, optional columns
 * of names (`Name`, `Security`, `Company`, ...) and universes (`market`, `index`, ...).
 *
 * @throws Error if the header has no column of symbols
 */
export function readMembers(text: string): MemberList {
  const bytes = Buffer.from(text);
  const delimiter = mostFrequentDelimiter(bytes);
  const [first, ...rows] = textRows(bytes, delimiter);
  const names = (first?.fields ?? []).map(plainName);
  const find = (accepted: readonly string[]) => names.findIndex((name) => accepted.includes(name));
  const columns = { symbol: find(SYMBOL_NAMES), name: find(NAME_NAMES), universe: find(UNIVERSE_NAMES) };
  if (columns.symbol < 0) {
    const [header] = text.split(/\r?\n/, 1);
    throw new Error(
      `no symbol column in '${header.slice(0, 80)}': the first line must name 'Symbol' and may name 'Name'`,
    );
  }
  const seen = new Set<string>();
  const members: Member[] = [];
  const refused: MemberRefusal[] = [];
  for (const { line, fields } of rows) {
    const result = readMember(fields, columns, first.fields.length, seen);
    if (typeof result === 'string')
      refused.push({ line, reason: result, text: fields.join(String.fromCharCode(delimiter)) });
    else members.push(result);
  }
  return { rowsIn: rows.length, members, refused };
}

function readMember(
  fields: readonly string[],
  columns: { symbol: number; name: number; universe: number },
  width: number,
  seen: Set<string>,
): Member | MemberRefusal['reason'] {
  if (fields.length < width) return 'fields missing';
  const symbol = canonicalTicker(fields[columns.symbol]);
  if (symbol === null) return 'no ticker';
  const universe = columns.universe < 0 ? null : fields[columns.universe];
  const key = `${universe} ${tickerKey(symbol)}`;
  if (seen.has(key)) return 'twice in the list';
  seen.add(key);
  return { symbol, name: columns.name < 0 ? '' : fields[columns.name], universe };
}
