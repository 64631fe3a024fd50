import type { ExportedWindow } from '../answers/exportRow';
import type { Market } from '../core/calendar/market';
import { type Candidate, compareCandidates } from '../core/detection/candidate';
import { reachesFloors } from '../core/detection/floors';
import type { DetectionRequest } from '../core/detection/plan';
import { partsOf } from '../core/parts';
import type { LuckOfSearch } from '../core/significance/significance';
import { evidenceOf } from '../core/window/evidence';
import type { WindowMeasures } from '../core/window/measures';
import type { BarsReader } from '../engine/recentBars';
import type { LoadedSymbol, MarketPrices, Snapshot } from '../engine/snapshot';
import { CorruptPricesError, UncomputablePricesError } from '../storage/errors';
import type { ExportFailure } from '../storage/exports';
import { turns } from '../turns';
import type { ExportRequest } from './exportRequest';
import { isStale, type Listing } from './listing';
import type { LuckWanted } from './luck';
import type { Screening } from './screening';
import { drawsFor, type Judgement, judged, nullKey, searchedIn } from './significance';
import { type YearQuery, yearRequest } from './symbolYear';
import { candidateWindow } from './verification';

/** Symbols that are searched and evidenced at once: some megabytes of bars. */
const AT_ONCE = 16;

/** The search of an export: every symbol of a market by itself, as its own list has it, and all of them as one search. */
export interface ExportSearch {
  readonly snapshot: Snapshot;
  readonly market: Market;
  readonly request: DetectionRequest;
  /** Those that trade. */
  readonly symbols: readonly LoadedSymbol[];
  /** Those whose prices could not be read when they were loaded. */
  readonly unreadable: readonly ExportFailure[];
}

/** What became of some symbols. */
export interface ExportedPart {
  /** Symbols that are done with it. */
  readonly symbols: number;
  readonly windows: readonly ExportedWindow[];
  readonly failures: readonly ExportFailure[];
}

/** @throws RangeError for a market that is not there any more */
export function exportSearch(snapshot: Snapshot, asked: ExportRequest): ExportSearch {
  const prices = snapshot.markets.get(asked.market);
  if (prices === undefined) throw new RangeError(`there is no market ${asked.market}`);
  const { market } = prices;
  const unreadable = prices.unreadable.map(({ symbol, damage }) => ({ symbol, reason: reasonOf(damage) }));
  const live = prices.symbols.filter((symbol) => !isStale(listingOf(prices, symbol)));
  const request = requestOf(prices, asked);
  return { snapshot, market, request, symbols: request.entries.length === 0 ? [] : live, unreadable };
}

/** The search as METHOD 9 names it: which windows may be listed does not enter, all of them were looked at. */
export function exportLuck({ snapshot, market, request, symbols }: ExportSearch): LuckWanted {
  const { dataVersion } = snapshot;
  const { years, cycle, minHold, maxHold, direction, entries } = request;
  const key = nullKey(dataVersion, {
    // Each of its entries is known through the day before it, unlike those of a scan.
    universe: `${market.id}/*`,
    ...{ years, cycle, minHold, maxHold, direction },
    firstEntry: entries[0]?.day ?? 0,
    entries: entries.length,
  });
  const searched = { ...request, liveOnly: false };
  return { key, job: () => ({ dataVersion, searches: [{ symbols, request: searched }] }) };
}

/**
 * The windows of an export, some symbols at a time, by ticker; of each symbol the best first.
 *
 * @param signal tells whose turn its searches take
 * @throws the signal's reason once it is aborted
 */
export async function* exportWindows(
  screening: Screening,
  search: ExportSearch,
  asked: ExportRequest,
  luck: LuckOfSearch,
  signal: AbortSignal,
): AsyncGenerator<ExportedPart> {
  const { request, symbols } = search;
  const judgement: Judgement = {
    looked: { kind: 'searched', searched: searchedIn(request, symbols), luck },
    searchEntry: request.entries[0]?.day ?? null,
    draws: drawsFor(screening.luck, request),
  };
  for (const part of partsOf(symbols, AT_ONCE)) {
    const found = await candidatesOf(screening, request, part, signal);
    const measuring = measured(screening, search, part, found, judgement, signal);
    // It may fail while bars are read: then nobody has come to wait for it.
    measuring.catch(() => {});
    const barsOf = await screening.engine.read(part, signal);
    yield await exported(search, asked, { symbols: part, found, measures: await measuring, barsOf, judgement }, signal);
  }
}

interface Part {
  readonly symbols: readonly LoadedSymbol[];
  /** Of each, the best first. */
  readonly found: readonly (readonly Candidate[])[];
  readonly measures: readonly (readonly (WindowMeasures | null)[])[];
  readonly barsOf: BarsReader;
  readonly judgement: Judgement;
}

async function candidatesOf(
  { engine }: Screening,
  request: DetectionRequest,
  symbols: readonly LoadedSymbol[],
  signal: AbortSignal,
): Promise<Candidate[][]> {
  const found = await engine.detect({ symbols, request, mode: 'distinct' }, signal);
  const own = new Map(symbols.map(({ id }) => [id, [] as Candidate[]]));
  for (const candidate of found) own.get(candidate.symbol)?.push(candidate);
  return symbols.map(({ id, symbol }) => own.get(id)!.sort((a, b) => compareCandidates(a, b, () => symbol)));
}

async function measured(
  { engine }: Screening,
  { market, request }: ExportSearch,
  symbols: readonly LoadedSymbol[],
  found: readonly (readonly Candidate[])[],
  { draws }: Judgement,
  signal: AbortSignal,
): Promise<(WindowMeasures | null)[][]> {
  const windows = symbols.flatMap((symbol, i) =>
    found[i].map((candidate) => ({
      symbol,
      window: candidateWindow(candidate, request),
      direction: candidate.direction,
      searchEntry: request.entries[0].day,
      gapLimit: market.gapLimit,
    })),
  );
  const all = await engine.measure(windows, draws, signal);
  signal.throwIfAborted();
  const rest = all.values();
  return found.map((own) => own.map(() => rest.next().value ?? null));
}

/** A symbol whose stored prices cannot be read is named, and the rest goes on. */
async function exported(
  search: ExportSearch,
  asked: ExportRequest,
  part: Part,
  signal: AbortSignal,
): Promise<ExportedPart> {
  const windows: ExportedWindow[] = [];
  const failures: ExportFailure[] = [];
  const pause = turns();
  for (const [i, symbol] of part.symbols.entries()) {
    const own: ExportedWindow[] = [];
    try {
      for (const [n, candidate] of part.found[i].entries()) {
        if (own.length === asked.perSymbol) break;
        await pause();
        signal.throwIfAborted();
        const row = rowOf(search, part, symbol, candidate, part.measures[i][n]);
        if (row && reachesFloors(row.evidence, row.significance, asked.floors))
          own.push({ ...row, rank: own.length + 1 });
      }
      windows.push(...own);
    } catch (error) {
      if (!(error instanceof CorruptPricesError)) throw error;
      failures.push({ symbol: symbol.symbol, reason: reasonOf(error) });
    }
  }
  return { symbols: part.symbols.length, windows, failures };
}

function rowOf(
  { market, request }: ExportSearch,
  { barsOf, judgement }: Part,
  symbol: LoadedSymbol,
  candidate: Candidate,
  measures: WindowMeasures | null,
): Omit<ExportedWindow, 'rank'> | null {
  const window = candidateWindow(candidate, request);
  const { direction } = candidate;
  const evidence = evidenceOf(barsOf(symbol), window, direction, market.gapLimit);
  if (evidence === null || measures === null) return null;
  const significance = judged(judgement, symbol, measures.strength);
  const named = { symbol: symbol.symbol, name: symbol.name, market: market.id };
  return { ...named, window, direction, evidence, significance, baseline: measures.baseline };
}

function requestOf(prices: MarketPrices, asked: ExportRequest): DetectionRequest {
  const { years, cycle, minHold, maxHold, direction, from, to, minWins = 'default' } = asked;
  const query: YearQuery = { years, cycle, minHold, maxHold, direction, from, to, minWins, liveOnly: true };
  return yearRequest(prices, query);
}

function listingOf({ market, asOf, sessions }: MarketPrices, symbol: LoadedSymbol): Listing {
  return { symbol, market, sessions, lastBar: asOf ?? symbol.lastDay };
}

function reasonOf(damage: CorruptPricesError): string {
  if (damage instanceof UncomputablePricesError)
    return `What is stored for ${damage.date} is no price; import it anew.`;
  return 'Its stored prices cannot be read; import them anew.';
}
