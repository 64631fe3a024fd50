import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { marketNamed } from '../../scripts/terminal/options';
import type { Bars } from '../../src/core/window/bars';
import { importPrices } from '../../src/jobs/import';
import type { ImportOptions } from '../../src/jobs/importer';
import { findingsCsv, formatReport } from '../../src/jobs/importReport';
import { undoLastImport } from '../../src/jobs/symbols';
import type { Database } from '../../src/storage/database';
import { PriceStore } from '../../src/storage/prices';
import { openSqlite } from '../../src/storage/sqlite';
import { weekdayBars } from '../helpers/bars';
import { type FixedClock, fixedClock } from '../helpers/clock';
import { refusedBy, shownBars, weekdayCsv } from '../helpers/ingest';
import { seriesIn, storeBars, storedBars } from '../helpers/storage';
import { zipOf } from '../helpers/zip';

const STOCKS = marketNamed('0');
let folder: string;
let database: Database;
let prices: PriceStore;
let clock: FixedClock;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'import-'));
  database = await openSqlite(':memory:');
  prices = new PriceStore(database);
  clock = fixedClock('2026-11-21T12:00:00Z');
});

afterEach(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

function file(name: string, content: string | Buffer): string {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  return path;
}

const run = (paths: string | string[], options: Partial<ImportOptions> = {}) =>
  importPrices({ prices, clock }, { paths: [paths].flat(), market: STOCKS, ...options });
const bars = async (symbol: string) => shownBars(await storedBars(prices, symbol));
const hasSimulated = async () => (await seriesIn(prices)).some(({ simulated }) => simulated);
const closes = (n: number, from = 50) => Array.from({ length: n }, (_, i) => from + (i % 5));
const week = (symbol: string, from: string, n = 5) =>
  weekdayCsv(from, closes(n))
    .split('\n')
    .slice(1, -1)
    .map((row) => `${symbol},${row}`)
    .join('\n');

describe('files and options', () => {
  test.each(['long.csv', 'long.csv.gz', 'long.zip'])(
    '%s is refused at a line of more than 1 MB, and not read on',
    async (name) => {
      const csv = Buffer.concat([Buffer.from(weekdayCsv('2024-01-01', closes(5))), Buffer.alloc(8 << 20, 'x')]);
      const path = file(
        name,
        name.endsWith('zip') ? zipOf({ 'long.csv': csv.toString() }) : name.endsWith('gz') ? gzipSync(csv) : csv,
      );
      let read = 0;
      const onProgress = (done: number) => {
        read = done;
      };
      const { files } = await importPrices({ prices, clock, onProgress }, { paths: [path], market: STOCKS, yes: true });
      expect(files[0].refused.at(-1)).toMatchObject({ kind: 'not_recognised', detail: 'a line of more than 1 MB' });
      expect(files[0].rowsStored).toBe(0);
      expect(read).toBeLessThan(3 << 20);
    },
  );

  test('files, folders, .gz and .zip, with the symbol from the file name', async () => {
    const csv = weekdayCsv('2024-01-01', closes(3));
    file('all/aapl.us.txt', csv);
    file('all/deep/BTC-USD-1d.csv.gz', gzipSync(csv));
    file('all/.hidden.csv', csv);
    file('all/more.zip', zipOf({ 'x/^DJI.csv': csv, 'x/ko.csv.gz': 'not gzipped', '__MACOSX/KO.csv': csv }));
    const report = await run([join(folder, 'all'), file('MSFT.csv', csv)]);
    expect(report.files.map(({ path, rowsStored }) => [path.slice(folder.length + 1), rowsStored])).toEqual([
      ['all/aapl.us.txt', 3],
      ['all/deep/BTC-USD-1d.csv.gz', 3],
      ['all/more.zip/x/^DJI.csv', 3],
      ['all/more.zip/x/ko.csv.gz', 0],
      ['MSFT.csv', 3],
    ]);
    expect(refusedBy(report.files[3].refused)).toEqual({ damaged: 0 });
    expect((await prices.index()).symbols.map(({ symbol, markets }) => `${symbol} ${markets}`)).toEqual([
      'AAPL 0',
      'BTC-USD 0',
      'MSFT 0',
      '^DJI 0',
    ]);
    expect(await bars('AAPL')).toEqual(['2024-01-01 50', '2024-01-02 51', '2024-01-03 52']);
  });

  test('the source is the file name or --source; the name is --name', async () => {
    const path = file('AAPL.csv', weekdayCsv('2024-01-01', closes(3)));
    await run(path, { name: 'Apple Inc.' });
    expect(await seriesIn(prices)).toMatchObject([
      { symbol: 'AAPL', source: 'file AAPL.csv, adjustment not stated', simulated: false },
    ]);
    await run(path, { source: 'my broker' });
    expect(await seriesIn(prices)).toMatchObject([
      { source: 'my broker, adjustment not stated', importedAt: clock.now() },
    ]);
    expect(await prices.find('AAPL')).toMatchObject({ name: 'Apple Inc.' });
  });

  test('--symbol names a file, and picks one of a long file', async () => {
    await run(file('prices.csv', weekdayCsv('2024-01-01', closes(3))), { symbol: 'brk.b' });
    expect(await bars('BRK-B')).toHaveLength(3);
    const long = file('long.csv', `symbol,date,close\n${week('AAA', '2024-01-01')}\n${week('BBB', '2024-01-01')}\n`);
    const report = await run(long, { symbol: 'bbb', name: 'Bee' });
    expect(report).toMatchObject({ rowsIn: 10, rowsStored: 5 });
    expect(refusedBy(report.files[0].refused)).toEqual({ other_symbol: 5 });
    expect((await prices.index()).symbols.map(({ symbol, name }) => [symbol, name])).toEqual([
      ['BBB', 'Bee'],
      ['BRK.B', 'BRK.B'],
    ]);
  });

  test('a bar that was not final at the time of the clock or of the file is refused', async () => {
    const path = file('AAPL.csv', weekdayCsv('2026-11-16', closes(5)));
    clock.set('2026-11-20T22:59:00Z');
    expect(refusedBy((await run(path)).files[0].refused)).toEqual({ provisional: 1 });
    clock.set('2026-11-20T23:00:00Z');
    utimesSync(path, clock.now(), new Date('2026-11-20T20:30:00Z'));
    expect(refusedBy((await run(path)).files[0].refused)).toEqual({ provisional: 1 });
    utimesSync(path, clock.now(), clock.now());
    expect(await run(path)).toMatchObject({ rowsIn: 5, rowsStored: 5 });
  });

  test('crypto closes at 00:30 UTC', async () => {
    const crypto = marketNamed('crypto');
    const path = file('BTC-USD.csv', 'Date,Close\n2026-11-19,1\n2026-11-20,2\n2026-11-21,3\n');
    clock.set('2026-11-21T00:29:00Z');
    expect(refusedBy((await run(path, { market: crypto })).files[0].refused)).toEqual({ provisional: 2 });
    clock.set('2026-11-21T00:30:00Z');
    expect(refusedBy((await run(path, { market: crypto })).files[0].refused)).toEqual({ provisional: 1 });
  });

  test('files fetched together with a snapshot lose their last bar too', async () => {
    const day = (last: number) => weekdayCsv('2024-01-01', [...closes(12, 331), last]);
    file('set/AAA.csv', day(331.25));
    file('set/BBB.csv', day(331.123));
    file('other/CCC.csv', day(331.25));
    const report = await run(folder);
    expect(report.files.map(({ path, rowsStored }) => [path.slice(-7), rowsStored])).toEqual([
      ['CCC.csv', 13],
      ['AAA.csv', 12],
      ['BBB.csv', 12],
    ]);
  });
});

describe('importing again', () => {
  test('the same file changes nothing, not even the revision', async () => {
    const path = file('long.csv', `symbol,date,close\n${week('AAA', '2024-01-01')}\n${week('BBB', '2024-01-01')}\n`);
    await run(path);
    const before = await prices.index();
    clock.set('2026-11-22T12:00:00Z');
    const again = await run(path);
    expect(await prices.index()).toEqual(before);
    expect(again.files[0].series.map(({ action }) => action)).toEqual(['unchanged', 'unchanged']);
    expect(again.rowsStored).toBe(10);
  });

  test('a longer file replaces, a later one appends, and a market is added', async () => {
    await run(file('AAA.csv', weekdayCsv('2024-01-01', closes(5))));
    expect((await run(file('AAA.csv', weekdayCsv('2024-01-01', closes(8))))).files[0].series[0].action).toBe(
      'replaced',
    );
    const tail = weekdayCsv('2024-01-08', closes(10));
    expect((await run(file('AAA.csv', tail), { market: marketNamed('2') })).files[0].series[0].action).toBe('appended');
    expect(await bars('AAA')).toHaveLength(15);
    expect((await prices.find('AAA'))!.markets).toEqual(['0', '2']);
  });

  test('a file that disagrees with the stored prices is refused with the reason', async () => {
    await run(file('AAA.csv', weekdayCsv('2024-01-01', closes(15))));
    const before = await bars('AAA');
    const path = file('AAA.csv', weekdayCsv('2024-01-08', [...closes(7, 90), ...closes(9, 30)]));
    const report = await run(path);
    expect(report).toMatchObject({ rowsIn: 16, rowsStored: 0 });
    expect(report.files[0].refused).toMatchObject([
      { kind: 'conflict', rows: 16, detail: expect.stringContaining('2024-01-08') },
    ]);
    expect(await bars('AAA')).toEqual(before);
    expect(await run(path, { replace: true })).toMatchObject({ rowsStored: 16 });
    expect(await bars('AAA')).toHaveLength(16);
  });

  test('a truncated file leaves the old prices of the symbols that it does not complete', async () => {
    const old = file('long.csv', `symbol,date,close\n${week('AAA', '2024-01-01')}\n${week('BBB', '2024-01-01')}\n`);
    await run(old);
    const whole = gzipSync(
      `symbol,date,close\n${week('AAA', '2024-01-01', 9000)}\n${week('BBB', '2024-01-01', 9000)}\n`,
    );
    const report = await run(file('long.csv.gz', whole.subarray(0, Math.floor(whole.length * 0.75))), {
      market: { ...STOCKS, allowsNonPositive: true },
    });
    const [{ rowsIn, rowsStored, refused }] = report.files;
    expect(refusedBy(refused).damaged).toBe(rowsIn - rowsStored - (refusedBy(refused).future ?? 0));
    expect(await bars('BBB')).toHaveLength(5);
  });

  test('a long file that comes back to a symbol late stores all of its rows, also with --replace', async () => {
    const rows = (symbol: string, n: number) =>
      weekdayCsv('2000-01-03', closes(n))
        .split('\n')
        .slice(1, -1)
        .map((row) => `${symbol},${row}`);
    const others = Array.from({ length: 4 }, (_, i) => rows(`B${i}`, 5000)).flat();
    const [first, last] = [rows('AAA', 300).slice(0, 150), rows('AAA', 300).slice(150)];
    const path = file('long.csv', ['symbol,date,close', ...first, ...others, ...last, ''].join('\n'));
    for (const replace of [false, true]) {
      const report = await run(path, { replace });
      expect(report).toMatchObject({ rowsIn: 20_300, rowsStored: 20_300, concerns: [] });
      expect(await bars('AAA')).toHaveLength(300);
    }
  });

  test('an error of the database ends the import, whatever its message: no rows are refused as damaged', async () => {
    const rows = Array.from({ length: 2000 }, (_, i) => week(`S${1000 + i}`, '2024-01-01')).join('\n');
    const write = jest.spyOn(prices, 'write').mockRejectedValueOnce(new Error('invalid memory alloc request size'));
    await expect(run(file('long.csv', `symbol,date,close\n${rows}\n`))).rejects.toThrow('invalid memory alloc');
    write.mockRestore();
  });

  test('an import that ends early says how many symbols it has stored; undo takes them back', async () => {
    const csv = weekdayCsv('2024-01-01', closes(5));
    const paths = [file('a/AAA.csv', csv), file('b/BBB.csv', csv), file('c/CCC.csv', csv)];
    const original = prices.write.bind(prices);
    const write = jest.spyOn(prices, 'write').mockImplementationOnce(original).mockImplementationOnce(original);
    write.mockRejectedValueOnce(new Error('the disk is full'));
    await expect(run(paths)).rejects.toThrow(/^the disk is full\nit ended early, with 2 symbols stored: .*undo/);
    write.mockRestore();
    const tickers = async () => (await prices.index()).symbols.map(({ symbol }) => symbol);
    expect(await tickers()).toEqual(['AAA', 'BBB']);
    await undoLastImport(prices, clock);
    expect(await tickers()).toEqual([]);
  });

  test('an undo goes back to before an interrupted import, also once it was repeated', async () => {
    const csv = weekdayCsv('2024-01-01', closes(5));
    const paths = [file('a/AAA.csv', csv), file('b/BBB.csv', `${csv}2024-01-08,-1\n`)];
    const tickers = async () => (await prices.index()).symbols.map(({ symbol }) => symbol);
    const original = prices.write.bind(prices);
    const write = jest.spyOn(prices, 'write').mockImplementationOnce(original);
    write.mockRejectedValueOnce(new Error('the disk is full'));
    await expect(run(paths)).rejects.toThrow('ended early');
    write.mockRestore();
    await run(paths);
    expect(await tickers()).toEqual(['AAA', 'BBB']);
    await undoLastImport(prices, clock);
    expect(await tickers()).toEqual([]);
    expect((await prices.quality.reports(null, 9)).map(({ undoneAt }) => undoneAt)).toEqual([clock.now(), clock.now()]);
    // An import that ended is not continued.
    await run(paths);
    writeFileSync(paths[0], weekdayCsv('2024-01-01', closes(9)));
    await run(paths);
    await undoLastImport(prices, clock);
    expect(await bars('AAA')).toHaveLength(5);
  });

  test('an import does not overwrite what another one stored after it read the prices', async () => {
    const days = (from: string, n: number) => `symbol,date,close\n${week('AAA', from, n)}\n`;
    await run(file('base.csv', days('2024-01-01', 20)));
    const later = file('later.csv', days('2024-01-22', 15));
    const longer = file('longer.csv', days('2024-01-22', 30));
    const original = prices.write.bind(prices);
    const write = jest.spyOn(prices, 'write').mockImplementationOnce(async (...args) => {
      write.mockRestore();
      await run(longer);
      return original(...args);
    });
    await expect(run(later, { yes: true })).rejects.toThrow(
      'AAA got other prices meanwhile, from another import or a feed',
    );
    expect(await bars('AAA')).toHaveLength(45);
    expect(await run(later)).toMatchObject({ rowsStored: 15 });
  });

  test('damaged stored prices are replaced', async () => {
    const path = file('AAA.csv', weekdayCsv('2024-01-01', closes(5)));
    await run(path);
    const damage = "UPDATE price_column SET data = x'00' WHERE column_set = 'close'";
    await database.change('prices', (trx) => trx.raw(damage));
    await run(path);
    expect(await bars('AAA')).toHaveLength(5);
  });

  test('the first real import ends the sandbox, and is not joined with its prices', async () => {
    const simulated: Bars = weekdayBars('2024-01-01', '2024-03-01', () => 7);
    for (const symbol of ['AAA', 'BBB']) {
      await storeBars(prices, { symbol, markets: ['0'] }, simulated, { simulated: true });
    }
    await run(file('AAA.csv', weekdayCsv('2024-02-01', closes(5))));
    expect((await prices.index()).symbols.map(({ symbol }) => symbol)).toEqual(['AAA']);
    expect((await bars('AAA'))[0]).toBe('2024-02-01 50');
    expect(await hasSimulated()).toBe(false);
  });

  test('a file of which nothing is stored does not end the sandbox', async () => {
    const simulated = weekdayBars('2024-01-01', '2024-03-01', () => 7);
    await storeBars(prices, { symbol: 'AAA', markets: ['0'] }, simulated, { simulated: true });
    expect((await run(file('AAA.csv', 'Date,Close\n2030-01-01,5\n'))).rowsStored).toBe(0);
    expect(await hasSimulated()).toBe(true);
  });
});

describe('refused arguments', () => {
  test.each<[string, () => Promise<unknown>, RegExp]>([
    ['a missing path', () => run(join(folder, 'none.csv')), /cannot read '.*none\.csv': no such file or folder/],
    ['an empty folder', () => run(folder), /no files in/],
    ['a file that is no archive', () => run(file('x.zip', 'zip?')), /cannot read '.*x\.zip'/],
    [
      'an invalid symbol',
      () => run(file('x.csv', ''), { symbol: 'no/t a ticker' }),
      /--symbol 'no\/t a ticker' is not a ticker/,
    ],
    [
      '--symbol for two files',
      () => run([file('a.csv', ''), file('b.csv', '')], { symbol: 'X' }),
      /--symbol is for a single file, got 2/,
    ],
    [
      '--name for two files',
      () => run([file('a.csv', ''), file('b.csv', '')], { name: 'X' }),
      /--name is for a single file/,
    ],
    [
      '--name for a file of several symbols',
      () =>
        run(file('l.csv', `symbol,date,close\n${week('AAA', '2024-01-01')}\n${week('BBB', '2024-01-01')}\n`), {
          name: 'X',
        }),
      /--name is for one symbol .* add --symbol/,
    ],
  ])('%s', async (_, attempt, message) => {
    await expect(attempt()).rejects.toThrow(message);
    expect((await prices.index()).symbols).toEqual([]);
  });
});

describe('the report', () => {
  test('names every refused and flagged row, for people and as csv', async () => {
    file('AAA.csv', 'Date,Close\n2024-01-02,10\n2024-01-03,-1\n2024-01-04,\n2024-01-05,\n2024-01-08,17\n');
    file('BBB.csv', '{"error": "a, b"}');
    const report = await run(folder);
    const text = formatReport(report).replaceAll(`${folder}/`, '');
    expect(text.split('\n').slice(0, -1)).toEqual([
      'AAA.csv: close only: 5 rows in, 2 stored (empty 2, non_positive 1)',
      'BBB.csv: not taken: 1 rows in, 0 stored (error_body 1)',
      'Refused:',
      '  empty 2: no price',
      '    AAA 2024-01-04..2024-01-05 (2 rows)',
      '  non_positive 1: a price of zero or less',
      '    AAA 2024-01-03: close -1',
      '  error_body 1: an error message saved in place of prices',
      '    BBB.csv line 1: JSON: {"error": "a, b"}',
      'Stored, but look at:',
      '  jump 1: a move of more than 60 %',
      '    AAA 2024-01-08: 10 to 17, +70 %',
    ]);
    expect(text).toMatch(/\n2 files, 1 symbols: 6 rows in, 2 stored, 4 refused, in .* s/);
    expect(findingsCsv(report.files).replaceAll(`${folder}/`, '').split('\r\n')).toEqual([
      'file,symbol,what,kind,rows,first_date,last_date,first_line,last_line,detail',
      'AAA.csv,AAA,refused,empty,2,2024-01-04,2024-01-05,4,5,',
      'AAA.csv,AAA,refused,non_positive,1,2024-01-03,2024-01-03,3,3,close -1',
      'AAA.csv,AAA,flagged,jump,1,2024-01-08,2024-01-08,6,6,"10 to 17, +70 %"',
      'BBB.csv,,refused,error_body,1,,,1,1,"JSON: {""error"": ""a, b""}"',
      '',
    ]);
  });

  test('progress runs up to the bytes of all files', async () => {
    file('a.csv', weekdayCsv('2024-01-01', closes(300)));
    file('b.csv', weekdayCsv('2024-01-01', closes(300)));
    const seen: [number, number][] = [];
    await importPrices(
      { prices, clock, onProgress: (done, total) => seen.push([done, total]) },
      { paths: [folder], market: STOCKS },
    );
    expect(seen.length).toBeGreaterThan(1);
    expect(seen[seen.length - 1][0]).toBe(seen[0][1]);
  });
});

describe('the stored report', () => {
  const newest = async () => (await prices.quality.reports(null, 1))[0];
  const found = async () =>
    (await prices.quality.findings((await newest()).id, { after: 0, limit: 50 })).map(
      ({ side, kind, symbol, rows, places, file: path }) =>
        `${symbol} ${side} ${kind} ${rows}/${places} ${path?.slice(folder.length + 1)}`,
    );
  const faulty = 'Date,Close\n2024-01-02,10\n2024-01-03,-1\n2024-01-04,\n2024-01-08,17\n2024-01-09,-1\n';

  test('counts every row, and has a finding by symbol, file and reason for refused and flagged rows', async () => {
    file('AAA.csv', faulty);
    file('BBB.csv', '{"error": "limit"}');
    const report = await run(folder);
    expect(await newest()).toMatchObject({
      run: { kind: 'import', marketId: '0', label: folder },
      finishedAt: clock.now(),
      rowsIn: report.rowsIn,
      rowsTaken: report.rowsStored,
      rowsHeld: 0,
      refused: { non_positive: 2, empty: 1, error_body: 1 },
      flagged: { jump: 1 },
    });
    expect((await found()).sort()).toEqual([
      'AAA flagged jump 1/1 AAA.csv',
      'AAA refused empty 1/1 AAA.csv',
      'AAA refused non_positive 2/2 AAA.csv',
      'null refused error_body 1/1 BBB.csv',
    ]);
  });

  test('is stored for unchanged prices and for prices that do not fit, too', async () => {
    const path = file('AAA.csv', faulty);
    await run(path);
    const [revision, runs] = [await prices.revision(), await prices.history.runs(9)];
    expect((await run(path)).files[0].series[0].action).toBe('unchanged');
    expect([await prices.revision(), await prices.history.runs(9)]).toEqual([revision, runs]);
    expect((await prices.quality.reports(null, 9)).map(({ rowsIn, rowsTaken }) => [rowsIn, rowsTaken])).toEqual([
      [5, 2],
      [5, 2],
    ]);
    await run(file('more/AAA.csv', weekdayCsv('2024-01-08', [99, 98, 97])));
    expect(await newest()).toMatchObject({ rowsIn: 3, rowsTaken: 0, refused: { conflict: 3 } });
    expect(await found()).toEqual(['AAA refused conflict 3/1 more/AAA.csv']);
  });

  test('a replaced history supersedes the earlier findings, until it is undone', async () => {
    const id = async () => (await prices.find('AAA'))!;
    await run(file('AAA.csv', faulty));
    await run(file('better/AAA.csv', weekdayCsv('2024-01-01', closes(9, 10))));
    expect(await prices.quality.of(await id())).toEqual([]);
    await undoLastImport(prices, clock);
    expect((await prices.quality.of(await id())).map(({ kind }) => kind).sort()).toEqual([
      'empty',
      'jump',
      'non_positive',
    ]);
    expect(await newest()).toMatchObject({ undoneAt: clock.now(), rowsIn: 9 });
  });

  test('a dry run and a refused import have no report', async () => {
    const path = file('AAA.csv', weekdayCsv('2024-01-01', closes(20)));
    await run(path, { dryRun: true });
    expect(await prices.quality.reports(null, 9)).toEqual([]);
    await run(path);
    await expect(run(file('AAA.csv', weekdayCsv('2024-03-01', closes(9))), { replace: true })).rejects.toThrow('--yes');
    expect(await prices.quality.reports(null, 9)).toHaveLength(1);
  });

  test('an interrupted run has no end time', async () => {
    const csv = `symbol,date,close\n${week('AAA', '2024-01-01')}\n${week('BBB', '2024-01-01')}\n`;
    await expect(run(file('long.csv', csv), { name: 'A', yes: true })).rejects.toThrow('--name');
    const write = prices.write.bind(prices);
    let left = 1;
    jest.spyOn(prices, 'write').mockImplementation((of, work) => {
      if (left-- > 0) return write(of, work);
      throw new Error('the disk is full');
    });
    await expect(run(file('long.csv', csv), { yes: true })).rejects.toThrow('full');
    expect(await newest()).toMatchObject({ finishedAt: null, rowsIn: 5, rowsTaken: 5 });
  });
});
