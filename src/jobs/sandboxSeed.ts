import { z } from 'zod';
import type { CalendarName } from '../core/calendar/calendars';
import { fromIso, parseIso } from '../core/calendar/dates';
import type { Market } from '../core/calendar/market';
import { canonicalTicker } from '../core/calendar/ticker';
import { FIRST_DAY } from '../core/simulation/simulate';
import { parseSeed, readSeed, requireUnique, text } from '../seedFile';

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
