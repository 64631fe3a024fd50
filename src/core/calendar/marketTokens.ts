import type { Market } from './market';

export interface ResolvedTokens {
  /** In the order of the market table, each once. */
  readonly markets: readonly Market[];
  /** Tokens that name no market, as they came. */
  readonly unknown: readonly string[];
}

/**
 * The markets that a comma-separated list of ids, names and aliases names; case and spaces do not matter.
 * Covered by test/seeds.test.ts.
 */
export function resolveMarketTokens(list: string, table: readonly Market[]): ResolvedTokens {
  const tokens = list
    .split(',')
    .map((token) => token.trim())
    .filter((token) => token !== '');
  const named = new Set<Market>();
  const unknown: string[] = [];
  for (const token of tokens) {
    const market = findMarket(token, table);
    if (market) named.add(market);
    else unknown.push(token);
  }
  return { markets: table.filter((market) => named.has(market)), unknown };
}

/** The market that an id, a name or an alias names. */
export function findMarket(text: string, table: readonly Market[]): Market | undefined {
  return table.find((market) => namesMarket(text, market));
}

/** Whether a text is the market's id, its name or one of its aliases. */
export function namesMarket(text: string, { id, name, aliases }: Market): boolean {
  const key = tokenKey(text);
  return id === text.trim() || [name, ...aliases].some((token) => tokenKey(token) === key);
}

/** 'S&P 500 STOCKS', 's&p500_stocks' and 'S&P-500 Stocks' are one name: case, spaces and dashes do not matter. */
export function tokenKey(text: string): string {
  return text.toLowerCase().replace(/[\s_-]+/g, '');
}
