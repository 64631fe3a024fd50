import type { Schema } from '../schema';
import { readSeedFolder, readSeedText, SeedError, type SeedText } from '../seedFile';
import type { MethodDefinition } from './shapes';

/** The parts of the methodology that are written as Markdown in seeds/methodology. */
export type MethodProse = Pick<Schema<'Methodology'>, 'summary' | 'sections' | 'definitions' | 'limitations'>;

/** @throws SeedError naming the file and place of the first fault */
export function loadMethodProse(): MethodProse {
  return {
    summary: splitHeading(readSeedText('methodology/summary.md')).body,
    sections: readSeedFolder('methodology/sections').map(parseSection),
    definitions: parseDefinitions(readSeedText('methodology/definitions.md')),
    limitations: parseList(readSeedText('methodology/limitations.md')),
  };
}

/** A section: `01-window.md` has the id `window`, its heading is the title and the text below it the body. */
export function parseSection(file: SeedText): Schema<'MethodSection'> {
  const [, id] = /(?:^|\/)\d\d-([a-z_]+)\.md$/.exec(file.name) ?? [];
  if (id === undefined) throw new SeedError(file.name, 'the name', file.name, 'one like 01-window.md');
  const { title, body } = splitHeading(file);
  return { id, title, body };
}

/** A heading and a list of items of one line each. */
export function parseList(file: SeedText): string[] {
  const { body, bodyLine } = splitHeading(file);
  return body.split('\n').map((line, i) => {
    if (!/^- \S/.test(line))
      throw new SeedError(file.name, `line ${bodyLine + i}`, line, 'an item: a line that begins with "- "');
    return line.slice(2);
  });
}

const HEAD = '| Field | Unit | Definition | Formula | Null when |';
const RULE = '| --- | --- | --- | --- | --- |';
const UNITS: Readonly<Record<MethodDefinition['unit'], true>> = {
  percent: true,
  ratio: true,
  share: true,
  count: true,
  years: true,
  days: true,
  index: true,
  score: true,
  date: true,
  none: true,
};

/**
 * The definitions of a Markdown file: a heading, an introduction of one line, then a table under each `##` heading. One
 * row defines every field it names; an empty formula or null-when cell is null.
 *
 * @throws SeedError naming the line of the first fault
 */
export function parseDefinitions(file: SeedText): MethodDefinition[] {
  const lines = new Lines(file);
  const definitions = new Map<string, MethodDefinition>();
  lines.take(/^[^|#]/, 'an introduction of one line');
  do {
    lines.take(/^## \S/, 'a heading: "## " and a subject');
    lines.take(HEAD, `the head of a table: ${HEAD}`);
    lines.take(RULE, `the rule under the head: ${RULE}`);
    do {
      const row = lines.take(/^\|/, 'a row of the table');
      for (const definition of parseRow(row, lines.refuse)) {
        const { name } = definition;
        if (definitions.has(name)) throw lines.refuse(name, 'a field that is not defined above');
        definitions.set(name, definition);
      }
    } while (lines.next?.startsWith('|'));
  } while (lines.next !== undefined);
  return [...definitions.values()];
}

/** Reads the non-empty lines below the heading of a file, one after the other. */
class Lines {
  private readonly lines: readonly { readonly text: string; readonly number: number }[];
  private taken = 0;

  constructor(private readonly file: SeedText) {
    const { body, bodyLine } = splitHeading(file);
    const all = body.split('\n').map((text, i) => ({ text, number: bodyLine + i }));
    this.lines = all.filter(({ text }) => text !== '');
  }

  /** The next line; undefined at the end. */
  get next(): string | undefined {
    return this.lines[this.taken]?.text;
  }

  /** Takes the next line. @throws SeedError unless it matches */
  take(expected: RegExp | string, accepted: string): string {
    const { next } = this;
    this.taken += 1;
    if (next === undefined) throw this.refuse('', accepted);
    const fits = typeof expected === 'string' ? next === expected : expected.test(next);
    if (!fits) throw this.refuse(next, accepted);
    return next;
  }

  /** An error for the line taken last; past the end for the last line. */
  readonly refuse: Refuse = (got, accepted) => {
    const { number } = this.lines[Math.min(this.taken, this.lines.length) - 1];
    return new SeedError(this.file.name, `line ${number}`, got, accepted);
  };
}

type Refuse = (got: string, accepted: string) => SeedError;

/** The definitions of one row: as many as it names fields. */
function parseRow(line: string, refuse: Refuse): MethodDefinition[] {
  const cells = cellsOf(line);
  if (cells.length !== 5) throw refuse(line, 'a row of 5 cells (a bar inside a cell is written \\|)');
  const [fields, unit, definition, formula, nullWhen] = cells;
  if (!isUnit(unit)) throw refuse(unit, `a unit: ${Object.keys(UNITS).join(', ')}`);
  if (definition === '') throw refuse(line, 'a definition in the third cell');
  return fields.split(', ').map((field) => ({
    name: inCode(field, refuse),
    definition,
    formula: formula === '' ? null : inCode(formula, refuse),
    unit,
    null_when: nullWhen === '' ? null : nullWhen,
  }));
}

function cellsOf(line: string): string[] {
  const inner = line.replace(/^\|/, '').replace(/\|$/, '');
  return inner.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|'));
}

/** The text between backticks. */
function inCode(cell: string, refuse: Refuse): string {
  const [, code] = /^`([^`]+)`$/.exec(cell) ?? [];
  if (code === undefined) throw refuse(cell, 'a text between backticks');
  return code;
}

function isUnit(text: string): text is MethodDefinition['unit'] {
  return Object.hasOwn(UNITS, text);
}

/** A file split into its heading and the text below it. */
interface Headed {
  readonly title: string;
  readonly body: string;
  /** Line of the file, from 1, that the body begins on. */
  readonly bodyLine: number;
}

/** @throws SeedError unless the file is a heading, an empty line and a text that ends with one line break */
export function splitHeading(file: SeedText): Headed {
  const [heading, gap, ...rest] = file.text.split('\n');
  if (!/^# \S/.test(heading)) throw new SeedError(file.name, 'line 1', heading, 'a heading: "# " and the title');
  if (gap !== '') throw new SeedError(file.name, 'line 2', gap ?? '', 'an empty line after the heading');
  if (!rest[0]?.trim()) throw new SeedError(file.name, 'line 3', rest[0] ?? '', 'a text below the heading');
  const end = rest.pop();
  if (end !== '')
    throw new SeedError(file.name, `line ${rest.length + 3}`, end ?? '', 'a line break at the end of the file');
  if (rest.at(-1) === '') throw new SeedError(file.name, `line ${rest.length + 2}`, '', 'a text on the last line');
  return { title: heading.slice(2), body: rest.join('\n'), bodyLine: 3 };
}
