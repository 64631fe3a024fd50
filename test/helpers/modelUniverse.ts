import { type Day, dateOf, dayOf, weekdayOf } from '../../src/core/calendar/dates';
import type { TrainingSeries } from '../../src/core/model/setups';
import { keyOf, normalAt } from '../../src/core/statistics/random';

interface UniverseOptions {
  readonly seed: number | string;
  readonly symbols: number;
  readonly fromYear: number;
  readonly toYear: number;
  /** Percent a day that the season adds at its peak; each symbol has its own season. 0 = a random walk. */
  readonly season?: number;
}

/** Simulated series: weekday bars of a random walk of 1 % a day, optionally with a planted yearly season. */
export function modelUniverse({ seed, symbols, fromYear, toYear, season = 0 }: UniverseOptions): TrainingSeries[] {
  return Array.from({ length: symbols }, (_, s) => {
    const key = keyOf(`${seed} ${s}`);
    const days: Day[] = [];
    const close: number[] = [];
    let price = 50;
    for (let day = dayOf(fromYear, 1, 1); day <= dayOf(toYear, 12, 31); day++) {
      if (weekdayOf(day) === 0 || weekdayOf(day) === 6) continue;
      const { year } = dateOf(day);
      const phase = (2 * Math.PI * (day - dayOf(year, 1, 1))) / 365.25 + s;
      price *= 1 + normalAt(key, day) / 100 + (season / 100) * Math.cos(phase);
      days.push(day);
      close.push(price);
    }
    const closes = Float64Array.from(close);
    const bars = {
      day: Int32Array.from(days),
      close: closes,
      high: closes.map((p) => 1.004 * p),
      low: closes.map((p) => 0.996 * p),
    };
    return { symbol: `S${String(s).padStart(2, '0')}`, bars, gapLimit: 10 };
  });
}
