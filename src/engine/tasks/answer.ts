import { analyzeAnswer } from '../../answers/analyzeAnswer';
import { heatMapAnswer } from '../../answers/heatMapAnswer';
import { marketListAnswer, symbolListAnswer } from '../../answers/listAnswer';
import { scanAnswer } from '../../answers/scanSummary';
import { scoreAnswer } from '../../answers/scoreAnswer';
import { ledgerTable, symbolTable } from '../../answers/tables/lists';
import { chartTable, compareTable, recordTable, scoreTable } from '../../answers/tables/measures';
import { tableNotes } from '../../answers/tables/notes';
import { opportunityTable, scanTable } from '../../answers/tables/setups';
import type { Table } from '../../answers/tables/table';
import type { Format, OperationId, Output } from '../../operation';
import { csvLine } from '../../rowText';
import { tableLines } from './cards';
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
  /** Members of its list that were written before, as `WrittenCards` has them: its parts make an empty one then. */
  readonly rows?: readonly Uint8Array[];
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
export async function answer(
  { operation, parts, format, rows = [] }: AnswerInput,
  thread: Thread,
): Promise<AnswerBytes> {
  const make = MAKERS[operation] as (parts: unknown, thread: Thread) => object | Promise<object>;
  const made = await make(parts, thread);
  const table = TABLES[operation] as Table<object> | undefined;
  if (format === 'json') {
    const text = JSON.stringify(made);
    const body = table === undefined || rows.length === 0 ? joined([text]) : withRows(text, table.list, rows);
    return { body, faults: faultsOf(operation, made), file: null };
  }
  if (table === undefined) throw new RangeError(`${operation} has no table`);
  const file = { name: `${table.name}.${format}`, notes: tableNotes(made, table.list) };
  const header = format === 'csv' ? csvLine(table.columns) : '';
  return { body: joined([header, tableLines(table, made, format), ...rows]), faults: null, file };
}

/** A quote inside a JSON text is escaped, so that this can only be the empty list itself. */
function withRows(text: string, list: string, rows: readonly Uint8Array[]): Uint8Array {
  const empty = `"${list}":[]`;
  const end = text.indexOf(empty) + empty.length - 1;
  const members = rows.flatMap((row, i) => (i === 0 ? [row] : [',', row]));
  return joined([text.slice(0, end), ...members, text.slice(end)]);
}

/** In memory of its own, which can be handed over. */
function joined(pieces: readonly (string | Uint8Array)[]): Uint8Array {
  const encoder = new TextEncoder();
  const parts = pieces.map((piece) => (typeof piece === 'string' ? encoder.encode(piece) : piece));
  const whole = new Uint8Array(parts.reduce((bytes, part) => bytes + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
