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
