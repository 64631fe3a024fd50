import { setImmediate as nextLoop } from 'node:timers/promises';
import type { Day } from '../../core/calendar/dates';
import { type CountedDays, DayCounts } from '../../core/calendar/dayCounts';
import { buildColumns } from '../../core/detection/columns';
import { partsOf } from '../../core/parts';
import { type Closes, closesThrough } from '../../core/window/bars';
import { CorruptPricesError } from '../../storage/errors';
import type { Series } from '../../storage/prices';

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
