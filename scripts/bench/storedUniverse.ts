import { randomUUID } from 'node:crypto';
import { withStorage } from '../terminal/storage';
import { syntheticCloses } from './universe';

export const YEARS = 30;
/** Symbols of one transaction. */
const GROUP = 250;
const MARKET = '2';

/** Stores synthetic symbols, S1000 and on, whose highs and lows are unknown: a replica starts without a look at them. */
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
