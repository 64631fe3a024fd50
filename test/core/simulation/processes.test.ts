import { sessionsBetween } from '../../../src/core/calendar/calendars';
import { dateOf, fromIso, toIso } from '../../../src/core/calendar/dates';
import {
  autumn,
  FIRST_DAY,
  scaleVolatility,
  simulateGarchFactor,
  student3At,
  turnOfMonth,
} from '../../../src/core/simulation/simulate';
import { keyOf } from '../../../src/core/statistics/random';

const sessions = Int32Array.from(sessionsBetween('nyse', fromIso('1990-01-02'), fromIso('2023-12-29')));

function momentsOf(values: readonly number[]) {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const central = (power: number) => values.reduce((sum, value) => sum + (value - mean) ** power, 0) / values.length;
  return { mean, deviation: Math.sqrt(central(2)), kurtosis: central(4) / central(2) ** 2 };
}

test("Student's t with three degrees has a deviation of 1 and heavy tails", () => {
  const key = keyOf('student');
  const { mean, deviation, kurtosis } = momentsOf(Array.from({ length: 200_000 }, (_, i) => student3At(key, i)));
  expect(mean).toBeCloseTo(0, 1);
  // The variance of a sample with infinite kurtosis converges slowly.
  expect(Math.abs(deviation - 1)).toBeLessThan(0.1);
  expect(kurtosis).toBeGreaterThan(8);
});

test('volatility of a GARCH factor clusters around its average', () => {
  const { shock } = simulateGarchFactor('seed', 'market', 0.16, sessions);
  const returns = Array.from(sessions, (session) => shock[session - FIRST_DAY]);
  const { deviation, kurtosis } = momentsOf(returns);
  expect(Math.abs(deviation * Math.sqrt(252) - 0.16)).toBeLessThan(0.05);
  expect(kurtosis).toBeGreaterThan(3.3);
  const squares = returns.map((value) => value * value);
  const { mean } = momentsOf(squares);
  const lagged = squares.slice(1).reduce((sum, value, i) => sum + (value - mean) * (squares[i] - mean), 0);
  const total = squares.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  expect(lagged / total).toBeGreaterThan(0.05);
});

test('the variance of a GARCH factor follows from the session before, across days without one', () => {
  const { shock, roughness } = simulateGarchFactor('seed', 'market', 0.16, sessions);
  const at = (i: number) => sessions[i] - FIRST_DAY;
  expect(roughness[at(0)]).toBe(1);
  for (let i = 1; i < sessions.length; i++) {
    const squaredReturn = (shock[at(i - 1)] / 0.16) ** 2 * 252;
    expect(roughness[at(i)] ** 2).toBeCloseTo(0.01 + 0.09 * squaredReturn + 0.9 * roughness[at(i - 1)] ** 2, 10);
  }
  const weekend = fromIso('2023-12-23') - FIRST_DAY;
  expect([shock[weekend], roughness[weekend]]).toEqual([0, 0]);
});

test('volatility is multiplied on the chosen sessions only', () => {
  const factor = simulateGarchFactor('seed', 'market', 0.16, sessions);
  const scaled = scaleVolatility(factor, autumn(sessions), 3);
  for (const session of sessions) {
    const times = [10, 11].includes(dateOf(session).month) ? 3 : 1;
    expect(scaled.shock[session - FIRST_DAY]).toBe(times * factor.shock[session - FIRST_DAY]);
  }
});

test('the turn of a month is its last two sessions and the first two of the next', () => {
  const days = turnOfMonth(Int32Array.from(sessionsBetween('nyse', fromIso('2024-01-10'), fromIso('2024-03-15'))));
  expect(days.map(toIso)).toEqual([
    '2024-01-30',
    '2024-01-31',
    '2024-02-01',
    '2024-02-02',
    '2024-02-28',
    '2024-02-29',
    '2024-03-01',
    '2024-03-04',
  ]);
});
