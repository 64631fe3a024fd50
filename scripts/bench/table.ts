import { formatTable } from '../terminal/table';

/** One line of a benchmark table. */
export interface Row {
  readonly name: string;
  /** In `unit`. */
  readonly median: number;
  readonly min: number;
  readonly max: number;
  readonly unit: string;
  /** The largest allowed median, in `unit`; with `atLeast` the smallest. */
  readonly budget?: number;
  readonly atLeast?: boolean;
  /** The denominator of the ratio column, in `unit`: the median of another row or any number. */
  readonly baseline?: number;
  readonly note?: string;
}

export interface TimingOptions {
  /** Runs before the clock starts, so that the code is compiled. */
  readonly warmUp?: number;
  readonly rounds?: number;
  readonly budget?: number;
  readonly baseline?: number;
  readonly note?: string;
}

/** Times a function in several rounds after a warm-up. Milliseconds. */
export async function time(name: string, run: () => unknown, options: TimingOptions = {}): Promise<Row> {
  const { warmUp = 3, rounds = 11, budget, baseline, note } = options;
  await timed(run, warmUp);
  return { name, ...spread(await timed(run, rounds)), unit: 'ms', budget, baseline, note };
}

/** Milliseconds that each of some rounds takes. */
export async function timed(run: () => unknown, rounds: number): Promise<number[]> {
  const taken: number[] = [];
  for (let i = 0; i < rounds; i++) {
    const start = performance.now();
    await run();
    taken.push(performance.now() - start);
  }
  return taken;
}

/** Median, least and greatest of measured values. */
export function spread(values: readonly number[]): { median: number; min: number; max: number } {
  const sorted = [...values].sort((a, b) => a - b);
  const half = sorted.length >> 1;
  const median = sorted.length % 2 === 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
  return { median, min: sorted[0], max: sorted[sorted.length - 1] };
}

/** The value below which a share of the values lies. */
export function quantile(values: readonly number[], share: number): number {
  return [...values].sort((a, b) => a - b)[Math.ceil(share * values.length) - 1];
}

const HEADER = ['', 'median', 'min', 'max', 'unit', 'budget', '', 'ratio', ''];
const NUMERIC = [1, 2, 3, 5, 6, 7];

/** Measured rows with their budget, whether it was met, and the ratio to the baseline. */
export function benchTable(rows: readonly Row[]): string {
  return formatTable([HEADER, ...rows.map(cells)], NUMERIC);
}

/** Rows with a budget as a Markdown table. */
export function markdownTable(rows: readonly Row[]): string {
  const lines = rows.map((row) => {
    const [name, median, , , unit, budget, met, ratio, note] = cells(row);
    const budgetText = `${budget} ${unit}${met === 'ok' ? '' : ', **missed**'}`;
    return [name.trim(), `${median} ${unit}`, budgetText, [ratio, note].filter((part) => part !== '').join(', ')];
  });
  return [['', 'median', 'budget', 'ratio'], ['---', '---', '---', '---'], ...lines]
    .map((line) => `| ${line.join(' | ')} |\n`)
    .join('');
}

function cells(row: Row): string[] {
  return [
    row.name,
    digits(row.median),
    digits(row.min),
    digits(row.max),
    row.unit,
    row.budget === undefined ? '' : `${row.atLeast ? '>=' : '<='} ${digits(row.budget)}`,
    row.budget === undefined ? '' : isMet(row) ? 'ok' : 'OVER',
    row.baseline === undefined ? '' : `${(row.median / row.baseline).toFixed(2)}x`,
    row.note ?? '',
  ];
}

function isMet({ median, budget = median, atLeast = false }: Row): boolean {
  return atLeast ? median >= budget : median <= budget;
}

function digits(value: number): string {
  if (value >= 1000) return Math.round(value).toLocaleString('en-US');
  return value >= 100 ? value.toFixed(0) : value.toPrecision(3);
}
