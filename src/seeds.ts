import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CALENDARS } from './core/calendar/calendars';
import type { Market } from './core/calendar/market';
import { tokenKey } from './core/calendar/marketTokens';
import { tickerKey } from './core/calendar/ticker';
import { SHORTEST_GAP_LIMIT } from './core/detection/columns';

/** seeds/ lies beside src/ and beside dist/ alike. */
const SEEDS = join(__dirname, '../seeds');
const CALENDAR_NAMES = Object.keys(CALENDARS);
const MARKET_IDS = Array.from({ length: 17 }, (_, i) => String(i));

/** A fault in a seed file: which file, where in it, what came and what is accepted. */
export class SeedError extends Error {
  override readonly name = 'SeedError';

  constructor(file: string, place: string, got: unknown, accepted: string) {
    super(`seeds/${file}: ${place} is ${JSON.stringify(got)}, accepted is ${accepted}`);
  }
}

/** Asks something of one value of a seed file. */
export type Check = (place: string, value: unknown, valid: boolean, accepted: string) => void;

export function checkOf(file: string): Check {
  return (place, value, valid, accepted) => {
    if (!valid) throw new SeedError(file, place, value, accepted);
  };
}

/** The parsed content of seeds/`file`, unchecked. */
export function readSeed(file: string): unknown {
  return JSON.parse(readFileSync(join(SEEDS, file), 'utf8'));
}

/** The market table (SPEC 2.1, DESIGN 5), lowest id first. @throws SeedError */
export function loadMarkets(): readonly Market[] {
  return parseMarkets(readSeed('markets.json'));
}

/** @throws SeedError naming the first fault */
export function parseMarkets(content: unknown): readonly Market[] {
  const check = checkOf('markets.json');
  check('the file', content, Array.isArray(content), 'a list of markets');
  const markets = (content as Market[]).map((market, i) => parseMarket(check, market, i));
  const ids = markets.map((market) => market.id);
  check('the list of ids', ids, MARKET_IDS.join() === ids.join(), "'0' to '16' in order (SPEC 2.1)");
  assertUniqueTokens(check, markets);
  return deepFreeze(markets);
}

function parseMarket(check: Check, market: Market, i: number): Market {
  const at = (field: string) => `[${i}].${field}`;
  check(`[${i}]`, market, isRecord(market), 'a market');
  const { id, name, aliases, calendar, gapLimit, minWinningPercent, benchmarks } = market;
  check(at('id'), id, typeof id === 'string', 'a string');
  check(at('name'), name, isText(name), 'a text');
  check(at('aliases'), aliases, Array.isArray(aliases) && aliases.every(isAlias), 'lower-case words without commas');
  check(at('calendar'), calendar, CALENDAR_NAMES.includes(calendar), CALENDAR_NAMES.join(', '));
  check(
    at('gapLimit'),
    gapLimit,
    isWhole(gapLimit, SHORTEST_GAP_LIMIT, 60),
    `${SHORTEST_GAP_LIMIT} to 60 calendar days`,
  );
  check(at('minWinningPercent'), minWinningPercent, isWhole(minWinningPercent, 50, 90), '50 to 90 whole percent');
  for (const flag of ['scannedByDefault', 'mlEligible', 'perSymbolPatterns', 'allowsNonPositive'] as const) {
    check(at(flag), market[flag], typeof market[flag] === 'boolean', 'true or false');
  }
  const named =
    Array.isArray(benchmarks) && benchmarks.length > 0 && benchmarks.every((one) => tickerKey(one) !== null);
  check(at('benchmarks'), benchmarks, named, 'a list of tickers');
  return market;
}

/** A token of the `markets` parameter must name one market. */
function assertUniqueTokens(check: Check, markets: readonly Market[]): void {
  const owner = new Map<string, string>();
  for (const { id, name, aliases } of markets) {
    for (const token of [id, name, ...aliases]) {
      const key = tokenKey(token);
      const other = owner.get(key);
      check(`alias of market ${id}`, token, other === undefined, `a word not yet taken (by market ${other})`);
      owner.set(key, id);
    }
  }
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() === value && value !== '';
}

export function isWhole(value: unknown, min: number, max: number): value is number {
  return Number.isInteger(value) && (value as number) >= min && (value as number) <= max;
}

function isAlias(value: unknown): boolean {
  return isText(value) && value === value.toLowerCase() && !value.includes(',');
}

/** Tables are shared by every request: nobody may change them. */
export function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null) {
    Object.values(value).forEach(deepFreeze);
    Object.freeze(value);
  }
  return value;
}
