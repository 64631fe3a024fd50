import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ValidateFunction } from 'ajv/dist/2020';
import Ajv2020 from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { buildCard, type CardInput, type View, viewCards } from '../../answers/card';
import { type ChartInput, cardChart } from '../../answers/patternStats';
import { type SummaryCard, summaryCard } from '../../answers/scanSummary';
import type { Card } from '../../answers/shapes';
import type { Table } from '../../answers/table';
import { scanTable } from '../../answers/tables';
import type { Format, TABLE_TYPES } from '../../operation';
import { PROJECT_ROOT } from '../../projectRoot';
import { type Cell, csvLine, jsonLine, jsonRow } from '../../rowText';

/** The part of the contract that is read here. */
interface Contract {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly operationId?: string }>>>>;
}

/**
 * The validators of a thread by JSON pointer, compiled on first use: the first answer of an operation takes up to 80 ms longer.
 * Compiling all at the start would make each start half a second longer and take 30 MB.
 */
const validators = new Map<string, ValidateFunction>();
let compiler: { readonly ajv: Ajv2020; readonly pointers: ReadonlyMap<string, string> } | null = null;

/** Violations of the contract in the 200 answer of an operation; null without any. */
export function faultsOf(operation: string, body: object | string): object | null {
  return faultsBy(validatorOf(operation), body);
}

/** Violations of a named schema in a value; null without any. */
export function faultsOfSchema(name: string, value: object): object | null {
  return faultsBy(validatorAt(`/components/schemas/${name}`), value);
}

function faultsBy(validate: ValidateFunction, value: object | string): object | null {
  return validate(value) ? null : (validate.errors ?? []);
}

function validatorOf(operation: string): ValidateFunction {
  compiler ??= openContract();
  return validatorAt(compiler.pointers.get(operation)!);
}

function validatorAt(pointer: string): ValidateFunction {
  const compiled = validators.get(pointer);
  if (compiled) return compiled;
  compiler ??= openContract();
  const validate = compiler.ajv.compile({ $ref: `contract#${pointer}` });
  validators.set(pointer, validate);
  return validate;
}

function openContract() {
  const contract: Contract = JSON.parse(readFileSync(join(PROJECT_ROOT, 'generated', 'openapi.json'), 'utf8'));
  // Ajv ignores OpenAPI's own keywords, none of which affects validity. Without the option it would check the whole document as a
  // single JSON schema, which takes longer than to parse it; Redocly checks the document.
  const ajv = new Ajv2020({ strict: false, logger: false, validateSchema: false });
  addFormats(ajv, { mode: 'full' });
  ajv.addSchema(contract, 'contract');
  const pointers = Object.entries(contract.paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, { operationId }]): [string, string][] => {
      // Threads build answers to questions; what creates something is answered on the main thread.
      const steps = ['paths', path, method, 'responses', '200', 'content', 'application/json', 'schema'];
      return operationId === undefined ? [] : [[operationId, steps.map(pointerStep).join('')]];
    }),
  );
  return { ajv, pointers: new Map(pointers) };
}

function pointerStep(name: string): string {
  return `/${encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))}`;
}

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
