import { sessionsBetween } from '../../../src/core/calendar/calendars';
import { type Day, dayOf, fromIso } from '../../../src/core/calendar/dates';
import { PUBLISHED_SEED, rotationKey } from '../../../src/core/significance/rotation';
import {
  nullOf,
  type StrongestWindow,
  searchOf,
  strongestWindows,
  universeOf,
} from '../../../src/jobs/evidence/universe';
import { loadSandboxSeed, type SandboxSymbol, simulate } from '../../../src/jobs/sandbox';
import { loadMarkets } from '../../../src/seeds';

const SEARCH = { years: 10, minHold: 5, maxHold: 120, rotations: 99 };
const SESSIONS = 10;
/** Every sixth symbol without an effect: all 570 take minutes, and the evidence guide has their share. */
const EVERY = 6;

const seed = loadSandboxSeed(loadMarkets());
const simulated = simulate(seed, fromIso('2024-12-31'));
const stocks = [...simulated.lastDays]
  .filter(([{ calendar, markets }, last]) => calendar === 'nyse' && markets[0] <= '2' && last > fromIso('2024-12-01'))
  .map(([symbol]) => symbol);

/** The strongest windows in a search of ten sessions, as the default scan makes it. */
async function searched(symbols: readonly SandboxSymbol[], start: Day): Promise<StrongestWindow[]> {
  const universe = universeOf(
    symbols.map((symbol) => ({ symbol: symbol.symbol, bars: simulated.bars(symbol) })),
    10,
  );
  const entries = sessionsBetween('nyse', start, start + 2 * SESSIONS + 10).slice(0, SESSIONS);
  const request = searchOf(
    universe,
    entries.map((day) => ({ day, asOf: start - 1 })),
    SEARCH,
  );
  return strongestWindows(universe, request, await nullOf(universe, request, rotationKey(PUBLISHED_SEED), 99));
}

test('every strong effect of a stock is found in its direction, and significant, in a search around its entry', async () => {
  const strong = stocks.flatMap((symbol) =>
    symbol.effects.filter(({ noise }) => noise <= 0.3).map((effect) => ({ symbol, effect })),
  );
  expect(strong.length).toBeGreaterThanOrEqual(10);
  for (const { symbol, effect } of strong) {
    const [found] = await searched([symbol], dayOf(2024, effect.month, effect.day) - 3);
    expect(found).toMatchObject({ symbol: symbol.symbol, direction: effect.direction });
    expect(found.pSymbol).toBeLessThanOrEqual(0.05);
  }
});

test('about one in twenty symbols without an effect is called significant', async () => {
  const plain = stocks.filter(({ effects }, i) => effects.length === 0 && i % EVERY === 0);
  const found: StrongestWindow[] = [];
  for (let month = 1; month <= 12; month++) found.push(...(await searched(plain, dayOf(2024, month, 2))));
  const share = found.filter(({ pSymbol }) => pSymbol <= 0.05).length / found.length;
  expect(found.length).toBeGreaterThan(800);
  // The common factor of all stocks is drawn once, so months differ (2 to 18 % of all symbols), and so does their mean.
  expect(share).toBeGreaterThan(0.02);
  expect(share).toBeLessThan(0.1);
});
