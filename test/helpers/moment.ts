import type { Moment, Windows } from '../../src/storage/counters';

const MINUTES_A_DAY = 1440;
const MINUTE_MS = 60_000;

/** An instant of a fixed clock. */
export function stillAt(instant: Date | string): Moment {
  return { now: new Date(instant).getTime(), ahead: null };
}

/** The start of a minute, counted since 1970, of a fixed clock. */
export function atMinute(minute: number): Moment {
  return { now: minute * MINUTE_MS, ahead: null };
}

/** The windows of a moment, with the moment as counters return it. */
export function windowsOf({ now }: Moment): Windows & Pick<Moment, 'now'> {
  const minute = Math.floor(now / MINUTE_MS);
  return { minute, day: Math.floor(minute / MINUTES_A_DAY), now };
}
