import type { Market } from './market';

/** The default scan universe: DOW 30, NASDAQ 100, S&P 500 and ETFs (SPEC 2.1). */
export const EQUITIES_CORE: readonly string[] = ['0', '1', '2', '11'];

export interface ResolvedTokens {
  /** In the order of the market table, each once. */
  readonly markets: readonly Market[];
  /** Tokens that name no market, as they came. */
  readonly unknown: readonly string[];
}

/** The markets that a comma-separated list of ids, names and aliases names; case and spaces do not matter. */
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

function findMarket(token: string, table: readonly Market[]): Market | undefined {
  const key = squash(token);
  return table.find(
    (market) =>
      market.id === token || squash(market.name) === key || market.aliases.some((alias) => squash(alias) === key),
  );
}

/** 'S&P 500 STOCKS', 's&p500_stocks' and 'S&P-500 Stocks' are one name. */
function squash(text: string): string {
  return text.toLowerCase().replace(/[\s_-]+/g, '');
}
