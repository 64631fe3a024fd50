import { compareSymbols } from '../../src/core/compare';
import { compareReport } from '../../src/core/compareReport';
import { type Position, runScenario } from '../../src/core/portfolio';
import { scenarioReport } from '../../src/core/portfolioReport';
import type { WindowSpec } from '../../src/core/window';
import { formatTable, type Row, time } from './table';
import { LAST_DAY, syntheticCloses } from './universe';

const market = { id: '0', name: 'DOW 30 STOCKS' };
const window: WindowSpec = { entry: LAST_DAY + 1, end: LAST_DAY + 90, years: 30, cycle: 'consecutive', asOf: LAST_DAY };

/** Comparing 10 symbols and running a basket of 15, each over 30 years, computation and published shape. */
export async function compareRows(): Promise<Row[]> {
  const symbols = Array.from({ length: 15 }, (_, i): Position & { market: typeof market } => {
    const { day, close } = syntheticCloses(35, i + 1);
    const bars = { day, close, high: close.map((p) => p * 1.01), low: close.map((p) => p * 0.99) };
    return { symbol: `S${i}`, bars, gapLimit: 10, market, weight: i + 1, direction: i % 3 === 0 ? 'short' : 'long' };
  });
  const ten = symbols.slice(0, 10);
  const markets = ten.map(() => market);
  const options = { warmUp: 20, rounds: 101, budget: 10 };
  return [
    await time(
      'compare, 10 symbols x 30 years',
      () => compareReport(compareSymbols(ten, window, 'long'), markets),
      options,
    ),
    await time(
      'basket, 15 positions x 30 years',
      () => scenarioReport(runScenario(symbols, window, symbols[1]), symbols, window, symbols[1]),
      options,
    ),
  ];
}

if (require.main === module) void compareRows().then((rows) => console.log(formatTable(rows)));
