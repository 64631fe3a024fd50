import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { Engine, type EngineOptions } from '../../src/engine/engine';
import { load, type PriceSource } from '../../src/engine/load';
import type { Loaded } from '../../src/engine/snapshot';
import { readBlock } from '../../src/engine/tasks/readBlock';
import { loadMarkets } from '../../src/seeds';
import { openStorage } from '../../src/storage/open';
import type { PriceStore } from '../../src/storage/prices';
import type { Storage } from '../../src/storage/storage';
import { fixedClock } from './clock';
import { storeBars } from './storage';
import { syntheticBars } from './syntheticBars';

/** Loads prices without an engine, in this thread. */
export function loadHere(source: PriceSource, before: Loaded | null = null): Promise<Loaded> {
  const { prices } = source;
  const { signal } = new AbortController();
  return load(source, before, { read: (block) => readBlock(block, { prices }), atOnce: 1, signal });
}

/** A Friday, 08:00 in New York. */
export const ENGINE_NOW = '2024-06-14T12:00:00Z';

/** A database of prices, and engines over it. */
interface PriceDatabase {
  readonly file: string;
  readonly prices: PriceStore;
  /** Stores synthetic bars of a symbol. @returns its id */
  put(symbol: string, market: string, seed: number, toYear?: number): Promise<number>;
  /** A new engine, which is closed after the test. */
  engine(options?: Partial<EngineOptions>): Engine;
  /** Damages a symbol's stored closes as another SQLite client would. */
  damage(symbolId: number): void;
}

/** A new and empty database for each test of a file. Call at the top level of the file. */
export function priceDatabase(): PriceDatabase {
  let folder: string;
  let storage: Storage;
  let engines: Engine[];
  const file = () => join(folder, 'prices.db');
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'perennial-engine-'));
    storage = await openStorage(file());
    engines = [];
  });
  afterEach(async () => {
    for (const engine of engines) await engine.close();
    await storage.close();
    rmSync(folder, { recursive: true });
  });
  return {
    get file() {
      return file();
    },
    get prices() {
      return storage.prices;
    },
    put(symbol, market, seed, toYear = 2024) {
      const bars = syntheticBars({ seed, fromYear: 2000, toYear, daily: market === '16' });
      return storeBars(storage.prices, { symbol, markets: [market] }, bars);
    },
    engine(options = {}) {
      const engine = new Engine({
        prices: storage.prices,
        url: storage.url,
        markets: loadMarkets(),
        clock: fixedClock(ENGINE_NOW),
        workers: 0,
        refreshWaitMs: 10_000,
        ...options,
      });
      engines.push(engine);
      return engine;
    },
    damage(symbolId) {
      const other = new BetterSqlite3(file());
      other
        .prepare("UPDATE price_column SET data = zeroblob(length(data)) WHERE symbol_id = ? AND column_set = 'close'")
        .run(symbolId);
      other.close();
    },
  };
}
