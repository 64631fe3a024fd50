import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openStorage } from '../../src/storage/open';
import { weekdayBars } from '../helpers/bars';
import { FakeProvider } from '../helpers/fakeProvider';
import { sessionRows } from '../helpers/feeds';
import { migratedFiles } from '../helpers/migratedFiles';
import { perennial, perennialOnTerminal } from '../helpers/perennial';
import { storeBars } from '../helpers/storage';
import { tempFolder } from '../helpers/tempFolder';

/** `npx perennial feeds ...` with an operator's own provider on the loopback interface. */

const folder = tempFolder();
let fake: FakeProvider;
let env: Record<string, string>;
const migratedFile = migratedFiles();
let own: Readonly<Record<string, unknown>>;
const limitPerDay = (perDay: number) =>
  writeFileSync(env.FEEDS_FILE, JSON.stringify([{ ...own, limits: { perMinute: 1000, perDay, concurrency: 1 } }]));
beforeEach(async () => {
  fake = await FakeProvider.start();
  own = {
    id: 'house',
    name: 'House',
    url: `${fake.url}/tiingo/tiingo/daily/{symbol}/prices`,
    query: { startDate: '{from}', endDate: '{to}' },
    headers: { authorization: 'Bearer {credential}' },
    credential: 'HOUSE_KEY',
    spelling: [{ pattern: '^(.+)$', as: '$1', letters: 'lower' }],
    historyFrom: '2000-01-01',
    answer: { format: 'csv' },
    limits: { perMinute: 1000, perDay: 1000, concurrency: 2 },
    adjustment: 'column',
    terms: { url: 'https://example.com/terms', note: 'ours' },
  };
  const file = join(folder, 'providers.json');
  writeFileSync(file, JSON.stringify([own]));
  env = {
    DATABASE_URL: await migratedFile(),
    NOW: '2024-06-27T23:00:00Z',
    NODE_ENV: 'test',
    FEEDS_FILE: file,
    FEEDS_PRIVATE: 'on',
    HOUSE_KEY: 'house-secret-0123456789',
  };
  fake.rows.set('spy', sessionRows('2024-01-02', '2024-06-27'));
  fake.rows.set('qqq', sessionRows('2024-01-02', '2024-06-27'));
});
afterEach(() => fake.stop());

const feeds = (...argv: string[]) => perennial(env, 'feeds', ...argv);
const later = (now: string) => {
  env = { ...env, NOW: now };
};

test('add, run, status and list, from an empty database to the prices of the day', async () => {
  expect(await feeds('list')).toMatchObject({ code: 0, out: expect.stringContaining('no feeds') });
  const added = await feeds('add', 'house', '--market', 'etfs', '--symbols', 'SPY, QQQ');
  expect(added).toMatchObject({ code: 0, err: '' });
  expect(added.out).toMatch(/House is asked for 2 symbols of market 11 ETFs.*HOUSE_KEY.*Terms of use: ours/s);
  const ran = await feeds('run');
  expect(ran).toMatchObject({ code: 0, err: '' });
  expect(ran.out).toMatch(/House, market 11 ETFs, through 2024-06-27:.*2 symbols: 2 updated \(246 new rows\)/s);
  expect(fake.seen[0].headers.authorization).toBe('Bearer house-secret-0123456789');
  expect((await feeds('run')).out).toContain('nothing is due');
  const status = await feeds('status');
  expect(status.out).toMatch(/last run: 2024-06-27T23:0.*for 2024-06-27: 2 updated \(246 rows\)/);
  expect(status.out).toMatch(/next: 2024-06-28T22:00:00\.000Z; 0 of 2 symbols lack/);
  expect(status.out).toContain('requests today: 2 of 1000');
  expect((await feeds('list')).out).toMatch(/house\s+11\s+on\s+2\s+0\s+0\s+0\s+2024-06-27 23:0/);
  for (const { out, err } of [added, ran, status]) expect(out + err).not.toContain('secret');
});

test('exits 1 when nothing was stored, or when any symbol failed or vanished', async () => {
  await feeds('add', 'house', '--market', '11', '--symbols', 'SPY,GONE');
  const report = join(folder, 'report.csv');
  const ran = await feeds('run', '--report', report);
  expect(ran.code).toBe(1);
  expect(ran.out).toMatch(/vanished 1: .*\n {4}GONE: the provider does not know the symbol/);
  expect(ran.out).toMatch(/2 symbols: 1 updated/);
  expect(ran.err).toContain('not all prices are up to date');
  fake.trouble = () => ({ status: 500 });
  later('2024-06-28T23:00:00Z');
  env = { ...env, HOUSE_KEY: '' };
  const refused = await feeds('run', 'house', '--symbols', 'SPY');
  expect(refused).toMatchObject({ code: 1, out: expect.stringContaining('the credential is not set: HOUSE_KEY') });
});

test('a feed that cannot run does not keep the others from running, and makes the exit code 1', async () => {
  writeFileSync(env.FEEDS_FILE, JSON.stringify([{ ...own, id: 'another', name: 'Another' }, own]));
  await feeds('add', 'another', '--market', '2', '--symbols', 'QQQ');
  await feeds('add', 'house', '--market', '11', '--symbols', 'SPY');
  writeFileSync(env.FEEDS_FILE, JSON.stringify([own]));
  const ran = await feeds('run');
  expect(ran.code).toBe(1);
  expect(ran.err).toContain('the feed another of market 2 has a provider that is not configured any more');
  expect(ran.out).toMatch(/1 symbols: 1 updated/);
});

test('a report that cannot be written is refused before a request', async () => {
  await feeds('add', 'house', '--market', '11', '--symbols', 'SPY');
  const path = join(folder, 'none', 'report.csv');
  const ran = await feeds('run', '--report', path);
  expect(ran).toMatchObject({ code: 1, err: expect.stringContaining(`cannot write '${path}', and nothing was done`) });
  expect(fake.seen).toEqual([]);
});

test('the status without feeds says so and exits 0', async () => {
  expect(await feeds('status')).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^no feeds: npm run feeds -- add/),
  });
  expect(await feeds('status', 'house')).toMatchObject({ code: 1, err: expect.stringContaining('no such feed') });
});

test('invalid arguments are refused with what is accepted', async () => {
  const refusals: [string[], RegExp][] = [
    [['add', 'nobody', '--market', '11', '--symbols', 'SPY'], /no provider 'nobody'; there are stooq, tiingo, .*house/],
    [['add', 'house', '--market', '11'], /no symbols: name them with --symbols, --list or --members/],
    [['add', 'house', '--market', '11', '--symbols', 'S P Y'], /'S P Y' is no symbol/],
    [['add', 'massive', '--market', '11', '--symbols', 'SPY'], /adjusted for splits only.*--unadjusted/],
    [['add', 'house', '--market', '99', '--symbols', 'SPY'], /--market '99' is no market/],
    [['run'], /no such feed; there are none/],
    [['remove'], /name what is to be removed/],
    [['run', '--since', 'yesterday'], /'yesterday' is no date/],
  ];
  for (const [argv, message] of refusals) {
    const { code, err } = await feeds(...argv);
    expect({ argv, code }).toEqual({ argv, code: 1 });
    expect(err).toMatch(message);
  }
  await feeds('add', 'house', '--market', '11', '--symbols', 'SPY');
  const twice = await feeds('add', 'stooq', '--market', '0', '--symbols', 'SPY');
  expect(twice).toMatchObject({
    code: 1,
    err: expect.stringContaining('SPY is already in the feed house of market 11'),
  });
});

test('lists, members, tickers of the provider; pause, resume, remove', async () => {
  const list = join(folder, 'list.txt');
  writeFileSync(list, '# funds\nSPY\nQQQ\n');
  const csv = join(folder, 'list.csv');
  writeFileSync(csv, 'Symbol,Name\nIWM,Small\n');
  const storage = await openStorage(env.DATABASE_URL);
  await storeBars(
    storage.prices,
    { symbol: 'DIA', markets: ['11'] },
    weekdayBars('2024-01-01', '2024-06-26', () => 50),
  );
  await storage.close();
  await feeds('add', 'house', '--market', '11', '--list', list, '--members', '--symbols', '^GSPC:spy');
  expect((await feeds('add', 'house', '--market', '11', '--list', csv)).out).toContain('asked for 5 symbols');
  await feeds('pause', 'house');
  expect(await feeds('run')).toMatchObject({ code: 1, err: expect.stringContaining('house of market 11: paused') });
  await feeds('resume');
  await feeds('run', '--symbols', '^GSPC');
  expect(fake.askedFor()).toEqual(['spy']);
  expect((await feeds('remove', '--symbols', 'IWM,SPY')).out).toContain('2 symbols; their prices stay');
  expect((await feeds('status')).out).toContain('of 3 symbols lack');
  await feeds('remove', 'house');
  expect((await feeds('list')).out).toContain('no feeds');
});

test('review shows, accepts and rejects held prices', async () => {
  await feeds('add', 'house', '--market', '11', '--symbols', 'SPY,QQQ');
  await feeds('run');
  later('2024-06-28T23:00:00Z');
  for (const name of ['spy', 'qqq']) fake.rows.set(name, sessionRows('2024-01-09', '2024-06-28', 80));
  expect((await feeds('run')).code).toBe(1);
  const shown = await feeds('review');
  expect(shown.out).toMatch(
    /SPY \(house of market 11\).*\n {2}why: .*shared days differ.*\n {2}stored: 123 bars, 2024-01-02..2024-06-27\n {2}held: {3}119 bars.*\n {2}5 stored days have no held bar/,
  );
  const done = await feeds('review', '--accept', 'SPY', '--reject', 'QQQ');
  expect(done.out).toMatch(
    /accepted: SPY, 119 bars of House, adjusted for splits and dividends \(total return\); 5 stored days were lost\nrejected: QQQ keeps its prices/,
  );
  expect((await feeds('review')).out).toBe('nothing is held back\n');
  expect((await feeds('status')).out).toMatch(/paused 1:\n {4}QQQ: .*rejected: .*shared days differ/);
  expect(await feeds('review', '--accept', 'SPY')).toMatchObject({
    code: 1,
    err: expect.stringContaining("nothing of 'SPY' is held back"),
  });
  expect((await feeds('resume', 'house', '--symbols', 'QQQ')).out).toContain(
    'asked for again by house of market 11: QQQ',
  );
});

/** A CSV file of full bars: the rows of `sessionRows` through a Thursday, with a volume, and more rows after them. */
function csvOf(more: readonly string[], times = 1): string {
  const rows = sessionRows('2024-01-02', '2024-06-27').map(({ date, close }) => {
    const price = close * times;
    return `${date},${price},${price + 1},${price - 1},${price},1000,${price}`;
  });
  return ['date,open,high,low,close,volume,adjClose', ...rows, ...more].join('\n');
}

test.each([
  [
    'a date that came twice',
    ['2024-06-28,51,52,50,51,900,51', '2024-06-28,54,55,53,54,900,54'],
    1,
    /2024-06-28: it came twice, close 51, 54/,
  ],
  ['a jump that is no split', ['2024-06-28,90,91,89,90,900,90'], 1, /2024-06-28: 50 to 90, \+80 %/],
  [
    'flat bars',
    ['2024-06-28,50,50,50,50,0,50', '2024-07-01,50,50,50,50,0,50'],
    1,
    /2024-07-01: the flat bar before once more/,
  ],
  ['another unit', ['2024-06-28,5100,5200,5000,5100,900,5100'], 100, /shared days differ by the factor 100, too large/],
])('prices with %s are held for review and shown', async (_name, rows, times, reason) => {
  fake.trouble = () => ({ status: 200, body: csvOf([]) });
  await feeds('add', 'house', '--market', '11', '--symbols', 'SPY');
  expect(await feeds('run')).toMatchObject({ code: 0 });
  later('2024-07-01T23:00:00Z');
  fake.trouble = () => ({ status: 200, body: csvOf(rows, times) });
  const ran = await feeds('run');
  expect(ran.code).toBe(1);
  expect(ran.out).toMatch(/held 1:/);
  expect(ran.out).toMatch(reason);
  expect((await feeds('status')).out).toMatch(/held 1:\n {4}SPY/);
  expect((await feeds('review')).out).toMatch(reason);
  fake.trouble = () => ({
    status: 200,
    body: csvOf(['2024-06-28,51,52,50,51,900,51', '2024-07-01,52,53,51,52,900,52']),
  });
  later('2024-07-02T23:00:00Z');
  expect((await feeds('run')).out).toMatch(/1 updated \(2 new rows\)/);
});

test('symbols left after the daily limit or a 429 have their own exit code', async () => {
  limitPerDay(1);
  await feeds('add', 'house', '--market', '11', '--symbols', 'SPY,QQQ');
  const limited = await feeds('run');
  expect(limited.out).toMatch(/1 updated.*1 left for the next run/);
  expect(limited).toMatchObject({ code: 75, err: expect.stringContaining('left for want of requests') });
  limitPerDay(1000);
  fake.trouble = () => ({ status: 429, headers: { 'retry-after': '3600' } });
  expect((await feeds('run')).code).toBe(75);
});

test('a run stores fetched symbols in groups, whose size depends on the daily limit', async () => {
  limitPerDay(40);
  const names = ['spy', 'qqq', 'iwm', 'dia', 'gld'];
  for (const name of names) fake.rows.set(name, sessionRows('2024-01-02', '2024-06-27'));
  await feeds('add', 'house', '--market', '11', '--symbols', names.join(','));
  let stored: Promise<number> | undefined;
  fake.trouble = (_, number) => {
    if (number === 5) stored = storedSymbols();
    return undefined;
  };
  expect(await feeds('run')).toMatchObject({ code: 0 });
  expect(await stored).toBeGreaterThanOrEqual(2);
});

async function storedSymbols(): Promise<number> {
  const storage = await openStorage(env.DATABASE_URL);
  const { symbols } = await storage.prices.index();
  await storage.close();
  return symbols.filter(({ series }) => series !== null && !series.simulated).length;
}

test('on a terminal the end of the sandbox needs confirmation', async () => {
  const storage = await openStorage(env.DATABASE_URL);
  await storeBars(
    storage.prices,
    { symbol: 'AAPL', markets: ['0'] },
    weekdayBars('2024-01-01', '2024-06-26', () => 50),
    { simulated: true },
  );
  await storage.close();
  const add = (answer: boolean) =>
    perennialOnTerminal(env, answer, 'feeds', 'add', 'house', '--market', '11', '--symbols', 'SPY');
  const refused = await add(false);
  expect(refused.code).toBe(1);
  expect(refused.asked[0]).toMatch(/the sandbox ends with the first prices: its 1 simulated symbols go/);
  expect((await add(true)).code).toBe(0);
});

test('providers lists them, and every fault of a file of providers is reported', async () => {
  expect((await feeds('providers')).out).toMatch(
    /stooq\s+Stooq.*\n.*tiingo\s+Tiingo\s+TIINGO_TOKEN\s+\d+\s+1000\s+yes/,
  );
  writeFileSync(
    env.FEEDS_FILE,
    JSON.stringify([{ id: 'Bad Id', url: 'https://{symbol}.example.com/', limits: {}, terms: {} }]),
  );
  const { code, err } = await feeds('list');
  expect(code).toBe(1);
  for (const place of [
    'id',
    'name',
    'url',
    'credential',
    'spelling',
    'historyFrom',
    'answer',
    'limits.perMinute',
    'adjustment',
    'terms.url',
  ]) {
    expect(err).toContain(`${env.FEEDS_FILE}: [0].${place} is`);
  }
});
