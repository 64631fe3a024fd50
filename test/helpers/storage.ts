import type { Bars } from '../../src/core/window/bars';
import type { PriceRun } from '../../src/storage/priceHistory';
import type { IndexedSymbol, PriceStore } from '../../src/storage/prices';
import type { SeriesMeta } from '../../src/storage/storedSeries';

export const REAL: SeriesMeta = { source: 'test', importedAt: new Date('2024-12-20T15:00:00Z'), simulated: false };

/** A run that changes prices. */
export const RUN: PriceRun = {
  id: 'test',
  kind: 'import',
  at: new Date('2024-12-20T15:00:00Z'),
  marketId: '0',
  label: 'test.csv',
};

/** Puts symbols into a market, without prices. @returns their ids */
export function enrol(prices: PriceStore, market: string, ...symbols: string[]): Promise<number[]> {
  return prices.write(RUN, (changes) =>
    changes.enrol(
      market,
      symbols.map((symbol) => ({ symbol })),
      { simulated: false },
    ),
  );
}

/** Puts a symbol into markets with a series that counts as real. @returns its id */
export function storeBars(
  prices: PriceStore,
  { symbol, name, markets }: { symbol: string; name?: string; markets: readonly string[] },
  bars: Bars,
  meta: Partial<SeriesMeta> = {},
): Promise<number> {
  const { simulated } = { ...REAL, ...meta };
  return prices.write(RUN, async (changes) => {
    let id = 0;
    for (const market of markets) [id] = await changes.enrol(market, [{ symbol, name }], { simulated });
    await changes.replace(id, bars, { ...REAL, ...meta });
    return id;
  });
}

/** Replaces the prices of a stored symbol. */
export async function restate(prices: PriceStore, symbol: string, bars: Bars): Promise<void> {
  const { id } = (await prices.find(symbol))!;
  await prices.write(RUN, (changes) =>
    changes.replace(id, bars, { ...REAL, source: 'restated', importedAt: new Date() }),
  );
}

/** All bars of a symbol. @throws CorruptPricesError, Error for one without */
export async function storedBars(prices: PriceStore, symbol: string): Promise<Bars> {
  const id = (await prices.find(symbol))?.id ?? -1;
  const bars = (await prices.read([id])).get(id);
  if (bars === undefined) throw new Error(`there are no prices of ${symbol}`);
  if (bars instanceof Error) throw bars;
  return bars;
}

export async function listed(prices: PriceStore, symbol: string): Promise<IndexedSymbol | undefined> {
  return (await prices.index()).symbols.find((one) => one.symbol === symbol);
}

/** Every stored series by ticker, with the id and ticker of its symbol. */
export async function seriesIn(prices: PriceStore) {
  const { symbols } = await prices.index();
  return symbols.flatMap(({ id, symbol, series }) => (series === null ? [] : [{ id, symbol, ...series }]));
}
