import { CONFIDENCE_FACTORS, P_LEVELS } from '../core/significance/significance';
import { binomialTail } from '../core/statistics/intervals';
import { round4 } from '../core/statistics/round';
import { MAX_TILT, NEUTRAL, WEIGHTS } from '../core/window/edge';
import type { Schema } from '../schema';
import { readSeedFolder, readSeedText, SeedError, type SeedText } from '../seedFile';
import { disclaimerFor } from './phrases';
import type { CameTrueMarket, MethodDefinition, PublishedEvidence, PublishedModel } from './shapes';

/** Changes whenever a definition changes. */
const VERSION = '3';

/** The inputs of the answer. */
interface MethodologyInput {
  readonly prose: MethodProse;
  readonly simulated: boolean;
  /** The prediction model in service; null when there is none. */
  readonly model: PublishedModel | null;
  /** The published walk-forward evidence; null without any. */
  readonly evidence: PublishedEvidence | null;
  /** What came true, of the markets measured. */
  readonly cameTrue: readonly CameTrueMarket[];
}

/** The answer of GET /methodology: the definition of every published number, in agreement with METHOD. */
export function methodology({ prose, simulated, model, evidence, cameTrue }: MethodologyInput): Schema<'Methodology'> {
  return {
    version: VERSION,
    summary: prose.summary,
    sections: prose.sections,
    definitions: prose.definitions,
    edge_score: EDGE_SCORE,
    chance: CHANCE,
    limitations: prose.limitations,
    model,
    ...(evidence === null ? {} : { evidence }),
    came_true: [...cameTrue],
    disclaimer: disclaimerFor(simulated),
  };
}

const EDGE_SCORE: Schema<'EdgeScoreMethod'> = {
  range: { min: 0, max: 100 },
  neutral_below: NEUTRAL.edge,
  formula: [
    'clamp(x) = min(1, max(0, x))',
    `p0 = share of positive windows of the same symbol, hold and direction over all entry dates of the lookback; 0.5 if there are none`,
    'm0 = mean return of those windows; 0 if there are none',
    'p = (wins + 10*p0) / (n + 10)',
    'W = clamp((p - p0) / 0.25)',
    'S = min((mean - m0)/std, 10) * (1 - 3/(4*(n - 1) - 1)); the ratio is 10 if std = 0 and mean > m0, 0 if std = 0 otherwise',
    'T = clamp(S - sqrt((1 + S^2/2)/n)) if n >= 3, else 0',
    'C = clamp((median - m0)/(mean - m0)) if mean > m0, else 0',
    'nb = mean win share of the neighbours: entry -3..+3 days x hold -5, 0, +5; a hold below 2 or without an observed year is left out',
    'R = clamp((nb - p0) / 0.35)',
    `E = 100 * f * (${WEIGHTS.winRate}*W + ${WEIGHTS.strength}*T + ${WEIGHTS.evenness}*C + ${WEIGHTS.neighbours}*R) + tilt, tilt = (ml_score - 50)/50 * ${MAX_TILT} points, 0 unless the model has proven skill and predicts the setup`,
    `E = min(E, ${NEUTRAL.edge - 1}) if any of the caps holds`,
    'edge_score = floor(min(100, max(0, E)) + 0.5)',
  ],
  parts: [
    {
      symbol: 'W',
      weight: WEIGHTS.winRate,
      meaning: 'Win share, shrunk towards what any date would have won, beyond that.',
    },
    {
      symbol: 'T',
      weight: WEIGHTS.strength,
      meaning: 'Return beyond that of any date over its deviation, corrected for few years, less one standard error.',
    },
    {
      symbol: 'C',
      weight: WEIGHTS.evenness,
      meaning: 'Median over mean, both beyond drift: whether one outlier made the average.',
    },
    {
      symbol: 'R',
      weight: WEIGHTS.neighbours,
      meaning: 'Whether the neighbouring windows won more than any date, too.',
    },
  ],
  confidence: [
    { factor: CONFIDENCE_FACTORS.search, condition: `p_search is at most ${P_LEVELS.significant}.` },
    {
      factor: CONFIDENCE_FACTORS.symbol,
      condition: `p_symbol is at most ${P_LEVELS.significant}; a window that was named is never counted higher.`,
    },
    { factor: CONFIDENCE_FACTORS.doubtful, condition: `The same is at most ${P_LEVELS.doubtful}.` },
    { factor: CONFIDENCE_FACTORS.chance, condition: 'The same is above, or the significance is pending or not known.' },
  ],
  caps: [
    `fewer than ${NEUTRAL.years} years tested`,
    `a win rate below ${NEUTRAL.winRate}`,
    `an average return of at most ${NEUTRAL.cost} %, the cost of a round trip`,
    "an average return no better than any date's (m0)",
    'prices of the market that end more than its gap limit (10 days, in Asia 20) before the last session that should be there',
  ],
};

/** Baseline shares of wins, from a currency's to that of a steadily rising fund over some weeks. */
const ANY_DATE_SHARES = [0.5, 0.6, 0.7];

const RECORDS = [
  [5, 5],
  [10, 8],
  [10, 9],
  [10, 10],
  [15, 14],
  [20, 18],
  [30, 27],
];

const CHANCE: Schema<'ChanceRow'>[] = RECORDS.flatMap(([years, wins]) =>
  ANY_DATE_SHARES.map((share) => ({
    years: String(years),
    min_wins: wins,
    any_date_win_rate: share,
    probability_pct: round4(100 * binomialTail(wins, years, share)),
  })),
);

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
