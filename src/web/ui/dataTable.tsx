import type { ComponentChildren } from 'preact';
import { useMemo, useState } from 'preact/hooks';

export interface Column<Row> {
  readonly key: string;
  readonly header: string;
  /** What the header means, on hover and for screen readers. */
  readonly title?: string;
  /** `end` for numbers. */
  readonly align?: 'start' | 'end';
  /** The value to sort by; null comes last in both orders. */
  readonly value: (row: Row) => number | string | null;
  /** Content of the cell; without it, the value. */
  readonly cell?: (row: Row) => ComponentChildren;
  readonly unsortable?: boolean;
}

export interface Sort {
  readonly key: string;
  readonly descending: boolean;
}

export interface DataTableProps<Row> {
  /** Caption for screen readers; `captionHidden` hides it on the page, for instance below a heading that says the same. */
  readonly caption: string;
  readonly captionHidden?: boolean;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  /** Order kept by the caller, for instance in the URL; null = the order of `rows`. Without `onSort`, the table keeps it. */
  readonly sort?: Sort | null;
  readonly onSort?: (sort: Sort | null) => void;
  /** Content of an extra row below a row, over all columns. */
  readonly detail?: (row: Row) => ComponentChildren;
  /** Key of the column whose cells are row headers. */
  readonly heading?: string;
}

/** A browser takes half a minute to lay out or sort 5,000 rows with their charts: longer tables are shown in steps. */
const ROWS_AT_ONCE = 200;

/** A table that is sorted by clicks on its headers: first order, reverse order, order of `rows`. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, captionHidden = false, columns, rows, rowKey, detail, heading } = props;
  const [internalSort, setInternalSort] = useState<Sort | null>(null);
  const sort = props.onSort === undefined ? internalSort : (props.sort ?? null);
  const setSort = props.onSort ?? setInternalSort;
  const [maxRows, setMaxRows] = useState(ROWS_AT_ONCE);
  const sorted = useMemo(() => sortRows(rows, columns, sort), [rows, columns, sort]);
  const hidden = Math.max(0, sorted.length - maxRows);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section class="table-scroll" aria-label={caption} tabIndex={0}>
      <table>
        <caption class={captionHidden ? 'visually-hidden' : undefined}>{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <Header key={column.key} column={column} sort={sort} setSort={setSort} />
            ))}
          </tr>
        </thead>
        <tbody>
          {sorted.slice(0, maxRows).map((row) => {
            const detailCell = detail?.(row);
            return [
              <tr key={rowKey(row)}>
                {columns.map((column) => (
                  <Cell key={column.key} column={column} row={row} isHeading={column.key === heading} />
                ))}
              </tr>,
              detailCell && (
                <tr key={`${rowKey(row)} detail`} class="detail">
                  <td colSpan={columns.length}>{detailCell}</td>
                </tr>
              ),
            ];
          })}
        </tbody>
      </table>
      {hidden > 0 && (
        <button type="button" class="more-rows" onClick={() => setMaxRows(maxRows + ROWS_AT_ONCE)}>
          Show {Math.min(hidden, ROWS_AT_ONCE)} more of {sorted.length} rows
        </button>
      )}
    </section>
  );
}

function Header<Row>(props: { column: Column<Row>; sort: Sort | null; setSort: (sort: Sort | null) => void }) {
  const { column, sort, setSort } = props;
  const { key, header, title, align, unsortable } = column;
  const order = sort?.key === key ? sort : null;
  if (unsortable) {
    return (
      <th scope="col" class={align} title={title}>
        {header}
      </th>
    );
  }
  const next = order === null ? { key, descending: align === 'end' } : nextSort(order, align === 'end');
  return (
    <th scope="col" class={align} title={title} aria-sort={ariaSort(order)}>
      <button type="button" class="sort" onClick={() => setSort(next)}>
        {header}
        <span class="mark" aria-hidden="true">
          {order === null ? '' : order.descending ? '▼' : '▲'}
        </span>
      </button>
    </th>
  );
}

/** The order after a click on the header of the sorted column: numbers start with the largest, texts with A. */
function nextSort(order: Sort, largestFirst: boolean): Sort | null {
  return order.descending === largestFirst ? { key: order.key, descending: !order.descending } : null;
}

function ariaSort(order: Sort | null): 'none' | 'ascending' | 'descending' {
  if (order === null) return 'none';
  return order.descending ? 'descending' : 'ascending';
}

function Cell<Row>({ column, row, isHeading }: { column: Column<Row>; row: Row; isHeading: boolean }) {
  const content = column.cell ? column.cell(row) : column.value(row);
  return isHeading ? (
    <th scope="row" class={column.align}>
      {content}
    </th>
  ) : (
    <td class={column.align}>{content}</td>
  );
}

/** The rows in a new array, sorted stably; the same array when there is no column to sort by. */
export function sortRows<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  sort: Sort | null,
): readonly Row[] {
  const column = sort && columns.find(({ key }) => key === sort.key);
  if (!column) return rows;
  const sign = sort.descending ? -1 : 1;
  return [...rows].sort((a, b) => compare(column.value(a), column.value(b), sign));
}

function compare(a: number | string | null, b: number | string | null, sign: number): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  if (typeof a === 'number' && typeof b === 'number') return sign * (a - b);
  return sign * String(a).localeCompare(String(b), 'en', { numeric: true });
}
