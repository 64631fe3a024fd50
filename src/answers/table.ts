import type { Cell } from '../rowText';

/** An answer as flat rows under fixed columns. */
export interface Table<Body> {
  /** File name without extension. */
  readonly name: string;
  /** The member of the answer with its rows. */
  readonly list: string;
  /** Names of the columns, in their order. */
  readonly columns: readonly string[];
  /** The rows, each with its cells in the order of the columns. */
  cells(body: Body): Iterable<readonly Cell[]>;
}

/** @template Line schema of one row in the contract */
interface TableParts<Body, Row, Line> {
  readonly name: string;
  readonly list: string;
  readonly rows: (body: Body) => readonly Row[];
  /** In the order of the contract's properties. */
  readonly columns: { readonly [Name in keyof Line]-?: (row: Row, body: Body) => Line[Name] & Cell };
}

/** Builds a table. A column that is not in the contract, or a missing one, is a type error. */
export function tableOf<Body, Row, Line>({ name, list, rows, columns }: TableParts<Body, Row, Line>): Table<Body> {
  const values: ((row: Row, body: Body) => Cell)[] = Object.values(columns);
  return {
    name,
    list,
    columns: Object.keys(columns),
    *cells(body) {
      for (const row of rows(body)) yield values.map((value) => value(row, body));
    },
  };
}

/** Longest value that most servers and clients accept in one header. */
const LONGEST = 3_800;
/** Lengths that texts are cut to, in steps; a cut text ends in dots. */
const CUTS = [1_000, 300, 80];

/**
 * The members of an answer beside its rows, for the header of its table, as JSON of printable ASCII. Lists of objects are
 * left out, and objects keep only their plain fields. If it is too long, texts are cut, then lists and objects left out.
 *
 * @param list the member with the rows of the table
 */
export function tableNotes(body: object, list: string): string {
  const members = Object.entries(body).filter(([name, value]) => name !== list && !isRows(value));
  const all = members.map(([name, value]) => [name, plainFields(value)]);
  const plain = all.filter(([, value]) => typeof value !== 'object' || value === null);
  const candidates = [ascii(all), ...CUTS.map((most) => ascii(all, most)), ascii(plain, CUTS.at(-1))];
  return candidates.find((text) => text.length <= LONGEST) ?? '{}';
}

function isRows(value: unknown): boolean {
  return Array.isArray(value) && value.some(isObject);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function plainFields(value: unknown): unknown {
  if (!isObject(value) || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([, field]) => !isObject(field)));
}

function ascii(entries: readonly unknown[][], most = Number.POSITIVE_INFINITY): string {
  const cut = (_: string, value: unknown) =>
    typeof value === 'string' && value.length > most ? `${value.slice(0, most)}...` : value;
  const text = JSON.stringify(Object.fromEntries(entries), cut);
  return text.replace(/[^\x20-\x7e]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
