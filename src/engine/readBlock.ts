import { setImmediate as nextLoop } from 'node:timers/promises';
import type { Day } from '../core/calendar/dates';
import { countOf, DayCounts } from '../core/calendar/dayCounts';
import { buildColumns, type Closes, openColumns, type PriceColumns } from '../core/detection/columns';
import { partsOf } from '../core/parts';
import { closesThrough } from '../core/window/bars';
import { CorruptPricesError } from '../storage/errors';
import { blockName, type VisibleSeries } from '../storage/priceBlocks';
import type { BlockTask, PriceStore, StoredBlock, StoredBlocks } from '../storage/prices';
import type { UnreadableSymbol } from './snapshot';

/** Series read before requests are let in: some 2 ms. */
const READ_AT_ONCE = 8;

/** A series with a visible close. */
export interface ReadSeries {
  readonly series: VisibleSeries;
  readonly firstDay: Day;
  readonly lastDay: Day;
  /** How many are visible. */
  readonly closes: number;
  /** As `StoredMember` has it. */
  readonly stamp: string | null;
}

export interface ReadBlock {
  /** As `blockName` has it. */
  readonly name: string;
  readonly visible: readonly ReadSeries[];
  build(): PriceColumns;
}

/** What is found beside the columns of blocks. */
export interface Findings {
  readonly unreadable: UnreadableSymbol[];
  readonly days: DayCounts;
}

/** Reads blocks in this thread, letting requests in between. */
export function blockReader(prices: PriceStore, { unreadable, days }: Findings, signal?: AbortSignal) {
  return async (block: readonly VisibleSeries[]): Promise<ReadBlock> => {
    const read: { found: ReadSeries; closes: Closes }[] = [];
    for (const part of partsOf(block, READ_AT_ONCE)) {
      await nextLoop();
      signal?.throwIfAborted();
      const stored = await prices.readCloses(part.map(({ listed }) => listed.id));
      for (const series of part) {
        const whole = stored.get(series.listed.id);
        if (whole instanceof CorruptPricesError) unreadable.push(damaged(series, whole));
        // Without prices: they went away since the index was read.
        if (whole === undefined || whole instanceof CorruptPricesError) continue;
        const closes = closesThrough(whole, series.visibleThrough);
        const { day } = closes;
        if (day.length === 0) continue;
        days.add(series.listed.markets, day[0], countOf(day));
        const found = { series, firstDay: day[0], lastDay: day[day.length - 1], closes: day.length, stamp: null };
        read.push({ found, closes });
      }
    }
    const visible = read.map(({ found }) => found);
    return { name: nameOf(visible), visible, build: () => buildColumns(read.map(({ closes }) => closes)) };
  };
}

/** What a thread made of a block. */
export function blockOf(block: readonly VisibleSeries[], { name, buffer, members }: StoredBlock): ReadBlock {
  const byId = new Map(block.map((series) => [series.listed.id, series]));
  const visible = members.map(({ id, ...found }) => ({ series: byId.get(id)!, ...found }));
  return { name, visible, build: () => openColumns(buffer!) };
}

function nameOf(visible: readonly ReadSeries[]): string {
  return blockName(visible.map(({ series: { stored }, closes }) => ({ stored, closes })));
}

function damaged({ listed, visibleThrough }: VisibleSeries, damage: CorruptPricesError): UnreadableSymbol {
  return { id: listed.id, symbol: listed.symbol, markets: listed.markets, visibleThrough, damage };
}

/** What several threads read, as one; null where prices changed between one thread's moment and another's. */
export function joinBlocks(
  [first, ...others]: readonly StoredBlocks[],
  { finalDays }: Pick<BlockTask, 'finalDays'>,
): StoredBlocks | null {
  if (others.some(({ index }) => index.revision !== first.index.revision)) return null;
  const days = new DayCounts(finalDays);
  for (const part of [first, ...others]) days.join(part.days);
  const blocks = new Map([first, ...others].flatMap((part) => [...part.blocks]));
  return { index: first.index, blocks, days: days.byMarket };
}
