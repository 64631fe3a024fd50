import type { CalendarName } from './calendars';

/** Kinds of instruments. A symbol has one kind in all markets that list it; sector funds are funds. */
export const MARKET_KINDS = ['stocks', 'funds', 'indices', 'futures', 'currencies', 'bonds', 'crypto'] as const;
export type MarketKind = (typeof MARKET_KINDS)[number];

/** A numbered market (SPEC 2.1). The table itself is data: seeds/markets.json. */
export interface Market {
  /** '0'..'16', permanent. */
  readonly id: string;
  readonly name: string;
  /** Lower-case tokens the `markets` parameter accepts besides id and name. */
  readonly aliases: readonly string[];
  readonly kind: MarketKind;
  readonly calendar: CalendarName;
  /** Calendar days without a session after which prices count as absent (METHOD 1). */
  readonly gapLimit: number;
  /** Whether a scan that names no markets includes this one: the equities core (SPEC 2.1). */
  readonly scannedByDefault: boolean;
  readonly mlEligible: boolean;
  /** Whether a symbol's own list through the year is served (SPEC 4.3). */
  readonly perSymbolPatterns: boolean;
  /** Lower end of the detection band as whole percent of `years`. */
  readonly minWinningPercent: number;
  /** Whether prices at or below zero are real here (futures) rather than an error. */
  readonly allowsNonPositive: boolean;
  /**
   * Accepted sizes of a price, both ends included; a price outside is a fault of its file. Wide enough for adjusted
   * prices: funds with thousandfold reverse splits once cost millions.
   */
  readonly priceRange: { readonly min: number; readonly max: number };
  /** Tickers of the benchmarks of picks from this market, in order of preference. */
  readonly benchmarks: readonly string[];
}

/** Default share of winning years, in whole percent. */
export const DEFAULT_WINNING_PERCENT = 90;

/** ceil(percent * years / 100) in integers, so that no rounding error can move the band. */
export function winningYears(percent: number, years: number): number {
  return Math.floor((percent * years + 99) / 100);
}

/** A range of winning years, both ends included. */
export interface WinningYears {
  readonly min: number;
  readonly max: number;
}

/** The values of `min_winning_years` a market accepts for a lookback. */
export function detectionBand(market: Market, years: number): WinningYears {
  return { min: winningYears(market.minWinningPercent, years), max: years };
}

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

/** A lookup of markets by id, name or alias: made once for a request, which may name a thousand. */
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
