import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { TestSymbol } from '../helpers/app';
import { type BarRow, barsOf } from '../helpers/bars';
import { realData } from '../helpers/realData';

/** The time of all examples in the contract. */
export const NOW = '2024-06-28T15:00:00Z';
const LAST_DATE = '2024-06-27';

/** Universe files, the market of each, and the number of its symbols that are used. */
const UNIVERSES: readonly (readonly [file: string, market: string, most: number])[] = [
  ['dow30', '0', 30],
  ['etfs', '11', 24],
  ['crypto', '16', 8],
  ['fx', '10', 8],
  ['commodities', '9', 6],
];

/** Simulated symbols of several markets. */
export const SANDBOX = [
  'AAPL',
  'MSFT',
  'JPM',
  'KO',
  'PG',
  'XOM',
  'V',
  'AMZN',
  'CSCO',
  'UNH',
  'SPY',
  'QQQ',
  'IWM',
  'TLT',
  'BTC-USD',
  'ETH-USD',
  'CL=F',
  'GC=F',
  'EURUSD=X',
  '^GSPC',
  'BRK-B',
];

/** Real prices as they were known at `NOW`; Apple is in a second market too. */
export function realPrices(): TestSymbol[] {
  if (realData === null) throw new Error('there are no real price files: record with --prices sandbox');
  const folder = realData;
  return UNIVERSES.flatMap(([file, market, most]) => {
    const text = gunzipSync(readFileSync(join(folder, 'eod', `${file}.csv.gz`))).toString('latin1');
    const series = [...seriesIn(text)].slice(0, most);
    return series.map(([symbol, rows]) => ({
      symbol,
      name: `${symbol} of ${file}`,
      bars: barsOf(rows),
      markets: symbol === 'AAPL' ? ['0', '1'] : [market],
    }));
  });
}

function seriesIn(text: string): Map<string, BarRow[]> {
  const series = new Map<string, BarRow[]>();
  const known = (value: string) => (value === '' ? undefined : Number(value));
  for (const line of text.split('\n').slice(1)) {
    const [symbol, date, , high, low, close] = line.split(',');
    if (close === undefined || close === '' || date > LAST_DATE) continue;
    const rows = series.get(symbol) ?? [];
    if (rows.length === 0) series.set(symbol, rows);
    rows.push({ date, close: Number(close), high: known(high), low: known(low) });
  }
  return series;
}
