import { toIsoOrNull } from '../../core/calendar/dates';
import { pageOf } from '../../core/parts';
import { notFound } from '../../errors';
import { priceFree } from '../../ingest/quality';
import { FLAGS, REFUSALS } from '../../ingest/readings';
import type { Input, Output } from '../../operation';
import type { FindingSide, KeptFinding, QualityReport, RowsByKind } from '../../storage/priceQuality';
import type { ServiceDeps } from '../screening/deps';

type PublishedRun = Output<'listQualityRuns'>['runs'][number];
type PublishedFinding = Output<'getQualityRun'>['findings'][number];

/** The reports of imports and feeds, newest first. */
export async function listQualityRuns(
  { storage: { prices } }: ServiceDeps,
  { before, limit }: Input<'listQualityRuns'>,
): Promise<Output<'listQualityRuns'>> {
  const rows = await prices.quality.reports(before ?? null, limit + 1);
  const { shown, next } = pageOf(rows, limit, ({ id }) => id);
  return {
    runs: shown.map((report) => publishedRun(report)),
    next_before: next,
  };
}

/** @throws not_found for an unknown or deleted report */
export async function getQualityRun(
  { storage: { prices } }: ServiceDeps,
  { run_id, symbol, after, limit }: Input<'getQualityRun'>,
): Promise<Output<'getQualityRun'>> {
  const report = await prices.quality.report(run_id);
  if (report === null) throw notFound(`There is no report of a run ${run_id}: only the newest are kept.`);
  const page = { after: after ?? 0, limit: limit + 1, symbol };
  const rows = await prices.quality.findings(run_id, page);
  const { shown, next } = pageOf(rows, limit, ({ id }) => id);
  return {
    run: publishedRun(report),
    findings: shown.map(publishedFinding),
    total: await prices.quality.count(run_id, page),
    next_after: next,
  };
}

/** The description of a kind of finding. */
export function reasonOf(side: FindingSide, kind: string): string {
  const texts: Readonly<Record<string, string>> = side === 'refused' ? REFUSALS : FLAGS;
  return texts[kind] ?? kind;
}

function publishedRun(report: QualityReport): PublishedRun {
  const { id, run, finishedAt, undoneAt, rowsIn, rowsTaken, rowsHeld, refused, flagged, findings, leftOut } = report;
  return {
    run_id: id,
    kind: run.kind,
    market_id: run.marketId as PublishedRun['market_id'],
    label: run.label,
    began_at: run.at.toISOString(),
    finished_at: finishedAt?.toISOString() ?? null,
    undone_at: undoneAt?.toISOString() ?? null,
    rows_in: rowsIn,
    rows_taken: rowsTaken,
    rows_held: rowsHeld,
    rows_refused: Object.values(refused).reduce((sum, rows) => sum + rows, 0),
    refused: byKind('refused', refused),
    flagged: byKind('flagged', flagged),
    findings,
    left_out: leftOut,
  };
}

/** Most rows first. */
function byKind(side: FindingSide, rows: RowsByKind): PublishedRun['refused'] {
  const kinds = Object.entries(rows).sort(([, a], [, b]) => b - a);
  return kinds.map(([kind, count]) => ({ kind, reason: reasonOf(side, kind), rows: count }));
}

function publishedFinding(finding: KeptFinding): PublishedFinding {
  const { id, symbol, file, side, kind, rows, places, firstDay, lastDay, stands, sample } = finding;
  return {
    finding_id: id,
    symbol,
    file,
    side,
    kind,
    reason: reasonOf(side, kind),
    rows,
    places,
    stands,
    first_date: toIsoOrNull(firstDay),
    last_date: toIsoOrNull(lastDay),
    sample: sample.map((place) => ({
      rows: place.rows,
      first_line: place.firstLine,
      last_line: place.lastLine,
      first_date: toIsoOrNull(place.firstDay),
      last_date: toIsoOrNull(place.lastDay),
      detail: priceFree(place.detail),
    })),
  };
}
