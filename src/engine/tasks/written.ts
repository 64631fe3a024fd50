import type { Table } from '../../answers/tables/table';
import type { TABLE_TYPES } from '../../operation';
import { csvLine, jsonLine } from '../../rowText';

/** The lines of a table, without its header. */
export function tableLines<Body>(
  { columns, cells }: Table<Body>,
  body: Body,
  format: keyof typeof TABLE_TYPES,
): string {
  const lines: string[] = [];
  for (const row of cells(body)) lines.push(format === 'csv' ? csvLine(row) : jsonLine(columns, row));
  return lines.join('');
}
