import { fromIso, toIso } from '../../src/core/calendar/dates';
import type { Bars } from '../../src/core/window/bars';
import { parsePrices } from '../../src/ingest/parser';
import type { IngestContext, ParsedSeries } from '../../src/ingest/readings';
import { countRows } from '../../src/ingest/readings';

/** A stock market on a Saturday late in 2026, so that every bar through Friday is final. */
export const CONTEXT: IngestContext = {
  symbol: 'TEST',
  unadjusted: false,
  calendar: 'nyse',
  gapLimit: 10,
  allowsNonPositive: false,
  priceRange: { min: 1e-4, max: 1e7 },
  today: fromIso('2026-11-21'),
  lastFinalDay: fromIso('2026-11-20'),
  lastFinalDayOfFile: null,
};

/** Rows of a reading that were not stored, by reason. */
export function refusedBy(
  findings: readonly { readonly kind: string; readonly rows: number }[],
): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { kind, rows } of findings) counts[kind] = (counts[kind] ?? 0) + rows;
  return counts;
}

/** The result of reading a text: series by symbol, refused and flagged rows by kind, and whether the counts balance. */
export function read(text: string, context: Partial<IngestContext> = {}) {
  const { format, refused, series } = parsePrices(text, { ...CONTEXT, ...context });
  const allRefused = [...refused, ...series.flatMap((one) => one.refused)];
  const stored = series.reduce((sum, { bars }) => sum + bars.day.length, 0);
  const rowsIn = countRows(refused) + series.reduce((sum, one) => sum + one.rowsIn, 0);
  return {
    format,
    series: Object.fromEntries(series.map((one) => [one.symbol, shownBars(one.bars)])),
    refused: refusedBy(allRefused),
    flagged: refusedBy(series.flatMap((one) => one.flags)),
    findings: allRefused,
    flags: series.flatMap((one) => one.flags),
    stored,
    rowsIn,
    balanced: rowsIn === stored + countRows(allRefused),
  };
}

/** One line `2024-01-02 close [low high]` per bar. */
export function shownBars({ day, close, high, low }: Bars): string[] {
  const range = (i: number) => (Number.isNaN(high[i]) && Number.isNaN(low[i]) ? '' : ` [${low[i]} ${high[i]}]`);
  return Array.from(day, (d, i) => `${toIso(d)} ${close[i]}${range(i)}`);
}

/** The only series of a text. */
export function readOne(text: string, context: Partial<IngestContext> = {}): ParsedSeries {
  const { series } = parsePrices(text, { ...CONTEXT, ...context });
  if (series.length !== 1) throw new Error(`expected one series, got ${series.length}`);
  return series[0];
}

/** A CSV text of date and close, one row per weekday from `from` on. */
export function weekdayCsv(from: string, closes: readonly (number | string)[], header = 'Date,Close'): string {
  const rows: string[] = [];
  for (let day = fromIso(from); rows.length < closes.length; day++) {
    const weekday = (day + 4) % 7;
    if (weekday !== 0 && weekday !== 6) rows.push(`${toIso(day)},${closes[rows.length]}`);
  }
  return `${[header, ...rows].join('\n')}\n`;
}
