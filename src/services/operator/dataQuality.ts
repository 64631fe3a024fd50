import { sessionsBetween } from '../../core/calendar/calendars';
import { type Day, dayOf, toIso, toIsoOrNull } from '../../core/calendar/dates';
import type { Market } from '../../core/calendar/market';
import { tickerKey } from '../../core/calendar/ticker';
import { pageOf } from '../../core/parts';
import { invalidRequest, notFound } from '../../errors';
import { priceFree } from '../../ingest/quality';
import { FLAGS, REFUSALS } from '../../ingest/readings';
import type { Input, Output } from '../../operation';
import type { FindingSide, KeptFinding, QualityReport, RowsByKind, StandingFinding } from '../../storage/priceQuality';
import type { IndexedSymbol } from '../../storage/prices';
import type { ServiceDeps } from '../screening/deps';
import type { PriceFacts, SurveyedSymbol } from './priceSurvey';

type PublishedSymbol = Output<'getDataQuality'>['symbols'][number];
type Counts = Output<'getDataQuality'>['counts'];
type Kind = keyof Counts;

/** Most gaps and moves listed for one symbol. */
const MAX_LISTED = 50;

/** A symbol and its number of issues of each kind. */
interface SymbolIssues {
  readonly of: SurveyedSymbol;
  readonly counts: Counts;
}

/** Worst first: issues that make numbers wrong come before those that leave numbers out. */
const ORDER: readonly Kind[] = ['damaged', 'split_like', 'refused', 'gap', 'jump', 'flagged'];

/** The issues of stored prices by symbol, worst first. @throws invalid_request when `after` is no symbol with prices */
export async function getDataQuality(
  deps: ServiceDeps,
  { market, symbol, kind, after, limit }: Input<'getDataQuality'>,
): Promise<Output<'getDataQuality'>> {
  const { symbols, pending } = await deps.priceSurvey.survey();
  const isRequested = symbolFilter(market, symbol);
  const issues = symbols.map((of): SymbolIssues => ({ of, counts: countsOf(of) }));
  const matching = issues.filter(({ of }) => isRequested(of.symbol)).sort(worstFirst);
  const selected = kind === undefined ? matching : matching.filter(({ counts }) => counts[kind] > 0);
  const rest = after === undefined ? selected : issuesAfter(selected, positionOf(issues, after));
  const { shown, next } = pageOf(rest, limit, ({ of }) => of.symbol.symbol);
  const published: PublishedSymbol[] = [];
  for (const { of, counts } of shown) published.push(await publishedSymbol(deps, of, counts));
  return {
    symbols: published,
    total: selected.length,
    pending: pending.filter(isRequested).length,
    counts: symbolsByKind(matching),
    next_after: next,
  };
}

function symbolFilter(market: string | undefined, text: string | undefined) {
  const prefix = text?.toUpperCase();
  return ({ markets, symbol }: IndexedSymbol): boolean =>
    (market === undefined || markets.includes(market)) &&
    (prefix === undefined || symbol.toUpperCase().includes(prefix));
}

function countsOf({ facts, findings }: SurveyedSymbol): Counts {
  const rows = (side: FindingSide) => findings.reduce((sum, item) => sum + (item.side === side ? item.rows : 0), 0);
  const moves = (kind: 'split_like' | 'jump') => facts.moves.filter((move) => move.kind === kind).length;
  return {
    damaged: facts.damage === null ? 0 : 1,
    split_like: moves('split_like'),
    jump: moves('jump'),
    gap: facts.gaps.length,
    without_range: facts.withoutRange,
    refused: rows('refused'),
    flagged: rows('flagged'),
  };
}

function worstFirst(a: SymbolIssues, b: SymbolIssues): number {
  for (const kind of ORDER) if (a.counts[kind] !== b.counts[kind]) return b.counts[kind] - a.counts[kind];
  return a.of.symbol.symbol < b.of.symbol.symbol ? -1 : 1;
}

/** The position of a symbol in the order, whether or not it matches the filters. */
function positionOf(issues: readonly SymbolIssues[], ticker: string): SymbolIssues {
  const key = tickerKey(ticker);
  const symbol = issues.find(({ of }) => tickerKey(of.symbol.symbol) === key);
  if (symbol === undefined)
    throw invalidRequest(`after is '${ticker}': it must be a symbol whose prices have been checked.`);
  return symbol;
}

function issuesAfter(selected: readonly SymbolIssues[], position: SymbolIssues): SymbolIssues[] {
  return selected.filter((item) => item !== position && worstFirst(item, position) > 0);
}

function symbolsByKind(issues: readonly SymbolIssues[]): Counts {
  const of = (kind: Kind) => issues.filter(({ counts }) => counts[kind] > 0).length;
  return {
    damaged: of('damaged'),
    split_like: of('split_like'),
    jump: of('jump'),
    gap: of('gap'),
    without_range: of('without_range'),
    refused: of('refused'),
    flagged: of('flagged'),
  };
}

async function publishedSymbol(
  { storage, screening }: ServiceDeps,
  { symbol, facts, findings }: SurveyedSymbol,
  counts: Counts,
): Promise<PublishedSymbol> {
  const { series } = symbol;
  const { restatements, restatedAt, last } = await storage.prices.history.summary(symbol.id);
  const report = last && (await storage.prices.quality.report(last.runId));
  const ofSide = (side: FindingSide) => findings.filter((item) => item.side === side).map(publishedReading);
  return {
    symbol: symbol.symbol,
    name: symbol.name,
    markets: [...symbol.markets],
    source: series.source,
    simulated: series.simulated,
    stored_at: series.importedAt.toISOString(),
    first_date: toIso(series.firstDay),
    last_date: toIso(series.lastDay),
    bars: series.rows,
    damage: facts.damage,
    years: coverage(series, facts, marketOf(screening.markets, symbol)),
    gap_limit_days: facts.gapLimit,
    gap_count: counts.gap,
    gaps: facts.gaps.slice(-MAX_LISTED).map(({ from, to }) => ({ from: toIso(from), to: toIso(to), days: to - from })),
    split_like: counts.split_like,
    jumps: counts.jump,
    moves: facts.moves.slice(-MAX_LISTED).map(({ day, kind, detail }) => ({ date: toIso(day), kind, detail })),
    without_range: facts.withoutRange,
    refused: ofSide('refused'),
    flagged: ofSide('flagged'),
    restatements,
    restated_at: restatedAt?.toISOString() ?? null,
    last_run: last && {
      run_id: report?.id ?? null,
      kind: last.run.kind,
      at: last.at.toISOString(),
      label: last.run.label,
    },
  };

  function publishedReading(finding: StandingFinding): PublishedSymbol['refused'][number] {
    return {
      kind: finding.kind,
      reason: reasonOf(finding.side, finding.kind),
      rows: finding.rows,
      first_date: toIsoOrNull(finding.firstDay),
      last_date: toIsoOrNull(finding.lastDay),
      run_id: finding.reportId,
    };
  }
}

/** The market whose calendar defines the sessions of a symbol: the first of its markets. */
function marketOf(markets: readonly Market[], { markets: ids }: IndexedSymbol): Market | undefined {
  return markets.find(({ id }) => ids.includes(id));
}

function coverage(
  { firstDay, lastDay }: { readonly firstDay: Day; readonly lastDay: Day },
  { firstYear, barsByYear }: PriceFacts,
  market: Market | undefined,
): PublishedSymbol['years'] {
  return Array.from(barsByYear, (bars, i) => {
    const year = firstYear + i;
    const from = Math.max(firstDay, dayOf(year, 1, 1));
    const to = Math.min(lastDay, dayOf(year, 12, 31));
    const sessions = market === undefined ? bars : sessionsBetween(market.calendar, from, to).length;
    return { year, bars, sessions };
  });
}

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
