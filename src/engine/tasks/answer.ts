import { analyzeAnswer } from '../../answers/analyzeAnswer';
import { heatMapAnswer } from '../../answers/heatMapAnswer';
import { marketListAnswer, symbolListAnswer } from '../../answers/listAnswer';
import { scanAnswer } from '../../answers/scanAnswer';
import { scoreAnswer } from '../../answers/scoreAnswer';
import { ledgerTable, symbolTable } from '../../answers/tables/lists';
import { chartTable, compareTable, recordTable, scoreTable } from '../../answers/tables/measures';
import { tableNotes } from '../../answers/tables/notes';
import { opportunityTable, scanTable } from '../../answers/tables/setups';
import type { Table } from '../../answers/tables/table';
import type { Format, OperationId, Output, TABLE_TYPES } from '../../operation';
import { type Cell, csvLine, jsonLine } from '../../rowText';
import { compareAnswer } from './compareAnswer';
import { faultsOf } from './contractCheck';
import { patternAnswer, seasonalChartAnswer } from './patternAnswer';
import { portfolioAnswer } from './portfolioAnswer';
import type { Thread } from './thread';

/** What makes the body of an answer of its parts: numbers, and symbols whose prices it looks at. */
export const MAKERS = {
  scanMarkets: scanAnswer,
  listOpportunities: marketListAnswer,
  listSymbolOpportunities: symbolListAnswer,
  analyzeSymbol: analyzeAnswer,
  getHeatMap: heatMapAnswer,
  scoreSetups: scoreAnswer,
  compareSymbols: compareAnswer,
  getPattern: patternAnswer,
  getSeasonalChart: seasonalChartAnswer,
  runPortfolioScenarios: portfolioAnswer,
  // Made where they are asked for, and written here where they are wanted as tables.
  listLedger: (body: Output<'listLedger'>) => body,
  getTrackRecord: (body: Output<'getTrackRecord'>) => body,
  listSymbols: (body: Output<'listSymbols'>) => body,
} satisfies { [Id in OperationId]?: (parts: never, thread: Thread) => Output<Id> | Promise<Output<Id>> };

export type AnsweredOperation = keyof typeof MAKERS;
export type AnswerParts<Id extends AnsweredOperation> = Parameters<(typeof MAKERS)[Id]>[0];

/** The tables of answers that have one. */
const TABLES: { readonly [Id in AnsweredOperation]?: Table<Output<Id>> } = {
  scanMarkets: scanTable,
  listOpportunities: opportunityTable,
  listSymbolOpportunities: opportunityTable,
  scoreSetups: scoreTable,
  compareSymbols: compareTable,
  getSeasonalChart: chartTable,
  getTrackRecord: recordTable,
  listLedger: ledgerTable,
  listSymbols: symbolTable,
};

export interface AnswerInput<Id extends AnsweredOperation = AnsweredOperation> {
  readonly operation: Id;
  readonly parts: AnswerParts<Id>;
  readonly format: Format;
}

/** The bytes of an answer. */
export interface AnswerBytes {
  readonly body: Uint8Array;
  /** What in a body of JSON breaks the contract; null = nothing, as of every table. */
  readonly faults: object | null;
  /** Of a table; null of JSON. */
  readonly file: { readonly name: string; readonly notes: string } | null;
}

/**
 * Makes an answer, holds it to the contract and writes it.
 *
 * @throws ApiError with what is to be refused
 */
export async function answer({ operation, parts, format }: AnswerInput, thread: Thread): Promise<AnswerBytes> {
  const make = MAKERS[operation] as (parts: unknown, thread: Thread) => object | Promise<object>;
  const made = await make(parts, thread);
  if (format === 'json') {
    return { body: bytesOf(JSON.stringify(made)), faults: faultsOf(operation, made), file: null };
  }
  const table = TABLES[operation] as Table<object> | undefined;
  if (table === undefined) throw new RangeError(`${operation} has no table`);
  const file = { name: `${table.name}.${format}`, notes: tableNotes(made, table.list) };
  return { body: bytesOf(textOf(table, made, format)), faults: null, file };
}

function textOf({ columns, cells }: Table<object>, body: object, format: keyof typeof TABLE_TYPES): string {
  const lines: string[] = format === 'csv' ? [csvLine(columns)] : [];
  const write = (row: readonly Cell[]) => (format === 'csv' ? csvLine(row) : jsonLine(columns, row));
  for (const row of cells(body)) lines.push(write(row));
  return lines.join('');
}

/** In memory of its own, which can be handed over. */
function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
