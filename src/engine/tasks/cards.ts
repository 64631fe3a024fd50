import { buildCard, type CardInput } from '../../answers/card';
import { type ChartInput, cardChart } from '../../answers/chart';
import { type SummaryCard, summaryCard } from '../../answers/scanSummary';
import type { Card } from '../../answers/shapes';
import type { Table } from '../../answers/table';
import { scanTable } from '../../answers/tables';
import { type View, viewCards } from '../../answers/views';
import type { Format, TABLE_TYPES } from '../../operation';
import { type Cell, csvLine, jsonLine, jsonRow } from '../../rowText';
import { faultsOfSchema } from './contractCheck';

interface CardsInput {
  readonly cards: readonly CardInput[];
  /** Data of the first card's chart; null when none is requested, or when the first card is in another task. */
  readonly chart: ChartInput | null;
  readonly view: View;
  readonly format: Format;
}

/** Some cards of a scan as they are written in its answer: JSON separated by commas, or rows of a table. */
export interface WrittenCards {
  readonly text: Uint8Array;
  /** Their facts for the summary of the scan. */
  readonly summaries: readonly SummaryCard[];
  /** Violations of the contract by the first invalid JSON card; null without one. */
  readonly faults: object | null;
}

/** Builds, validates and writes some cards; a thousand in one task would delay the other tasks of the thread. */
export function cards({ cards: inputs, chart, view, format }: CardsInput): WrittenCards {
  const built = inputs.map(buildCard);
  const shown = viewCards(built, view, chart === null ? undefined : cardChart(chart));
  const summaries = built.map(summaryCard);
  const encoder = new TextEncoder();
  if (format !== 'json') {
    return {
      text: encoder.encode(tableRows(scanTable, { opportunities: shown }, format)),
      summaries,
      faults: null,
    };
  }
  const faults = shown.map((card: Card) => faultsOfSchema('Card', card)).find((fault) => fault !== null) ?? null;
  return { text: encoder.encode(shown.map((card) => JSON.stringify(card)).join()), summaries, faults };
}

type TableFormat = keyof typeof TABLE_TYPES;

const WRITTEN_ROWS: { readonly [F in TableFormat]: (columns: readonly string[], cells: readonly Cell[]) => string } = {
  csv: (_, cells) => csvLine(cells),
  ndjson: jsonLine,
  rows: jsonRow,
};

/** The rows of a table, without its header; JSON is separated by commas. */
export function tableRows<Body>({ columns, cells }: Table<Body>, body: Body, format: TableFormat): string {
  const written: string[] = [];
  for (const row of cells(body)) written.push(WRITTEN_ROWS[format](columns, row));
  return written.join(format === 'rows' ? ',' : '');
}
