import type { Day } from '../core/calendar/dates';
import { marketSessions } from '../core/calendar/marketSessions';
import { CorruptPricesError } from '../storage/errors';
import type { IndexedSymbol, PriceStore } from '../storage/prices';

/** Bars that are not used yet, because most symbols of their market have no bar of those days (METHOD 1). */
export interface WaitingBars {
  /** Market id. */
  readonly market: string;
  /** Last final bar of the market. */
  readonly lastBar: Day;
  /** Number of symbols with later bars. */
  readonly ahead: number;
  /** Day of the last of those bars. */
  readonly newest: Day;
  /** Number of symbols of the market with prices. */
  readonly members: number;
}

/** Series read at a time. */
const READ_AT_ONCE = 64;

/** The bars of a market that are not used yet; null if there are none. */
export async function waitingBars(prices: PriceStore, market: string): Promise<WaitingBars | null> {
  const { symbols } = await prices.index();
  const members = symbols.filter(({ markets, series }) => markets.includes(market) && series !== null);
  if (members.length === 0) return null;
  const newest = members.reduce((latest, member) => Math.max(latest, lastDay(member)), lastDay(members[0]));
  // If half of all symbols have the newest bar, no bar waits. This is the case after nearly every import.
  if (2 * members.filter((member) => lastDay(member) === newest).length >= members.length) return null;
  const lastBar = (await sessionsOf(prices, members, newest)).at(-1);
  if (lastBar === undefined || lastBar >= newest) return null;
  const ahead = members.filter((member) => lastDay(member) > lastBar).length;
  return { market, lastBar, ahead, newest, members: members.length };
}

function lastDay({ series }: IndexedSymbol): Day {
  return series?.lastDay ?? -Infinity;
}

async function sessionsOf(prices: PriceStore, members: readonly IndexedSymbol[], newest: Day): Promise<Int32Array> {
  const first = members.reduce((earliest, { series }) => Math.min(earliest, series?.firstDay ?? newest), newest);
  const counts = new Uint16Array(newest - first + 1);
  for (let at = 0; at < members.length; at += READ_AT_ONCE) {
    const part = await prices.readCloses(members.slice(at, at + READ_AT_ONCE).map(({ id }) => id));
    for (const closes of part.values()) {
      if (closes instanceof CorruptPricesError) continue;
      for (const day of closes.day) counts[day - first] += 1;
    }
  }
  return marketSessions(counts, first);
}
