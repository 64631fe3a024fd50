import { markdownTable, type Row } from './table';

/** The result of a benchmark. */
export interface Measured {
  readonly name: string;
  readonly rows: readonly Row[];
  /** Date, machine and load. */
  readonly circumstances: string;
}

/**
 * Replaces the figures between `<!-- measured: NAME -->` and `<!-- end -->` in the README by the measured rows that have a
 * budget.
 *
 * @throws Error that names the missing marks
 */
export function withMeasured(readme: string, { name, rows, circumstances }: Measured): string {
  const [begin, end] = [`<!-- measured: ${name} -->\n`, '<!-- end -->'];
  const from = readme.indexOf(begin);
  const to = readme.indexOf(end, from);
  if (from < 0 || to < 0) throw new Error(`README.md has no place for these figures: ${begin}${end}`);
  const table = markdownTable(named(rows).filter(({ budget }) => budget !== undefined));
  return `${readme.slice(0, from)}${begin}\n${circumstances}:\n\n${table}\n${readme.slice(to)}`;
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
