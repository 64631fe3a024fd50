import { CONTEXT, read } from '../../helpers/ingest';

/** Every layout, as its vendor writes it, with the bars that are stored. */
const LAYOUTS: [format: string, text: string, want: Record<string, string[]>][] = [
  [
    'Stooq',
    'Date,Open,High,Low,Close,Volume,OpenInt\r\n2017-11-09,122,124,121,123.5,257969,0\r\n',
    { TEST: ['2017-11-09 123.5 [121 124]'] },
  ],
  [
    'Stooq, several symbols',
    '<TICKER>,<PER>,<DATE>,<TIME>,<OPEN>,<HIGH>,<LOW>,<CLOSE>,<VOL>,<OPENINT>\nAAPL.US,D,20240102,000000,1,3,1,2,9,0\n',
    { AAPL: ['2024-01-02 2 [1 3]'] },
  ],
  [
    'Yahoo csv',
    'Date,Open,High,Low,Close,Adj Close,Volume\n2024-01-02,8,12,6,10,5,100\n',
    { TEST: ['2024-01-02 5 [3 6]'] },
  ],
  [
    'yfinance history',
    'Date,Open,High,Low,Close,Volume,Dividends,Stock Splits\n2024-12-05 00:00:00-05:00,77,79,76,78,100,0.0,0.0\n2024-07-05 00:00:00-04:00,70,72,69,71,100,0.0,0.0\n',
    { TEST: ['2024-07-05 71 [69 72]', '2024-12-05 78 [76 79]'] },
  ],
  [
    'yfinance, several header lines',
    'Price,Close,High,Low,Open,Volume\nTicker,BA,BA,BA,BA,BA\nDate,,,,,\n2000-01-03,25,26,24,25,100\n',
    { BA: ['2000-01-03 25 [24 26]'] },
  ],
  [
    'yfinance, several header lines',
    'Price,Adj Close,Adj Close,Close,Close\nTicker,KO,PEP,KO,PEP\nDate,,,,\n2000-01-03,1,2,2,4\n2000-01-04,1.5,,3,\n',
    { KO: ['2000-01-03 1', '2000-01-04 1.5'], PEP: ['2000-01-03 2'] },
  ],
  [
    'yfinance flat',
    'Date,Adj Close,Close,High,Low,Open,Volume\n2014-09-17,,,,,,\n2017-11-09,50,100,110,90,95,7.0\n',
    { TEST: ['2017-11-09 50 [45 55]'] },
  ],
  [
    'yfinance flat',
    'Date,Close,High,Low,Open,Volume\n2017-11-09,100,110,90,95,7\n',
    { TEST: ['2017-11-09 100 [90 110]'] },
  ],
  [
    'IEX chart',
    'date,open,high,low,close,volume,unadjustedVolume,change,changePercent,vwap,label,changeOverTime\n2014-01-31,18.3,18.7,18.2,18.6,4,4,-0.05,-0.3,18.6,"Jan 31, 14",0\n',
    { TEST: ['2014-01-31 18.6 [18.2 18.7]'] },
  ],
  [
    'Quandl WIKI, no header',
    '2014-10-27,91.5,92.2,91.3,92.1,39.0,0.0,1.0,45.5,46.2,45.3,46.1,39.0\n2014-10-24,90.7,91.7,90.5,91.6,29.0,0.0,2.0,45.2,45.9,45.1,45.8,29.0\n',
    { TEST: ['2014-10-24 45.8 [45.1 45.9]', '2014-10-27 46.1 [45.3 46.2]'] },
  ],
  [
    'Quandl WIKI, several symbols',
    'ticker,date,open,high,low,close,volume,ex-dividend,split_ratio,adj_open,adj_high,adj_low,adj_close,adj_volume\nA,1999-11-18,45.5,50,40,44,4,0,1,31,34,28,30,4\n',
    { A: ['1999-11-18 30 [28 34]'] },
  ],
  [
    'OHLC with adjusted close',
    'Date,Low,Open,Volume,High,Close,Adjusted Close\n15-05-1997,1.9,2.4,7,2.5,2,1\n16-05-1997,1.7,1.9,1,1.9,1.8,0.9\n',
    { TEST: ['1997-05-15 1 [0.95 1.25]', '1997-05-16 0.9 [0.85 0.95]'] },
  ],
  [
    'OHLC with adjusted close',
    'timestamp,open,high,low,close,adjusted_close,volume,dividend_amount,split_coefficient\n2024-01-02,8,12,6,10,5,100,0,1\n',
    { TEST: ['2024-01-02 5 [3 6]'] },
  ],
  [
    'OHLC with adjusted close',
    'date,close,high,low,open,volume,adjClose,adjHigh,adjLow,adjOpen,adjVolume,divCash,splitFactor\n2024-01-02,10,12,6,8,9,5,6.5,3,4,9,0,1\n',
    { TEST: ['2024-01-02 5 [3 6.5]'] },
  ],
  ['FRED series', 'DATE,VIXCLS\n1990-01-02,17.24\n1990-01-03,\n1990-01-04,.\n', { TEST: ['1990-01-02 17.24'] }],
  ['FRED series', 'observation_date,DGS10\n1990-01-02,7.94\n', { TEST: ['1990-01-02 7.94'] }],
  ['close only', 'Date,Close\n2026-07-31,0.15\n', { TEST: ['2026-07-31 0.15'] }],
  ['close only, no header', '2024-01-02,1.5\n2024-01-03,1.6\n', { TEST: ['2024-01-02 1.5', '2024-01-03 1.6'] }],
  ['OHLC, no header', '20240102;1,2;1,4;1,1;1,3;9\n', { TEST: ['2024-01-02 1.3 [1.1 1.4]'] }],
  [
    'OHLC',
    'Date\tLast\tHigh\tLow\n01/02/2024\t1\t2\t1\n01/16/2024\t3\t4\t2\n',
    { TEST: ['2024-01-02 1 [1 2]', '2024-01-16 3 [2 4]'] },
  ],
  [
    'OHLC',
    'Date,Close/Last,Volume,Open,High,Low\n01/16/2024,$185.00,"65,603,000",$182.16,$186.26,$180.00\n',
    { TEST: ['2024-01-16 185 [180 186.26]'] },
  ],
  [
    'OHLC',
    '\uFEFF"Date","Price","Open","High","Low","Vol.","Change %"\n"Jan 03, 2024","1,184.25","1,184.0","1,185.9","1,183.4","58.41M","-0.75%"\n',
    { TEST: ['2024-01-03 1184.25 [1183.4 1185.9]'] },
  ],
  [
    'OHLC',
    'time,open,high,low,close\n1704153600,1,3,1,2\n1704240000,2,4,2,3\n',
    { TEST: ['2024-01-02 2 [1 3]', '2024-01-03 3 [2 4]'] },
  ],
  [
    'OHLC, several symbols',
    'symbol,date,open,high,low,close,volume\nBBB,2024-01-02,,,,5,\nBBB,2024-01-03,5,7,4,6,1\nAAA,2024-01-02,1,2,1,2,1\n',
    { BBB: ['2024-01-02 5', '2024-01-03 6 [4 7]'], AAA: ['2024-01-02 2 [1 2]'] },
  ],
  [
    'OHLC, several symbols',
    'date,open,high,low,close,volume,Name\n2024-01-02,1,2,1,2,1,AAL\n2024-01-02,5,6,5,6,1,brk.b\n2024-01-03,2,3,2,3,1,AAL\n',
    { AAL: ['2024-01-02 2 [1 2]', '2024-01-03 3 [2 3]'], 'BRK.B': ['2024-01-02 6 [5 6]'] },
  ],
];

describe('layouts are recognised by content', () => {
  test.each(LAYOUTS)('%s', (format, text, want) => {
    const got = read(text);
    expect(got.format).toBe(format);
    expect(got.series).toEqual(want);
    expect(got.balanced).toBe(true);
  });

  test('the file name gives the symbol only if the content does not', () => {
    const nameless = { ...CONTEXT, symbol: null };
    expect(read('symbol,date,close\nAAA,2024-01-02,1\n', nameless).series).toEqual({ AAA: ['2024-01-02 1'] });
    const got = read('date,close\n2024-01-02,1\n', nameless);
    expect(got.refused).toEqual({ bad_symbol: 1 });
    expect(got.findings[0].detail).toContain('--symbol');
  });
});

/** Files that are no price files, with the reason and its explanation. */
const REFUSED: [what: string, text: string, reason: string, rows: number, words: RegExp][] = [
  ['an empty file', '', 'empty_file', 0, /^$/],
  ['blank lines', '\n \n', 'empty_file', 0, /^$/],
  ['a header alone', 'Date,Open,High,Low,Close,Adj Close,Volume\n', 'no_rows', 0, /^$/],
  ['JSON', '{\n "finance": {"error": "Unauthorized"}\n}', 'error_body', 3, /JSON: \{ "finance"/],
  ['JSON with prices after it', '{"error": 1}\n2022-06-24,406,419,405,415,415,1\n', 'error_body', 2, /JSON/],
  ['HTML', '<!DOCTYPE html>\n<html>', 'error_body', 2, /HTML/],
  ['a sentence', '404 Not Found: No data found, symbol may be delisted\n', 'error_body', 1, /404 Not Found/],
  ['Stooq over its limit', 'Exceeded the daily hits limit', 'error_body', 1, /Exceeded/],
  ['prose', 'hello world\nsecond line\n', 'not_recognised', 2, /hello world/],
  ['line ends of old Macs', 'Date,Close\r2024-01-02,1\r2024-01-03,2\r', 'not_recognised', 1, /carriage returns alone/],
  [
    'two tickers without their line',
    'Date,Close,Close\n2024-01-02,1,90\n',
    'not_recognised',
    1,
    /'Close' more than once/,
  ],
  ['UTF-16', Buffer.from('Date,Close\n2024-01-02,1', 'utf16le').toString('latin1'), 'not_text', 2, /UTF-16/],
  ['dividends', 'Date,Dividend\n2012-08-09,0.09\n2012-11-07,0.09\n', 'no_prices', 2, /a file of dividends/],
  ['members of an index', 'Symbol,Name\nGS,"Goldman, Sachs"\n', 'no_prices', 1, /npm run symbols/],
  ['a date and volumes', 'Date,Volume\n2024-01-02,5\n', 'no_prices', 1, /no close/],
  [
    'Alpha Vantage',
    'timestamp,open,high,low,close,volume\r\n2026-08-21,1,2,1,2,3\r\n',
    'unadjusted',
    1,
    /--unadjusted/,
  ],
  [
    'hourly bars of Stooq',
    '<TICKER>,<PER>,<DATE>,<TIME>,<CLOSE>\nA.US,60,20240102,100000,1\n',
    'not_daily',
    1,
    /period 60/,
  ],
  ['an unknown layout', '2024-01-02,1,2,3\n2024-01-03,1,2,3\n', 'not_recognised', 2, /4 columns/],
];

describe('files without prices are refused with the reason', () => {
  test.each(REFUSED)('%s', (_, text, reason, rows, words) => {
    const got = read(text);
    expect(got.refused).toEqual({ [reason]: rows });
    expect(got.findings[0].detail).toMatch(words);
    expect(got).toMatchObject({ stored: 0, rowsIn: rows, balanced: true });
  });

  test('--unadjusted accepts Alpha Vantage', () => {
    const text = 'timestamp,open,high,low,close,volume\n2026-08-21,1,2,1,2,3\n2026-08-20,1,2,1,1,3\n';
    const got = read(text, { unadjusted: true });
    expect(got.series).toEqual({ TEST: ['2026-08-20 1 [1 2]', '2026-08-21 2 [1 2]'] });
    expect(got.format).toBe('Alpha Vantage, unadjusted');
  });
});
