import { markdownTable, type Row } from './table';

/** What was measured, by the name it is asked for. */
export interface Measured {
  readonly name: string;
  readonly rows: readonly Row[];
  /** When, on what and under which load. */
  readonly circumstances: string;
}

/**
 * The README with the figures that have a budget in place of those between `<!-- measured: NAME -->` and
 * `<!-- end -->`.
 *
 * @throws Error naming the marks that are not there
 */
export function withMeasured(readme: string, { name, rows, circumstances }: Measured): string {
  const [begin, end] = [`<!-- measured: ${name} -->\n`, '<!-- end -->'];
  const from = readme.indexOf(begin);
  const to = readme.indexOf(end, from);
  if (from < 0 || to < 0) throw new Error(`README.md has no place for these figures: ${begin}${end}`);
  const table = markdownTable(named(rows).filter(({ budget }) => budget !== undefined));
  return `${readme.slice(0, from)}${begin}\n${circumstances}:\n\n${table}\n${readme.slice(to)}`;
}

/** A row whose name is set in says more of the one above it, which may not be shown: both names stand in its place. */
function named(rows: readonly Row[]): Row[] {
  let above = '';
  return rows.map((row) => {
    if (row.name.startsWith(' ')) return { ...row, name: `${above}: ${row.name.trim()}` };
    above = row.name;
    return row;
  });
}
