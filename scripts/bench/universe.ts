import { type Day, dayOf, isWeekend } from '../../src/core/calendar/dates';
import { buildColumns, type PriceColumns } from '../../src/core/detection/columns';
import type { DetectionRequest } from '../../src/core/detection/plan';
import type { Closes } from '../../src/core/window/bars';
import type { LoadedSymbol } from '../../src/engine/snapshot';

/** Last day of every synthetic series. */
export const LAST_DAY = dayOf(2024, 12, 20);

/** A random walk on weekdays with the drift and volatility of stocks, 7 % a year and 1.6 % a day. Equal seeds give equal walks. */
export function syntheticCloses(years: number, seed: number): Closes {
  const random = generator(seed);
  const day: number[] = [];
  for (let d = LAST_DAY - Math.round(years * 365.25); d <= LAST_DAY; d++) {
    if (isTraded(d)) day.push(d);
  }
  const close = new Float64Array(day.length);
  let log = Math.log(20);
  for (let i = 0; i < close.length; i++) {
    const noise = random() + random() + random() + random() - 2;
    log += 0.07 / 252 + 0.016 * noise * Math.sqrt(3);
    close[i] = Math.exp(log);
  }
  return { day: Int32Array.from(day), close };
}

/** Weekdays, with a holiday about every month that is the same for all symbols. */
function isTraded(day: Day): boolean {
  return !isWeekend(day) && day % 29 !== 0;
}

/** The cold scan of DESIGN 3: 14 entry dates, holds 5..120, 10 years, both directions. */
export function scanRequest(changes: Partial<DetectionRequest> = {}): DetectionRequest {
  const entries = Array.from({ length: 14 }, (_, i) => ({ day: LAST_DAY + 1 + i, asOf: LAST_DAY }));
  return {
    entries,
    years: 10,
    cycle: 'consecutive',
    minHold: 5,
    maxHold: 120,
    minWins: 'default',
    minObservations: 5,
    gapLimit: 10,
    liveOnly: true,
    ...changes,
  };
}

/** The sessions of a year, about 252. */
export function yearEntries(): DetectionRequest['entries'] {
  const entries = [];
  for (let day = dayOf(2024, 1, 1); day <= dayOf(2024, 12, 31); day++) {
    if (isTraded(day)) entries.push({ day, asOf: Math.min(LAST_DAY, day - 1) });
  }
  return entries;
}

/** mulberry32. */
export function generator(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** A universe in shared blocks of columns, as in the engine. */
export function loadedSymbols(symbols: number, years: number): LoadedSymbol[] {
  const blockSize = 64;
  const loaded: LoadedSymbol[] = [];
  for (let first = 0; first < symbols; first += blockSize) {
    const closes = Array.from({ length: Math.min(blockSize, symbols - first) }, (_, i) =>
      syntheticCloses(years, first + i + 1),
    );
    const columns = buildColumns(closes);
    for (const [index, { day }] of closes.entries()) loaded.push(symbolOf(first + index, day, columns, index));
  }
  return loaded;
}

function symbolOf(id: number, day: Int32Array, columns: PriceColumns, index: number): LoadedSymbol {
  return {
    id,
    symbol: `S${id}`,
    name: `Symbol ${id}`,
    markets: ['2'],
    revision: 0,
    source: 'synthetic',
    simulated: true,
    hash: String(id),
    firstDay: day[0],
    lastDay: day[day.length - 1],
    visibleThrough: LAST_DAY,
    columns,
    index,
  };
}
