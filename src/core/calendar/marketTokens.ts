import type { Market } from './market';

interface ResolvedTokens {
  /** In the order of the market table, each once. */
  readonly markets: readonly Market[];
  /** Tokens that name no market, as written in the request. */
  readonly unknown: readonly string[];
}

/** The markets that a comma-separated list of ids, names and aliases names; case and spaces do not matter. */
export function resolveMarketTokens(list: string, table: readonly Market[]): ResolvedTokens {
  const tokens = list
    .split(',')
    .map((token) => token.trim())
    .filter((token) => token !== '');
  const find = marketFinder(table);
  const named = new Set<Market>();
  const unknown: string[] = [];
  for (const token of tokens) {
    const market = find(token);
    if (market) named.add(market);
    else unknown.push(token);
  }
  return { markets: table.filter((market) => named.has(market)), unknown };
}

/** The market that an id, a name or an alias names. */
export function findMarket(text: string, table: readonly Market[]): Market | undefined {
  return marketFinder(table)(text);
}

/** A lookup of markets by id, name or alias, for callers that resolve many: a request may name a thousand. */
export function marketFinder(table: readonly Market[]): (text: string) => Market | undefined {
  const byName = new Map(
    table.flatMap((market) => [market.name, ...market.aliases].map((name) => [tokenKey(name), market] as const)),
  );
  // An id is compared without normalisation: '1-6' is not 16.
  return (text) => table.find(({ id }) => id === text.trim()) ?? byName.get(tokenKey(text));
}

/** 'S&P 500 STOCKS', 's&p500_stocks' and 'S&P-500 Stocks' are one name: case, spaces and dashes do not matter. */
export function tokenKey(text: string): string {
  return text.toLowerCase().replace(/[\s_-]+/g, '');
}
