import { z } from 'zod';
import { CALENDARS, type CalendarName } from './core/calendar/calendars';
import { MARKET_KINDS, type Market, tokenKey } from './core/calendar/market';
import { tickerKey } from './core/calendar/ticker';
import { SHORTEST_GAP_LIMIT } from './core/detection/columns';
import { COMPUTABLE } from './core/window/bars';
import { parseSeed, readSeed, text } from './seedFile';

const MARKETS = 17;
const CALENDAR_NAMES = Object.keys(CALENDARS) as CalendarName[];

const alias = text().refine((word) => word === word.toLowerCase() && !word.includes(','), {
  error: 'a lower-case word without commas',
});
const ticker = text().refine((symbol) => tickerKey(symbol) !== null, { error: 'a ticker' });
/** The limits of an import must lie within those of computation, so that stored prices cannot fail a request. */
const price = z.number().min(COMPUTABLE.min).max(COMPUTABLE.max);

const MARKET = z.object({
  id: text(),
  name: text(),
  aliases: z.array(alias),
  kind: z.enum(MARKET_KINDS),
  calendar: z.enum(CALENDAR_NAMES),
  gapLimit: z.int().min(SHORTEST_GAP_LIMIT).max(60),
  minWinningPercent: z.int().min(50).max(90),
  scannedByDefault: z.boolean(),
  mlEligible: z.boolean(),
  perSymbolPatterns: z.boolean(),
  allowsNonPositive: z.boolean(),
  priceRange: z
    .tuple([price, price], { error: '[lowest, highest]' })
    .refine(([min, max]) => min < max, { error: '[lowest, highest]' })
    .transform(([min, max]) => ({ min, max })),
  benchmarks: z.array(ticker).min(1),
});

const FILE = z.array(MARKET).superRefine(requireIdsInOrder).superRefine(requireUniqueTokens);

/** The market table (SPEC 2.1, DESIGN 5), lowest id first. @throws SeedError */
export function loadMarkets(): readonly Market[] {
  return parseMarkets(readSeed('markets.json'));
}

/** @throws SeedError naming the first fault */
export function parseMarkets(content: unknown): readonly Market[] {
  return parseSeed('markets.json', FILE, content);
}

function requireIdsInOrder(markets: readonly Pick<Market, 'id'>[], context: z.RefinementCtx): void {
  for (const [i, { id }] of markets.entries()) {
    if (id === String(i)) continue;
    const message = `'${i}': ids are '0' to '${MARKETS - 1}' in order (SPEC 2.1)`;
    context.addIssue({ code: 'custom', path: [i, 'id'], message });
  }
  if (markets.length !== MARKETS) {
    const message = `${MARKETS} markets (SPEC 2.1)`;
    context.addIssue({ code: 'custom', path: ['length'], message });
  }
}

/** Each token of the `markets` parameter must name a single market. */
function requireUniqueTokens(
  markets: readonly Pick<Market, 'id' | 'name' | 'aliases'>[],
  context: z.RefinementCtx,
): void {
  const owner = new Map<string, string>();
  for (const [i, { id, name, aliases }] of markets.entries()) {
    const tokens: [place: (string | number)[], token: string][] = [
      [['id'], id],
      [['name'], name],
      ...aliases.map((word, j): [(string | number)[], string] => [['aliases', j], word]),
    ];
    for (const [place, token] of tokens) {
      const key = tokenKey(token);
      const other = owner.get(key);
      if (other !== undefined) {
        const message = `a word not yet taken (by market ${other})`;
        context.addIssue({ code: 'custom', path: [i, ...place], message });
      }
      owner.set(key, id);
    }
  }
}
