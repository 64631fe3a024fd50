import { InvalidArgumentError } from 'commander';
import { type Market, marketFinder } from '../../src/core/calendar/market';
import { loadMarkets } from '../../src/seeds';

export const MARKET_HELP = "market of the symbols: '0' to '16', its name or an alias";

/** The market of the option `--market`. @throws Error naming the accepted markets */
export function marketNamed(text: string): Market {
  const markets = loadMarkets();
  const found = marketFinder(markets)(text);
  if (found) return found;
  const known = markets.map(({ id, name }) => `${id} ${name}`).join(', ');
  throw new Error(`--market '${text}' is no market; there are ${known}`);
}

/** Reads an option that is a whole number within bounds. @throws InvalidArgumentError that says what is accepted */
export function wholeNumber(from: number, to: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= from && value <= to) return value;
    throw new InvalidArgumentError(`accepted is a whole number from ${from} to ${to}`);
  };
}
