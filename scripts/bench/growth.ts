import { here } from './kernel';
import { type Row, type TimingOptions, time } from './table';
import { loadedSymbols, scanRequest } from './universe';

const HISTORY_YEARS = 30;
/** Long enough for a lookback of 75 years. */
const LONG_HISTORY_YEARS = 80;
const FEW = 600;
const MANY = 8_000;

/** How the cold scan core grows with symbols, lookback and holds. The ratio is to the first line of each group. */
export async function run(): Promise<Row[]> {
  const options: TimingOptions = { warmUp: 3, rounds: 9 };
  const rows: Row[] = [];
  const group = async (title: string, cases: readonly (readonly [string, () => void])[]) => {
    let baseline: number | undefined;
    for (const [label, work] of cases) {
      const row = await time(`${title}: ${label}`, work, { ...options, baseline });
      baseline ??= row.median;
      rows.push(row);
    }
  };
  const few = loadedSymbols(FEW, HISTORY_YEARS);
  await group('holds', [
    ['5..60', here(few, scanRequest({ maxHold: 60 }), 'best')],
    ['5..120', here(few, scanRequest({ maxHold: 120 }), 'best')],
    ['5..366', here(few, scanRequest({ maxHold: 366 }), 'best')],
  ]);
  const long = loadedSymbols(FEW / 4, LONG_HISTORY_YEARS);
  await group(`lookback, ${FEW / 4} symbols`, [
    ['10 years', here(long, scanRequest({ years: 10 }), 'best')],
    ['30 years', here(long, scanRequest({ years: 30 }), 'best')],
    ['75 years', here(long, scanRequest({ years: 75 }), 'best')],
  ]);
  await group('symbols', [
    [`${FEW}`, here(few, scanRequest(), 'best')],
    [`${MANY.toLocaleString('en-US')}`, here(loadedSymbols(MANY, HISTORY_YEARS), scanRequest(), 'best')],
  ]);
  return rows;
}
