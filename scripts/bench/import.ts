import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isWeekend, toIso } from '../../src/core/calendar/dates';
import { importPrices } from '../../src/jobs/import';
import { loadMarkets } from '../../src/seeds';
import { withStorage } from '../terminal/storage';
import { inFolder } from './server';
import { type Row, spread } from './table';
import { generator, LAST_DAY } from './universe';

const SYMBOLS = 60;
const SESSIONS = 7_500;
const ROUNDS = 3;

/** Imports a long file into an empty database. */
export function run(): Promise<Row[]> {
  return inFolder(async (folder) => {
    const file = join(folder, 'prices.csv');
    writeFileSync(file, longFile());
    const rates: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const env = { DATABASE_URL: join(folder, `import-${round}.sqlite`), NOW: '2024-12-31T00:00:00Z' };
      await withStorage(env, async ({ storage: { prices }, clock }) => {
        const start = performance.now();
        const report = await importPrices({ prices, clock }, { paths: [file], market: loadMarkets()[2] });
        rates.push(report.rowsStored / (performance.now() - start));
      });
    }
    return [
      { name: 'import: rows read, checked and stored', ...spread(rates), unit: 'k/s', budget: 300, atLeast: true },
    ];
  });
}

function longFile(): string {
  const lines = ['symbol,date,open,high,low,close,volume'];
  const days: string[] = [];
  for (let day = LAST_DAY; days.length < SESSIONS; day--) {
    if (!isWeekend(day)) days.push(toIso(day));
  }
  days.reverse();
  for (let i = 0; i < SYMBOLS; i++) {
    const random = generator(i + 1);
    let close = 50;
    for (const date of days) {
      close *= 1 + 0.02 * (random() - 0.498);
      lines.push(
        `S${i},${date},${close.toFixed(4)},${(close * 1.01).toFixed(4)},${(close * 0.99).toFixed(4)},${close.toFixed(4)},1000`,
      );
    }
  }
  return `${lines.join('\n')}\n`;
}
