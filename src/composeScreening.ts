import type { Logger } from 'pino';
import type { TierTable } from './access/tiers';
import type { Clock } from './clock';
import type { Config } from './config';
import type { Market } from './core/calendar/market';
import { Engine } from './engine/engine';
import { ScanCache } from './engine/scanCache';
import { CameTrueStudies } from './services/screening/cameTrue';
import type { Screening } from './services/screening/deps';
import { NullDistributions } from './services/screening/nullDistributions';
import { Predictions } from './services/screening/predictions';
import type { ScanCore } from './services/screening/results';
import type { Storage } from './storage/storage';

/** What all parts of the service are composed over. */
export interface Foundation {
  readonly config: Config;
  readonly storage: Storage;
  readonly markets: readonly Market[];
  readonly tiers: TierTable;
  readonly clock: Clock;
  readonly log: Logger;
}

/** How null distributions are computed, and over how many shuffled calendars. */
export interface NullParts {
  readonly rotations: number;
  readonly mode: 'background' | 'waiting' | 'off';
}

/**
 * The cache of finished scans. Its keys hold prices and date, so that entries are never out of date. Its sizes are in rows of a
 * pool, of some eight kilobytes; a candidate past the pool takes a twentieth of a row.
 */
const SCAN_CACHE = { ttlMs: 60_000, maxEntries: 200, maxSize: 2_000 } as const;
const CANDIDATES_PER_ROW = 20;

/** Composes the screening: the engine over the stored prices, predictions, null distributions, studies and the cache of scans. */
export function screeningOf(
  { config, storage, markets, clock, log }: Foundation,
  { rotations, mode }: NullParts,
): Screening {
  const { workers, scanBudgetMs, significance } = config;
  const { prices, queue, url } = storage;
  const onError = (error: unknown) => log.error({ err: error }, 'prices could not be reloaded');
  const engine = new Engine({ prices, markets, clock, url, workers, onError });
  return {
    engine,
    markets,
    clock,
    predictions: new Predictions({ models: storage.models, engine, clock }),
    nulls: new NullDistributions({
      engine,
      rotations,
      store: storage.nulls,
      queue,
      clock,
      log,
      mode: significance === 'off' ? 'off' : mode,
    }),
    cameTrue: new CameTrueStudies({ engine, store: storage.cameTrue, clock, log }),
    budget: { ms: scanBudgetMs, timer: clock },
    scans: new ScanCache({ ...SCAN_CACHE, timer: clock, sizeOf: sizeOfScan }),
  };
}

/** The size of a scan, in rows of a pool. */
function sizeOfScan({ pool, ranked }: ScanCore): number {
  return 1 + pool.length + Math.floor(ranked.length / CANDIDATES_PER_ROW);
}
