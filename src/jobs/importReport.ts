import { toIso } from '../core/calendar/dates';
import type { Merge } from '../ingest/merge';
import {
  countRows,
  type Finding,
  FLAGS,
  type Flag,
  type FlagKind,
  REFUSALS,
  type Refusal,
  type RefusalReason,
} from '../ingest/readings';
import { type Cell, csvLine } from '../rowText';
import type { FindingSide, QualityFinding, QualityPart } from '../storage/priceQuality';
import { MOST_PLACES } from '../storage/qualityReports';
import { CONCERNS, type Concern, type WaitingBars } from './importConcerns';

/** The result of one symbol. */
export interface SeriesReport {
  readonly symbol: string;
  readonly action: Merge['action'];
  /** Rows of the file that were stored. */
  readonly rows: number;
  readonly detail: string;
}

/** The result of one file, which grows while the file is read. rowsIn = rowsStored + the rows of `refused`. */
export interface FileReport {
  readonly path: string;
  /** Name of the layout; null when none was recognised. */
  format: string | null;
  rowsIn: number;
  rowsStored: number;
  readonly series: SeriesReport[];
  readonly refused: Refusal[];
  readonly flags: Flag[];
}

/** The findings of a file, or of a symbol of a feed. */
interface PathFindings {
  readonly path: string;
  readonly refused: readonly Refusal[];
  readonly flags: readonly Flag[];
}

export interface ImportReport {
  readonly files: readonly FileReport[];
  readonly rowsIn: number;
  readonly rowsStored: number;
  /** Bars of the market that are not served yet; null if there are none. */
  readonly waiting: WaitingBars | null;
  readonly seconds: number;
  /** Whether nothing was written; the report then says what would be stored. */
  readonly dryRun: boolean;
  /** Reasons why the import may be a mistake. */
  readonly concerns: readonly Concern[];
  /** Number of simulated symbols removed: real and simulated prices are never stored together. */
  readonly simulatedGone: number;
}

/** Findings of one kind shown on the terminal; the report file has all. */
const SHOWN_PER_KIND = 8;
const SHOWN_FILES = 30;

/** Rows by kind, most first. */
export function rowsByKind<Kind extends string>(findings: readonly Finding<Kind>[]): Partial<Record<Kind, number>> {
  const counts = new Map<Kind, number>();
  for (const { kind, rows } of findings) counts.set(kind, (counts.get(kind) ?? 0) + rows);
  return Object.fromEntries([...counts].sort(([, a], [, b]) => b - a)) as Partial<Record<Kind, number>>;
}

/** The summary of an import for a person: what is stored, what is not and why, what looks odd. */
export function formatReport(report: ImportReport): string {
  const { files, rowsIn, rowsStored, seconds } = report;
  const symbols = new Set(
    files.flatMap(({ series }) => series.filter(({ rows }) => rows > 0).map(({ symbol }) => symbol)),
  );
  const rate = seconds > 0 ? ` (${counted(Math.round(rowsIn / seconds))} rows/s)` : '';
  return [
    ...fileLines(files),
    ...actionLines(files),
    ...findingLines(files),
    ...waitingLine(report.waiting),
    ...concernLines(report.concerns),
    ...sandboxLines(report),
    ...(report.dryRun ? ['Dry run: nothing was written; "stored" counts the rows that an import would store.'] : []),
    `${counted(files.length)} files, ${counted(symbols.size)} symbols: ${counted(rowsIn)} rows in, ` +
      `${counted(rowsStored)} stored, ${counted(rowsIn - rowsStored)} refused, in ${seconds.toFixed(1)} s${rate}`,
  ].join('\n');
}

/** Lines about refused and suspicious rows, by kind. */
export function findingLines(files: readonly PathFindings[]): string[] {
  const refused = files.flatMap((file) => file.refused.map((finding) => ({ ...finding, path: file.path })));
  const flags = files.flatMap((file) => file.flags.map((finding) => ({ ...finding, path: file.path })));
  return [...section('Refused', refused, REFUSALS), ...section('Stored, but look at', flags, FLAGS)];
}

export function waitingLine(waiting: WaitingBars | null): string[] {
  if (waiting === null) return [];
  const { market, lastBar, ahead, newest, members } = waiting;
  return [
    `Market ${market} stands at ${toIso(lastBar)}: the later bars of ${counted(ahead)} of its ${counted(members)} symbols, ` +
      `up to ${toIso(newest)}, wait until half of them have bars of those days`,
  ];
}

function fileLines(files: readonly FileReport[]): string[] {
  const lines = files.map(({ path, format, rowsIn, rowsStored, refused }) => {
    const why = Object.entries(rowsByKind(refused)).map(([kind, rows]) => `${kind} ${counted(rows)}`);
    const reasons = why.length > 0 ? ` (${why.join(', ')})` : '';
    return `${path}: ${format ?? 'not taken'}: ${counted(rowsIn)} rows in, ${counted(rowsStored)} stored${reasons}`;
  });
  return shortened(lines, SHOWN_FILES, 'files');
}

function actionLines(files: readonly FileReport[]): string[] {
  const notes = files.flatMap(({ series }) =>
    series.filter(({ detail, action }) => detail !== '' && action !== 'conflict'),
  );
  const lines = notes.map(({ symbol, action, detail }) => `  ${symbol} ${action}: ${detail}`);
  return shortened(lines, SHOWN_PER_KIND, 'symbols');
}

function concernLines(concerns: readonly Concern[]): string[] {
  if (concerns.length === 0) return [];
  const lines = concerns.map(({ kind, symbol, detail }) => `    ${symbol}: ${CONCERNS[kind]}: ${detail}`);
  return ['May be a mistake:', ...shortened(lines, SHOWN_FILES, 'symbols')];
}

function sandboxLines({ simulatedGone, dryRun }: ImportReport): string[] {
  if (simulatedGone === 0) return [];
  const ends = dryRun ? 'would end: its' : 'has ended: its';
  const go = dryRun ? 'would go' : 'went';
  return [
    `The sandbox ${ends} ${counted(simulatedGone)} simulated symbols ${go}; only imported prices are served then.`,
  ];
}

function section<Kind extends RefusalReason | FlagKind>(
  title: string,
  findings: readonly (Finding<Kind> & { path: string })[],
  texts: Readonly<Record<Kind, string>>,
): string[] {
  if (findings.length === 0) return [];
  const kinds = Object.keys(rowsByKind(findings)) as Kind[];
  const blocks = kinds.flatMap((kind) => {
    const matching = findings.filter((finding) => finding.kind === kind);
    const lines = matching.map(
      (finding) => `    ${place(finding)}${finding.detail === '' ? '' : `: ${finding.detail}`}`,
    );
    return [
      `  ${kind} ${counted(countRows(matching))}: ${texts[kind]}`,
      ...shortened(lines, SHOWN_PER_KIND, 'places: --report FILE lists all'),
    ];
  });
  return [`${title}:`, ...blocks];
}

/** `BCH-USD 2014-09-17..2017-11-08 (1,149 rows)`, or the file if there is no symbol. */
function place({
  symbol,
  firstDay,
  lastDay,
  rows,
  path,
  firstLine,
  lastLine,
}: Finding<string> & { path: string }): string {
  const lines = firstLine === lastLine ? `line ${firstLine}` : `lines ${firstLine}-${lastLine}`;
  const dates =
    firstDay === null || lastDay === null
      ? lines
      : firstDay === lastDay
        ? toIso(firstDay)
        : `${toIso(firstDay)}..${toIso(lastDay)}`;
  return `${symbol ?? path} ${dates}${rows === 1 ? '' : ` (${counted(rows)} rows)`}`;
}

/** The first lines up to a limit, and a line that says how many more there are. */
export function shortened(lines: readonly string[], limit: number, what: string): string[] {
  if (lines.length <= limit) return [...lines];
  return [...lines.slice(0, limit), `    ... and ${counted(lines.length - limit)} more ${what}`];
}

const FINDING_COLUMNS = [
  'file',
  'symbol',
  'what',
  'kind',
  'rows',
  'first_date',
  'last_date',
  'first_line',
  'last_line',
  'detail',
];

/** Every finding of an import as CSV, one in each line. */
export function findingsCsv(files: readonly PathFindings[]): string {
  const rows = files.flatMap(({ path, refused, flags }) => [
    ...refused.map((finding) => findingCells(path, 'refused', finding)),
    ...flags.map((finding) => findingCells(path, 'flagged', finding)),
  ]);
  return [FINDING_COLUMNS, ...rows].map(csvLine).join('');
}

function findingCells(path: string, what: string, finding: Finding<string>): Cell[] {
  const { symbol, kind, rows, firstDay, lastDay, firstLine, lastLine, detail } = finding;
  const dates = [firstDay, lastDay].map((day) => (day === null ? null : toIso(day)));
  return [path, symbol, what, kind, rows, ...dates, firstLine, lastLine, detail];
}

/** Formats 362577 as 362,577 in any locale. */
export function counted(n: number): string {
  return n.toLocaleString('en-US');
}

/** Rows of a file or a response, with the results of their checks. */
export interface JudgedRows {
  /** Null for rows of a feed. */
  readonly file: string | null;
  readonly rowsIn: number;
  readonly refused: readonly Refusal[];
  readonly flags: readonly Flag[];
  /** Number of rows held for review. */
  readonly held?: number;
  /** The symbol whose whole history the rows are; null = none. */
  readonly replacedSymbol?: string | null;
}

/** Kinds of findings that occur in every evening's run: they are counted, and not listed by symbol. */
export const ROUTINE: ReadonlySet<string> = new Set(['provisional']);

/**
 * A part of a run's quality report: counts, and findings by symbol and kind with their places.
 *
 * @param unlisted kinds that are only counted
 */
export function qualityPart(
  { file, rowsIn, refused, flags, held = 0, replacedSymbol = null }: JudgedRows,
  unlisted: ReadonlySet<string> = new Set(),
): QualityPart {
  const listed = (findings: readonly Finding<string>[]) => findings.filter(({ kind }) => !unlisted.has(kind));
  return {
    rowsIn,
    rowsHeld: held,
    rowsTaken: rowsIn - countRows(refused) - held,
    refused: rowsByKind(refused),
    flagged: rowsByKind(flags),
    findings: [...grouped('refused', listed(refused), file), ...grouped('flagged', listed(flags), file)],
    replaced: replacedSymbol === null ? [] : [replacedSymbol],
    finishedAt: null,
  };
}

/** The part that ends a run's report. */
export function lastPart(finishedAt: Date): QualityPart {
  return { ...qualityPart({ file: null, rowsIn: 0, refused: [], flags: [] }), finishedAt };
}

/** Groups findings by symbol and kind, with their places in the order of the file. */
function grouped(side: FindingSide, findings: readonly Finding<string>[], file: string | null): QualityFinding[] {
  const groups = new Map<string, Finding<string>[]>();
  for (const finding of findings) {
    const key = `${finding.kind} ${finding.symbol}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [finding]);
    else group.push(finding);
  }
  return [...groups.values()].map((group) => {
    const days = group.flatMap(({ firstDay, lastDay }) => [firstDay, lastDay]).filter((day) => day !== null);
    const [{ kind, symbol }] = group;
    return {
      side,
      kind,
      symbol,
      file,
      rows: countRows(group),
      places: group.length,
      firstDay: days.length === 0 ? null : days.reduce((a, b) => Math.min(a, b)),
      lastDay: days.length === 0 ? null : days.reduce((a, b) => Math.max(a, b)),
      sample: group.slice(0, MOST_PLACES).map(({ kind: _, symbol: __, ...place }) => place),
    };
  });
}
