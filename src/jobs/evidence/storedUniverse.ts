import type { Clock } from '../../clock';
import type { Market } from '../../core/calendar/market';
import { barsThrough } from '../../core/window/bars';
import { CorruptPricesError } from '../../storage/errors';
import type { PriceStore } from '../../storage/prices';
import { type Universe, universeOf } from './universe';

export interface StoredUniverse {
  readonly universe: Universe;
  readonly dataVersion: string;
  readonly simulated: boolean;
  /** Source labels of the prices, sorted. */
  readonly sources: readonly string[];
  /** Symbols left out because their stored prices cannot be read. */
  readonly unreadable: readonly string[];
}

/**
 * The stored prices of a market, up to the last day that is final by the clock.
 *
 * @throws RangeError if there are none
 */
export async function storedUniverse(prices: PriceStore, market: Market, clock: Clock): Promise<StoredUniverse> {
  const { symbols, dataVersion } = await prices.index();
  const members = symbols.filter(({ markets, series }) => markets.includes(market.id) && series !== null);
  const stored = await prices.read(members.map(({ id }) => id));
  const through = clock.lastFinalDay(market.calendar);
  const unreadable: string[] = [];
  const series = members.flatMap(({ id, symbol }) => {
    const bars = stored.get(id);
    if (bars instanceof CorruptPricesError) unreadable.push(symbol);
    if (bars === undefined || bars instanceof CorruptPricesError) return [];
    const visible = barsThrough(bars, through);
    return visible.day.length === 0 ? [] : [{ symbol, bars: visible }];
  });
  if (series.length === 0) throw new RangeError(`no prices in market ${market.id} ${market.name}: import some first`);
  return {
    universe: universeOf(series, market.gapLimit),
    dataVersion,
    simulated: members.some((member) => member.series?.simulated),
    sources: [...new Set(members.flatMap((member) => member.series?.source ?? []))].sort(),
    unreadable,
  };
}
