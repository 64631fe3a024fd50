import { type Day, dateOf, dayOf, inYear, yearOf } from '../calendar/dates';
import { keyOf, normalAt, uniformAt } from '../statistics/random';
import { type Bars, upperBound } from '../window/bars';
import { type Cycle, cyclePosition, type Direction } from '../window/window';

const { max, min } = Math;

/**
 * Invented prices for the sandbox (DESIGN 6): for each symbol a random walk that shares a factor with its kind, with
 * seasonal effects planted in a few. A bar depends on the seed, its symbol and the days up to it alone: later days
 * extend a series without changing it, and symbols do not depend on one another.
 */

/** First simulated day, on which every factor's volatility regime begins. */
export const FIRST_DAY: Day = dayOf(1962, 1, 1);

/** Lowest and highest value; a symbol's value lies between and follows from its name. */
export type Range = readonly [lowest: number, highest: number];

/** Parameters of the random walk of a kind of symbol. Rates are per year, as fractions. */
export interface Kind {
  readonly factor: string;
  readonly drift: Range;
  /** Weight of the factor. */
  readonly beta: Range;
  /** Volatility of the symbol's idiosyncratic part. */
  readonly volatility: Range;
  readonly firstPrice: Range;
}

/** A planted seasonal effect, which a screener should find. */
export interface PlantedEffect {
  readonly month: number;
  readonly day: number;
  /** Calendar days, entry day = day 1. */
  readonly hold: number;
  readonly direction: Direction;
  /** Percent added from the close of the entry session to that of the exit session, at most. */
  readonly returnPct: number;
  /** Share of all other movement that remains inside the window, 0..1. */
  readonly noise: number;
  /** Only in these years of the presidential cycle. */
  readonly cycle?: Exclude<Cycle, 'consecutive' | 'pe'>;
}

export interface SimulatedSymbol {
  readonly symbol: string;
  readonly kind: Kind;
  /** First day that may have a bar. */
  readonly listed: Day;
  /** Last day that may have one. */
  readonly delisted?: Day;
  /** Days from..to without bars. */
  readonly halt?: { readonly from: Day; readonly to: Day };
  /** A day whose close is below zero, as WTI's was. */
  readonly negativeOn?: Day;
  readonly effects: readonly PlantedEffect[];
  /** Distribution of the idiosyncratic returns (default: normal). */
  readonly innovation?: Innovation;
  /** First day on which the drift has the opposite sign. */
  readonly driftReversal?: Day;
}

/** A draw with mean 0 and deviation 1 at a counter of a key. */
type Innovation = (key: number, counter: number) => number;

/** The common movement of the symbols of a kind, by calendar day from FIRST_DAY. */
export interface Factor {
  /** Return of the factor on a day, as a fraction. */
  readonly shock: Float64Array;
  /** Volatility multiplier of the day, about 1 on average. */
  readonly roughness: Float64Array;
}

/** Sessions a year: NYSE's number, close enough for the other calendars of invented prices. */
export const SESSIONS_A_YEAR = 252;
/** Share of yesterday's roughness that lasts. */
const PERSISTENCE = 0.985;

/**
 * The common movement of a kind.
 *
 * @param volatility a year's, as a fraction
 * @param innovation distribution of its returns
 */
export function simulateFactor(
  seed: string,
  name: string,
  volatility: number,
  through: Day,
  innovation: Innovation = normalAt,
): Factor {
  const days = through - FIRST_DAY + 1;
  const shock = new Float64Array(days);
  const roughness = new Float64Array(days);
  const shockKey = keyOf(`${seed}/factor/${name}/shock`);
  const moodKey = keyOf(`${seed}/factor/${name}/mood`);
  const daily = volatility / Math.sqrt(SESSIONS_A_YEAR);
  const renewal = Math.sqrt(1 - PERSISTENCE * PERSISTENCE);
  let mood = 0;
  for (let i = 0; i < days; i++) {
    mood = PERSISTENCE * mood + renewal * normalAt(moodKey, i);
    roughness[i] = mood >= 0 ? 1 + 0.4 * mood : 1 / (1 - 0.4 * mood);
    shock[i] = daily * roughness[i] * innovation(shockKey, i);
  }
  return { shock, roughness };
}

/**
 * A symbol's bars on the given sessions, from FIRST_DAY or its listing on.
 *
 * @param sessions ascending days of its market's calendar
 * @param factor of its kind, at least as long as the sessions
 */
export function simulateBars(seed: string, plan: SimulatedSymbol, sessions: Int32Array, factor: Factor): Bars {
  const day = tradedDays(plan, sessions);
  const n = day.length;
  const close = new Float64Array(n);
  const high = new Float64Array(n);
  const low = new Float64Array(n);
  const traits = traitsOf(seed, plan);
  const planted = plan.effects.length > 0 ? plant(plan.effects, day) : null;
  const innovation = plan.innovation ?? normalAt;
  const reversal = plan.driftReversal ?? Infinity;
  let previous = traits.firstPrice;
  for (let i = 0; i < n; i++) {
    const offset = day[i] - FIRST_DAY;
    const roughness = factor.roughness[offset];
    const idiosyncratic = traits.daily * roughness;
    const calm = planted ? planted.noise[i] : 1;
    const move = calm * (traits.beta * factor.shock[offset] + idiosyncratic * innovation(traits.moveKey, offset));
    const drift = day[i] < reversal ? traits.drift : -traits.drift;
    const price = previous * max(0.3, 1 + drift + move + (planted ? planted.shift[i] : 0));
    const open = previous * (1 + 0.3 * calm * idiosyncratic * normalAt(traits.openKey, offset));
    const reach = traits.reach * roughness * calm;
    close[i] = price;
    high[i] = max(open, price) * (1 + reach * uniformAt(traits.highKey, offset));
    low[i] = min(open, price) / (1 + reach * uniformAt(traits.lowKey, offset));
    if (day[i] === plan.negativeOn) {
      close[i] = -0.5 * price;
      low[i] = 1.2 * close[i];
    }
    previous = price;
  }
  return { day, close, high, low };
}

interface Traits {
  /** A session's, as fractions. */
  readonly drift: number;
  readonly daily: number;
  /** Most that a bar's high and low exceed its open and close. */
  readonly reach: number;
  readonly beta: number;
  readonly firstPrice: number;
  readonly moveKey: number;
  readonly openKey: number;
  readonly highKey: number;
  readonly lowKey: number;
}

function traitsOf(seed: string, { symbol, kind }: SimulatedSymbol): Traits {
  const key = (use: string) => keyOf(`${seed}/symbol/${symbol}/${use}`);
  const within = ([lowest, highest]: Range, use: string) => lowest + (highest - lowest) * uniformAt(key(use), 0);
  const daily = within(kind.volatility, 'volatility') / Math.sqrt(SESSIONS_A_YEAR);
  return {
    drift: within(kind.drift, 'drift') / SESSIONS_A_YEAR,
    daily,
    reach: 1.2 * daily,
    beta: within(kind.beta, 'beta'),
    firstPrice: within(kind.firstPrice, 'price'),
    moveKey: key('move'),
    openKey: key('open'),
    highKey: key('high'),
    lowKey: key('low'),
  };
}

function tradedDays({ listed, delisted, halt }: SimulatedSymbol, sessions: Int32Array): Int32Array {
  const first = upperBound(sessions, max(listed, FIRST_DAY) - 1);
  const days = sessions.slice(first, delisted === undefined ? undefined : upperBound(sessions, delisted));
  return halt ? days.filter((day) => day < halt.from || day > halt.to) : days;
}

/**
 * The effects on each session: the return added and the share of noise that remains. A session's return is proportional
 * to the calendar days since the one before, so that a bar never depends on later sessions.
 */
function plant(effects: readonly PlantedEffect[], day: Int32Array): { shift: Float64Array; noise: Float64Array } {
  const shift = new Float64Array(day.length);
  const noise = new Float64Array(day.length).fill(1);
  if (day.length === 0) return { shift, noise };
  for (const effect of effects) {
    const perDay = ((effect.direction === 'long' ? 1 : -1) * effect.returnPct) / 100 / (effect.hold - 1);
    for (let year = yearOf(day[0]); year <= yearOf(day[day.length - 1]); year++) {
      if (effect.cycle && Number(effect.cycle.slice(2)) !== cyclePosition(year)) continue;
      const entry = inYear(effect, year);
      const last = upperBound(day, entry + effect.hold - 1) - 1;
      // The entry session's own move comes before its close, so the effect begins with the session after it.
      for (let i = upperBound(day, entry - 1) + 1; i <= last; i++) {
        shift[i] += perDay * (day[i] - day[i - 1]);
        noise[i] = min(noise[i], effect.noise);
      }
    }
  }
  return { shift, noise };
}

/** Price processes that a plain random walk lacks and real markets have: fat tails, volatility that clusters or recurs. */

/** Weight of the last squared return in tomorrow's variance. */
const GARCH_ALPHA = 0.09;
/** Weight of today's variance in tomorrow's. */
const GARCH_BETA = 0.9;

/** Root of E[1/chi^2] of three `normalAt`, .9414 by integration; it would be 1 for exact normals. */
const STUDENT_DEVIATION = Math.sqrt(0.9414);

/**
 * Student's t with 3 degrees of freedom, scaled to mean 0 and deviation 1 (Blattberg and Gonedes 1974 propose Student's t
 * for daily stock returns). A normal over the root of the sum of three squared normals. Its kurtosis is
 * infinite. Uses eight counters of the key: 8*counter to 8*counter + 7.
 */
export function student3At(key: number, counter: number): number {
  const a = normalAt(key, 4 * counter + 1);
  const b = normalAt(key, 4 * counter + 2);
  const c = normalAt(key, 4 * counter + 3);
  return normalAt(key, 4 * counter) / Math.sqrt(a * a + b * b + c * c) / STUDENT_DEVIATION;
}

/**
 * A factor whose variance is a GARCH(1,1) (Bollerslev 1986): h = (1 - alpha - beta) + alpha * e^2 + beta * h of the
 * session before, where e is its return in units of its average deviation. h begins at its mean, 1. The multiplier of
 * each session is the root of h, so the volatility of all symbols rises and falls together.
 *
 * @param volatility a year's, as a fraction
 * @param sessions ascending; other days stay 0
 */
export function simulateGarchFactor(seed: string, name: string, volatility: number, sessions: Int32Array): Factor {
  const days = lengthOf(sessions);
  const shock = new Float64Array(days);
  const roughness = new Float64Array(days);
  const key = keyOf(`${seed}/factor/${name}/shock`);
  const daily = volatility / Math.sqrt(SESSIONS_A_YEAR);
  let variance = 1;
  for (const session of sessions) {
    const i = session - FIRST_DAY;
    roughness[i] = Math.sqrt(variance);
    const move = roughness[i] * normalAt(key, i);
    shock[i] = daily * move;
    variance = 1 - GARCH_ALPHA - GARCH_BETA + GARCH_ALPHA * move * move + GARCH_BETA * variance;
  }
  return { shock, roughness };
}

/** A factor with the volatility of some sessions multiplied, its own and that of the symbols. */
export function scaleVolatility(factor: Factor, sessions: Iterable<Day>, multiple: number): Factor {
  const shock = factor.shock.slice();
  const roughness = factor.roughness.slice();
  for (const session of sessions) {
    shock[session - FIRST_DAY] *= multiple;
    roughness[session - FIRST_DAY] *= multiple;
  }
  return { shock, roughness };
}

/**
 * The last two and first two sessions of each month: the turn of the month (Lakonishok and Smidt 1988, who take the
 * last one and the first three). The ends of the sessions count only where the next or previous month is among them.
 *
 * @param sessions ascending
 */
export function turnOfMonth(sessions: Int32Array): Day[] {
  const monthAt = (i: number) => dateOf(sessions[i]).month;
  const last = sessions.length - 1;
  return Array.from(sessions).filter((_, i) => {
    const begins = i >= 2 && monthAt(i) !== monthAt(i - 2);
    const ends = i + 2 <= last && monthAt(i) !== monthAt(i + 2);
    return begins || ends;
  });
}

/** The sessions of October and November: a volatile season that recurs every year (chosen). */
export function autumn(sessions: Int32Array): Day[] {
  return Array.from(sessions).filter((session) => [10, 11].includes(dateOf(session).month));
}

function lengthOf(sessions: Int32Array): number {
  return sessions.length === 0 ? 0 : sessions[sessions.length - 1] - FIRST_DAY + 1;
}
