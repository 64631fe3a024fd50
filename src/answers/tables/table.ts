import type { Cell } from '../../rowText';

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
