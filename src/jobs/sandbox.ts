import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Clock } from '../clock';
import { type CalendarName, previousSession, sessionsBetween } from '../core/calendar/calendars';
import { type Day, fromIso, parseIso } from '../core/calendar/dates';
import type { Market } from '../core/calendar/market';
import { canonicalTicker } from '../core/calendar/ticker';
import { type Factor, FIRST_DAY, simulateBars, simulateFactor } from '../core/simulation/simulate';
import type { Bars } from '../core/window/bars';
import type { Log } from '../log';
import { parseSeed, readSeed, requireUnique, text } from '../seedFile';
import type { PriceChanges } from '../storage/priceChanges';
import type { PriceRun } from '../storage/priceHistory';
import type { IndexedSymbol, PriceStore } from '../storage/prices';

/** The simulated universe of seeds/sandbox.json. */
export type SandboxSeed = Readonly<z.infer<ReturnType<typeof sandboxSchema>>>;

export type SandboxSymbol = SandboxSeed['symbols'][number];

/** @throws SeedError naming the first fault */
export function loadSandboxSeed(markets: readonly Market[]): SandboxSeed {
  return parseSandboxSeed(readSeed('sandbox.json'), markets);
}

/** @throws SeedError naming the first fault */
export function parseSandboxSeed(content: unknown, markets: readonly Market[]): SandboxSeed {
  const calendars = new Map(markets.map((market) => [market.id, market.calendar]));
  return parseSeed('sandbox.json', sandboxSchema(calendars), content);
}

const day = text()
  .refine((date) => (parseIso(date) ?? Number.NEGATIVE_INFINITY) >= FIRST_DAY, { error: 'a date from 1962-01-01' })
  .transform(fromIso);

const range = z
  .tuple([z.number(), z.number()], { error: '[lowest, highest]' })
  .refine(([lowest, highest]) => lowest <= highest, { error: '[lowest, highest]' });

const KIND = z.object({ factor: text(), drift: range, beta: range, volatility: range, firstPrice: range });

const EFFECT = z
  .object({
    symbol: text(),
    month: z.int().min(1).max(12),
    day: z.int().min(1).max(31),
    /** Calendar days. */
    hold: z.int().min(5).max(120),
    direction: z.enum(['long', 'short']),
    returnPct: z.number().min(0).max(50),
    noise: z.number().min(0).max(1),
    cycle: z.enum(['pe0', 'pe1', 'pe2', 'pe3']).optional(),
  })
  .refine(isDayOfEveryYear, { path: ['day'], error: 'a day that its month has every year' });

/** Feb 29 would make an effect's neighbours depend on the year. */
function isDayOfEveryYear({ month, day }: { readonly month: number; readonly day: number }): boolean {
  return parseIso(`2001-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`) !== null;
}

/** @param calendars by market id */
function sandboxSchema(calendars: ReadonlyMap<string, CalendarName>) {
  const symbol = z.object({
    symbol: text().refine((ticker) => canonicalTicker(ticker) === ticker, { error: 'a ticker' }),
    name: text(),
    kind: text(),
    /** Market ids. */
    markets: z.array(text().refine((id) => calendars.has(id), { error: 'the id of a market' })).min(1),
    listed: day.optional(),
    delisted: day.optional(),
    halt: z
      .tuple([day, day], { error: '[from, to]' })
      .transform(([from, to]) => ({ from, to }))
      .optional(),
    negativeOn: day.optional(),
  });
  const file = z.object({
    /** Increase it when a change gives other prices for the same dates: older sandboxes are then generated again. */
    version: z.int().min(1).max(1_000_000),
    seed: text(),
    firstDay: day,
    /** Volatility a year of each factor, as a fraction. */
    factors: z.record(z.string(), z.number().min(0).max(3)),
    kinds: z.record(z.string(), KIND),
    symbols: z.array(symbol).superRefine(requireUnique('symbol')),
    effects: z.array(EFFECT),
  });
  return file
    .superRefine(requireKnownNames)
    .transform(({ version, seed, firstDay, factors, kinds, symbols, effects }) => ({
      version,
      seed,
      factors,
      symbols: symbols.map((entry) => ({
        ...entry,
        kind: kinds[entry.kind],
        /** Of its first market. */
        calendar: calendars.get(entry.markets[0])!,
        listed: entry.listed ?? firstDay,
        effects: effects.filter(({ symbol }) => symbol === entry.symbol).map(({ symbol: _, ...effect }) => effect),
      })),
    }));
}

interface Names {
  readonly factors: Readonly<Record<string, unknown>>;
  readonly kinds: Readonly<Record<string, { readonly factor: string }>>;
  readonly symbols: readonly { readonly symbol: string; readonly kind: string }[];
  readonly effects: readonly { readonly symbol: string }[];
}

/** What a kind, a symbol or an effect refers to is in the file. */
function requireKnownNames({ factors, kinds, symbols, effects }: Names, context: z.RefinementCtx): void {
  const require = (known: boolean, path: (string | number)[], message: string) => {
    if (!known) context.addIssue({ code: 'custom', path, message });
  };
  for (const [name, { factor }] of Object.entries(kinds))
    require(Object.hasOwn(factors, factor), ['kinds', name, 'factor'], namesIn(factors));
  for (const [i, { kind }] of symbols.entries())
    require(Object.hasOwn(kinds, kind), ['symbols', i, 'kind'], namesIn(kinds));
  const tickers = new Set(symbols.map(({ symbol }) => symbol));
  for (const [i, { symbol }] of effects.entries())
    require(tickers.has(symbol), ['effects', i, 'symbol'], 'a symbol of the list');
}

const namesIn = (table: object) => Object.keys(table).join(', ') || 'a name of that table, which is empty';

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
