import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { startTestApp, type TestApp } from '../helpers/app';
import { weekdayCsv } from '../helpers/ingest';
import { perennial } from '../helpers/perennial';
import { tempFolder } from '../helpers/tempFolder';

/** The origin of prices by options and file format, and the resulting `receipts.source`. */

const folder = tempFolder();
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ now: '2024-12-21T12:00:00Z', symbols: [] });
});
afterAll(() => app.close());

const CLOSES = weekdayCsv(
  '2014-01-01',
  Array.from({ length: 2860 }, (_, i) => 100 + (i % 13)),
)
  .trimEnd()
  .split('\n')
  .slice(1)
  .map((line) => line.split(','));

/** Each case has its own prices, since unchanged ones keep their label. */
let level = 1;
beforeEach(() => {
  level += 1;
});

/** A file with a header; every column that is no date, ticker, period or volume holds the close. */
function csv(header: string): string {
  const cell = (name: string, date: string, close: number) => {
    if (/date|timestamp/i.test(name)) return date;
    if (/symbol|ticker/i.test(name)) return 'KO';
    if (/per/i.test(name)) return 'D';
    return /vol|openint|time|dividends|splits/i.test(name) ? '0' : level * close;
  };
  const names = header.split(',');
  return `${[header, ...CLOSES.map(([date, close]) => names.map((name) => cell(name, date, Number(close))).join())].join('\n')}\n`;
}

async function importFile(name: string, header: string, ...options: string[]) {
  const file = join(folder, name);
  writeFileSync(file, name.endsWith('.gz') ? gzipSync(csv(header)) : csv(header));
  const env = { DATABASE_URL: app.file, NOW: app.clock.now().toISOString() };
  return perennial(env, 'import', file, '--market', '0', '--symbol', 'KO', '--replace', '--yes', ...options);
}

const sourceOfCard = async () => {
  const { body } = await app.get('/v1/analyze/KO?entry_date=2024-12-23&days_out=20').expect(200);
  return body.card.receipts.source.split('; prices: ')[1];
};

const CLOSE = 'Date,Close';
const STOOQ = '<TICKER>,<PER>,<DATE>,<TIME>,<OPEN>,<HIGH>,<LOW>,<CLOSE>,<VOL>,<OPENINT>';
const YAHOO = 'Date,Open,High,Low,Close,Adj Close,Volume';
const ALPHA_VANTAGE = 'timestamp,open,high,low,close,volume';
const TOTAL = 'adjusted for splits and dividends (total return)';
const SPLITS = 'adjusted for splits (price return)';
const NONE = 'not adjusted for splits or dividends (price return)';

test.each<[name: string, header: string, options: string[], source: string]>([
  ['a.csv', CLOSE, [], 'file a.csv, adjustment not stated'],
  [
    'dow30.csv.gz',
    'symbol,date,open,high,low,close,volume',
    ['--adjustment', 'total-return'],
    `file dow30.csv.gz, ${TOTAL}`,
  ],
  ['b.csv', CLOSE, ['--source', ' my vendor '], 'my vendor, adjustment not stated'],
  ['c.csv', CLOSE, ['--source', 'my vendor', '--adjustment', 'none', '--unadjusted'], `my vendor, ${NONE}`],
  ['d.csv', CLOSE, ['--unadjusted'], `file d.csv, ${NONE}`],
  ['e.csv', CLOSE, ['--unadjusted', '--adjustment', 'splits'], `file e.csv, ${SPLITS}`],
  ['f.csv', 'Date,Close,Adj Close', ['--unadjusted'], `file f.csv, ${TOTAL}`],
  ['g.csv', STOOQ, [], `Stooq, ${TOTAL}`],
  ['h.csv', STOOQ, ['--adjustment', 'splits', '--unadjusted'], `Stooq, ${SPLITS}`],
  ['i.csv', STOOQ, ['--unadjusted'], `Stooq, ${NONE}`],
  ['j.csv', YAHOO, [], `Yahoo, ${TOTAL}`],
  ['k.csv', 'Date,Open,High,Low,Close,Volume,Dividends,Stock Splits', [], `Yahoo, ${TOTAL}`],
  ['l.csv', ALPHA_VANTAGE, ['--unadjusted'], `Alpha Vantage, ${NONE}`],
  [`${'m'.repeat(180)}.csv`, CLOSE, [], `file ${'m'.repeat(100)}..., adjustment not stated`],
])('%s %s %j: %s', async (name, header, options, source) => {
  expect(await importFile(name, header, ...options)).toMatchObject({ code: 0, err: '' });
  expect(await sourceOfCard()).toBe(source);
});

test('unchanged prices keep their label, unless the origin is stated', async () => {
  await importFile('first.csv', CLOSE, '--source', 'first');
  await importFile('again.csv', CLOSE);
  expect(await sourceOfCard()).toBe('first, adjustment not stated');
  await importFile('again.csv', CLOSE, '--source', 'first', '--adjustment', 'total-return');
  expect(await sourceOfCard()).toBe(`first, ${TOTAL}`);
});

test.each<[options: string[], err: string]>([
  [['--adjustment', 'dividends'], "import: --adjustment 'dividends' is none of total-return, splits, none\n"],
  ...['splits', 'none'].map((kind): [string[], string] => [
    ['--adjustment', kind],
    `import: --adjustment ${kind} means prices that are not adjusted for splits and dividends: add --unadjusted to accept them\n`,
  ]),
  [['--source', ' '], "import: --source ' ' is no name of a provider: accepted is one line of 1 to 100 characters\n"],
  [
    ['--source', 'a\nb'],
    "import: --source 'a\nb' is no name of a provider: accepted is one line of 1 to 100 characters\n",
  ],
])('%j is refused', async (options, err) => {
  expect(await importFile('bad.csv', CLOSE, ...options)).toMatchObject({ code: 1, out: '', err });
});
