import { type Day, dateOf } from '../calendar/dates';
import { keyOf, normalAt } from '../statistics/random';
import { type Factor, FIRST_DAY, SESSIONS_A_YEAR } from './simulate';

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
