import { countRows, type Finding, type Flag, type Refusal } from '../ingest/readings';
import type { FindingSide, QualityFinding, QualityPart } from '../storage/priceQuality';
import { rowsByKind } from './importReport';

/** Rows that came in, as ingest read and judged them. */
export interface JudgedRows {
  /** Null for what a feed fetched. */
  readonly file: string | null;
  readonly rowsIn: number;
  readonly refused: readonly Refusal[];
  readonly flags: readonly Flag[];
  /** Rows that wait for somebody's word. */
  readonly held?: number;
  /** The symbol whose whole history they are. */
  readonly anew?: string | null;
}

/** Kinds that every evening's run has: counted, and not listed by symbol beside what somebody should look at. */
export const ROUTINE: ReadonlySet<string> = new Set(['provisional']);

/**
 * What a run reports of some rows: counts, and its findings by symbol and reason with their places.
 *
 * @param unlisted kinds that are only counted
 */
export function qualityPart(
  { file, rowsIn, refused, flags, held = 0, anew = null }: JudgedRows,
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
    anew: anew === null ? [] : [anew],
    finishedAt: null,
  };
}

/** The end of a run. */
export function lastPart(finishedAt: Date): QualityPart {
  return { ...qualityPart({ file: null, rowsIn: 0, refused: [], flags: [] }), finishedAt };
}

/** Findings of one symbol and kind are one, with its places in the order of the file. */
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
      sample: group.slice(0, MOST_PLACES).map(({ rows, firstDay, lastDay, firstLine, lastLine, detail }) => ({
        rows,
        firstDay,
        lastDay,
        firstLine,
        lastLine,
        detail,
      })),
    };
  });
}

/** Of one finding. */
const MOST_PLACES = 10;
