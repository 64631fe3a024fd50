import type { Day } from '../core/calendar/dates';
import { tickerKey } from '../core/calendar/ticker';
import { type Database, type EntityOf, firstOf, instant, json, LARGEST_ID, plain, RowMapper } from './database';
import { type PriceRun, type RunRow, toRun } from './priceHistory';

/** `refused` rows are not stored; `flagged` rows are stored, with a warning. */
export type FindingSide = 'refused' | 'flagged';

/** A range of neighbouring file rows that a finding covers. */
export interface FindingPlace {
  readonly rows: number;
  /** Null where the dates could not be read. */
  readonly firstDay: Day | null;
  readonly lastDay: Day | null;
  /** 0 where the rows do not follow each other. */
  readonly firstLine: number;
  readonly lastLine: number;
  /** Details such as the prices; empty when the kind of finding needs none. */
  readonly detail: string;
}

/** All rows of one symbol with the same fault. */
export interface QualityFinding {
  readonly side: FindingSide;
  /** A key of REFUSALS or FLAGS (ingest/readings.ts). */
  readonly kind: string;
  /** Null when the ticker could not be read. */
  readonly symbol: string | null;
  /** Null for rows from a feed. */
  readonly file: string | null;
  readonly rows: number;
  readonly places: number;
  readonly firstDay: Day | null;
  readonly lastDay: Day | null;
  /** The first places. */
  readonly sample: readonly FindingPlace[];
}

/** Rows by kind. */
export type RowsByKind = Readonly<Record<string, number>>;

export const REPORT = new RowMapper({
  /** Null while the run is in progress, and for good after it was interrupted. */
  finishedAt: instant<Date | null>(),
  /** Null when the run was not undone. */
  undoneAt: instant<Date | null>(),
  rowsIn: plain<number>(),
  rowsTaken: plain<number>(),
  /** Rows of prices that wait for an operator's approval. */
  rowsHeld: plain<number>(),
  refused: json<RowsByKind>(),
  flagged: json<RowsByKind>(),
  /** Number of stored findings, and of those over the limit. The row counts include both. */
  findings: plain<number>(),
  leftOut: plain<number>(),
});

/** The content of a report, without its run. */
export type ReportContent = EntityOf<typeof REPORT>;

/** The report of a run, without its findings. */
export type QualityReport = ReportContent & {
  /** Grows from run to run. */
  readonly id: number;
  /** `at` is its first write. */
  readonly run: PriceRun;
};

/** Row counts of a run: `rowsIn` is the sum of rows taken, held and refused. */
export type QualityCounts = Pick<ReportContent, 'rowsIn' | 'rowsTaken' | 'rowsHeld' | 'refused' | 'flagged'>;

/** A part of a run's report. */
export interface QualityPart extends QualityCounts {
  readonly findings: readonly QualityFinding[];
  /** Symbols whose whole history was replaced, which supersedes the findings of earlier runs. */
  readonly replaced: readonly string[];
  /** End of the run; null when further parts may follow. */
  readonly finishedAt: Date | null;
}

/** A finding of a report. */
export interface KeptFinding extends QualityFinding {
  readonly id: number;
  readonly reportId: number;
  /** Whether the finding concerns stored prices: its run was not undone and its history not replaced. */
  readonly stands: boolean;
}

/** A finding that stands, with the fields that counts need. */
export type StandingFinding = Pick<QualityFinding, 'side' | 'kind' | 'symbol' | 'rows' | 'firstDay' | 'lastDay'> & {
  readonly reportId: number;
  /** Null where no symbol of that ticker was stored. */
  readonly symbolId: number | null;
};

/** A page of a report's findings, in ascending order of id. */
export interface FindingFilter {
  /** Id of a finding; 0 = from the first. */
  readonly after: number;
  readonly limit: number;
  readonly symbol?: string;
  readonly kind?: string;
}

type ReportRow = RunRow & { readonly run_id: number };

type FindingRow = Omit<KeptFinding, 'sample' | 'stands'> & {
  /** JSON. */
  readonly sample: string;
  readonly stands: unknown;
};

const REPORTS = `SELECT q.*, r.run, r.kind, r.began_at, r.market_id, r.label
  FROM quality_report q JOIN price_run r ON r.id = q.run_id`;
const NEWEST = `${REPORTS} WHERE q.run_id < ? ORDER BY q.run_id DESC LIMIT ?`;
const ONE = `${REPORTS} WHERE q.run_id = ?`;
const STAMP = `SELECT count(*) AS reports, coalesce(max(run_id), 0) AS newest, coalesce(sum(rows_in), 0) AS rows_in,
    coalesce(sum(findings), 0) AS findings, count(undone_at) AS undone FROM quality_report`;
const FINDING =
  'f.side, f.kind, f.ticker AS symbol, f.row_count AS rows, f.first_day AS "firstDay", f.last_day AS "lastDay"';
const STANDS = 'f.superseded_by IS NULL AND q.undone_at IS NULL';
const OF_REPORTS = 'FROM quality_finding f JOIN quality_report q ON q.run_id = f.run_id';
const FINDINGS = `SELECT f.id, f.run_id AS "reportId", ${FINDING}, f.file, f.places, f.sample, ${STANDS} AS stands ${OF_REPORTS}`;
const MATCHES = 'f.run_id = ? AND (? = 0 OR f.key = ?) AND (? = 0 OR f.kind = ?)';
const PAGE = `${FINDINGS} WHERE ${MATCHES} AND f.id > ? ORDER BY f.id LIMIT ?`;
const COUNT = `SELECT count(*) AS n FROM quality_finding f WHERE ${MATCHES}`;
const STANDING = `SELECT f.run_id AS "reportId", f.symbol_id AS "symbolId", ${FINDING}
  ${OF_REPORTS} WHERE f.run_id = ? AND ${STANDS} ORDER BY f.id`;
const OF_SYMBOL = `${FINDINGS} WHERE ${STANDS} AND (f.symbol_id = ? OR (f.symbol_id IS NULL AND f.key = ?))
  ORDER BY f.run_id DESC, f.id`;

/** Reports of imports and feeds about the rows that came in; `PriceChanges.report` writes them. */
export class PriceQuality {
  constructor(private readonly database: Pick<Database, 'query'>) {}

  /** Differs after every report, and whenever one is undone or deleted. */
  async stamp(): Promise<string> {
    const [row] = await this.database.query<Record<string, number>>(STAMP);
    return Object.values(row).join();
  }

  /** A page of reports, newest first. @param before id of a report: only older ones; null = the newest */
  async reports(before: number | null, limit: number): Promise<QualityReport[]> {
    const rows = await this.database.query<ReportRow>(NEWEST, before ?? LARGEST_ID, limit);
    return rows.map(toReport);
  }

  /** Null when there is none, or it was deleted. */
  async report(id: number): Promise<QualityReport | null> {
    return firstOf(await this.database.query<ReportRow>(ONE, id), toReport);
  }

  async findings(reportId: number, { after, limit, symbol, kind }: FindingFilter): Promise<KeptFinding[]> {
    const rows = await this.database.query<FindingRow>(
      PAGE,
      ...filterParameters(reportId, { symbol, kind }),
      after,
      limit,
    );
    return rows.map(toFinding);
  }

  /** The number of findings of a report that match a filter. */
  async count(reportId: number, filter: Pick<FindingFilter, 'symbol' | 'kind'>): Promise<number> {
    const [{ n }] = await this.database.query<{ n: number }>(COUNT, ...filterParameters(reportId, filter));
    return n;
  }

  /** The findings of a report that stand. */
  standing(reportId: number): Promise<StandingFinding[]> {
    return this.database.query<StandingFinding>(STANDING, reportId);
  }

  /** The findings of a symbol that stand, newest report first. */
  async of({ id, symbol }: { readonly id: number; readonly symbol: string }): Promise<KeptFinding[]> {
    const rows = await this.database.query<FindingRow>(OF_SYMBOL, id, tickerKey(symbol) ?? '');
    return rows.map(toFinding);
  }
}

function filterParameters(
  reportId: number,
  { symbol, kind }: Pick<FindingFilter, 'symbol' | 'kind'>,
): (string | number)[] {
  const parameters = (text: string | null | undefined) => (text === undefined ? [0, ''] : [1, text ?? '']);
  return [reportId, ...parameters(symbol === undefined ? undefined : tickerKey(symbol)), ...parameters(kind)];
}

function toReport(row: ReportRow): QualityReport {
  return { id: row.run_id, run: toRun(row), ...REPORT.toEntity(row) };
}

function toFinding(row: FindingRow): KeptFinding {
  return { ...row, sample: JSON.parse(row.sample), stands: Boolean(row.stands) };
}
