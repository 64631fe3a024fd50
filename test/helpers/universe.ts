import { isSession } from '../../src/core/calendar/calendars';
import { type Day, dayOf, fromIso, weekdayOf, yearOf } from '../../src/core/calendar/dates';
import type { Bars } from '../../src/core/window/bars';
import type { TestSymbol } from './app';
import { seeded } from './syntheticBars';

// Looking up globals is slow in Jest, and this is called for every bar.
const { exp } = Math;

/** A move planted in every year of a random walk. */
interface Season {
  readonly month: number;
  readonly day: number;
  /** Calendar days over which the move is spread. */
  readonly hold: number;
  /** Percent, negative for a fall. */
  readonly pct: number;
  /** Only in years at this position of the election cycle (year % 4). */
  readonly position?: number;
}

interface WalkOptions {
  readonly seed: number;
  /** Dates, both included. */
  readonly from: string;
  readonly to: string;
  readonly season?: Season;
  /** Standard deviation of a session's log return. */
  readonly volatility?: number;
  /** Seven sessions a week. */
  readonly daily?: boolean;
}

/** A random walk with a season, the same on every machine. */
export function seasonalWalk({ seed, from, to, season, volatility = 0.006, daily = false }: WalkOptions): Bars {
  const random = seeded(seed);
  const first = fromIso(from);
  const days = tradingDays(from, to, daily);
  const trend = seasonalLog(first, fromIso(to), season);
  const close = new Float64Array(days.length);
  const high = new Float64Array(days.length);
  const low = new Float64Array(days.length);
  let log = Math.log(40 + 60 * random());
  for (let i = 0; i < days.length; i++) {
    log += (random() + random() + random() - 1.5) * 2 * volatility;
    close[i] = exp(log + trend[days[i] - first]);
    high[i] = close[i] * (1 + 0.004 * random());
    low[i] = close[i] * (1 - 0.004 * random());
  }
  return { day: Int32Array.from(days), close, high, low };
}

function tradingDays(from: string, to: string, daily: boolean): Day[] {
  const days: Day[] = [];
  const last = fromIso(to);
  for (let day = fromIso(from); day <= last; day++) {
    if (daily || (weekdayOf(day) !== 0 && weekdayOf(day) !== 6)) days.push(day);
  }
  return days;
}

/** The log price due to the season alone, by calendar day: its move, spread over the days after its first. */
function seasonalLog(first: Day, last: Day, season: Season | undefined): Float64Array {
  const log = new Float64Array(last - first + 1);
  if (!season) return log;
  const step = Math.log(1 + season.pct / 100) / (season.hold - 1);
  for (let year = yearOf(first) - 1; year <= yearOf(last); year++) {
    if (season.position !== undefined && year % 4 !== season.position) continue;
    const start = dayOf(year, season.month, season.day) - first;
    for (let i = Math.max(0, start + 1); i < Math.min(log.length, start + season.hold); i++) log[i] = step;
  }
  for (let i = 1; i < log.length; i++) log[i] += log[i - 1];
  return log;
}

/** The clock of the universe: a Friday morning in New York. The last final bar is that of the day before. */
export const UNIVERSE_NOW = '2024-12-20T15:00:00Z';
const LAST_BAR = '2024-12-19';

/**
 * Seventy stocks and funds with a rise or fall planted around the turn of the year, so that a scan from 2024-12-20
 * finds more than its pool of 50. DOW 30: D00..D29. ETFs: E00..E29. S&P 500: S00..S09 and D00..D09.
 */
export function plantedUniverse(): TestSymbol[] {
  const symbol = (prefix: string, i: number, markets: readonly string[], seed: number): TestSymbol => {
    const pct = (i % 5 === 4 ? -1 : 1) * (4 + (i % 7));
    const season = { month: 12, day: 18 + (i % 4), hold: 14 + (i % 9), pct };
    // Some are so noisy that not all years win.
    const volatility = i % 3 === 0 ? 0.016 : 0.006;
    const bars = seasonalWalk({ seed, from: '2013-01-02', to: LAST_BAR, season, volatility });
    return { symbol: `${prefix}${String(i).padStart(2, '0')}`, markets, bars };
  };
  const many = (count: number, make: (i: number) => TestSymbol) => Array.from({ length: count }, (_, i) => make(i));
  return [
    ...many(30, (i) => symbol('D', i, i < 10 ? ['0', '2'] : ['0'], 1000 + i)),
    ...many(30, (i) => symbol('E', i, ['11'], 2000 + i)),
    ...many(10, (i) => symbol('S', i, ['2'], 3000 + i)),
  ];
}

/** Only the bars of real sessions, since a walk has no holidays. */
function onSessions(bars: Bars): Bars {
  const keep = [...bars.day.keys()].filter((i) => isSession('nyse', bars.day[i]));
  const of = (column: Float64Array) => Float64Array.from(keep, (i) => column[i]);
  const day = Int32Array.from(keep, (i) => bars.day[i]);
  return { day, close: of(bars.close), high: of(bars.high), low: of(bars.low) };
}

/**
 * Stocks with a planted rise or fall, spread over the months of the year, with bars after the clocks of the tests.
 *
 * @param from first day of the stocks
 */
export function winterUniverse(stocks = 14, from = '2013-06-03') {
  const symbol = (i: number) => {
    const season = { month: 1 + ((9 + i) % 12), day: 3 + 5 * (i % 5), hold: 20 + (i % 4), pct: i % 4 === 3 ? -9 : 9 };
    const bars = onSessions(seasonalWalk({ seed: 500 + i, from, to: '2025-06-30', season }));
    return { symbol: `W${String(i).padStart(2, '0')}`, markets: ['0'], bars };
  };
  const index = seasonalWalk({ seed: 7, from: '2013-06-03', to: '2025-06-30' });
  const spy = { symbol: 'SPY', markets: ['11'], bars: onSessions(index) };
  return [...Array.from({ length: stocks }, (_, i) => symbol(i)), spy];
}

/** A stock that rises over the turn of the year, up to the clock of the universe. */
export function decemberStock(symbol: string, market: string, seed: number): TestSymbol {
  const season = { month: 12, day: 18, hold: 20, pct: 5 + (seed % 3) };
  return { symbol, markets: [market], bars: seasonalWalk({ seed, from: '2008-01-02', to: LAST_BAR, season }) };
}
