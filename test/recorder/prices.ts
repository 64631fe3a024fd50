import type { TestSymbol } from '../helpers/app';
import { eodSeries } from '../helpers/eodSeries';
import { realData } from '../helpers/realData';
import { barsThrough, fromIso } from './project';

/** The time of all examples in the contract. */
export const NOW = '2024-06-28T15:00:00Z';
const LAST_DAY = fromIso('2024-06-27');

/** Simulated symbols of several markets. */
export const SANDBOX =
  'AAPL MSFT JPM KO PG XOM V AMZN CSCO UNH BRK-B SPY QQQ IWM TLT BTC-USD ETH-USD CL=F GC=F EURUSD=X ^GSPC'.split(' ');

/** Universe files, the market of each, and the number of symbols that are used besides those of the sandbox. */
const UNIVERSES: readonly (readonly [file: string, market: string, most: number])[] = [
  ['dow30', '0', 30],
  ['etfs', '11', 20],
  ['crypto', '16', 8],
  ['fx', '10', 8],
  ['commodities', '9', 6],
];

/** Real prices as they were known at `NOW`; Apple is in a second market too. */
export function realPrices(): TestSymbol[] {
  if (realData === null) throw new Error('there are no real price files: record with --prices sandbox');
  const folder = realData;
  return UNIVERSES.flatMap(([file, market, most]) =>
    eodSeries(folder, file)
      .filter(({ symbol }, i) => i < most || SANDBOX.includes(symbol))
      .map(({ symbol, bars }) => ({
        symbol,
        name: `${symbol} of ${file}`,
        bars: barsThrough(bars, LAST_DAY),
        markets: symbol === 'AAPL' ? ['0', '1'] : [market],
      })),
  );
}
