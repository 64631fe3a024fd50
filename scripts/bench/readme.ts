import { markdownTable, type Row } from './table';

/** The guide that shows the figures, by its path from the project's folder. */
export const GUIDE = 'seeds/guides/performance.md';

/** The result of a benchmark. */
export interface Measured {
  readonly name: string;
  readonly rows: readonly Row[];
  /** Date, machine and load. */
  readonly circumstances: string;
}

/**
 * Replaces the figures between `<!-- measured: NAME -->` and `<!-- end -->` in the performance guide by the measured rows that have a
 * budget.
 *
 * @throws Error that names the missing marks
 */
export function withMeasured(guide: string, { name, rows, circumstances }: Measured): string {
  const [begin, end] = [`<!-- measured: ${name} -->\n`, '<!-- end -->'];
  const from = guide.indexOf(begin);
  const to = guide.indexOf(end, from);
  if (from < 0 || to < 0) throw new Error(`${GUIDE} has no place for these figures: ${begin}${end}`);
  const table = markdownTable(named(rows).filter(({ budget }) => budget !== undefined));
  return `${guide.slice(0, from)}${begin}\n${circumstances}:\n\n${table}\n${guide.slice(to)}`;
}

/** An indented row gets the name of the row above it as a prefix, since that row may not be shown. */
function named(rows: readonly Row[]): Row[] {
  let above = '';
  return rows.map((row) => {
    if (row.name.startsWith(' ')) return { ...row, name: `${above}: ${row.name.trim()}` };
    above = row.name;
    return row;
  });
}
