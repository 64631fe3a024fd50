import { CALENDARS } from '../core/calendar/calendars';
import { type Day, toIso, weekdayOf } from '../core/calendar/dates';
import type { Market } from '../core/calendar/market';
import { marketSessions } from '../core/calendar/marketSessions';
import type { Bars } from '../core/window/bars';
import { CorruptPricesError } from '../storage/errors';
import type { IndexedSymbol, PriceStore } from '../storage/prices';

/** Reasons why an import may be a mistake. */
export const CONCERNS = {
  shrinks: 'stored history would be lost',
  other_market: 'the symbol is listed in a market of another kind',
  calendar: 'the days of the prices are not those of the market',
  renamed: 'the symbol was renamed',
} as const;

export type ConcernKind = keyof typeof CONCERNS;

export interface Concern {
  readonly kind: ConcernKind;
  readonly symbol: string;
  readonly detail: string;
}

/** Stored bars that an import may drop without a concern, such as a holiday that the vendor has corrected. */
const FEW_BARS = 5;
/** Newest bars whose weekdays are compared with the market's calendar, and the fewest for a comparison. */
const WEEKDAY_BARS = 120;
const ENOUGH_BARS = 20;
/** A market that trades on one weekend day has a fifth of its bars there; one that trades every day has two sevenths. */
const WEEKEND_SHARE = 0.25;

/** A symbol's merged prices before they are stored. */
export interface Intended {
  readonly symbol: string;
  readonly bars: Bars;
  /** The stored prices they were merged with; null if there are none, or they are damaged. */
  readonly stored: Bars | null;
  /** The symbol before the import; undefined if it is new. */
  readonly before: IndexedSymbol | undefined;
  /** The present ticker of the symbol that formerly had this one; undefined if none had. */
  readonly renamedTo: string | undefined;
}

/** Concerns about the import of one symbol. @param markets all markets, by ascending id */
export function concernsAbout(intended: Intended, market: Market, markets: readonly Market[]): Concern[] {
  const { symbol } = intended;
  const concern = (kind: ConcernKind, detail: string | null): Concern[] =>
    detail === null ? [] : [{ kind, symbol, detail }];
  return [
    ...concern('shrinks', lossOf(intended)),
    ...concern('other_market', otherKind(intended.before, market, markets)),
    ...concern('calendar', otherCalendar(intended.bars, market)),
    ...concern('renamed', otherName(intended)),
  ];
}

function lossOf({ bars, stored, before }: Intended): string | null {
  if (stored !== null) {
    const kept = new Set(bars.day);
    const lost = stored.day.filter((day) => !kept.has(day));
    if (lost.length <= FEW_BARS) return null;
    const span = `${toIso(lost[0])}..${toIso(lost[lost.length - 1])}`;
    return `${lost.length} of its ${stored.day.length} stored bars would be lost (${span}), ${bars.day.length} would remain`;
  }
  // Damaged prices count too: a few new bars must not replace a history without a confirmation.
  const series = before?.series;
  if (!series || series.simulated || series.rows - bars.day.length <= FEW_BARS) return null;
  return `its ${series.rows} stored bars cannot be read, ${bars.day.length} would take their place`;
}

function otherKind(before: IndexedSymbol | undefined, market: Market, markets: readonly Market[]): string | null {
  const listed = markets.filter(({ id }) => before?.markets.includes(id));
  if (listed.length === 0 || listed.some(({ kind }) => kind === market.kind)) return null;
  const homes = listed.map(({ id, name, kind }) => `${id} ${name} (${kind})`).join(', ');
  return `it is listed in ${homes}, not in ${market.kind}`;
}

/** A file with a former ticker would create a second symbol of the same company. */
function otherName({ renamedTo }: Intended): string | null {
  if (renamedTo === undefined) return null;
  return `it is ${renamedTo} now: --symbol ${renamedTo} adds to that symbol, --yes creates a separate one`;
}

function otherCalendar({ day }: Bars, market: Market): string | null {
  const newest = day.subarray(-WEEKDAY_BARS);
  if (newest.length < ENOUGH_BARS) return null;
  const weekend = newest.filter((date) => weekdayOf(date) === 0 || weekdayOf(date) === 6).length;
  const { tradesOnWeekends } = CALENDARS[market.calendar];
  const of = `of its last ${newest.length} bars`;
  if (tradesOnWeekends && weekend === 0) return `none ${of} is of a weekend, and the market trades every day`;
  if (!tradesOnWeekends && weekend > WEEKEND_SHARE * newest.length) {
    return `${weekend} ${of} are of weekends, and the market trades on weekdays`;
  }
  return null;
}

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
