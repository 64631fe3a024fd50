import type { Clock } from '../clock';
import type { CalendarName } from '../core/calendar/calendars';
import type { Day } from '../core/calendar/dates';
import { sessionsBetween } from '../core/calendar/sessions';
import { type Factor, FIRST_DAY, simulateBars, simulateFactor } from '../core/simulation/simulate';
import type { Bars } from '../core/window/bars';
import type { Log } from '../log';
import type { Database } from '../storage/sqlite/database';
import { inTransaction, type Store, storeOf } from '../storage/sqlite/store';
import type { SandboxSeed, SandboxSymbol } from './sandboxSeed';

/** What `ensureSandbox` found or did. `real`: the database holds real prices and is left alone. */
export type SandboxState = 'generated' | 'current' | 'real' | 'off';

/**
 * Makes a database without real prices hold the simulated universe through yesterday (DESIGN 6): generated when it is
 * empty, made anew when days have passed, which gives the same bars and the new ones, or when the seed has another
 * version; else left as it is. Everything is written or nothing. Where the sandbox is not allowed, its prices are removed.
 *
 * A clock set back changes nothing: bars after its date are invisible anyway.
 */
export async function ensureSandbox(
  database: Database,
  seed: SandboxSeed,
  clock: Clock,
  { allowed, log }: { allowed: boolean; log: Log },
): Promise<SandboxState> {
  const { prices } = storeOf(database);
  if (await prices.hasReal()) return 'real';
  if (!allowed) {
    await prices.clearSimulated();
    return 'off';
  }
  const universe = simulate(seed, clock.today() - 1);
  if (isCurrent(storeOf(database), seed, universe.lastDays)) return 'current';
  const from = performance.now();
  const stored = await inTransaction(database, (store) => replace(store, universe, seed, clock.now()));
  const seconds = Math.round(performance.now() - from) / 1000;
  log.info({ symbols: stored, seconds }, 'sandbox: simulated prices stored; import real ones to end it');
  return 'generated';
}

/** Label of the simulated prices, shown in `receipts.source`. */
export function sandboxSource(seed: SandboxSeed): string {
  return `sandbox v${seed.version}, simulated prices`;
}

/** The universe through a day. Bars are made when asked for, one symbol at a time: all at once would fill memory. */
export interface SimulatedUniverse {
  /** Symbols that have a bar by then, with the day of their last. */
  readonly lastDays: ReadonlyMap<SandboxSymbol, Day>;
  bars(symbol: SandboxSymbol): Bars;
}

/** @param through last day simulated, sessions permitting */
export function simulate(seed: SandboxSeed, through: Day): SimulatedUniverse {
  const sessions = memo((calendar: CalendarName) => Int32Array.from(sessionsBetween(calendar, FIRST_DAY, through)));
  const factor = memo((name: string): Factor => simulateFactor(seed.seed, name, seed.factors[name], through));
  const lastDays = new Map<SandboxSymbol, Day>();
  for (const symbol of seed.symbols) {
    const last = lastTradedDay(symbol, sessions(symbol.calendar));
    if (last !== undefined) lastDays.set(symbol, last);
  }
  const bars = (symbol: SandboxSymbol) =>
    simulateBars(seed.seed, symbol, sessions(symbol.calendar), factor(symbol.kind.factor));
  return { lastDays, bars };
}

function lastTradedDay({ listed, delisted = Infinity, halt }: SandboxSymbol, sessions: Int32Array): Day | undefined {
  const halted = (day: Day) => halt !== undefined && day >= halt.from && day <= halt.to;
  const last = sessions.findLast((day) => day <= delisted && !halted(day));
  return last !== undefined && last >= listed ? last : undefined;
}

/** Whether the database holds this version of the sandbox at least as far as wanted. */
function isCurrent({ prices }: Store, seed: SandboxSeed, lastDays: SimulatedUniverse['lastDays']): boolean {
  const held = new Map(prices.index().map((row) => [row.symbol, row]));
  const source = sandboxSource(seed);
  for (const [{ symbol }, lastDay] of lastDays) {
    const row = held.get(symbol);
    if (row === undefined || row.source !== source || row.lastDay < lastDay) return false;
  }
  return true;
}

async function replace(
  store: Store,
  universe: SimulatedUniverse,
  seed: SandboxSeed,
  importedAt: Date,
): Promise<number> {
  const source = sandboxSource(seed);
  // Of the same version, series only grow and symbols keep their ids; of another, symbols may be gone.
  if (store.prices.index().some((row) => row.source !== source)) await store.prices.clearSimulated();
  const symbols = [...universe.lastDays.keys()];
  const ids = await enrol(store, symbols);
  const meta = { source, importedAt, simulated: true };
  for (const symbol of symbols) await store.prices.put(ids.get(symbol.symbol)!, universe.bars(symbol), meta);
  return symbols.length;
}

/** Adds the symbols to their markets. @returns the id of each ticker */
async function enrol(store: Store, symbols: readonly SandboxSymbol[]): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  for (const market of new Set(symbols.flatMap((symbol) => symbol.markets))) {
    const members = symbols.filter((symbol) => symbol.markets.includes(market));
    const added = await store.symbols.addMembers(market, members, { simulated: true });
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
