import { randomUUID } from 'node:crypto';
import type { Clock } from '../clock';
import { type CalendarName, previousSession, sessionsBetween } from '../core/calendar/calendars';
import type { Day } from '../core/calendar/dates';
import { type Factor, FIRST_DAY, simulateBars, simulateFactor } from '../core/simulation/simulate';
import type { Bars } from '../core/window/bars';
import type { Log } from '../log';
import type { PriceChanges } from '../storage/priceChanges';
import type { PriceRun } from '../storage/priceHistory';
import type { IndexedSymbol, PriceStore } from '../storage/prices';
import type { SandboxSeed, SandboxSymbol } from './sandboxSeed';

/** As `Config.sandbox`. */
export type SandboxMode = 'on' | 'kept' | 'off';

/** Result of `ensureSandbox`. `real`: the database has real prices and was not changed; `off`: it has none at all. */
export type SandboxState = 'generated' | 'current' | 'real' | 'off';

/**
 * Stores the simulated universe through yesterday in a database without real prices (DESIGN 6). It is generated if the database
 * is empty, if days have passed (the same bars and the new ones), or if the seed has another version. The write is atomic.
 *
 * Nothing is written if the clock was set back, since later bars are invisible.
 *
 * @param mode `kept` = none are generated in a database that has none; `off` = they are removed
 * @param seedOf called only if the seed is needed: reading its 800 symbols takes as long as a snapshot
 * @param after awaited before anything is generated
 */
export async function ensureSandbox(
  prices: PriceStore,
  seedOf: () => SandboxSeed,
  clock: Clock,
  { mode, log, after }: { mode: SandboxMode; log: Log; after?: Promise<unknown> },
): Promise<SandboxState> {
  const { symbols } = await prices.index();
  if (symbols.some(({ series }) => series?.simulated === false)) return 'real';
  if (mode === 'kept' && symbols.every(({ series }) => series === null)) return 'off';
  if (mode === 'off') {
    await prices.write(sandboxRun('simulated prices removed', clock), (changes) => changes.clearSimulated());
    return 'off';
  }
  const seed = seedOf();
  const universe = simulate(seed, clock.today() - 1);
  if (isCurrent(symbols, seed, universe.lastDays)) return 'current';
  await after;
  const from = performance.now();
  // A seed of the same version only extends series and keeps ids; one of another version may lack symbols.
  const isOther = symbols.some(({ series }) => series !== null && series.source !== sandboxSource(seed));
  const stored = await prices.write(sandboxRun(sandboxSource(seed), clock), async (changes) => {
    // Another process may have generated it while this one waited for the write lock.
    if (isCurrent((await prices.index()).symbols, seed, universe.lastDays)) return null;
    if (isOther) await changes.clearSimulated();
    return store(changes, universe, seed, clock.now());
  });
  if (stored === null) return 'current';
  const seconds = Math.round(performance.now() - from) / 1000;
  log.info({ symbols: stored, seconds }, 'sandbox: simulated prices stored; import real ones to end it');
  return 'generated';
}

function sandboxRun(label: string, clock: Clock): PriceRun {
  return { id: randomUUID(), kind: 'sandbox', at: clock.now(), marketId: null, label };
}

/** Label of the simulated prices, shown in `receipts.source`. */
export function sandboxSource(seed: SandboxSeed): string {
  return `sandbox v${seed.version}, invented prices`;
}

/** The universe through a day. Bars are generated for one symbol at a time, since all of them would fill memory. */
export interface SimulatedUniverse {
  /** Symbols with a bar by that day, and the day of their last bar. */
  readonly lastDays: ReadonlyMap<SandboxSymbol, Day>;
  bars(symbol: SandboxSymbol): Bars;
}

/** @param through last day to simulate */
export function simulate(seed: SandboxSeed, through: Day): SimulatedUniverse {
  // Computed on demand: only generation needs decades of sessions, and a start over a current database does not.
  const sessions = memo((calendar: CalendarName) => Int32Array.from(sessionsBetween(calendar, FIRST_DAY, through)));
  const factor = memo((name: string): Factor => simulateFactor(seed.seed, name, seed.factors[name], through));
  const lastDays = new Map<SandboxSymbol, Day>();
  for (const symbol of seed.symbols) {
    const last = lastTradedDay(symbol, through);
    if (last !== undefined) lastDays.set(symbol, last);
  }
  const bars = (symbol: SandboxSymbol) =>
    simulateBars(seed.seed, symbol, sessions(symbol.calendar), factor(symbol.kind.factor));
  return { lastDays, bars };
}

function lastTradedDay({ calendar, listed, delisted = Infinity, halt }: SandboxSymbol, through: Day): Day | undefined {
  const last = previousSession(calendar, Math.min(through, delisted));
  const halted = halt !== undefined && last >= halt.from && last <= halt.to;
  const traded = halted ? previousSession(calendar, halt.from - 1) : last;
  return traded >= Math.max(listed, FIRST_DAY) ? traded : undefined;
}

/** Whether the database has this version of the sandbox, with the last bar of every symbol or later ones. */
function isCurrent(
  symbols: readonly IndexedSymbol[],
  seed: SandboxSeed,
  lastDays: SimulatedUniverse['lastDays'],
): boolean {
  const stored = new Map(symbols.map(({ symbol, series }) => [symbol, series]));
  const source = sandboxSource(seed);
  for (const [{ symbol }, lastDay] of lastDays) {
    const series = stored.get(symbol);
    if (!series || series.source !== source || series.lastDay < lastDay) return false;
  }
  return true;
}

async function store(
  changes: PriceChanges,
  universe: SimulatedUniverse,
  seed: SandboxSeed,
  importedAt: Date,
): Promise<number> {
  const symbols = [...universe.lastDays.keys()];
  const ids = await enrol(changes, symbols);
  const meta = { source: sandboxSource(seed), importedAt, simulated: true };
  for (const symbol of symbols) await changes.replace(ids.get(symbol.symbol)!, universe.bars(symbol), meta);
  return symbols.length;
}

/** Adds the symbols to their markets. @returns the id of each ticker */
async function enrol(changes: PriceChanges, symbols: readonly SandboxSymbol[]): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  for (const market of new Set(symbols.flatMap((symbol) => symbol.markets))) {
    const members = symbols.filter((symbol) => symbol.markets.includes(market));
    const added = await changes.enrol(market, members, { simulated: true });
    added.forEach((id, i) => {
      ids.set(members[i].symbol, id);
    });
  }
  return ids;
}

function memo<K, V>(make: (key: K) => V): (key: K) => V {
  const made = new Map<K, V>();
  return (key) => {
    if (!made.has(key)) made.set(key, make(key));
    return made.get(key)!;
  };
}
