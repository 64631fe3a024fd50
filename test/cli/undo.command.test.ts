import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStorage } from '../../src/storage/open';
import type { Storage } from '../../src/storage/storage';
import { weekdayBars } from '../helpers/bars';
import { shownBars, weekdayCsv } from '../helpers/ingest';
import { migratedFiles } from '../helpers/migratedFiles';
import { perennial, perennialOnTerminal } from '../helpers/perennial';
import { RUN, storeBars, storedBars } from '../helpers/storage';

/** Imports that lose data: they need confirmation, are shown before, and can be undone. */

const migratedFile = migratedFiles();
let folder: string;
let file: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'undo-'));
  file = await migratedFile(join(folder, 'db.sqlite'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Runs a command, on a terminal if there is an answer to its questions. */
async function run(command: 'import' | 'undo', line = '', answer?: 'yes' | 'no') {
  const env = { DATABASE_URL: file, NOW: '2026-11-21T12:00:00Z' };
  const words = line.split(' ').filter((word) => word !== '');
  const argv = [command, ...words.map((word) => word.replace('DIR', folder))];
  if (answer !== undefined) return perennialOnTerminal(env, answer === 'yes', ...argv);
  return { ...(await perennial(env, ...argv)), asked: [] };
}

async function inStorage<T>(work: (storage: Storage) => Promise<T>): Promise<T> {
  const storage = await openStorage(file);
  try {
    return await work(storage);
  } finally {
    await storage.close();
  }
}

const bars = (symbol: string) => inStorage(async ({ prices }) => shownBars(await storedBars(prices, symbol)));
/** Everything that the database serves, except ids and revisions. */
const everything = () =>
  inStorage(async ({ prices }) => {
    const { dataVersion, symbols } = await prices.index();
    return { dataVersion, symbols: symbols.map(({ id: _, revision, ...symbol }) => symbol) };
  });
const csv = (name: string, from: string, n: number, first = 50) =>
  writeFileSync(
    join(folder, name),
    weekdayCsv(
      from,
      Array.from({ length: n }, (_, i) => first + (i % 7)),
    ),
  );

describe('history that would shrink', () => {
  beforeEach(async () => {
    csv('SPY.csv', '2010-01-01', 3_201);
    await run('import', 'DIR/SPY.csv --market etfs --name Fund');
    csv('SPY.csv', '2026-09-01', 45, 300);
  });

  test('without a terminal: exit 1, nothing written, and --yes is named', async () => {
    const before = await everything();
    const { code, out, err } = await run('import', 'DIR/SPY.csv --market etfs --replace');
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toMatch(
      /SPY: stored history would be lost: 3201 of its 3201 stored bars would be lost .* 45 would remain/,
    );
    expect(err).toContain('--yes');
    expect(await everything()).toEqual(before);
  });

  test('on a terminal the user is asked: no changes nothing, yes imports', async () => {
    const before = await everything();
    const refused = await run('import', 'DIR/SPY.csv --market etfs --replace', 'no');
    expect(refused).toMatchObject({ code: 1, err: 'import: nothing was imported\n' });
    expect(refused.asked).toEqual([expect.stringContaining('3201 of its 3201 stored bars would be lost')]);
    expect(await everything()).toEqual(before);
    const done = await run('import', 'DIR/SPY.csv --market etfs --replace', 'yes');
    expect(done.code).toBe(0);
    expect(await bars('SPY')).toHaveLength(45);
  });

  test('a dry run reports everything and writes nothing', async () => {
    const before = await everything();
    const { code, out } = await run('import', 'DIR/SPY.csv --market etfs --replace --dry-run', 'no');
    expect(code).toBe(0);
    expect(out).toContain('45 rows in, 45 stored');
    expect(out).toContain('SPY: stored history would be lost: 3201 of its 3201');
    expect(out).toContain('Dry run: nothing was written');
    expect(await everything()).toEqual(before);
  });

  test('--yes imports with a notice; undo restores every bar, once', async () => {
    const before = await everything();
    const old = await bars('SPY');
    const { code, out } = await run('import', 'DIR/SPY.csv --market etfs --replace --yes --name Other');
    expect(code).toBe(0);
    expect(out).toContain('SPY: stored history would be lost');
    expect(await bars('SPY')).toHaveLength(45);
    const undone = await run('undo');
    expect(undone).toMatchObject({ code: 0, err: '' });
    expect(undone.out).toMatch(
      /undone: the import of 2026-11-21T12:00:00.* into market 11 ETFs \(.*SPY\.csv\)\n {2}as they were before 1: SPY/,
    );
    expect(await bars('SPY')).toEqual(old);
    expect(await everything()).toEqual(before);
    const again = await run('undo');
    expect(again.code).toBe(1);
    expect(again.err).toContain('there is nothing to undo');
  });

  test('unreadable prices count as history: a short file does not replace them without confirmation', async () => {
    await inStorage(async ({ prices }) => {
      const series = await storedBars(prices, 'SPY');
      series.close[7] = 1e308;
      await prices.write(RUN, async (changes) => {
        const { id } = (await prices.find('SPY'))!;
        await changes.replace(id, series, { source: 'test', importedAt: new Date(0), simulated: false });
      });
    });
    const { code, err } = await run('import', 'DIR/SPY.csv --market etfs');
    expect(code).toBe(1);
    expect(err).toContain('its 3201 stored bars cannot be read, 45 would take their place');
  });

  test('losing a few bars needs no confirmation', async () => {
    csv('SPY.csv', '2010-01-06', 3_198, 53);
    expect((await run('import', 'DIR/SPY.csv --market etfs --replace', 'no')).asked).toEqual([]);
  });
});

describe('a market that does not fit', () => {
  test('a fund imported into crypto: another kind of market, and no bars on weekends', async () => {
    csv('SPY.csv', '2024-01-01', 300);
    await run('import', 'DIR/SPY.csv --market etfs');
    const { code, err } = await run('import', 'DIR/SPY.csv --market crypto');
    expect(code).toBe(1);
    expect(err).toContain('it is listed in 11 ETFs (funds), not in crypto');
    expect(err).toContain('none of its last 120 bars is of a weekend, and the market trades every day');
    expect((await everything()).symbols).toMatchObject([{ symbol: 'SPY', markets: ['11'] }]);
    await run('import', 'DIR/SPY.csv --market crypto --yes');
    expect((await everything()).symbols).toMatchObject([{ symbol: 'SPY', markets: ['11', '16'] }]);
    await run('undo');
    expect((await everything()).symbols).toMatchObject([{ symbol: 'SPY', markets: ['11'] }]);
  });

  test('bars of every day imported into a stock market', async () => {
    const rows = Array.from(
      { length: 200 },
      (_, i) => `${new Date(Date.UTC(2024, 0, 1 + i)).toISOString().slice(0, 10)},${50 + (i % 7)}`,
    );
    writeFileSync(join(folder, 'BTC-USD.csv'), `Date,Close\n${rows.join('\n')}\n`);
    const { code, err } = await run('import', 'DIR/BTC-USD.csv --market 0');
    expect(code).toBe(1);
    expect(err).toMatch(/\d+ of its last 120 bars are of weekends, and the market trades on weekdays/);
    expect((await run('import', 'DIR/BTC-USD.csv --market crypto')).code).toBe(0);
  });

  test('a stock imported into a second stock market needs no confirmation', async () => {
    csv('AAPL.csv', '2024-01-01', 300);
    await run('import', 'DIR/AAPL.csv --market 0');
    expect((await run('import', 'DIR/AAPL.csv --market 2', 'no')).asked).toEqual([]);
  });
});

describe('undo', () => {
  test('only the last import can be undone, and an import without changes does not count', async () => {
    csv('AAA.csv', '2024-01-01', 30);
    csv('BBB.csv', '2024-01-01', 30);
    await run('import', 'DIR/AAA.csv --market 0');
    await run('import', 'DIR/BBB.csv --market 0');
    await run('import', 'DIR/AAA.csv --market 0');
    const { out } = await run('undo');
    expect(out).toContain('gone again 1: BBB');
    expect((await everything()).symbols.map(({ symbol }) => symbol)).toEqual(['AAA']);
    expect((await run('undo')).code).toBe(1);
  });

  test('restores the state before the first of several files of one symbol', async () => {
    csv('AAA.csv', '2024-01-01', 30);
    await run('import', 'DIR/AAA.csv --market 0');
    const old = await bars('AAA');
    csv('AAA-1d.csv', '2024-01-29', 20, 56);
    csv('AAA.csv', '2024-02-19', 20, 55);
    const rehearsed = await run('import', 'DIR/AAA-1d.csv DIR/AAA.csv --market 0 --dry-run');
    const { code, out } = await run('import', 'DIR/AAA-1d.csv DIR/AAA.csv --market 0');
    expect(code).toBe(0);
    const counts = (text: string) => text.split('\n').filter((line) => line.includes('rows in'))[0];
    expect(counts(rehearsed.out)).toBe(counts(out));
    expect((await bars('AAA')).length).toBeGreaterThan(old.length);
    await run('undo');
    expect(await bars('AAA')).toEqual(old);
  });
});

describe('the end of the sandbox', () => {
  beforeEach(async () => {
    const simulated = weekdayBars('2024-01-01', '2024-03-01', () => 7);
    await inStorage(async ({ prices }) => {
      for (const symbol of ['AAA', 'XXX', 'YYY'])
        await storeBars(prices, { symbol, markets: ['0'] }, simulated, { simulated: true });
    });
    csv('AAA.csv', '2024-01-01', 30);
  });

  test('is reported', async () => {
    const { code, out } = await run('import', 'DIR/AAA.csv --market 0');
    expect(code).toBe(0);
    expect(out).toContain('The sandbox has ended: its 3 simulated symbols went');
    const again = await run('import', 'DIR/AAA.csv --market 0');
    expect(again.out).not.toContain('sandbox');
  });

  test('is confirmed on a terminal, unless --yes is given', async () => {
    const before = await everything();
    const refused = await run('import', 'DIR/AAA.csv --market 0', 'no');
    expect(refused.asked).toEqual([expect.stringContaining('the sandbox ends: its 3 simulated symbols go')]);
    expect(await everything()).toEqual(before);
    expect(await run('import', 'DIR/AAA.csv --market 0 --yes', 'no')).toMatchObject({ code: 0, asked: [] });
  });

  test('can be undone, which leaves no prices, so that the next start creates the sandbox again', async () => {
    await run('import', 'DIR/AAA.csv --market 0');
    await run('undo');
    expect((await everything()).symbols).toEqual([]);
  });
});
