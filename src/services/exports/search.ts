import type { DetectionRequest } from '../../core/detection/plan';
import { partsOf } from '../../core/parts';
import type { SearchNull } from '../../core/significance/significance';
import type { Work } from '../../deadline';
import type { LoadedSymbol, MarketPrices, Snapshot } from '../../engine/snapshot';
import { type ExportedPart, failureOf, nullOfSome } from '../../engine/tasks/exportPart';
import { refOf } from '../../engine/tasks/thread';
import type { ExportFailure } from '../../storage/exports';
import { dataAgeField, noPricesNote } from '../markets/dataAge';
import type { Screening } from '../screening/deps';
import type { NullSearch } from '../screening/nullDistributions';
import { drawsFor, requestNullSearch, searchSize, strongestChances } from '../screening/significance';
import { isStale } from '../symbol/listing';
import { yearRequest } from '../symbol/namedWindow';
import type { ExportRequest } from './request';

/** Symbols per part: some megabytes of bars. */
const SYMBOLS_PER_PART = 16;
/** Parts computed at the same time: enough that no thread idles. */
const MAX_CONCURRENT_PARTS = 4;

/** The search of an export: each symbol of a market is searched like its own list; significance counts all of them. */
export interface ExportSearch {
  /** Of the market. */
  readonly prices: MarketPrices;
  readonly request: DetectionRequest;
  /** Those that trade. */
  readonly symbols: readonly LoadedSymbol[];
  /** Those whose prices could not be read when they were loaded. */
  readonly unreadable: readonly ExportFailure[];
}

/** @throws RangeError for a market that no longer exists */
export function exportSearch(snapshot: Snapshot, exportRequest: ExportRequest): ExportSearch {
  const prices = snapshot.markets.get(exportRequest.market);
  if (prices === undefined) throw new RangeError(`there is no market ${exportRequest.market}`);
  const unreadable = prices.unreadable.map((symbol) => failureOf(symbol, symbol.damage));
  const live = prices.symbols.filter((symbol) => !isStale(symbol, prices));
  const request = yearRequest(prices, exportRequest);
  return { prices, request, symbols: request.entries.length === 0 ? [] : live, unreadable };
}

/** That the market has no prices, or how old they are (METHOD 1); null when they are current. */
export function exportNote(
  screening: Pick<Screening, 'clock'>,
  snapshot: Snapshot,
  { prices }: ExportSearch,
): string | null {
  const sentences = [noPricesNote(snapshot, prices), dataAgeField(screening, [prices]).data_age_note];
  return sentences.filter((sentence) => sentence !== undefined).join(' ') || null;
}

/** The null search of an export. Unlike a scan's, each entry uses data through the day before it. */
export function exportNullSearch({ prices, request, symbols }: ExportSearch): NullSearch {
  const { market, dataVersion } = prices;
  return requestNullSearch(
    { universe: `${market.id}/*`, dataVersion },
    { symbols, request: { ...request, liveOnly: false } },
  );
}

/**
 * The rows of an export in parts of some symbols, ordered by ticker, then best first. Computed in the background threads.
 *
 * @throws the signal's reason once it is aborted
 */
export async function* exportParts(
  screening: Screening,
  search: ExportSearch,
  exportRequest: ExportRequest,
  nulls: SearchNull,
  work: Work,
): AsyncGenerator<ExportedPart> {
  const { prices, request } = search;
  const { id, gapLimit } = prices.market;
  const { floors, perSymbol, format } = exportRequest;
  const cameTrue = await screening.cameTrue.of(prices);
  const shared = {
    market: { id, gapLimit },
    request,
    draws: drawsFor(screening.nulls, request),
    cameTrue,
    floors,
    perSymbol,
    format,
  };
  const { entries } = request;
  const [from, to] = [entries[0]?.day ?? null, entries[entries.length - 1]?.day ?? null];
  const searched = { from, to, ...searchSize(request, search.symbols) };
  const days = { start: from ?? 0, end: to ?? 0 };
  const strongest = await strongestChances(screening.engine, exportNullSearch(search), nulls, days, work, 'background');
  const pending: Promise<ExportedPart>[] = [];
  for (const part of partsOf(search.symbols, SYMBOLS_PER_PART)) {
    const symbols = part.map((symbol) => ({ ...refOf(symbol), name: symbol.name }));
    const partNulls = typeof nulls === 'string' ? nulls : nullOfSome(nulls, part);
    const input = {
      ...shared,
      symbols,
      origin: { kind: 'found', searched, nulls: partNulls, strongest },
    } as const;
    const result = screening.engine.runInBackground('exportPart', input, work);
    // It may fail while an earlier part is awaited; this prevents an unhandled rejection.
    result.catch(() => {});
    pending.push(result);
    if (pending.length === MAX_CONCURRENT_PARTS) yield await pending.shift()!;
  }
  for (const result of pending) yield await result;
}
