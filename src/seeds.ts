import { CALENDARS, type CalendarName } from './core/calendar/calendars';
import { MARKET_KINDS, type Market } from './core/calendar/market';
import { tokenKey } from './core/calendar/marketTokens';
import { tickerKey } from './core/calendar/ticker';
import { SHORTEST_GAP_LIMIT } from './core/detection/columns';
import { COMPUTABLE } from './core/window/computable';
import { deepFreeze, readSeed, SeedValue } from './seedValue';

const MARKETS = 17;
const CALENDAR_NAMES = Object.keys(CALENDARS) as CalendarName[];

/** The market table (SPEC 2.1, DESIGN 5), lowest id first. @throws SeedError */
export function loadMarkets(): readonly Market[] {
  return parseMarkets(readSeed('markets.json'));
}

/** @throws SeedError naming the first fault */
export function parseMarkets(content: unknown): readonly Market[] {
  const file = SeedValue.file('markets.json', content);
  const markets = file.items('a list of markets').map(parseMarket);
  const ids = markets.map((market) => market.id);
  const inOrder = ids.length === MARKETS && ids.every((id, i) => id === String(i));
  file.derived('the list of ids', ids).require(inOrder, "'0' to '16' in order (SPEC 2.1)");
  requireUniqueTokens(file, markets);
  return deepFreeze(markets);
}

function parseMarket(entry: SeedValue): Market {
  const field = (name: keyof Market) => entry.field(name, 'a market');
  return {
    id: field('id').text(),
    name: field('name').text(),
    aliases: field('aliases').texts('lower-case words without commas', isAlias, 0),
    kind: field('kind').oneOf(MARKET_KINDS),
    calendar: field('calendar').oneOf(CALENDAR_NAMES),
    gapLimit: field('gapLimit').whole(SHORTEST_GAP_LIMIT, 60, `${SHORTEST_GAP_LIMIT} to 60 calendar days`),
    minWinningPercent: field('minWinningPercent').whole(50, 90, '50 to 90 whole percent'),
    scannedByDefault: field('scannedByDefault').flag(),
    mlEligible: field('mlEligible').flag(),
    perSymbolPatterns: field('perSymbolPatterns').flag(),
    allowsNonPositive: field('allowsNonPositive').flag(),
    priceRange: parsePriceRange(field('priceRange')),
    benchmarks: field('benchmarks').texts('a list of tickers', (ticker) => tickerKey(ticker) !== null),
  };
}

/** Within what can be computed with: what an import lets through must not fail a request. */
function parsePriceRange(entry: SeedValue): Market['priceRange'] {
  const { min: least, max: most } = COMPUTABLE;
  const isRange = (value: unknown): value is [number, number] =>
    Array.isArray(value) && value.length === 2 && value[0] >= least && value[0] < value[1] && value[1] <= most;
  const [min, max] = entry.as(isRange, `[lowest, highest] within ${least} to ${most}`);
  return { min, max };
}

/** A token of the `markets` parameter must name one market. */
function requireUniqueTokens(file: SeedValue, markets: readonly Market[]): void {
  const owner = new Map<string, string>();
  for (const { id, name, aliases } of markets) {
    for (const token of [id, name, ...aliases]) {
      const key = tokenKey(token);
      const other = owner.get(key);
      const accepted = `a word not yet taken (by market ${other})`;
      file.derived(`alias of market ${id}`, token).require(other === undefined, accepted);
      owner.set(key, id);
    }
  }
}

function isAlias(word: string): boolean {
  return word === word.toLowerCase() && !word.includes(',');
}
