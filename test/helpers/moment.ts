import type { Moment, Windows } from '../../src/storage/counters';

const MINUTES_A_DAY = 1440;
const MINUTE_MS = 60_000;

/** An instant by a clock that stands still. */
export function stillAt(instant: Date | string): Moment {
  return { now: new Date(instant).getTime(), ahead: null };
}

/** The start of a minute, counted since 1970, by a clock that stands still. */
export function atMinute(minute: number): Moment {
  return { now: minute * MINUTE_MS, ahead: null };
}

/** Its windows, and itself as it is answered. */
export function windowsOf({ now }: Moment): Windows & Pick<Moment, 'now'> {
  const minute = Math.floor(now / MINUTE_MS);
  return { minute, day: Math.floor(minute / MINUTES_A_DAY), now };
}
