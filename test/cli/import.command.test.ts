import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { weekdayCsv } from '../helpers/ingest';
import { perennial, type Ran } from '../helpers/perennial';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'command-'));
  writeFileSync(join(folder, 'AAPL.csv'), weekdayCsv('2024-01-01', [1, 2, 0]));
  writeFileSync(join(folder, 'list.csv'), 'Symbol,Name\nAAPL,Apple\n');
  writeFileSync(join(folder, 'error.csv'), '404 Not Found');
});
afterEach(() => rmSync(folder, { recursive: true }));

function run(line: string): Promise<Ran> {
  const env = { DATABASE_URL: join(folder, 'db.sqlite'), NOW: '2026-11-21T12:00:00Z' };
  return perennial(env, ...line.split(' ').map((word) => word.replace('DIR', folder)));
}

describe('perennial import', () => {
  test('prints what was stored and refused, and writes the report', async () => {
    const { code, out, err } = await run('import DIR/AAPL.csv --market dow30 --report DIR/report.csv');
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toContain('3 rows in, 2 stored (non_positive 1)');
    expect(out).toContain('AAPL 2024-01-03: close 0');
    expect(readFileSync(join(folder, 'report.csv'), 'utf8')).toContain(
      ',AAPL,refused,non_positive,1,2024-01-03,2024-01-03,4,4,close 0',
    );
  });

  test('imports nothing if its report cannot be written', async () => {
    const refused = await run('import DIR/AAPL.csv --market dow30 --report DIR/none/report.csv');
    expect(refused).toMatchObject({ code: 1, out: '', err: expect.stringContaining('and nothing was done') });
    expect((await run('symbols list')).out).not.toContain('AAPL');
  });

  test('reads a pipe with --yes, and refuses to use it up for a question', async () => {
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    const line = 'import DIR/pipe --market dow30 --symbol AAPL';
    const refused = await run(line);
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining(`${pipe} can be read once only`) });
    spawn('cp', [join(folder, 'AAPL.csv'), pipe]);
    expect(await run(`${line} --yes`)).toMatchObject({ code: 0, out: expect.stringContaining('3 rows in, 2 stored') });
  });

  test('the report holds no name of a file that a spreadsheet would run as a formula', async () => {
    const before = process.cwd();
    process.chdir(folder);
    try {
      writeFileSync('=1+1.csv', weekdayCsv('2024-01-01', [1, 2, 0]));
      await run('import =1+1.csv --market dow30 --symbol AAPL --report report.csv');
      expect(readFileSync('report.csv', 'utf8')).toContain("\r\n'=1+1.csv,AAPL,refused,non_positive,1,");
    } finally {
      process.chdir(before);
    }
  });

  test('prices that the market cannot have are refused with symbol, date and reason', async () => {
    writeFileSync(join(folder, 'AAPL.csv'), weekdayCsv('2024-01-01', [1, '4.9e-324', 2, '1e308', 3]));
    const { code, out } = await run('import DIR/AAPL.csv --market dow30 --report DIR/report.csv');
    expect(code).toBe(0);
    expect(out).toContain('5 rows in, 3 stored (implausible 2)');
    expect(out).toContain('AAPL 2024-01-02: close 5e-324, plausible is 0.0001 to 10000000');
    expect(readFileSync(join(folder, 'report.csv'), 'utf8')).toContain(',AAPL,refused,implausible,1,2024-01-04');
  });

  test('reports that the later bars of one symbol wait for the other symbols of its market', async () => {
    const closes = Array.from({ length: 60 }, (_, i) => 10 + (i % 7));
    for (const symbol of ['AAPL', 'MSFT', 'KO'])
      writeFileSync(join(folder, `${symbol}.csv`), weekdayCsv('2024-01-01', closes.slice(0, 40)));
    const stands = await run('import DIR/AAPL.csv DIR/MSFT.csv DIR/KO.csv --market 0');
    expect(stands.out).not.toContain('stands at');
    writeFileSync(join(folder, 'PG.csv'), weekdayCsv('2024-01-01', closes));
    const { code, out } = await run('import DIR/PG.csv --market 0');
    expect(code).toBe(0);
    expect(out).toContain(
      'Market 0 stands at 2024-02-23: the later bars of 1 of its 4 symbols, up to 2024-03-22, wait until half of them have bars of those days',
    );
  });

  test('a repeated import exits 0', async () => {
    await run('import DIR/AAPL.csv --market 0');
    expect((await run('import DIR/AAPL.csv --market 0')).code).toBe(0);
  });

  test('exits 1 with the reason when nothing was stored', async () => {
    const { code, out, err } = await run('import DIR/error.csv --market 0');
    expect(code).toBe(1);
    expect(out).toContain('error_body 1');
    expect(err).toBe('import: nothing was taken\n');
  });

  test('bars after NOW are refused', async () => {
    writeFileSync(join(folder, 'AAPL.csv'), 'Date,Close\n2026-11-20,1\n2026-11-23,2\n');
    expect((await run('import DIR/AAPL.csv --market 0')).out).toContain('2 rows in, 1 stored (future 1)');
  });

  test.each([
    ['DIR/AAPL.csv', /--market/],
    ['--market 0', /missing required argument 'path'/],
    ['DIR/AAPL.csv --market 99', /--market '99' is no market; there are 0 DOW 30 STOCKS/],
    ['DIR/none.csv --market 0', /cannot read '.*none\.csv': no such file/],
    ['DIR/AAPL.csv --market 0 --color', /unknown option '--color'/],
  ])('%s: exit 1', async (line, message) => {
    const { code, err } = await run(`import ${line}`);
    expect(code).toBe(1);
    expect(err).toMatch(message);
  });
});

describe('perennial symbols', () => {
  test('puts symbols into a market', async () => {
    const { code, out, err } = await run('symbols DIR/list.csv --market 1');
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toContain('1 NASDAQ 100 STOCKS: 1 symbols from 1 rows\n  added 1: AAPL\n');
  });

  test.each([
    ['DIR/AAPL.csv --market 1', /^symbols: no symbol column/],
    ['DIR/list.csv --market moon', /^symbols: --market 'moon' is no market/],
  ])('%s: exit 1', async (line, message) => {
    const { code, err } = await run(`symbols ${line}`);
    expect(code).toBe(1);
    expect(err).toMatch(message);
  });
});
