import type { Knex } from 'knex';
import { tickerKey } from '../core/calendar/ticker';
import { insertAll } from './database';
import type { PriceRun } from './priceHistory';
import type { PriceJournal } from './priceJournal';
import {
  type FindingPlace,
  type QualityFinding,
  type QualityPart,
  REPORT,
  type ReportContent,
  type RowsByKind,
} from './priceQuality';

/** Limits of stored reports, about 25 MB in total. Row counts include findings over a limit. */
const MOST_REPORTS = 500;
const MOST_FINDINGS = 50_000;
const MOST_OF_A_REPORT = 5_000;
/** Places stored of one finding. */
export const MOST_PLACES = 10;
const LONGEST_DETAIL = 200;
const LONGEST_FILE = 400;

const EMPTY = { rowsIn: 0, rowsTaken: 0, rowsHeld: 0, refused: {}, flagged: {}, findings: 0, leftOut: 0 };

/** Adds a part to the report of the current run; creates the report with the first part. */
export async function addToReport(trx: Knex, journal: PriceJournal, part: QualityPart): Promise<void> {
  const id = await journal.runId();
  const stored = await trx('quality_report').where({ run_id: id }).first();
  const before = stored === undefined ? EMPTY : REPORT.toEntity(stored);
  const kept = part.findings.slice(0, Math.max(0, MOST_OF_A_REPORT - before.findings));
  const report: ReportContent = {
    finishedAt: part.finishedAt,
    undoneAt: null,
    rowsIn: before.rowsIn + part.rowsIn,
    rowsTaken: before.rowsTaken + part.rowsTaken,
    rowsHeld: before.rowsHeld + part.rowsHeld,
    refused: sum(before.refused, part.refused),
    flagged: sum(before.flagged, part.flagged),
    findings: before.findings + kept.length,
    leftOut: before.leftOut + part.findings.length - kept.length,
  };
  const row = { run_id: id, ...REPORT.toRow(report) };
  await trx('quality_report').insert(row).onConflict('run_id').merge();
  if (stored === undefined) await deleteOldest(trx);
  await addFindings(trx, id, kept);
  for (const ticker of part.replaced) await supersede(trx, id, ticker);
}

/**
 * Marks the reports of an undone run, and of later ones that repeated it: their findings no longer stand, and those they
 * superseded stand again.
 */
export async function markUndone(trx: Knex, run: PriceRun, undoneAt: Date): Promise<void> {
  const { id: name, kind, marketId, label } = run;
  const first: { id: number } | undefined = await trx('price_run').where({ run: name }).first('id');
  if (first === undefined) return;
  const ids: number[] = await trx('price_run')
    .where({ kind, market_id: marketId, label })
    .where('id', '>=', first.id)
    .pluck('id');
  await trx('quality_report').whereIn('run_id', ids).update({ undone_at: undoneAt.getTime() });
  await trx('quality_finding').whereIn('superseded_by', ids).update({ superseded_by: null });
}

function sum(before: RowsByKind, more: RowsByKind): RowsByKind {
  const counts: Record<string, number> = { ...before };
  for (const [kind, rows] of Object.entries(more)) counts[kind] = (counts[kind] ?? 0) + rows;
  return counts;
}

async function addFindings(trx: Knex, runId: number, findings: readonly QualityFinding[]): Promise<void> {
  if (findings.length === 0) return;
  const keys = findings.map(({ symbol }) => (symbol === null ? null : tickerKey(symbol)));
  const known = [...new Set(keys.filter((key) => key !== null))];
  const listed: { id: number; key: string }[] = await trx('symbol').whereIn('key', known).select('id', 'key');
  const ids = new Map(listed.map(({ id, key }) => [key, id]));
  const rows = findings.map((finding, i) => rowOf(runId, finding, keys[i], ids.get(keys[i] ?? '') ?? null));
  await insertAll(trx, 'quality_finding', rows);
}

function rowOf(run_id: number, finding: QualityFinding, key: string | null, symbol_id: number | null): object {
  const { symbol, file, side, kind, rows, places, firstDay, lastDay, sample } = finding;
  return {
    run_id,
    symbol_id,
    ticker: symbol,
    key,
    file: file?.slice(-LONGEST_FILE) ?? null,
    side,
    kind,
    row_count: rows,
    places,
    first_day: firstDay,
    last_day: lastDay,
    sample: JSON.stringify(sample.slice(0, MOST_PLACES).map(shortPlace)),
    superseded_by: null,
  };
}

function shortPlace(place: FindingPlace): FindingPlace {
  return { ...place, detail: place.detail.slice(0, LONGEST_DETAIL) };
}

async function supersede(trx: Knex, runId: number, ticker: string): Promise<void> {
  const key = tickerKey(ticker);
  const symbol = key === null ? undefined : await trx('symbol').where({ key }).first('id');
  if (symbol === undefined) return;
  await trx('quality_finding')
    .where((finding) =>
      finding.where({ symbol_id: symbol.id }).orWhere((other) => other.where({ key }).whereNull('symbol_id')),
    )
    .where('run_id', '<', runId)
    .whereNull('superseded_by')
    .update({ superseded_by: runId });
}

/** Deletes the oldest reports over the limits, and their runs if those changed no prices. */
async function deleteOldest(trx: Knex): Promise<void> {
  const reports: { run_id: number; findings: number }[] = await trx('quality_report')
    .orderBy('run_id', 'desc')
    .select('run_id', 'findings');
  let findings = 0;
  const old = reports.filter((report, i) => {
    findings += report.findings;
    return i >= MOST_REPORTS || findings > MOST_FINDINGS - MOST_OF_A_REPORT;
  });
  if (old.length === 0) return;
  const ids = old.map(({ run_id }) => run_id);
  // Their findings are deleted with them (foreign key).
  await trx('quality_report').whereIn('run_id', ids).delete();
  await trx('price_run').whereIn('id', ids).whereNotIn('id', trx('price_version').select('run_id')).delete();
}
