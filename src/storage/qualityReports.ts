import type { Knex } from 'knex';
import { tickerKey } from '../core/calendar/ticker';
import type { Bars } from '../core/window/bars';
import { type Database, insertAll } from './database';
import { symbolKey } from './feedSymbols';
import { incrementFeedRevision } from './feeds';
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
import { decodeBars, encodeCloses, encodeRange } from './storedSeries';

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

/** Prices that contradict the stored ones and wait for an operator's decision. */
export interface HeldPrices {
  readonly ticker: string;
  readonly heldAt: Date;
  /** A sentence for the operator. */
  readonly reason: string;
  /** Label of their source. */
  readonly source: string;
  /** The series that would replace the stored one. */
  readonly bars: Bars;
}

/** Identifies held prices. */
export interface HeldKey {
  readonly feedId: number;
  readonly ticker: string;
}

export interface HeldFeedPrices extends HeldPrices {
  readonly feedId: number;
}

const toRow = (feedId: number, held: HeldPrices) => ({
  ...symbolKey(feedId, held.ticker),
  held_at: held.heldAt.getTime(),
  reason: held.reason,
  source: held.source,
  row_count: held.bars.day.length,
  closes: encodeCloses(held.bars),
  range: encodeRange(held.bars),
});

type HeldRow = ReturnType<typeof toRow> & { readonly ticker: string };

/** Empty for damaged prices, which are fetched again. */
function toHeld(row: HeldRow): HeldFeedPrices[] {
  const bars = decodeBars(row.closes, row.range, row.row_count);
  if (bars === null) return [];
  const { feed_id: feedId, ticker, reason, source } = row;
  return [{ feedId, ticker, heldAt: new Date(row.held_at), reason, source, bars }];
}

const WITH_TICKER = `SELECT h.*, s.ticker FROM feed_held h
  JOIN feed_symbol s ON s.feed_id = h.feed_id AND s.key = h.key`;
const OF_FEED = `${WITH_TICKER} WHERE h.feed_id = ? ORDER BY s.ticker`;
const AFTER = `${WITH_TICKER} WHERE (h.feed_id, h.key) > (?, ?) ORDER BY h.feed_id, h.key LIMIT ?`;
const ONE = `${WITH_TICKER} WHERE h.feed_id = ? AND h.key = ?`;
const COUNT = 'SELECT count(*) AS waiting FROM feed_held';

/** Feed prices that wait for a decision. Every change also increments the revision of feeds. */
export class HeldPriceStore {
  constructor(private readonly database: Database) {}

  /** Of one feed, by ticker. Damaged ones are left out: they are fetched again. */
  async ofFeed(feedId: number): Promise<HeldFeedPrices[]> {
    return (await this.database.query<HeldRow>(OF_FEED, feedId)).flatMap(toHeld);
  }

  /**
   * A page of those of all feeds, by feed and ticker. Damaged ones are skipped.
   *
   * @param after null = the first page
   * @returns fewer than `limit` only on the last page
   */
  async list(after: HeldKey | null, limit: number): Promise<HeldFeedPrices[]> {
    const held: HeldFeedPrices[] = [];
    let from = symbolKey(after?.feedId ?? 0, after?.ticker ?? '');
    for (;;) {
      const missing = limit - held.length;
      const rows = await this.database.query<HeldRow>(AFTER, from.feed_id, from.key, missing);
      held.push(...rows.flatMap(toHeld));
      if (rows.length < missing || held.length === limit) return held;
      from = rows[rows.length - 1];
    }
  }

  /** Of one symbol; null when there are none or they are damaged. */
  async find({ feedId, ticker }: HeldKey): Promise<HeldFeedPrices | null> {
    const { feed_id, key } = symbolKey(feedId, ticker);
    return (await this.database.query<HeldRow>(ONE, feed_id, key)).flatMap(toHeld)[0] ?? null;
  }

  /** The number of symbols of all feeds with held prices. */
  async count(): Promise<number> {
    const [{ waiting }] = await this.database.query<{ waiting: number }>(COUNT);
    return waiting;
  }

  /** Replaces earlier ones of the symbol. Stores nothing when the feed no longer has the symbol. */
  hold(feedId: number, held: HeldPrices): Promise<void> {
    return this.database.change('feeds', async (trx) => {
      const row = toRow(feedId, held);
      const symbol = await trx('feed_symbol').where({ feed_id: row.feed_id, key: row.key }).first('key');
      if (symbol !== undefined) await trx('feed_held').insert(row).onConflict(['feed_id', 'key']).merge();
      await incrementFeedRevision(trx);
    });
  }

  /**
   * Deletes the held prices of a symbol.
   *
   * @param heldAt delete only prices held at exactly this moment; newer ones stay
   * @returns whether any were deleted
   */
  discard(feedId: number, ticker: string, heldAt?: Date): Promise<boolean> {
    return this.database.change('feeds', (trx) => discardHeld(trx, feedId, ticker, heldAt));
  }
}

/** As `HeldPriceStore.discard`, in a transaction that does more. */
export async function discardHeld(trx: Knex, feedId: number, ticker: string, heldAt?: Date): Promise<boolean> {
  const held = trx('feed_held').where(symbolKey(feedId, ticker));
  if (heldAt !== undefined) held.where({ held_at: heldAt.getTime() });
  const wereHeld = (await held.delete()) > 0;
  if (wereHeld) await incrementFeedRevision(trx);
  return wereHeld;
}
