import { startTestApp, type TestApp, type TestAppOptions, type TestSymbol } from './app';
import { syntheticBars } from './syntheticBars';

/** The clock of these services: Friday, 11:00 in New York; the last final bars are those of the day before. */
export const NOW = '2024-06-28T15:00:00Z';

const made = (
  symbol: string,
  markets: readonly string[],
  seed: number,
  fromYear = 1995,
  toYear = 2024,
): TestSymbol => ({
  symbol,
  markets,
  bars: syntheticBars({ seed, fromYear, toYear, daily: markets.includes('16') }),
});

/** Invented prices, complete from 1995 on except where the name of a symbol says otherwise. */
export const SYMBOLS: readonly TestSymbol[] = [
  made('AAPL', ['0', '1', '2'], 1),
  made('MSFT', ['0', '2'], 2),
  made('KO', ['0', '2'], 3),
  made('BRK-B', ['2'], 4),
  made('SPY', ['11'], 5),
  made('BTC-USD', ['16'], 6),
  made('YOUNG', ['0'], 7, 2021),
  made('ENDED', ['0'], 8, 1995, 2019),
  made('RY.TO', ['5'], 9),
  made('SHOP.TO', ['5'], 10),
];

export function startBasketApp(options: TestAppOptions = {}): Promise<TestApp> {
  return startTestApp({ now: NOW, symbols: SYMBOLS, ...options });
}

/** Damages a symbol's stored closes as another SQLite client would. */
export async function damage({ sql }: TestApp, symbol: string): Promise<void> {
  await sql.raw(
    "UPDATE price_column SET data = zeroblob(length(data)) WHERE column_set = 'close' AND symbol_id = " +
      '(SELECT id FROM symbol WHERE ticker = ?)',
    [symbol],
  );
}
