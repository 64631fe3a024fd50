import type { CalendarName } from '../core/calendar/calendars';
import { type Day, fromIso, parseIso } from '../core/calendar/dates';
import type { Market } from '../core/calendar/market';
import { canonicalTicker } from '../core/calendar/ticker';
import { FIRST_DAY, type Kind, type PlantedEffect, type SimulatedSymbol } from '../core/simulation/simulate';
import { type Check, checkOf, isRecord, isText, isWhole, readSeed } from '../seeds';

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

/** seeds/sandbox.json as it is written: dates as text, effects beside the symbols they are planted in. */
interface SeedFile {
  version: number;
  seed: string;
  firstDay: string;
  factors: Record<string, number>;
  kinds: Record<string, Kind>;
  effects: (PlantedEffect & { symbol: string })[];
  symbols: SeedSymbol[];
}

interface SeedSymbol {
  symbol: string;
  name: string;
  kind: string;
  markets: string[];
  listed?: string;
  delisted?: string;
  halt?: [from: string, to: string];
  negativeOn?: string;
}

const RANGES = ['drift', 'beta', 'volatility', 'firstPrice'] as const;
const CYCLES = ['pe0', 'pe1', 'pe2', 'pe3'];

/** @throws SeedError naming the first fault */
export function loadSandboxSeed(markets: readonly Market[]): SandboxSeed {
  return parseSandboxSeed(readSeed('sandbox.json'), markets);
}

/** @throws SeedError naming the first fault */
export function parseSandboxSeed(content: unknown, markets: readonly Market[]): SandboxSeed {
  const check = checkOf('sandbox.json');
  check('the file', content, isRecord(content), 'an object');
  const file = content as unknown as SeedFile;
  check('version', file.version, isWhole(file.version, 1, 1_000_000), 'a whole number from 1');
  check('seed', file.seed, isText(file.seed), 'a text');
  checkDate(check, 'firstDay', file.firstDay);
  checkFactors(check, file.factors);
  checkKinds(check, file);
  for (const list of ['symbols', 'effects'] as const) check(list, file[list], Array.isArray(file[list]), 'a list');
  const calendars = new Map(markets.map((market) => [market.id, market.calendar]));
  const symbols = file.symbols.map((symbol, i) => {
    checkSymbol(check, `symbols[${i}]`, symbol, file, calendars);
    return symbolOf(symbol, file, calendars);
  });
  const tickers = new Set(symbols.map(({ symbol }) => symbol));
  check('symbols', symbols.length, tickers.size === symbols.length, `each ticker once (${tickers.size} are distinct)`);
  file.effects.forEach((effect, i) => {
    checkEffect(check, `effects[${i}]`, effect, tickers);
  });
  return { version: file.version, seed: file.seed, factors: file.factors, symbols };
}

function symbolOf(symbol: SeedSymbol, file: SeedFile, calendars: ReadonlyMap<string, CalendarName>): SandboxSymbol {
  const optionalDay = (text: string | undefined): Day | undefined => (text === undefined ? undefined : fromIso(text));
  return {
    symbol: symbol.symbol,
    name: symbol.name,
    markets: symbol.markets,
    calendar: calendars.get(symbol.markets[0])!,
    kind: file.kinds[symbol.kind],
    listed: fromIso(symbol.listed ?? file.firstDay),
    delisted: optionalDay(symbol.delisted),
    halt: symbol.halt && { from: fromIso(symbol.halt[0]), to: fromIso(symbol.halt[1]) },
    negativeOn: optionalDay(symbol.negativeOn),
    effects: file.effects.filter((effect) => effect.symbol === symbol.symbol),
  };
}

function checkDate(check: Check, place: string, value: unknown): void {
  const day = typeof value === 'string' ? parseIso(value) : null;
  check(place, value, day !== null && day >= FIRST_DAY, 'a date from 1962-01-01');
}

function checkFactors(check: Check, factors: unknown): void {
  check('factors', factors, isRecord(factors), 'an object');
  for (const [name, volatility] of Object.entries(factors as object)) {
    check(`factors.${name}`, volatility, isFraction(volatility, 0, 3), '0 to 3');
  }
}

function checkKinds(check: Check, { kinds, factors }: SeedFile): void {
  check('kinds', kinds, isRecord(kinds), 'an object');
  for (const [name, kind] of Object.entries(kinds)) {
    check(`kinds.${name}.factor`, kind.factor, kind.factor in factors, Object.keys(factors).join(', '));
    for (const field of RANGES) {
      const range = kind[field];
      const valid = Array.isArray(range) && range.length === 2 && range.every(Number.isFinite) && range[0] <= range[1];
      check(`kinds.${name}.${field}`, range, valid, '[lowest, highest]');
    }
  }
}

function checkSymbol(
  check: Check,
  at: string,
  entry: SeedSymbol,
  { kinds }: SeedFile,
  calendars: ReadonlyMap<string, CalendarName>,
): void {
  check(at, entry, isRecord(entry), 'a symbol');
  const { symbol, markets, halt } = entry;
  check(`${at}.symbol`, symbol, isText(symbol) && canonicalTicker(symbol) === symbol, 'a ticker');
  check(`${at}.name`, entry.name, isText(entry.name), 'a text');
  check(`${at}.kind`, entry.kind, entry.kind in kinds, Object.keys(kinds).join(', '));
  const known = Array.isArray(markets) && markets.length > 0 && markets.every((id) => calendars.has(id));
  check(`${at}.markets`, markets, known, 'ids of markets');
  for (const field of ['listed', 'delisted', 'negativeOn'] as const) {
    if (entry[field] !== undefined) checkDate(check, `${at}.${field}`, entry[field]);
  }
  if (halt === undefined) return;
  check(`${at}.halt`, halt, Array.isArray(halt) && halt.length === 2, '[from, to]');
  for (const date of halt) checkDate(check, `${at}.halt`, date);
}

function checkEffect(
  check: Check,
  at: string,
  effect: SeedFile['effects'][number],
  tickers: ReadonlySet<string>,
): void {
  check(at, effect, isRecord(effect), 'an effect');
  check(`${at}.symbol`, effect.symbol, tickers.has(effect.symbol), 'a symbol of the list');
  // Feb 29 would make an effect's neighbours depend on the year.
  const date = parseIso(`2001-${String(effect.month).padStart(2, '0')}-${String(effect.day).padStart(2, '0')}`);
  check(`${at}.month and day`, [effect.month, effect.day], date !== null, 'a date of every year');
  check(`${at}.hold`, effect.hold, isWhole(effect.hold, 5, 120), '5 to 120 days');
  check(`${at}.direction`, effect.direction, ['long', 'short'].includes(effect.direction), 'long or short');
  check(`${at}.returnPct`, effect.returnPct, isFraction(effect.returnPct, 0, 50), '0 to 50 percent');
  check(`${at}.noise`, effect.noise, isFraction(effect.noise, 0, 1), '0 to 1');
  if (effect.cycle !== undefined) check(`${at}.cycle`, effect.cycle, CYCLES.includes(effect.cycle), CYCLES.join(', '));
}

function isFraction(value: unknown, min: number, max: number): boolean {
  return typeof value === 'number' && value >= min && value <= max;
}
