import type { Clock } from '../clock';
import type { Market } from '../core/calendar/market';
import type { Bars } from '../core/window/bars';
import type { HeatRow } from '../core/window/heatMap';
import type { EvaluatedSetup } from '../core/window/setup';
import { type Engine, EngineNotReadyError } from '../engine/engine';
import type { MarketJobs } from '../engine/jobs';
import type { BarsReader } from '../engine/recentBars';
import type { ScanCache } from '../engine/scanCache';
import type { LoadedSymbol, Snapshot } from '../engine/snapshot';
import { type ApiError, notFound, scanBusy, upstreamUnavailable } from '../errors';
import { CorruptPricesError, UncomputablePricesError } from '../storage/errors';
import type { Luck } from './luck';
import type { Predictions } from './predictions';
import type { BestSearch, ScanCore, YearSearch } from './results';
import type { RowsBeyond } from './rowsBeyond';

/** What every service works with. */
export interface Screening {
  readonly engine: Engine;
  readonly jobs: MarketJobs;
  readonly scans: ScanCache<ScanCore>;
  /** What scans found past their pools. */
  readonly rowsBeyond: RowsBeyond;
  /** Searches of one symbol's year. */
  readonly yearSearches: ScanCache<YearSearch>;
  /** Searches for one symbol's best window; null = none was found. */
  readonly bestSearches: ScanCache<BestSearch | null>;
  /** Windows that were judged one by one; null = no year of one was observed. */
  readonly setups: ScanCache<EvaluatedSetup | null>;
  /** Heat maps of one symbol. */
  readonly heatMaps: ScanCache<readonly HeatRow[]>;
  readonly markets: readonly Market[];
  readonly predictions: Pick<Predictions, 'over' | 'trialOver'>;
  /** What luck alone finds in searches. */
  readonly luck: Luck;
  readonly clock: Clock;
}

/** The prices to answer a request from. @throws scan_busy while they are still being loaded */
export async function currentPrices({ engine }: Pick<Screening, 'engine'>): Promise<Snapshot> {
  try {
    return await engine.current();
  } catch (error) {
    if (error instanceof EngineNotReadyError) throw scanBusy();
    throw error;
  }
}

/**
 * The bars of symbols that an answer cannot do without.
 *
 * @returns a reader that throws upstream_unavailable for a symbol whose stored prices are damaged, not_found for one
 *   whose prices cannot be computed with
 */
export async function requiredBars(
  { engine }: Pick<Screening, 'engine'>,
  symbols: readonly LoadedSymbol[],
  signal: AbortSignal,
): Promise<BarsReader> {
  const barsOf = await engine.read(symbols, signal);
  return (symbol) => {
    try {
      return barsOf(symbol);
    } catch (error) {
      throw error instanceof CorruptPricesError ? refusalOf(error) : error;
    }
  };
}

/**
 * What a caller is told of a symbol whose prices are no use. Damage may be mended any moment and is the server's own
 * business; that a price is none is so until other prices are imported, and is said.
 */
export function refusalOf(damage: CorruptPricesError): ApiError {
  if (!(damage instanceof UncomputablePricesError)) return upstreamUnavailable(damage.message);
  const { symbol, date } = damage;
  return notFound(`There are no usable prices of ${symbol}: what is stored for ${date} is no price. Import it anew.`);
}

/** The bars of the one symbol that an answer is about. @throws as the reader of `requiredBars` */
export async function requiredBarsOfOne(
  screening: Pick<Screening, 'engine'>,
  symbol: LoadedSymbol,
  signal: AbortSignal,
): Promise<Bars> {
  const barsOf = await requiredBars(screening, [symbol], signal);
  return barsOf(symbol);
}
