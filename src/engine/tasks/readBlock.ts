import { setImmediate as nextLoop } from 'node:timers/promises';
import type { Day } from '../../core/calendar/dates';
import { type CountedDays, DayCounts } from '../../core/calendar/dayCounts';
import { buildColumns, type PriceColumns } from '../../core/detection/columns';
import { partsOf } from '../../core/parts';
import { type Closes, closesThrough } from '../../core/window/bars';
import { CorruptPricesError } from '../../storage/errors';
import type { Series } from '../../storage/prices';
import type { LoadedSymbol } from '../snapshot';

/** Symbols that share a block of memory: few enough to lay out at once, enough that a scan touches few blocks. */
export const BLOCK_SIZE = 64;
/** A block with fewer current symbols is thin: the rest of it is outdated, or it was made for a few changed symbols. */
const THIN = 48;
/** Number of thin blocks that are tolerated before some are merged, which copies megabytes. */
const MOST_THIN = 16;

/**
 * Merges thin blocks, thinnest first, once there are more than `MOST_THIN`: it frees outdated memory and keeps the number
 * of blocks that a scan reads low.
 *
 * @returns the symbols that were moved, with their new columns
 */
export async function joinThinBlocks(symbols: Iterable<LoadedSymbol>): Promise<LoadedSymbol[]> {
  const thin = [...byBlock(symbols).values()].filter((members) => members.length < THIN);
  thin.sort((a, b) => a.length - b.length);
  const moved: LoadedSymbol[] = [];
  while (thin.length > MOST_THIN) {
    const merged = thin.splice(0, countUpTo(BLOCK_SIZE, thin)).flat();
    await nextLoop();
    const columns = weighed(buildColumns(merged));
    for (const [index, symbol] of merged.entries()) moved.push({ ...symbol, columns, index });
  }
  return moved;
}

/** Number of leading blocks with at most `most` symbols in total; at least two. */
function countUpTo(most: number, blocks: readonly (readonly LoadedSymbol[])[]): number {
  let count = 0;
  for (let sum = 0; count < blocks.length && (count < 2 || sum + blocks[count].length <= most); count++)
    sum += blocks[count].length;
  return count;
}

const weights = new WeakMap<PriceColumns, ArrayBuffer>();

/**
 * Tells the garbage collector the size of columns: it does not count shared memory, so that outdated blocks were freed
 * hours late. A resizable buffer of the same size counts, and takes no memory until it is written to.
 */
export function weighed(columns: PriceColumns): PriceColumns {
  const { byteLength } = columns.buffer;
  weights.set(columns, new ArrayBuffer(byteLength, { maxByteLength: byteLength }));
  return columns;
}

function byBlock(symbols: Iterable<LoadedSymbol>): Map<PriceColumns, LoadedSymbol[]> {
  const blocks = new Map<PriceColumns, LoadedSymbol[]>();
  for (const symbol of symbols) {
    const members = blocks.get(symbol.columns);
    if (members) members.push(symbol);
    else blocks.set(symbol.columns, [symbol]);
  }
  return blocks;
}

/** A series to be read. */
export interface SeriesToRead {
  readonly id: number;
  /** Market ids. */
  readonly markets: readonly string[];
  /** Content hash, as the index has it. */
  readonly hash: string;
  readonly visibleThrough: Day;
}

export interface BlockInput {
  /** At most `BLOCK_SIZE`. */
  readonly series: readonly SeriesToRead[];
  /** Last final day by market id. */
  readonly finalDays: ReadonlyMap<string, Day>;
}

/** Closes of several symbols, verified and laid out for the kernel (`PriceColumns`). */
export interface ReadBlock {
  /** Null when no symbol has a visible close. */
  readonly buffer: SharedArrayBuffer | null;
  /** The symbols that have one, in the order of the columns. */
  readonly members: readonly BlockMember[];
  /** Ids of damaged series. */
  readonly damaged: readonly number[];
  /** Whether one of the series was written or deleted since the index was read. */
  readonly isMixed: boolean;
  /** Sessions of the series by market id. */
  readonly days: ReadonlyMap<string, CountedDays>;
}

/** A symbol with at least one visible close. */
interface BlockMember {
  readonly id: number;
  /** Content hash of the series that was read. */
  readonly hash: string;
  readonly firstDay: Day;
  readonly lastDay: Day;
}

/** Series per read, some 2 ms. In the main thread requests are handled between reads. */
const READ_AT_ONCE = 8;

/** Reads and verifies some series, and lays them out in shared memory. */
export async function readBlock(
  { series, finalDays }: BlockInput,
  { prices }: { readonly prices: Pick<Series, 'readCloses'> },
): Promise<ReadBlock> {
  const days = new DayCounts(finalDays);
  const members: BlockMember[] = [];
  const visible: Closes[] = [];
  const damaged: number[] = [];
  let isMixed = false;
  for (const part of partsOf(series, READ_AT_ONCE)) {
    await nextLoop();
    const stored = await prices.readCloses(part.map(({ id }) => id));
    for (const { id, markets, hash, visibleThrough } of part) {
      const whole = stored.get(id);
      if (whole instanceof CorruptPricesError) damaged.push(id);
      else isMixed ||= whole?.hash !== hash;
      if (whole === undefined || whole instanceof CorruptPricesError) continue;
      const closes = closesThrough(whole, visibleThrough);
      const { day } = closes;
      if (day.length === 0) continue;
      days.add(markets, day);
      members.push({ id, hash: whole.hash, firstDay: day[0], lastDay: day[day.length - 1] });
      visible.push(closes);
    }
  }
  const buffer = visible.length === 0 ? null : buildColumns(visible).buffer;
  return { buffer, members, damaged, isMixed, days: days.byMarket };
}
