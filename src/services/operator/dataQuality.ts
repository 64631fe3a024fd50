import { type Day, dayOf, toIso, toIsoOrNull } from '../../core/calendar/dates';
import type { Market } from '../../core/calendar/market';
import { sessionsBetween } from '../../core/calendar/sessions';
import { tickerKey } from '../../core/calendar/ticker';
import { invalidRequest } from '../../errors';
import type { Input, Output } from '../../operation';
import type { FindingSide, StandingFinding } from '../../storage/priceQuality';
import type { IndexedSymbol } from '../../storage/prices';
import type { ConsoleDeps } from '../account/console';
import type { PriceFacts, SurveyedSymbol } from './priceQuality';

type PublishedSymbol = Output<'getDataQuality'>['symbols'][number];
type Counts = Output<'getDataQuality'>['counts'];
type Kind = keyof Counts;

/** Gaps and moves of one symbol in an answer. */
const MOST_SHOWN = 50;

/** A symbol with how much of each kind there is of it. */
interface Judged {
  readonly of: SurveyedSymbol;
  readonly counts: Counts;
}

/** Worst first: what makes numbers wrong comes before what leaves some out. */
const ORDER: readonly Kind[] = ['damaged', 'split_like', 'refused', 'gap', 'jump', 'flagged'];

/** The stored prices, worst first. @throws invalid_request for an `after` that is no symbol with prices */
export async function getDataQuality(
  deps: ConsoleDeps,
  { market, symbol, kind, after, limit }: Input<'getDataQuality'>,
): Promise<Output<'getDataQuality'>> {
  const { symbols, pending } = await deps.console.quality.survey();
  const isRequested = requestedIssues(market, symbol);
  const judged = symbols.map((of): Judged => ({ of, counts: countsOf(of) }));
  const asked = judged.filter(({ of }) => isRequested(of.symbol)).sort(worstFirst);
  const wanted = kind === undefined ? asked : asked.filter(({ counts }) => counts[kind] > 0);
  const rest = after === undefined ? wanted : behind(wanted, placeOf(judged, after));
  const shown = rest.slice(0, limit);
  const published: PublishedSymbol[] = [];
  for (const { of, counts } of shown) published.push(await publishedSymbol(deps, of, counts));
  return {
    symbols: published,
    total: wanted.length,
    pending: pending.filter(isRequested).length,
    counts: symbolsByKind(asked),
    next_after: rest.length > limit ? shown[shown.length - 1].of.symbol.symbol : null,
  };
}

function requestedIssues(market: string | undefined, text: string | undefined) {
  const part = text?.toUpperCase();
  return ({ markets, symbol }: IndexedSymbol): boolean =>
    (market === undefined || markets.includes(market)) && (part === undefined || symbol.toUpperCase().includes(part));
}

function countsOf({ facts, findings }: SurveyedSymbol): Counts {
  const rows = (side: FindingSide) => findings.reduce((sum, one) => sum + (one.side === side ? one.rows : 0), 0);
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

function worstFirst(a: Judged, b: Judged): number {
  for (const kind of ORDER) if (a.counts[kind] !== b.counts[kind]) return b.counts[kind] - a.counts[kind];
  return a.of.symbol.symbol < b.of.symbol.symbol ? -1 : 1;
}

/** Where a symbol stands in the order, also when it is not among those asked for. */
function placeOf(judged: readonly Judged[], ticker: string): Judged {
  const key = tickerKey(ticker);
  const found = judged.find(({ of }) => tickerKey(of.symbol.symbol) === key);
  if (found === undefined) throw invalidRequest(`after is '${ticker}': no symbol with prices that were looked at.`);
  return found;
}

function behind(wanted: readonly Judged[], place: Judged): Judged[] {
  return wanted.filter((one) => one !== place && worstFirst(one, place) > 0);
}

function symbolsByKind(judged: readonly Judged[]): Counts {
  const of = (kind: Kind) => judged.filter(({ counts }) => counts[kind] > 0).length;
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
  { console, screening }: ConsoleDeps,
  { symbol, facts, findings }: SurveyedSymbol,
  counts: Counts,
): Promise<PublishedSymbol> {
  const { series } = symbol;
  const { restatements, restatedAt, last } = await console.prices.history.summary(symbol.id);
  const report = last && (await console.prices.quality.report(last.runId));
  const ofSide = (side: FindingSide) => findings.filter((one) => one.side === side).map(publishedReading);
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
    gaps: facts.gaps.slice(-MOST_SHOWN).map(({ from, to }) => ({ from: toIso(from), to: toIso(to), days: to - from })),
    split_like: counts.split_like,
    jumps: counts.jump,
    moves: facts.moves.slice(-MOST_SHOWN).map(({ day, kind, detail }) => ({ date: toIso(day), kind, detail })),
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
      reason: console.quality.reasonOf(finding.side, finding.kind),
      rows: finding.rows,
      first_date: toIsoOrNull(finding.firstDay),
      last_date: toIsoOrNull(finding.lastDay),
      run_id: finding.reportId,
    };
  }
}

/** Whose calendar says which days are sessions: that of the first of its markets. */
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
