import type { Cell } from '../../rowText';

/** An answer as flat rows under fixed columns. */
export interface Table<Body> {
  /** What its file is called, without an ending. */
  readonly name: string;
  /** The member of the answer whose rows it has. */
  readonly list: string;
  /** Names of the columns, in their order. */
  readonly columns: readonly string[];
  /** A row after the other, each cell in the order of its columns. */
  cells(body: Body): Iterable<readonly Cell[]>;
}

/** @template Line one row, as the contract has it */
interface TableParts<Body, Row, Line> {
  readonly name: string;
  readonly list: string;
  readonly rows: (body: Body) => readonly Row[];
  /** In the order of the contract's properties. */
  readonly columns: { readonly [Name in keyof Line]-?: (row: Row, body: Body) => Line[Name] & Cell };
}

/** A column that the contract does not have, or one too few, fails the compiler. */
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
