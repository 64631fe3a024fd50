import { toIsoOrNull } from '../../core/calendar/dates';
import { notFound } from '../../errors';
import type { Input, Output } from '../../operation';
import type { FindingSide, KeptFinding, QualityReport, RowsByKind } from '../../storage/priceQuality';
import type { ConsoleDeps } from '../account/console';
import type { PriceQuality } from './priceQuality';

type PublishedRun = Output<'listQualityRuns'>['runs'][number];
type PublishedFinding = Output<'getQualityRun'>['findings'][number];

/** What imports and feeds reported, newest first. */
export async function listQualityRuns(
  { console: { prices, quality } }: ConsoleDeps,
  { before, limit }: Input<'listQualityRuns'>,
): Promise<Output<'listQualityRuns'>> {
  const found = await prices.quality.reports(before ?? null, limit + 1);
  const shown = found.slice(0, limit);
  return {
    runs: shown.map((report) => publishedRun(quality, report)),
    next_before: found.length > limit ? shown[shown.length - 1].id : null,
  };
}

/** @throws not_found for a report that there is not, or that was let go */
export async function getQualityRun(
  { console: { prices, quality } }: ConsoleDeps,
  { run_id, symbol, after, limit }: Input<'getQualityRun'>,
): Promise<Output<'getQualityRun'>> {
  const report = await prices.quality.report(run_id);
  if (report === null) throw notFound(`There is no report of a run ${run_id}: only the newest are kept.`);
  const wanted = { after: after ?? 0, limit: limit + 1, symbol };
  const found = await prices.quality.findings(run_id, wanted);
  const shown = found.slice(0, limit);
  return {
    run: publishedRun(quality, report),
    findings: shown.map((finding) => publishedFinding(quality, finding)),
    total: await prices.quality.count(run_id, wanted),
    next_after: found.length > limit ? shown[shown.length - 1].id : null,
  };
}

function publishedRun(desk: PriceQuality, report: QualityReport): PublishedRun {
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
    refused: byKind(desk, 'refused', refused),
    flagged: byKind(desk, 'flagged', flagged),
    findings,
    left_out: leftOut,
  };
}

/** Most rows first. */
function byKind(desk: PriceQuality, side: FindingSide, rows: RowsByKind): PublishedRun['refused'] {
  const kinds = Object.entries(rows).sort(([, a], [, b]) => b - a);
  return kinds.map(([kind, count]) => ({ kind, reason: desk.reasonOf(side, kind), rows: count }));
}

function publishedFinding(desk: PriceQuality, finding: KeptFinding): PublishedFinding {
  const { id, symbol, file, side, kind, rows, places, firstDay, lastDay, stands, sample } = finding;
  return {
    finding_id: id,
    symbol,
    file,
    side,
    kind,
    reason: desk.reasonOf(side, kind),
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
      detail: desk.priceFree(place.detail),
    })),
  };
}
