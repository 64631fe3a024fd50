import { tickerKey } from '../../core/calendar/ticker';
import type {
  FindingSide,
  FindingsWanted,
  KeptFinding,
  PriceQuality,
  QualityReport,
  StandingFinding,
} from '../quality';
import type { SqlDatabase } from './database';
import { type RunRow, toRun } from './priceHistory';
import type { ReportRow } from './qualityWrites';

interface FindingRow {
  readonly id: number;
  readonly run_id: number;
  readonly symbol_id: number | null;
  readonly ticker: string | null;
  readonly file: string | null;
  readonly side: FindingSide;
  readonly kind: string;
  readonly row_count: number;
  readonly places: number;
  readonly first_day: number | null;
  readonly last_day: number | null;
  readonly sample: string;
  readonly superseded_by: number | null;
  readonly undone_at: number | null;
}

const REPORTS = `SELECT q.*, r.run, r.kind, r.began_at, r.market_id, r.label
  FROM quality_report q JOIN price_run r ON r.id = q.run_id`;
const NEWEST = `${REPORTS} WHERE q.run_id < ? ORDER BY q.run_id DESC LIMIT ?`;
const ONE = `${REPORTS} WHERE q.run_id = ?`;
const STAMP = `SELECT count(*) AS reports, coalesce(max(run_id), 0) AS newest, coalesce(sum(rows_in), 0) AS rows_in,
    coalesce(sum(findings), 0) AS findings, count(undone_at) AS undone FROM quality_report`;
const FINDINGS = 'SELECT f.*, q.undone_at FROM quality_finding f JOIN quality_report q ON q.run_id = f.run_id';
const OF_REPORT = 'f.run_id = ? AND (? = 0 OR f.key = ?) AND (? = 0 OR f.kind = ?)';
const PAGE = `${FINDINGS} WHERE ${OF_REPORT} AND f.id > ? ORDER BY f.id LIMIT ?`;
const COUNT = `SELECT count(*) AS n FROM quality_finding f WHERE ${OF_REPORT}`;
const STANDS = 'f.superseded_by IS NULL AND q.undone_at IS NULL';
const STANDING = `SELECT f.run_id, f.symbol_id, f.ticker, f.side, f.kind, f.row_count, f.first_day, f.last_day
  FROM quality_finding f JOIN quality_report q ON q.run_id = f.run_id WHERE f.run_id = ? AND ${STANDS} ORDER BY f.id`;
const OF_SYMBOL = `${FINDINGS} WHERE ${STANDS} AND (f.symbol_id = ? OR (f.symbol_id IS NULL AND f.key = ?))
  ORDER BY f.run_id DESC, f.id`;

/** Reports of imports and feeds, read only: sql/qualityWrites.ts writes them. */
export class SqlPriceQuality implements PriceQuality {
  constructor(private readonly database: Pick<SqlDatabase, 'query'>) {}

  async stamp(): Promise<string> {
    const [row] = await this.database.query<Record<string, number>>(STAMP);
    return Object.values(row).join();
  }

  async reports(before: number | null, limit: number): Promise<QualityReport[]> {
    const rows = await this.database.query<ReportRow & RunRow>(NEWEST, before ?? LARGEST_ID, limit);
    return rows.map(toReport);
  }

  async report(id: number): Promise<QualityReport | null> {
    const [row] = await this.database.query<ReportRow & RunRow>(ONE, id);
    return row === undefined ? null : toReport(row);
  }

  async findings(reportId: number, { after, limit, symbol, kind }: FindingsWanted): Promise<KeptFinding[]> {
    const rows = await this.database.query<FindingRow>(PAGE, ...which(reportId, { symbol, kind }), after, limit);
    return rows.map(toFinding);
  }

  async count(reportId: number, wanted: Pick<FindingsWanted, 'symbol' | 'kind'>): Promise<number> {
    const [{ n }] = await this.database.query<{ n: number }>(COUNT, ...which(reportId, wanted));
    return n;
  }

  async standing(reportId: number): Promise<StandingFinding[]> {
    const rows = await this.database.query<FindingRow>(STANDING, reportId);
    return rows.map((row) => ({
      reportId: row.run_id,
      symbolId: row.symbol_id,
      symbol: row.ticker,
      side: row.side,
      kind: row.kind,
      rows: Number(row.row_count),
      firstDay: row.first_day,
      lastDay: row.last_day,
    }));
  }

  async of({ id, symbol }: { readonly id: number; readonly symbol: string }): Promise<KeptFinding[]> {
    const rows = await this.database.query<FindingRow>(OF_SYMBOL, id, tickerKey(symbol) ?? '');
    return rows.map(toFinding);
  }
}

/** Of an integer column, in either dialect. */
const LARGEST_ID = 2_147_483_647;

function which(reportId: number, { symbol, kind }: Pick<FindingsWanted, 'symbol' | 'kind'>): (string | number)[] {
  const filter = (text: string | null | undefined) => (text === undefined ? [0, ''] : [1, text ?? '']);
  return [reportId, ...filter(symbol === undefined ? undefined : tickerKey(symbol)), ...filter(kind)];
}

function toReport(row: ReportRow & RunRow): QualityReport {
  return {
    id: row.run_id,
    run: toRun(row),
    finishedAt: row.finished_at === null ? null : new Date(Number(row.finished_at)),
    undoneAt: row.undone_at === null ? null : new Date(Number(row.undone_at)),
    rowsIn: Number(row.rows_in),
    rowsTaken: Number(row.rows_taken),
    rowsHeld: Number(row.rows_held),
    refused: JSON.parse(row.refused),
    flagged: JSON.parse(row.flagged),
    findings: row.findings,
    leftOut: row.left_out,
  };
}

function toFinding(row: FindingRow): KeptFinding {
  return {
    id: row.id,
    reportId: row.run_id,
    side: row.side,
    kind: row.kind,
    symbol: row.ticker,
    file: row.file,
    rows: Number(row.row_count),
    places: row.places,
    firstDay: row.first_day,
    lastDay: row.last_day,
    sample: JSON.parse(row.sample),
    stands: row.superseded_by === null && row.undone_at === null,
  };
}
