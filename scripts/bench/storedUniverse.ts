import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withStorage } from '../terminal/storage';
import { ROOT } from './server';
import { syntheticCloses } from './universe';

export const YEARS = 30;
/** An instant after the last session of the synthetic prices. */
export const AFTER_LAST_BAR = '2024-12-20T23:09:00Z';
/** A quota that no benchmark reaches. */
const UNLIMITED = 1_000_000;
/** Symbols of one transaction. */
const GROUP = 250;
const MARKET = '2';

/**
 * Deletes all but the first symbols of the sandbox, by market and ticker. The rest becomes real prices: the next start would
 * complete a sandbox.
 *
 * @throws RangeError when it has fewer
 */
export async function keepOnly(env: NodeJS.ProcessEnv, count: number): Promise<void> {
  await withStorage(env, async ({ storage: { prices }, clock }) => {
    const { symbols } = await prices.index();
    const kept = symbols
      .filter(({ series }) => series !== null)
      .sort((a, b) => Number(a.markets[0]) - Number(b.markets[0]))
      .slice(0, count);
    if (kept.length < count) throw new RangeError(`${kept.length} symbols, expected ${count}`);
    const at = clock.now();
    const bars = await prices.read(kept.map(({ id }) => id));
    await prices.write({ id: randomUUID(), kind: 'import', at, marketId: null, label: 'bench' }, async (changes) => {
      await changes.clearSimulated();
      for (const { id, symbol, name, markets } of kept) {
        const series = bars.get(id);
        if (series === undefined || series instanceof Error) throw new Error(`${symbol}: its bars cannot be read`);
        let now = id;
        for (const market of markets) [now] = await changes.enrol(market, [{ symbol, name }], { simulated: false });
        await changes.replace(now, series, { source: 'Bench', importedAt: at, simulated: false });
      }
    });
  });
}

/** Stores synthetic symbols from S1000 on. Their highs and lows are unknown, since a replica starts without reading them. */
export async function storeUniverse(env: NodeJS.ProcessEnv, symbols: number): Promise<void> {
  await withStorage(env, async ({ storage: { prices }, clock }) => {
    const at = clock.now();
    const run = { id: randomUUID(), kind: 'import', at, marketId: MARKET, label: 'bench' } as const;
    for (let first = 0; first < symbols; first += GROUP) {
      const members = Array.from({ length: Math.min(GROUP, symbols - first) }, (_, i) => ({
        symbol: `S${1000 + first + i}`,
      }));
      await prices.write(run, async (changes) => {
        const ids = await changes.enrol(MARKET, members, { simulated: false });
        for (const [i, id] of ids.entries()) {
          const closes = syntheticCloses(YEARS, first + i + 1);
          const unknown = new Float64Array(closes.close.length).fill(Number.NaN);
          const bars = { ...closes, high: unknown, low: unknown };
          await changes.replace(id, bars, { source: 'Bench', importedAt: at, simulated: false });
        }
      });
    }
  });
}

export type UnmeteredEnv = Readonly<Record<string, string>> & { readonly DATABASE_URL: string };

/**
 * Settings of a service over synthetic prices whose plans have no limits. Significance and training are off: their
 * computation would occupy cores.
 *
 * @param folder for the file of the plans
 */
export function unmetered(databaseUrl: string, folder: string): UnmeteredEnv {
  const file = join(folder, 'tiers.json');
  const tiers: object[] = JSON.parse(readFileSync(join(ROOT, 'seeds/tiers.json'), 'utf8'));
  writeFileSync(file, JSON.stringify(tiers.map((tier) => ({ ...tier, perMinute: UNLIMITED, perDay: UNLIMITED }))));
  return {
    DATABASE_URL: databaseUrl,
    NOW: AFTER_LAST_BAR,
    WORKERS: '2',
    SIGNIFICANCE: 'off',
    TRAIN: 'off',
    FEEDS: 'off',
    TIERS_FILE: file,
  };
}
