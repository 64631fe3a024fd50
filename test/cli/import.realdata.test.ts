import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { marketNamed } from '../../scripts/terminal/options';
import { countRows } from '../../src/ingest/readings';
import { importPrices } from '../../src/jobs/import';
import type { ImportReport } from '../../src/jobs/importReport';
import { importSymbols } from '../../src/jobs/symbols';
import { openStorage } from '../../src/storage/open';
import type { Storage } from '../../src/storage/storage';
import { fixedClock } from '../helpers/clock';
import { refusedBy, shownBars } from '../helpers/ingest';
import { migratedFiles } from '../helpers/migratedFiles';
import { describeWithRealData } from '../helpers/realData';
import { storedBars } from '../helpers/storage';

const clock = fixedClock('2026-11-21T12:00:00Z');
const migratedFile = migratedFiles();
let storage: Storage;

beforeEach(async () => {
  storage = await openStorage(await migratedFile());
});
afterEach(() => storage.close());

const load = (path: string, market: string, options = {}) =>
  importPrices({ prices: storage.prices, clock }, { paths: [path], market: marketNamed(market), ...options });

interface Counts {
  readonly format: string | null;
  readonly stored: number;
  readonly refused: Record<string, number>;
  readonly flags?: Record<string, number>;
}

/** The expected counts of each file in raw/. Rows, empty fields, zero opens and ranges were counted by another program. */
const FILES: Record<string, Record<string, Counts>> = {
  alphavantage_compact: {
    'DIA.csv': { format: 'Alpha Vantage, unadjusted', stored: 0, refused: { unadjusted: 100 } },
    'XLE.csv': { format: 'Alpha Vantage, unadjusted', stored: 0, refused: { unadjusted: 100 } },
    'XLRE.csv': { format: 'Alpha Vantage, unadjusted', stored: 0, refused: { unadjusted: 100 } },
    'XLU.csv': { format: 'Alpha Vantage, unadjusted', stored: 0, refused: { unadjusted: 100 } },
  },
  close_only: {
    'AACBR.csv': { format: 'close only', stored: 1, refused: {} },
    'HD.csv': { format: 'close only', stored: 11305, refused: { provisional: 1 } },
    'JPM.csv': { format: 'close only', stored: 11688, refused: { provisional: 1 } },
  },
  constituents: {
    'constituents-dowjones.csv': { format: null, stored: 0, refused: { no_prices: 30 } },
    'constituents-nasdaq100.csv': { format: null, stored: 0, refused: { no_prices: 101 } },
    'constituents-sp500.csv': { format: null, stored: 0, refused: { no_prices: 503 } },
    'datasets-sp500-constituents.csv': { format: null, stored: 0, refused: { no_prices: 503 } },
  },
  crypto_yahoo_1d: {
    'BCH-USD-1d.csv': { format: 'yfinance flat', stored: 1559, refused: { empty: 1149 } },
    'UNI3-USD-1d.csv': { format: 'yfinance flat', stored: 1, refused: { empty: 2707 } },
    'XMR-USD-1d.csv': { format: 'yfinance flat', stored: 1559, refused: { empty: 1149 } },
  },
  error_json_prefix: {
    'BF.B.csv': { format: null, stored: 0, refused: { error_body: 1 } },
    'BRK.B.csv': { format: null, stored: 0, refused: { error_body: 1 } },
    'SIVB.csv': { format: null, stored: 0, refused: { error_body: 892 } },
    'TWTR.csv': { format: null, stored: 0, refused: { error_body: 746 } },
    'VIAC.csv': { format: null, stored: 0, refused: { error_body: 669 } },
    'XLNX.csv': { format: null, stored: 0, refused: { error_body: 680 } },
  },
  fred_csv: {
    'DEXMXUS.csv': { format: 'FRED series', stored: 8079, refused: { empty: 331 } },
    'FEDFUNDS.csv': { format: 'FRED series', stored: 0, refused: { not_daily: 673 } },
    'VIXCLS.csv': { format: 'FRED series', stored: 9117, refused: { empty: 301 }, flags: { jump: 5 } },
  },
  iex_chart_csv: {
    'CSCO.csv': { format: 'IEX chart', stored: 1258, refused: {} },
    'DWDP.csv': { format: 'IEX chart', stored: 354, refused: {} },
    'MSFT.csv': { format: 'IEX chart', stored: 1258, refused: {} },
  },
  'kaggle_dd-mm-yyyy': {
    'AMZN.csv': { format: 'OHLC with adjusted close', stored: 6113, refused: { provisional: 1 } },
    'MSFT.csv': { format: 'OHLC with adjusted close', stored: 8939, refused: { provisional: 1 } },
  },
  mislabelled_columns: {
    'SOXX.csv': { format: 'Yahoo csv', stored: 0, refused: { mislabelled: 5903 } },
  },
  quandl_wiki_noheader: {
    'EMPTY.csv': { format: null, stored: 0, refused: { empty_file: 0 } },
    'UNH.csv': { format: 'Quandl WIKI, no header', stored: 6197, refused: {}, flags: { range: 1 } },
  },
  split_only_plus_dividends: {
    '005930.KS_dividends.csv': { format: null, stored: 0, refused: { no_prices: 59 } },
    'AAPL_dividends.csv': { format: null, stored: 0, refused: { no_prices: 56 } },
    'KO_dividends.csv': { format: null, stored: 0, refused: { no_prices: 106 } },
    'MO_dividends.csv': { format: null, stored: 0, refused: { no_prices: 107 } },
  },
  stooq_txt: {
    'hubb.us.txt': { format: 'Stooq', stored: 474, refused: {} },
    'spy.us.txt': { format: 'Stooq', stored: 3201, refused: {} },
    'xlf.us.txt': { format: 'Stooq', stored: 3201, refused: {} },
  },
  yahoo_csv_adjclose: {
    'SOLV.csv': { format: 'Yahoo csv', stored: 115, refused: {} },
    'WELL.csv': { format: 'Yahoo csv', stored: 8741, refused: {}, flags: { unknown_open: 471 } },
    '^DJI.csv': { format: 'Yahoo csv', stored: 8235, refused: {} },
  },
  yfinance_history_tz: {
    'MKC.csv': { format: 'yfinance history', stored: 13063, refused: {}, flags: { unknown_open: 4254 } },
    'SPY.csv': { format: 'Yahoo csv', stored: 0, refused: { no_rows: 0 } },
    'XOM.csv': { format: 'yfinance history', stored: 15842, refused: {}, flags: { unknown_open: 1987, range: 5 } },
  },
  yfinance_multiheader: {
    'BA.csv': { format: 'yfinance, several header lines', stored: 6427, refused: { provisional: 1 } },
    'GEV.csv': { format: 'yfinance, several header lines', stored: 331, refused: { provisional: 1 } },
    'HUBB.csv': {
      format: 'yfinance, several header lines',
      stored: 6427,
      refused: { provisional: 1 },
      flags: { range: 1 },
    },
  },
};

/** Bars of each layout as another program computes them, by folder and symbol: close [low high]. */
const BARS: Record<string, Record<string, string[]>> = {
  yahoo_csv_adjclose: { WELL: [scaledBar('1990-01-02', 14.75, 14.625, 14.75, 1.3007954359054565)] },
  'kaggle_dd-mm-yyyy': {
    MSFT: [scaledBar('1986-03-13', 0.1015629991889, 0.08854199945926666, 0.09722200036048889, 0.06149066612124443)],
  },
  quandl_wiki_noheader: {
    UNH: ['1990-03-26 0.27265223019661 [0.27265223019661 0.2761403184294]', '2014-10-27 92.13 [91.375 92.28]'],
  },
  yfinance_multiheader: { BA: ['2000-01-03 25.94028663635254 [25.698231084535873 26.908508843619195]'] },
  fred_csv: { DEXMXUS: ['1993-11-08 3.152', '2026-01-30 17.3493'] },
  iex_chart_csv: { MSFT: ['2014-01-31 33.5546 [32.4196 33.599]'] },
  stooq_txt: { SPY: ['2017-11-10 258.09 [257.37 258.21]'] },
};

function scaledBar(date: string, high: number, low: number, close: number, adjusted: number): string {
  const factor = adjusted / close;
  return `${date} ${adjusted} [${Math.min(low * factor, adjusted)} ${Math.max(high * factor, adjusted)}]`;
}

const countsOf = ({ files: [file] }: ImportReport): Counts => {
  const flags = refusedBy(file.flags);
  const counts = { format: file.format, stored: file.rowsStored, refused: refusedBy(file.refused) };
  return Object.keys(flags).length === 0 ? counts : { ...counts, flags };
};

describeWithRealData('raw files of vendors and tools', (data) => {
  test('every folder and every file is listed here', () => {
    const found = readdirSync(join(data, 'raw')).map((folder) => [
      folder,
      readdirSync(join(data, 'raw', folder)).sort(),
    ]);
    expect(Object.fromEntries(found)).toEqual(
      Object.fromEntries(Object.entries(FILES).map(([k, v]) => [k, Object.keys(v).sort()])),
    );
  });

  test.each(Object.entries(FILES))('%s', async (folder, files) => {
    const { files: reports } = await load(join(data, 'raw', folder), folder.startsWith('crypto') ? '16' : '0');
    const got = reports.map((report) => [report.path.split('/').pop(), countsOf({ files: [report] } as never)]);
    expect(Object.fromEntries(got)).toEqual(files);
    for (const { rowsIn, rowsStored, refused } of reports) expect(rowsIn).toBe(rowsStored + countRows(refused));
    for (const [symbol, wanted] of Object.entries(BARS[folder] ?? {}))
      expect(shownBars(await storedBars(storage.prices, symbol))).toEqual(expect.arrayContaining(wanted));
  });

  test('the last bar of a file is stored if no other file shows that it is a snapshot', async () => {
    await load(join(data, 'raw/yfinance_multiheader/BA.csv'), '0');
    const bars = shownBars(await storedBars(storage.prices, 'BA'));
    expect(bars.at(-1)).toBe('2025-07-23 233.8800048828125 [229.30999755859375 235.27000427246094]');
  });

  test('--unadjusted takes the compact files of Alpha Vantage, newest first as they are', async () => {
    const report = await load(join(data, 'raw/alphavantage_compact'), '11', { unadjusted: true });
    expect(report).toMatchObject({ rowsIn: 400, rowsStored: 400 });
    const bars = shownBars(await storedBars(storage.prices, 'DIA'));
    expect([bars[0], bars[99]]).toEqual(['2026-03-31 463.19 [454.67 463.82]', '2026-08-21 532.21 [529.43 532.9]']);
  });
});

describeWithRealData('assembled universes', (data) => {
  const eod = (name: string) => join(data, 'eod', `${name}.csv.gz`);

  /** Imports a universe, whose rows are all stored except those of days without trades. */
  async function expectStored(
    name: string,
    market: string,
    [symbols, rows, untraded]: readonly number[],
    flags: Readonly<Record<string, number>>,
  ): Promise<void> {
    const report = await load(eod(name), market);
    expect(report).toMatchObject({ rowsIn: rows, rowsStored: rows - untraded });
    expect(refusedBy(report.files[0].refused)).toEqual(untraded === 0 ? {} : { untraded });
    expect(report.files[0].series).toHaveLength(symbols);
    expect(refusedBy(report.files[0].flags)).toEqual(flags);
  }

  test('all traded rows of etfs are stored', () => expectStored('etfs', '11', [84, 430_386, 0], {}));

  test('all traded rows of crypto are stored', () =>
    expectStored('crypto', '16', [20, 44_100, 0], { jump: 18, gap: 1 }));

  test('all traded rows of commodities are stored, with the negative price of WTI on 2020-04-20', async () => {
    await expectStored('commodities', '9', [10, 51_771, 0], { range: 692, jump: 7, split_like: 1, gap: 1 });
    const bars = shownBars(await storedBars(storage.prices, 'CL=F'));
    expect(bars.find((bar) => bar.startsWith('2020-04-20'))).toMatch(/^2020-04-20 -37\.63/);
  });

  test('fx: the snapshots of one Saturday are refused, everything else is stored', async () => {
    const report = await load(eod('fx'), '10');
    expect(report).toMatchObject({ rowsIn: 183_522, rowsStored: 183_508 });
    expect(refusedBy(report.files[0].refused)).toEqual({ weekend: 14 });
    expect(new Set(report.files[0].refused.map(({ firstDay }) => firstDay)).size).toBe(1);
  });

  test('all traded rows of dow30 are stored; a list of members puts them into further markets and names them', async () => {
    // AXP has long runs of days without trades in the 1970s.
    await expectStored('dow30', '0', [30, 362_577, 180], { split_like: 2, repeated: 8 });
    const list = join(data, 'symbols.csv');
    const market = (id: string) => ({ path: list, market: marketNamed(id) });
    expect(await importSymbols(storage.prices, clock, market('0'))).toMatchObject({
      members: 30,
      added: [],
      withoutPrices: [],
    });
    const nasdaq = await importSymbols(storage.prices, clock, market('1'));
    expect(nasdaq).toMatchObject({ rowsIn: 776, members: 101, otherUniverses: 675 });
    expect(nasdaq.withoutPrices).toHaveLength(93);
    expect(await storage.prices.find('AAPL')).toMatchObject({ name: 'Apple Inc.', markets: ['0', '1'] });
  });

  test.each([
    ['constituents-dowjones.csv', 30],
    ['constituents-nasdaq100.csv', 101],
    ['constituents-sp500.csv', 503],
    ['datasets-sp500-constituents.csv', 503],
  ])('%s', async (file, members) => {
    const path = join(data, 'raw/constituents', file);
    const report = await importSymbols(storage.prices, clock, { path, market: marketNamed('2') });
    expect(report).toMatchObject({ rowsIn: members, members, refused: [] });
    expect(report.added).toHaveLength(members);
  });
});
