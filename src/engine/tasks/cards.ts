import { buildCard, type CardInput } from '../../answers/card';
import { type ChartInput, cardChart } from '../../answers/chart';
import { type SummaryCard, summaryCard } from '../../answers/scanSummary';
import type { Card } from '../../answers/shapes';
import { scanTable } from '../../answers/tables/setups';
import type { Table } from '../../answers/tables/table';
import { type View, viewCards } from '../../answers/views';
import type { Format, TABLE_TYPES } from '../../operation';
import { csvLine, jsonLine } from '../../rowText';
import { faultsOfSchema } from './contractCheck';

export interface CardsInput {
  readonly cards: readonly CardInput[];
  /** What the charts of the first card are drawn from; null = none are asked for, or the first is not among these. */
  readonly chart: ChartInput | null;
  readonly view: View;
  readonly format: Format;
}

/** Some cards of a scan as they stand in its answer: with commas between them in JSON, or as lines of a table. */
export interface WrittenCards {
  readonly text: Uint8Array;
  /** What the summary of the scan says of them. */
  readonly told: readonly SummaryCard[];
  /** What in a card in JSON breaks the contract; null = nothing. */
  readonly faults: object | null;
}

/** Builds cards, holds them to the contract and writes them: a thousand at once would hold up who waits for the thread. */
export function cards({ cards: inputs, chart, view, format }: CardsInput): WrittenCards {
  const built = inputs.map(buildCard);
  const shown = viewCards(built, view, chart === null ? undefined : cardChart(chart));
  const told = built.map(summaryCard);
  const encoder = new TextEncoder();
  if (format !== 'json') {
    return { text: encoder.encode(tableLines(scanTable, { opportunities: shown }, format)), told, faults: null };
  }
  const faults = shown.map((card: Card) => faultsOfSchema('Card', card)).find((one) => one !== null) ?? null;
  return { text: encoder.encode(shown.map((card) => JSON.stringify(card)).join()), told, faults };
}

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
