import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { marketNamed } from '../../scripts/terminal/options';
import { formatTable } from '../../scripts/terminal/table';
import { startProcess } from '../helpers/process';

test.each(['17', 'nothing', ''])("'%s' is no market", (text) => {
  expect(() => marketNamed(text)).toThrow(/is no market; there are 0 DOW 30 STOCKS, 1 NASDAQ/);
});

test.each([['2'], ['S&P 500 Stocks'], ['sp-500'], ['SP500']])('%s is market 2', (text) => {
  expect(marketNamed(text).id).toBe('2');
});

test('columns are aligned, numbers to the right, and no line ends in spaces', () => {
  const rows = [
    ['KEY', 'COUNT', 'NOTE'],
    ['a', '1000', ''],
    ['longer', '7', 'seen'],
  ];
  expect(formatTable(rows, [1]).split('\n')).toEqual([
    'KEY     COUNT  NOTE',
    'a        1000',
    'longer      7  seen',
    '',
  ]);
  expect(formatTable(rows).split('\n')[2]).toBe('longer  7      seen');
});

test('the content of a file cannot send control sequences to the terminal', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'terminal-'));
  writeFileSync(join(folder, 'AAPL.csv'), 'Date,Close\n2024-01-02,1\n\u001b[2Jx,1\n2024-01-03,\u001b]0;title\u0007\n');
  const args = ['dist/scripts/main.js', 'import', join(folder, 'AAPL.csv'), '--market', '0', '--dry-run'];
  const child = startProcess(process.execPath, args, { env: { DATABASE_URL: ':memory:' } });
  const lines: string[] = [];
  for (let i = 0; i < 7; i++) lines.push(await child.line());
  expect(await child.ended).toEqual({ code: 0, stderr: '' });
  expect(lines).toContain("    AAPL line 3: '\ufffd[2Jx'");
  expect(lines).toContain("    AAPL 2024-01-03: close '\ufffd]0;title\ufffd'");
  rmSync(folder, { recursive: true });
});
