import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toIso } from '../../src/core/calendar/dates';
import { closeDatabase, openDatabase } from '../../src/storage/sqlite/database';
import { storeOf } from '../../src/storage/sqlite/store';
import { startChild } from '../helpers/child';

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

test('an import that is killed leaves each symbol whole, old or new; repeating it completes it', async () => {
  const url = join(folder, 'db.sqlite');
  const path = join(folder, 'prices.csv');
  const finish = async () => {
    expect(await startChild('importingChild.ts', url, path, 'all').line()).toBe('done');
  };
  const lengths = async () => {
    const database = await openDatabase(url);
    const { prices } = storeOf(database);
    const rows = prices.index().map(({ symbolId }) => prices.bars(symbolId)!.day.length);
    await closeDatabase(database);
    return rows;
  };

  writeFileSync(path, longFile(FEW));
  await finish();
  writeFileSync(path, longFile(MANY));
  const child = startChild('importingChild.ts', url, path, '6');
  expect(await child.line()).toBe('reading');
  await child.kill();

  const killed = await lengths();
  expect(killed).toHaveLength(SYMBOLS.length);
  expect(killed.filter((rows) => rows !== FEW && rows !== MANY)).toEqual([]);
  expect(new Set(killed)).toEqual(new Set([FEW, MANY]));
  await finish();
  expect(await lengths()).toEqual(SYMBOLS.map(() => MANY));
}, 60_000);
