import type { Day } from '../core/calendar/dates';
import { buildColumns, type Closes, openColumns, type PriceColumns } from '../core/detection/columns';
import { closesThrough } from '../core/window/bars';
import { CorruptPricesError } from '../storage/errors';
import type { PriceStore } from '../storage/ports';
import type { BlockMember, ListedSymbol, StoredBlock, StoredSeries } from '../storage/rows';
import { turns } from '../turns';
import type { UnreadableSymbol } from './snapshot';

/** Series read without a look at the time: some 2 ms. */
export const READ_AT_ONCE = 8;

/** Has a thread read a group; null when it has to be read here, because a series is damaged or there is no thread. */
export type ReadBlock = (group: readonly BlockMember[]) => Promise<StoredBlock | null>;

/** A stored series, and how far it is visible. */
export interface Series {
  readonly listed: ListedSymbol;
  readonly stored: StoredSeries;
  readonly visibleThrough: Day;
}

/** A series with a visible close. */
export interface ReadSeries {
  readonly series: Series;
  readonly firstDay: Day;
  readonly lastDay: Day;
  /** How many are visible. */
  readonly closes: number;
}

export interface ReadGroup {
  readonly visible: readonly ReadSeries[];
  build(): PriceColumns;
}

/** Reads groups in this thread, in turns with others; what is damaged is added to `unreadable`. */
export function groupReader(prices: PriceStore, unreadable: UnreadableSymbol[], signal?: AbortSignal) {
  const pause = turns();
  return async (group: readonly Series[]): Promise<ReadGroup> => {
    const read: { found: ReadSeries; closes: Closes }[] = [];
    for (const part of partsOf(group, READ_AT_ONCE)) {
      await pause();
      signal?.throwIfAborted();
      const stored = await prices.readCloses(part.map(({ listed }) => listed.id));
      for (const series of part) {
        const whole = stored.get(series.listed.id);
        if (whole instanceof CorruptPricesError) unreadable.push(damaged(series, whole));
        // Without prices: they went away since the index was read. The next look at the revision will notice.
        if (whole === undefined || whole instanceof CorruptPricesError) continue;
        const closes = closesThrough(whole, series.visibleThrough);
        const { day } = closes;
        const found = { series, firstDay: day[0], lastDay: day[day.length - 1], closes: day.length };
        if (day.length > 0) read.push({ found, closes });
      }
    }
    return { visible: read.map(({ found }) => found), build: () => buildColumns(read.map(({ closes }) => closes)) };
  };
}

/** What a thread made of a group. */
export function groupOf(group: readonly Series[], { buffer, members }: StoredBlock): ReadGroup {
  const byId = new Map(group.map((series) => [series.listed.id, series]));
  return {
    visible: members.map(({ id, ...found }) => ({ series: byId.get(id)!, ...found })),
    build: () => openColumns(buffer!),
  };
}

export function membersOf(group: readonly Series[]): BlockMember[] {
  return group.map(({ listed, visibleThrough }) => ({ id: listed.id, through: visibleThrough }));
}

function damaged({ listed, visibleThrough }: Series, damage: CorruptPricesError): UnreadableSymbol {
  return { id: listed.id, symbol: listed.symbol, markets: listed.markets, visibleThrough, damage };
}

export function partsOf<T>(whole: readonly T[], size: number): T[][] {
  const count = Math.ceil(whole.length / size);
  return Array.from({ length: count }, (_, i) => whole.slice(i * size, (i + 1) * size));
}
