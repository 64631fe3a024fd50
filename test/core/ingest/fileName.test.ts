import { tickerInFileName } from '../../../src/ingest/fileName';

test.each([
  ['AAPL.csv', 'AAPL'],
  ['aapl.us.txt', 'AAPL'],
  ['brk-b.us.txt', 'BRK-B'],
  ['BTC-USD-1d.csv', 'BTC-USD'],
  ['UNI3-USD-1d.csv', 'UNI3-USD'],
  ['^DJI.csv', '^DJI'],
  ['BF.B.csv', 'BF.B'],
  ['BF.B.csv.gz', 'BF.B'],
  ['EURUSD=X.csv', 'EURUSD=X'],
  ['005930.KS.csv', '005930.KS'],
  ['daily_IBM.csv', 'IBM'],
  ['msft_daily.csv', 'MSFT'],
  ['AAPL_2020-01-01_2024-12-31.csv', 'AAPL'],
  ['AAPL (1).csv', 'AAPL'],
  ['AAPL Historical Data.csv', 'AAPL'],
  ['VOD.UK.txt', 'VOD.UK'],
  ['DAY.csv', 'DAY'],
  ['MAX.csv', 'MAX'],
  ['Preisliste für Öl.csv', null],
  ['.csv', null],
])('%s is %s', (name, want) => expect(tickerInFileName(name)).toBe(want));
