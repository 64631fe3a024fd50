import { canonicalTicker } from '../core/calendar/ticker';

const EXTENSIONS = /\.(csv|txt|tsv|dat|data|gz)$/i;
/** Suffixes that download scripts add to the ticker. */
const TRAILERS = [
  / ?\(\d+\)$/, // a browser's second download
  /[-_ ]\d{4}-?\d{2}-?\d{2}.*$/, // a date range
  /_d$/i, // Stooq: ^ndq_d.csv, aapl_us_d.csv
  /[-_. ](1d|1day|daily|day|d1|max|eod|ohlc|ohlcv|prices?|historical|history|historical[-_ ]data|data|stock)$/i,
];
const LEADERS = /^(daily|stock|prices?|historical)[-_ ]/i;

/**
 * The ticker in a file name; null if there is none: aapl.us.txt -> AAPL, BTC-USD-1d.csv -> BTC-USD, ^DJI.csv -> ^DJI,
 * BF.B.csv.gz -> BF.B, daily_IBM.csv -> IBM, AAPL_2020-01-01_2024-12-31.csv -> AAPL. Removes extensions, the affixes of download
 * scripts and the `.us` of Stooq and EODHD; the rest must be a ticker.
 *
 * @param name file name without folders
 */
export function tickerInFileName(name: string): string | null {
  let stem = name;
  while (EXTENSIONS.test(stem)) stem = stem.replace(EXTENSIONS, '');
  for (let before = ''; before !== stem; ) {
    before = stem;
    for (const trailer of TRAILERS) stem = stem.replace(trailer, '');
  }
  return canonicalTicker(stem.replace(LEADERS, '').replace(/[._]us$/i, ''));
}
