import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toIso } from '../../src/core/calendar/dates';
import { openStorage } from '../../src/storage/open';
import { startChild } from '../helpers/process';
import { storedBars } from '../helpers/storage';

const SYMBOLS = Array.from({ length: 40 }, (_, i) => `S${i}`);
const FEW = 5;
const MANY = 4000;

/** A long file, several chunks large. */
function longFile(days: number): string {
  const rows = SYMBOLS.flatMap((symbol) =>
    Array.from(
      { length: days },
      (_, i) => `${symbol},${toIso(11_001 + Math.floor(i / 5) * 7 + (i % 5))},${50 + (i % 7)}`,
    ),
  );
  return ['symbol,date,close', ...rows, ''].join('\n');
}

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kill-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('a killed import leaves each symbol with all its old or all its new prices; repeating it completes it', async () => {
  const url = join(folder, 'db.sqlite');
  const path = join(folder, 'prices.csv');
  const finish = async () => {
    expect(await startChild('importPrices', url, path, 'all').line()).toBe('done');
  };
  const lengths = async () => {
    const { prices, close } = await openStorage(url);
    const bars = await Promise.all(SYMBOLS.map((symbol) => storedBars(prices, symbol)));
    await close();
    return bars.map(({ day }) => day.length);
  };

  writeFileSync(path, longFile(FEW));
  await finish();
  writeFileSync(path, longFile(MANY));
  const child = startChild('importPrices', url, path, '6');
  expect(await child.line()).toBe('reading');
  await child.kill();

  const killed = await lengths();
  expect(killed).toHaveLength(SYMBOLS.length);
  expect(killed.filter((rows) => rows !== FEW && rows !== MANY)).toEqual([]);
  expect(new Set(killed)).toEqual(new Set([FEW, MANY]));
  await finish();
  expect(await lengths()).toEqual(SYMBOLS.map(() => MANY));
});
