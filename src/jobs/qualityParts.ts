import { countRows, type Finding, type Flag, type Refusal } from '../ingest/readings';
import type { FindingSide, QualityFinding, QualityPart } from '../storage/priceQuality';
import { MOST_PLACES } from '../storage/qualityReports';
import { rowsByKind } from './importReport';

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
