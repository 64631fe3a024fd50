import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { marketNamed } from '../../scripts/terminal/options';
import { formatSymbolsReport, importSymbols } from '../../src/jobs/symbols';
import { openStorage } from '../../src/storage/open';
import type { Storage } from '../../src/storage/storage';
import { weekdayBars } from '../helpers/bars';
import { fixedClock } from '../helpers/clock';
import { storeBars } from '../helpers/storage';

const CLOCK = fixedClock('2026-11-21T12:00:00Z');
const DOW = marketNamed('0');
let folder: string;
let storage: Storage;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'symbols-'));
  storage = await openStorage(':memory:');
  const bars = weekdayBars('2024-01-01', '2024-02-01', () => 5);
  await storeBars(storage.prices, { symbol: 'BRK-B', name: 'Berkshire', markets: ['2'] }, bars);
});

afterEach(async () => {
  await storage.close();
  rmSync(folder, { recursive: true });
});

const run = (text: string, options: { universe?: string; replace?: boolean; market?: typeof DOW } = {}) => {
  const path = join(folder, 'list.csv');
  writeFileSync(path, text);
  return importSymbols(storage.prices, CLOCK, { path, market: DOW, ...options });
};
const members = async () =>
  (await storage.prices.index()).symbols
    .filter(({ markets }) => markets.includes('0'))
    .map(({ symbol, name }) => `${symbol} ${name}`);

describe('importSymbols', () => {
  test('adds members with their names; another spelling finds the stored symbol', async () => {
    const report = await run('Symbol,Name\nGS,Goldman Sachs\nbrk.b,Berkshire Hathaway\n');
    expect(await members()).toEqual(['BRK-B Berkshire Hathaway', 'GS Goldman Sachs']);
    expect((await storage.prices.find('BRK.B'))!.markets).toEqual(['0', '2']);
    expect(report).toMatchObject({
      members: 2,
      added: ['GS', 'BRK.B'],
      named: ['BRK.B'],
      removed: [],
      withoutPrices: ['GS'],
    });
    expect(formatSymbolsReport(report, DOW)).toMatch(/^ {2}named 1: BRK\.B$/m);
  });

  test('repeating it changes nothing', async () => {
    await run('Symbol,Name\nGS,Goldman Sachs\n');
    const revision = await storage.prices.revision();
    expect(await run('Symbol,Name\nGS,Goldman Sachs\n')).toMatchObject({ added: [], named: [], removed: [] });
    expect(await storage.prices.revision()).toBe(revision);
  });

  test('members stay unless --replace makes the list the whole market', async () => {
    await run('Symbol,Name\nGS,Goldman Sachs\nMMM,3M\n');
    await run('Symbol\nKO\n');
    expect(await members()).toEqual(['GS Goldman Sachs', 'KO KO', 'MMM 3M']);
    expect(await run('Symbol\nKO\n', { replace: true })).toMatchObject({ removed: ['GS', 'MMM'] });
    expect(await members()).toEqual(['KO KO']);
    expect((await storage.prices.find('BRK-B'))!.markets).toEqual(['2']);
  });

  describe('a list of several universes', () => {
    const list = 'symbol,name,market\nAAPL,Apple,dow30\nAAPL,Apple,sp500\nABNB,Airbnb,nasdaq100\nXYZ,Other,my picks\n';

    test('adds the lines that name the market by id, name or alias', async () => {
      expect(await run(list)).toMatchObject({ rowsIn: 4, members: 1, otherUniverses: 3, added: ['AAPL'] });
      expect(await run(list, { market: marketNamed('1') })).toMatchObject({ added: ['ABNB'] });
    });

    test('adds the lines of the universe in --universe', async () => {
      expect(await run(list, { universe: 'My Picks' })).toMatchObject({ added: ['XYZ'] });
    });

    test.each([
      [
        { market: marketNamed('16') },
        /none is called like market 16 CRYPTO CURRENCIES: choose with --universe one of dow30, sp500, nasdaq100, my picks/,
      ],
      [{ universe: 'dax' }, /--universe 'dax' is not in '.*': it has dow30, sp500/],
    ])('is refused with the known universes if none fits', async (options, message) => {
      await expect(run(list, options)).rejects.toThrow(message);
      expect(await members()).toEqual([]);
    });
  });

  test.each([
    ['Symbol\n', {}, /names no symbol for DOW 30 STOCKS/],
    ['Symbol\nA\n', { universe: 'x' }, /no column of universes/],
    ['Date,Close\n2024-01-02,1\n', {}, /no symbol column in 'Date,Close'/],
  ])('%j is refused', async (text, options, message) => {
    await expect(run(text, options)).rejects.toThrow(message);
  });

  test('a missing file is refused', async () => {
    await expect(importSymbols(storage.prices, CLOCK, { path: join(folder, 'no.csv'), market: DOW })).rejects.toThrow(
      /cannot read '.*no\.csv': no such file/,
    );
  });

  test('the report is readable', async () => {
    const report = await run('Symbol,Name\nGS,Goldman Sachs\n,Nobody\n');
    expect(formatSymbolsReport(report, DOW).split('\n')).toEqual([
      '0 DOW 30 STOCKS: 1 symbols from 2 rows',
      '  added 1: GS',
      '  without prices yet 1: GS',
      '  refused line 3: no ticker: ,Nobody',
    ]);
  });
});
