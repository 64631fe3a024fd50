import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { TestSymbol } from './app';
import { type BarRow, barsOf } from './bars';

/** Tickers by universe file, each with the markets in which it is to be listed. */
type Wanted = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

/** Symbols of the real price files, for the options of a test service. */
export function realSymbols(folder: string, wanted: Wanted): TestSymbol[] {
  return Object.entries(wanted).flatMap(([universe, symbols]) => {
    const text = gunzipSync(readFileSync(join(folder, 'eod', `${universe}.csv.gz`))).toString('latin1');
    return Object.entries(symbols).map(([symbol, markets]) => ({
      symbol,
      markets,
      bars: barsOf(countRows(text, symbol)),
    }));
  });
}

/** The files are sorted by symbol, so that the lines of a symbol are contiguous. */
function countRows(text: string, symbol: string): BarRow[] {
  const from = text.indexOf(`\n${symbol},`) + 1;
  if (from === 0) throw new Error(`no ${symbol} in the file`);
  const last = text.lastIndexOf(`\n${symbol},`) + 1;
  const to = text.indexOf('\n', last);
  const lines = text.slice(from, to < 0 ? undefined : to).split('\n');
  return lines.flatMap((line) => {
    const [, date, , high, low, close] = line.split(',');
    const known = (value: string) => (value === '' ? undefined : Number(value));
    return close === '' ? [] : [{ date, close: Number(close), high: known(high), low: known(low) }];
  });
}
