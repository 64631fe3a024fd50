import { analyzeAnswer } from '../../answers/analyzeAnswer';
import { marketListAnswer, symbolListAnswer } from '../../answers/opportunity';
import { heatMapAnswer } from '../../answers/patternStats';
import { scoreAnswer } from '../../answers/predictions';
import { scanAnswer } from '../../answers/scanSummary';
import { type Table, tableNotes } from '../../answers/table';
import {
  chartTable,
  compareTable,
  ledgerTable,
  opportunityTable,
  recordTable,
  scanTable,
  scoreTable,
  symbolTable,
} from '../../answers/tables';
import { heatMapFigure, symbolCardMarkdown } from '../../answers/widgets';
import type { Format, OperationId, Output } from '../../operation';
import { csvLine } from '../../rowText';
import { faultsOf, tableRows } from './cards';
import { compareAnswer, patternAnswer, portfolioAnswer, seasonalChartAnswer } from './symbolAnswers';
import type { Thread } from './thread';

/** Builders of answer bodies, by operation. Their parts are plain messages with references to symbols. */
const BUILDERS = {
  scanMarkets: scanAnswer,
  listOpportunities: marketListAnswer,
  listSymbolOpportunities: symbolListAnswer,
  analyzeSymbol: analyzeAnswer,
  getSymbolWidget: symbolCardMarkdown,
  getHeatMap: heatMapAnswer,
  getHeatMapWidget: heatMapFigure,
  scoreSetups: scoreAnswer,
  compareSymbols: compareAnswer,
  getPattern: patternAnswer,
  getSeasonalChart: seasonalChartAnswer,
  runPortfolioScenarios: portfolioAnswer,
  // The services build these bodies; they are written here when a table is requested.
  listLedger: (body: Output<'listLedger'>) => body,
  getTrackRecord: (body: Output<'getTrackRecord'>) => body,
  listSymbols: (body: Output<'listSymbols'>) => body,
} satisfies { [Id in OperationId]?: (parts: never, thread: Thread) => Output<Id> | Promise<Output<Id>> };

export type AnsweredOperation = keyof typeof BUILDERS;
export type AnswerParts<Id extends AnsweredOperation> = Parameters<(typeof BUILDERS)[Id]>[0];

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
  /** Members of its list that are already written (`WrittenCards`); the built body then has an empty list. */
  readonly rows?: readonly Uint8Array[];
}

/** The body of an answer: an object, a list, or a text. */
type Body = object | string;

/** The bytes of an answer. */
interface AnswerBytes {
  readonly body: Uint8Array;
  /** Violations of the contract by a JSON body; null without any, and for tables. */
  readonly faults: object | null;
  /** File name and notes of a table; null for JSON. */
  readonly file: { readonly name: string; readonly notes: string } | null;
}

/**
 * Builds, validates and writes an answer.
 *
 * @throws ApiError when the request is refused
 */
export async function answer(
  { operation, parts, format, rows = [] }: AnswerInput,
  thread: Thread,
): Promise<AnswerBytes> {
  const make = BUILDERS[operation] as (parts: unknown, thread: Thread) => Body | Promise<Body>;
  const built = await make(parts, thread);
  const table = TABLES[operation] as Table<object> | undefined;
  if (format === 'json') {
    const text = JSON.stringify(built);
    const body = table === undefined || rows.length === 0 ? joined([text]) : withRows(text, table.list, rows);
    return { body, faults: faultsOf(operation, built), file: null };
  }
  if (table === undefined || typeof built === 'string') throw new RangeError(`${operation} has no table`);
  const file = { name: `${table.name}.${format}`, notes: tableNotes(built, table.list) };
  const written = [tableRows(table, built, format), ...rows];
  if (format === 'rows') return { body: joined(['[', ...listed(written), ']']), faults: null, file };
  const header = format === 'csv' ? csvLine(table.columns) : '';
  return { body: joined([header, ...written]), faults: null, file };
}

/** Inserts rows into the empty list of a JSON body. Quotes in strings are escaped, so the pattern is unique. */
function withRows(text: string, list: string, rows: readonly Uint8Array[]): Uint8Array {
  const empty = `"${list}":[]`;
  const end = text.indexOf(empty) + empty.length - 1;
  return joined([text.slice(0, end), ...listed(rows), text.slice(end)]);
}

/** The members of a JSON list, with commas between those that are not empty. */
function listed<Member extends string | Uint8Array>(members: readonly Member[]): (Member | string)[] {
  return members.filter(({ length }) => length > 0).flatMap((member, i) => (i === 0 ? [member] : [',', member]));
}

/** Joins pieces in one new buffer, which can be transferred. */
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
