import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fromIso } from '../../src/core/calendar/dates';
import { startTestApp, type TestApp } from '../helpers/app';
import { weekdayBars } from '../helpers/bars';
import { weekdayCsv } from '../helpers/ingest';
import { perennial, perennialOnTerminal } from '../helpers/perennial';
import { storedBars } from '../helpers/storage';
import { tempFolder } from '../helpers/tempFolder';

/** Changes of symbols by an operator while the service runs, and what its clients see. */

const NOW = '2026-11-21T12:00:00Z';
const folder = tempFolder();
let app: TestApp;
let files = 0;

const bars = (from: string, to: string, times = 1) => weekdayBars(from, to, (day) => times * (100 + (day % 13)));
const real = (symbol: string, from: string, to: string, times = 1, markets = ['0']) => ({
  symbol,
  name: `${symbol} Inc.`,
  markets,
  bars: bars(from, to, times),
});

beforeEach(async () => {
  app = await startTestApp({
    now: NOW,
    symbols: [
      real('FB', '2010-01-01', '2026-11-20'),
      real('OLD', '2010-01-01', '2026-11-20'),
      real('SPY', '2010-01-01', '2026-11-20', 1, ['11']),
    ],
  });
});
afterEach(() => app.close());

const env = () => ({ DATABASE_URL: app.file, NOW: app.clock.now().toISOString() });
const symbols = (line: string) => perennial(env(), 'symbols', ...line.split(' '));
const onTerminal = (line: string, answer: boolean) => perennialOnTerminal(env(), answer, 'symbols', ...line.split(' '));
const undo = () => perennial(env(), 'undo');

/** Imports closes of weekdays as a file of a symbol. */
async function importFile(symbol: string, from: string, closes: readonly number[], ...options: string[]) {
  files += 1;
  mkdirSync(join(folder, String(files)));
  const file = join(folder, String(files), `${symbol}.csv`);
  writeFileSync(file, weekdayCsv(from, closes));
  return perennial(env(), 'import', file, '--market', '0', ...options);
}

const everything = async () => {
  const { dataVersion, symbols: all } = await app.storage.prices.index();
  // The revision of each symbol is left out.
  return { dataVersion, symbols: all.map(({ revision, ...symbol }) => symbol) };
};
const analyzed = async (symbol: string) => {
  const { status, body } = await app.get(`/v1/analyze/${symbol}?entry_date=2026-11-23&days_out=30`);
  return { status, symbol: body.card?.symbol, note: body.card?.note ?? body.error?.message };
};

describe('list', () => {
  test('names every symbol, its markets, span and source, and the data version', async () => {
    await perennial(env(), 'symbols', '--market', '0', list('Symbol,Name\nOLD,\nNEW,New Inc.\n'));
    const { out, code } = await symbols('list');
    expect(code).toBe(0);
    const lines = out.split('\n');
    expect(lines[0]).toMatch(/^symbol +markets +first +last +bars +stored +source +name$/);
    expect(lines[1]).toMatch(/^FB +0 +2010-01-01 +2026-11-20 +4,406 +2026-11-21T12:00:00Z +test +FB Inc\.$/);
    expect(lines[2]).toMatch(/^NEW +0 +- +- +0 +- +- +New Inc\.$/);
    expect(out).toContain(`4 symbols, 1 without prices; data version ${(await everything()).dataVersion}\n`);
    expect((await symbols('list --market etfs')).out).toContain('1 symbols, 0 without prices');
  });
});

const list = (text: string) => {
  const file = join(folder, 'list.csv');
  writeFileSync(file, text);
  return file;
};

describe('show', () => {
  test('shows span, source, gaps, odd moves and restatements with their dates', async () => {
    const closes = Array.from({ length: 400 }, (_, i) => (i < 200 ? 100 : 20) + (i % 3));
    await importFile('ODD', '2024-01-01', closes.slice(0, 100), '--source', 'vendor');
    await importFile('ODD', '2024-07-01', closes.slice(130, 400), '--replace', '--yes');
    app.clock.set('2026-11-21T13:00:00Z');
    await importFile(
      'ODD',
      '2024-07-01',
      closes.slice(130, 400).map((close) => close / 2),
      '--source',
      'vendor',
    );
    const { out } = await symbols('show odd');
    expect(out).toMatch(
      /^ODD\n {2}markets: 0\n {2}prices: 270 bars 2024-07-01\.\.2025-07-11\n {2}source: vendor, adjustment not stated, stored/,
    );
    expect(out).toContain('  bars without high or low: 270\n');
    expect(out).toContain('  gaps: none\n');
    expect(out).toMatch(/ {2}flags: 1\n {4}2024-10-07 .*: 50\.5 to 11, -78\.2178 %/);
    expect(out).toMatch(
      / {2}restatements: 1\n {4}2026-11-21T13:00:\d\dZ 270 restated by 0\.5, 2024-07-01\.\.2025-07-11; /,
    );
  });

  test('shows the rows that an import refused, with reason and place', async () => {
    const path = join(folder, 'TWICE.csv');
    writeFileSync(path, 'Date,Close\n2024-01-02,10\n2024-01-03,11\n2024-01-03,12\n2024-01-04,11\n');
    await perennial(env(), 'import', path, '--market', '0');
    expect((await symbols('show TWICE')).out).toMatch(
      /reported by imports and feeds: 1\n {4}refused duplicate 1 row, 2024-01-03\.\.2024-01-03: a date the file repeats further down \(close 11, 12 in line 4; .*TWICE\.csv; 2026-/,
    );
    expect((await symbols('show OLD')).out).toContain('  reported by imports and feeds: none\n');
  });

  test('shows gaps longer than the market allows', async () => {
    const [before, after] = [bars('2024-01-01', '2024-01-31'), bars('2024-03-01', '2024-03-29')];
    const day = Int32Array.from([...before.day, ...after.day]);
    const column = (name: 'close' | 'high' | 'low') => Float64Array.from([...before[name], ...after[name]]);
    const series = { day, close: column('close'), high: column('high'), low: column('low') };
    const { id } = (await app.storage.prices.find('OLD'))!;
    const run = { id: 'gap', kind: 'import', at: new Date(NOW), marketId: '0', label: 'gap.csv' } as const;
    const meta = { source: 'test', importedAt: new Date(NOW), simulated: false };
    await app.storage.prices.write(run, (changes) => changes.replace(id, series, meta));
    expect((await symbols('show OLD')).out).toContain('  gaps: 1\n    2024-01-31..2024-03-01: 30 days\n');
  });
});

describe('export', () => {
  test('an export can be imported again, and changes nothing', async () => {
    const known = bars('2024-01-01', '2024-12-31', 0.1);
    known.high[0] = Number.NaN;
    known.low[0] = Number.NaN;
    known.high[3] = known.close[3] + 1 / 3;
    known.low[3] = known.close[3] - 1 / 3;
    const { id } = (await app.storage.prices.find('OLD'))!;
    const run = { id: 'x', kind: 'import', at: new Date(NOW), marketId: '0', label: 'x' } as const;
    const meta = { source: 'test', importedAt: new Date(NOW), simulated: false };
    await app.storage.prices.write(run, (changes) => changes.replace(id, known, meta));
    const { out, err } = await symbols('export OLD');
    expect(err).toBe('');
    expect(out.split('\n').slice(0, 2)).toEqual(['Date,High,Low,Close', `2024-01-01,,,${known.close[0]}`]);
    const file = join(folder, 'OLD.csv');
    writeFileSync(file, out);
    const before = await everything();
    const again = await perennial(env(), 'import', file, '--market', '0');
    expect(again).toMatchObject({ code: 0, err: '' });
    expect(await everything()).toEqual(before);
    expect(await storedBars(app.storage.prices, 'OLD')).toEqual(known);
  });

  test('simulated prices can be neither exported nor removed', async () => {
    const sandbox = await startTestApp({ now: NOW });
    const { code, err } = await perennial({ DATABASE_URL: sandbox.file, NOW }, 'symbols', 'export', 'AAPL');
    expect([code, err]).toEqual([1, expect.stringContaining('are simulated by the sandbox and cannot be exported')]);
    const removed = await perennial({ DATABASE_URL: sandbox.file, NOW }, 'symbols', 'remove', 'AAPL', '--yes');
    expect([removed.code, removed.err]).toEqual([
      1,
      expect.stringContaining('AAPL belongs to the sandbox, which would generate it again'),
    ]);
    const told = await perennial({ DATABASE_URL: sandbox.file, NOW }, 'symbols', 'history');
    expect(told.out).toMatch(/sandbox +0 +0 +0 +0 +sandbox v\d+, invented prices/);
    await sandbox.close();
  });
});

describe('remove', () => {
  test('without a terminal nothing is removed and --yes is named; a dry run says what would be removed', async () => {
    const before = await everything();
    const { code, out, err } = await symbols('remove fb OLD');
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toContain('FB: FB Inc., in market 0, 4406 bars 2010-01-01..2026-11-20 (test)');
    expect(err).toContain('repeat it with --yes');
    expect(await symbols('remove fb --dry-run')).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^would be removed/),
    });
    expect(await onTerminal('remove fb', false)).toMatchObject({ code: 1, err: 'symbols: nothing was removed\n' });
    expect(await everything()).toEqual(before);
  });

  test('a removed symbol is 404 at once and stays in the history; undo restores it', async () => {
    expect((await analyzed('FB')).status).toBe(200);
    const before = await everything();
    const { code, asked } = await onTerminal('remove FB', true);
    expect([code, asked.length]).toEqual([0, 1]);
    expect(await analyzed('FB')).toMatchObject({ status: 404, note: expect.stringContaining("Unknown symbol 'FB'") });
    expect((await app.get('/v1/markets/0/symbols')).body.total).toBe(1);
    expect((await symbols('history FB')).out).toMatch(/remove +FB +4,406 removed; left 0 +FB\n/);
    expect((await undo()).out).toMatch(
      /^undone: the removal of 2026-11-21T12:00:\d\d\.\d{3}Z \(FB\)\n {2}as they were before 1: FB\n/,
    );
    expect(await everything()).toEqual(before);
    expect((await analyzed('FB')).status).toBe(200);
    expect((await undo()).err).toContain(
      'only the last import, acceptance of held prices, removal or renaming is kept',
    );
  });
});

describe('rename', () => {
  test('keeps the prices under the new ticker, to which the old one still refers', async () => {
    const before = await everything();
    const old = await storedBars(app.storage.prices, 'FB');
    const { code, out } = await symbols('rename fb meta');
    expect(code).toBe(0);
    expect(out).toContain(
      'FB, FB Inc., in market 0, 4406 bars 2010-01-01..2026-11-20 (test), becomes META; FB still refers to it',
    );
    expect(await storedBars(app.storage.prices, 'META')).toEqual(old);
    expect(await analyzed('META')).toMatchObject({ status: 200, symbol: 'META' });
    expect(await analyzed('FB')).toEqual({
      status: 200,
      symbol: 'META',
      note: "FB was renamed META on 2026-11-21. 'FB' was taken as META in market 0 (DOW 30 STOCKS).",
    });
    const { body } = await app.get('/v1/opportunities/FB?market=0').expect(200);
    expect(body).toMatchObject({ symbol: 'META', note: 'FB was renamed META on 2026-11-21.' });
    const listed = (await app.get('/v1/markets/0/symbols')).body.symbols;
    expect(listed.map(({ symbol }: { symbol: string }) => symbol)).toEqual(['META', 'OLD']);
    expect((await symbols('show META')).out).toMatch(/called FB until 2026-11-21T12:00:\d\dZ/);
    const changes = (await symbols('history META')).out;
    expect(changes).toMatch(/rename +META +renamed from FB +FB to META\n/);
    expect(changes).toMatch(/import +FB +4,406 bars added/);
    expect((await symbols('history fb')).out).toBe(changes);
    expect((await symbols('show FB')).err).toContain("'FB' was renamed META on 2026-11-21: use META");
    await undo();
    expect(await everything()).toEqual(before);
    expect((await analyzed('META')).status).toBe(404);
  });

  test('renamed back, both tickers refer to it', async () => {
    await symbols('rename FB META');
    app.clock.set('2026-11-21T12:05:00Z');
    await symbols('rename META FB');
    expect(await analyzed('META')).toMatchObject({ symbol: 'FB' });
    expect(await analyzed('FB')).toMatchObject({ symbol: 'FB', note: expect.not.stringContaining('renamed') });
  });

  test('a later file or list with the old ticker creates no second symbol without --yes', async () => {
    await symbols('rename FB META');
    const tail = await importFile('FB', '2026-11-02', [104, 105, 106]);
    expect(tail).toMatchObject({ code: 1, err: expect.stringContaining('FB: the symbol was renamed: it is META now') });
    const members = await perennial(env(), 'symbols', list('Symbol\nfb\nSPY\n'), '--market', '1');
    expect(members.out).toContain('renamed before, taken 1: FB as META');
    expect((await everything()).symbols.map(({ symbol, markets }) => [symbol, markets])).toEqual([
      ['META', ['0', '1']],
      ['OLD', ['0']],
      ['SPY', ['1', '11']],
    ]);
    await importFile('FB', '2026-11-02', [104, 105, 106], '--yes');
    expect((await storedBars(app.storage.prices, 'FB')).day).toHaveLength(3);
    expect((await analyzed('FB')).note).not.toContain('META');
  });

  describe('to the ticker of another symbol', () => {
    const meta = (from: string, to: string, times = 1) => {
      const { close } = bars(from, to, times);
      return importFile('META', from, [...close]);
    };

    test('needs no confirmation if that one has no prices', async () => {
      await perennial(env(), 'symbols', list('Symbol,Name\nMETA,Meta Platforms\n'), '--market', '2');
      expect((await symbols('rename FB META')).code).toBe(0);
      expect(await app.storage.prices.find('META')).toMatchObject({ name: 'Meta Platforms', markets: ['0', '2'] });
    });

    test('joins continued prices with --yes, and undo restores both symbols', async () => {
      await importFile('FB', '2010-01-01', [...bars('2010-01-01', '2026-10-30').close], '--replace', '--yes');
      await meta('2026-10-19', '2026-11-20');
      const before = await everything();
      const { code, err } = await symbols('rename FB META');
      expect(code).toBe(1);
      expect(err).toContain('META is there already, in market 0, 25 bars 2026-10-19..2026-11-20');
      expect(err).toContain('their prices are joined: 4406 bars');
      expect(await everything()).toEqual(before);
      expect((await symbols('rename FB META --yes')).code).toBe(0);
      const { day, close } = await storedBars(app.storage.prices, 'META');
      expect({ day, close }).toEqual({
        day: bars('2010-01-01', '2026-11-20').day,
        close: bars('2010-01-01', '2026-11-20').close,
      });
      expect(await app.storage.prices.find('FB')).toBeNull();
      await undo();
      expect(await everything()).toEqual(before);
    });

    test('reports prices that do not fit, and --keep chooses which to keep', async () => {
      await meta('2012-01-02', '2026-11-20', 3.3);
      const { err } = await symbols('rename FB META --yes');
      expect(err).toMatch(
        /the prices of FB and META do not fit together: .*; say which to keep: --keep old those of FB, --keep new those of META/,
      );
      await symbols('rename FB META --yes --keep new');
      expect((await storedBars(app.storage.prices, 'META')).day[0]).toBe(fromIso('2012-01-02'));
      await undo();
      await symbols('rename FB META --yes --keep old');
      expect((await storedBars(app.storage.prices, 'META')).day[0]).toBe(fromIso('2010-01-01'));
    });
  });
});

describe('a symbol of a feed', () => {
  const feed = { provider: 'stooq', marketId: '0', unadjusted: false, addedAt: new Date(NOW) };
  const fed = async () => {
    const all = await app.storage.feeds.all();
    return Promise.all(all.map(async ({ id }) => (await app.storage.feeds.symbols(id)).map(({ ticker }) => ticker)));
  };
  beforeEach(async () => {
    const { id } = await app.storage.feeds.add(feed, [
      { ticker: 'FB', spelling: null },
      { ticker: 'OLD', spelling: 'old.us' },
    ]);
    const [fb] = await app.storage.feeds.symbols(id);
    await app.storage.feeds.updateSymbols(id, [{ ...fb, state: 'held', failures: 3, fault: 'what came does not fit' }]);
    const held = {
      ticker: 'FB',
      heldAt: new Date(NOW),
      reason: 'differs',
      source: 'x',
      bars: bars('2026-11-02', '2026-11-20'),
    };
    await app.storage.heldPrices.hold(id, held);
  });

  test('is fetched by its new ticker after a renaming, and by the old one after an undo', async () => {
    const { out } = await symbols('rename FB META');
    expect(out).toContain('the feed stooq of market 0 continues with META\n');
    const [{ id }] = await app.storage.feeds.all();
    expect((await app.storage.feeds.symbols(id))[0]).toMatchObject({
      ticker: 'META',
      state: 'active',
      failures: 0,
      fault: null,
    });
    expect(await app.storage.heldPrices.ofFeed(id)).toEqual([]);
    await undo();
    expect(await fed()).toEqual([['FB', 'OLD']]);
    expect((await symbols('rename OLD NEW')).out).toContain("continues with NEW, requested as 'old.us'");
  });

  test('is fetched once if the feed has the new ticker already', async () => {
    const [{ id }] = await app.storage.feeds.all();
    await app.storage.feeds.add(feed, [{ ticker: 'META', spelling: null }]);
    await symbols('rename FB META');
    expect((await app.storage.feeds.symbols(id)).map(({ ticker }) => ticker)).toEqual(['META', 'OLD']);
  });

  test('leaves the feed when removed, and the feed is removed with its last symbol', async () => {
    const { err } = await symbols('remove FB');
    expect(err).toContain('FB is also removed from the feed stooq of market 0');
    await symbols('remove FB --yes');
    expect(await fed()).toEqual([['OLD']]);
    await symbols('remove OLD --yes');
    expect(await app.storage.feeds.all()).toEqual([]);
  });
});

describe('history', () => {
  test('finds the import that made the data version of an answer', async () => {
    const { headers } = await app.get('/v1/analyze/FB').expect(200);
    const version = headers['x-data-version'];
    expect(version).toBe((await everything()).dataVersion);
    app.clock.set('2026-11-21T13:00:00Z');
    await importFile('FB', '2010-01-01', [...bars('2010-01-01', '2026-11-20', 0.5).close]);
    await app.get('/v1/analyze/FB').expect(200);
    const later = (await app.get('/v1/analyze/FB')).headers['x-data-version'];
    expect(later).not.toBe(version);
    const { out } = await symbols(`history --version ${later.slice(0, 8)}`);
    expect(out).toMatch(
      new RegExp(
        `^${later}\n  in force from 2026-11-21T13:00:\\d\\dZ until now\n  made by the import of 2026-11-21T13:00:\\d\\dZ: .*FB\\.csv into market 0\n  which changed FB then\n$`,
      ),
    );
    expect((await symbols(`history --version ${version}`)).out).toMatch(/until 2026-11-21T13:00:\d\dZ/);
    expect((await symbols('history --at 2026-11-21T12:30:00Z')).out).toContain(version);
    const [head, newest] = (await symbols('history')).out.split('\n');
    expect(head).toMatch(/^when +data version +by +symbols +added +restated +removed +from$/);
    expect(newest).toMatch(
      new RegExp(
        `^2026-11-21T13:00:\\d\\dZ +${later.slice(0, 12)} +import +1 +0 +4,406 +0 +/.*FB\\.csv into market 0$`,
      ),
    );
  });
});

test('invalid arguments are refused, with what is accepted, and change nothing', async () => {
  const before = await everything();
  const refused = [
    ['show NOPE', "symbols: there is no symbol 'NOPE': npm run symbols -- list shows all symbols\n"],
    ['show a,b', "'a,b' is not a ticker: letters, digits and . - = _ & ^, at most 32"],
    ['export NOPE', "there is no symbol 'NOPE'"],
    ['remove FB NOPE --yes', "there is no symbol 'NOPE'"],
    ['rename NOPE X', "there is no symbol 'NOPE'"],
    ['rename FB FB', 'FB is its ticker already'],
    ['rename FB a,b', "'a,b' is not a ticker"],
    ['rename FB X --keep both', "argument 'both' is invalid. Allowed choices are old, new"],
    ['history --version 12345', "--version is '12345', accepted are the first 6 to 64 hexadecimal digits"],
    [`history --version ${'0'.repeat(64)}`, 'no data version of this database begins with 0000'],
    ['history --at yesterday', "--at is 'yesterday', accepted is an instant such as"],
    ['history --at 2001-01-01', 'the history begins later'],
    ['history --limit 0', "--limit is '0', accepted is a whole number from 1"],
    ['history FB --at 2001-01-01', "one can be asked, got 'FB' and '2001-01-01'"],
    ['history NOPE', "there is no history of 'NOPE'"],
  ];
  for (const [line, message] of refused) {
    expect(await symbols(line)).toMatchObject({ code: 1, out: '', err: expect.stringContaining(message) });
  }
  expect(await everything()).toEqual(before);
});
