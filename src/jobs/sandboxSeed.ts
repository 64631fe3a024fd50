import type { CalendarName } from '../core/calendar/calendars';
import { type Day, fromIso, parseIso } from '../core/calendar/dates';
import type { Market } from '../core/calendar/market';
import { canonicalTicker } from '../core/calendar/ticker';
import {
  FIRST_DAY,
  type Kind,
  type PlantedEffect,
  type Range,
  type SimulatedSymbol,
} from '../core/simulation/simulate';
import { readSeed, SeedValue } from '../seedValue';

/** The simulated universe of seeds/sandbox.json. */
export interface SandboxSeed {
  /** Grows whenever the same date would get other prices: older sandboxes are then made anew. */
  readonly version: number;
  readonly seed: string;
  /** Volatility a year of each factor, as a fraction. */
  readonly factors: Readonly<Record<string, number>>;
  readonly symbols: readonly SandboxSymbol[];
}

export interface SandboxSymbol extends SimulatedSymbol {
  readonly name: string;
  /** Market ids. */
  readonly markets: readonly string[];
  /** Of its first market. */
  readonly calendar: CalendarName;
}

type CalendarOf = ReadonlyMap<string, CalendarName>;

const CYCLES = ['pe0', 'pe1', 'pe2', 'pe3'] as const;

/** @throws SeedError naming the first fault */
export function loadSandboxSeed(markets: readonly Market[]): SandboxSeed {
  return parseSandboxSeed(readSeed('sandbox.json'), markets);
}

/** @throws SeedError naming the first fault */
export function parseSandboxSeed(content: unknown, markets: readonly Market[]): SandboxSeed {
  const file = SeedValue.file('sandbox.json', content);
  const version = file.field('version').whole(1, 1_000_000, 'a whole number from 1');
  const seed = file.field('seed').text();
  const firstDay = parseDay(file.field('firstDay'));
  const factors = file.field('factors').record((volatility) => volatility.number(0, 3));
  const kinds = file.field('kinds').record((kind) => parseKind(kind, Object.keys(factors)));
  const calendars = new Map(markets.map((market) => [market.id, market.calendar]));
  const planted: (SandboxSymbol & { effects: PlantedEffect[] })[] = file
    .field('symbols')
    .items()
    .map((entry) => ({ ...parseSymbol(entry, kinds, calendars, firstDay), effects: [] }));
  const byTicker = new Map(planted.map((symbol) => [symbol.symbol, symbol]));
  const accepted = `each ticker once (${byTicker.size} are distinct)`;
  file.derived('symbols', planted.length).require(byTicker.size === planted.length, accepted);
  for (const entry of file.field('effects').items()) {
    const ticker = entry.field('symbol', 'an effect').text('a symbol of the list', (symbol) => byTicker.has(symbol));
    byTicker.get(ticker)!.effects.push(parseEffect(entry));
  }
  return { version, seed, factors, symbols: planted };
}

function parseDay(date: SeedValue): Day {
  const isDate = (text: string) => (parseIso(text) ?? Number.NEGATIVE_INFINITY) >= FIRST_DAY;
  return fromIso(date.text('a date from 1962-01-01', isDate));
}

function parseKind(entry: SeedValue, factors: readonly string[]): Kind {
  return {
    factor: entry.field('factor').oneOf(factors),
    drift: parseRange(entry.field('drift')),
    beta: parseRange(entry.field('beta')),
    volatility: parseRange(entry.field('volatility')),
    firstPrice: parseRange(entry.field('firstPrice')),
  };
}

function parseRange(entry: SeedValue): Range {
  const isRange = (value: unknown): value is Range =>
    Array.isArray(value) && value.length === 2 && value.every(Number.isFinite) && value[0] <= value[1];
  return entry.as(isRange, '[lowest, highest]');
}

function parseSymbol(
  entry: SeedValue,
  kinds: Readonly<Record<string, Kind>>,
  calendars: CalendarOf,
  firstDay: Day,
): Omit<SandboxSymbol, 'effects'> {
  const field = (name: string) => entry.field(name, 'a symbol');
  const symbol = field('symbol').text('a ticker', (text) => canonicalTicker(text) === text);
  const name = field('name').text();
  const kind = kinds[field('kind').oneOf(Object.keys(kinds))];
  const markets = field('markets').texts('ids of markets', (id) => calendars.has(id));
  return {
    symbol,
    name,
    kind,
    markets,
    calendar: calendars.get(markets[0])!,
    listed: field('listed').optional(parseDay) ?? firstDay,
    delisted: field('delisted').optional(parseDay),
    halt: field('halt').optional(parseHalt),
    negativeOn: field('negativeOn').optional(parseDay),
  };
}

function parseHalt(entry: SeedValue): SandboxSymbol['halt'] {
  const dates = entry.items('[from, to]');
  entry.require(dates.length === 2, '[from, to]');
  const [from, to] = dates.map(parseDay);
  return { from, to };
}

function parseEffect(entry: SeedValue): PlantedEffect {
  const month = entry.field('month').whole(1, 12);
  const day = entry.field('day').whole(1, 31);
  // Feb 29 would make an effect's neighbours depend on the year.
  const date = parseIso(`2001-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`);
  entry.derived('month and day', [month, day]).require(date !== null, 'a date of every year');
  return {
    month,
    day,
    hold: entry.field('hold').whole(5, 120, '5 to 120 days'),
    direction: entry.field('direction').oneOf(['long', 'short'], 'long or short'),
    returnPct: entry.field('returnPct').number(0, 50, '0 to 50 percent'),
    noise: entry.field('noise').number(0, 1),
    cycle: entry.field('cycle').optional((cycle) => cycle.oneOf(CYCLES)),
  };
}
