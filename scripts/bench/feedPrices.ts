import { randomUUID } from 'node:crypto';
import type { Closes } from '../../src/core/window/bars';
import { withStorage } from '../terminal/storage';
import { syntheticCloses } from './universe';

export const SYMBOLS = 600;
export const NEW_BARS = 10;
const YEARS = 30;

/** The ticker of a symbol that is fetched. */
export function nameOf(i: number): string {
  return `S${1000 + i}`;
}

/** The prices of a symbol, the same in every process. */
export function closesOf(i: number): Closes {
  return syntheticCloses(YEARS, i + 1);
}

export function rounded(price: number): number {
  return Math.round(price * 1e4) / 1e4;
}

/** Stores all bars but the newest. */
export async function storeOldBars(env: NodeJS.ProcessEnv): Promise<void> {
  await withStorage(env, async ({ storage: { prices }, clock }) => {
    const run = { id: randomUUID(), kind: 'import', at: clock.now(), marketId: '2', label: 'bench' } as const;
    await prices.write(run, async (changes) => {
      for (let i = 0; i < SYMBOLS; i++) {
        const { day, close: all } = closesOf(i);
        const close = all.slice(0, -NEW_BARS).map(rounded);
        const bars = {
          day: day.slice(0, -NEW_BARS),
          close,
          high: close.map((price) => rounded(price * 1.01)),
          low: close.map((price) => rounded(price * 0.99)),
        };
        const [id] = await changes.enrol('2', [{ symbol: nameOf(i) }], { simulated: false });
        await changes.replace(id, bars, { source: 'Bench', importedAt: clock.now(), simulated: false });
      }
    });
  });
}
