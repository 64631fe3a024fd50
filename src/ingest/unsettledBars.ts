import type { Bars } from '../core/window/bars';
import type { ParsedSeries } from './readings';

/** A file of one symbol, and its layout. */
export interface Fetched {
  readonly format: string;
  readonly series: ParsedSeries;
}

/**
 * Removes last bars of sessions under way. Files of one folder and layout that end on the same day were fetched together: if one
 * shows that its last bar is a snapshot (lastBar.ts), those of the other files are too. A file keeps its last bar if its volume
 * shows that the bar is settled.
 *
 * @param files of one folder
 * @returns the series in the same order
 */
export function withoutBarsUnderWay(files: readonly Fetched[]): ParsedSeries[] {
  const partial = new Map<string, string>();
  for (const { format, series } of files) {
    const snapshot =
      series.lastBar === 'partial' ? series.refused.find(({ kind }) => kind === 'provisional') : undefined;
    if (snapshot?.lastDay != null) partial.set(`${snapshot.lastDay} ${format}`, series.symbol);
  }
  return files.map(({ format, series }) => {
    const { bars, lastBar } = series;
    const other = partial.get(`${bars.day[bars.day.length - 1]} ${format}`);
    return lastBar === 'unknown' && other !== undefined ? withoutLastBar(series, other) : series;
  });
}

function withoutLastBar(series: ParsedSeries, other: string): ParsedSeries {
  const { bars, symbol } = series;
  const day = bars.day[bars.day.length - 1];
  const where = { firstDay: day, lastDay: day, firstLine: series.lastLine, lastLine: series.lastLine };
  const detail = `fetched together with ${other}, whose last bar is a snapshot`;
  const refused = [...series.refused, { kind: 'provisional' as const, symbol, rows: 1, ...where, detail }];
  return {
    ...series,
    bars: withoutLast(bars),
    flags: series.flags.filter((flag) => flag.firstLine !== series.lastLine),
    refused,
  };
}

function withoutLast(bars: Bars): Bars {
  const part = <A extends Int32Array | Float64Array>(column: A) => column.subarray(0, -1) as A;
  return { day: part(bars.day), close: part(bars.close), high: part(bars.high), low: part(bars.low) };
}
