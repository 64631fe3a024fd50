import { fromIso } from '../../../src/core/calendar/dates';
import { FEATURES, type Features, featuresOf, logit, volatilityOf } from '../../../src/core/model/features';
import { DEFAULT_SETTINGS, type ModelSettings } from '../../../src/core/model/settings';
import type { Bars } from '../../../src/core/window/bars';
import { baselineOf } from '../../../src/core/window/baseline';
import { evidenceOf } from '../../../src/core/window/evidence';
import { neighbourShare } from '../../../src/core/window/measures';
import { modelUniverse } from '../../helpers/modelUniverse';

const [{ bars }] = modelUniverse({ seed: 'features', symbols: 1, fromYear: 2000, toYear: 2015 });
const entry = fromIso('2014-06-02');
const setup = { entry, hold: 30, direction: 'long', asOf: entry - 1 } as const;
const of = (prices: Bars, overrides: object = {}) =>
  featuresOf(prices, { ...setup, ...overrides }, 10, DEFAULT_SETTINGS);

test('each feature is computed as METHOD 6 defines it', () => {
  const features = of(bars) as Features;
  const window = { entry, end: entry + 29, years: 10, cycle: 'consecutive', asOf: entry - 1 } as const;
  const evidence = evidenceOf(bars, window, 'long', 10)!;
  const p0 = baselineOf(bars, window, 'long', 10).positiveShare!;
  const shrunk = (evidence.wins + 75 * p0) / (10 + 75);
  expect(features).toMatchObject({ yearsTested: 10, wins: evidence.wins, hold: 30, direction: 'long' });
  expect(features.shrunkWinRate).toBeCloseTo(shrunk, 15);
  const want = [logit(shrunk), neighbourShare(bars, window, 'long', 10), Math.sqrt(30), 1];
  expect(features.values).toEqual(want);
  expect(features.values).toHaveLength(FEATURES.length);
  expect((of(bars, { direction: 'short' }) as Features).values[3]).toBe(-1);
});

test('p0 is clipped to .35 .. .65 for a price that always rises', () => {
  const rising: Bars = { ...bars, close: bars.close.map((_, i) => 10 * 1.0005 ** i * (1 + 0.0001 * (i % 2))) };
  expect((of(rising) as Features).shrunkWinRate).toBeCloseTo((10 + 75 * 0.65) / 85, 15);
  expect((of(rising, { direction: 'short' }) as Features).shrunkWinRate).toBeCloseTo((75 * 0.35) / 85, 15);
});

test('features do not depend on prices after as-of', () => {
  const spoilt = bars.day.map((day) => Number(day >= entry));
  const wild: Bars = {
    day: bars.day,
    close: bars.close.map((p, i) => (spoilt[i] ? 1e6 / (i + 1) : p)),
    high: bars.high.map((p, i) => (spoilt[i] ? Number.NaN : p)),
    low: bars.low.map((p, i) => (spoilt[i] ? 1 : p)),
  };
  const known = spoilt.indexOf(1);
  const cut: Bars = {
    day: bars.day.slice(0, known),
    close: bars.close.slice(0, known),
    high: bars.high.slice(0, known),
    low: bars.low.slice(0, known),
  };
  expect(typeof of(bars)).toBe('object');
  expect(of(wild)).toEqual(of(bars));
  expect(of(cut)).toEqual(of(bars));
});

test.each([
  ['prices that stopped more than the gap limit before as-of', 'stale', fromIso('2016-02-01')],
  ['fewer than five completed years', 'no_history', fromIso('2004-06-01')],
  ['no bar yet', 'stale', fromIso('1999-06-01')],
])('%s: %s', (_, gap, day) => {
  expect(of(bars, { entry: day, asOf: day - 1 })).toBe(gap);
});

test('a price that never moves gives no_volatility', () => {
  expect(of({ ...bars, close: new Float64Array(bars.day.length).fill(5) })).toBe('no_volatility');
});

test('volatility is the sample deviation of log returns in percent, non-positive closes left out', () => {
  const settings: ModelSettings = { ...DEFAULT_SETTINGS, volatilitySessions: 3, minVolatilitySessions: 2 };
  const up = 100 * Math.log(1.1);
  const down = 100 * Math.log(0.9);
  const mean = (up + down + 0) / 3;
  const want = Math.sqrt(((up - mean) ** 2 + (down - mean) ** 2 + mean ** 2) / 2);
  expect(volatilityOf(Float64Array.of(1, 100, 110, 99, 99), settings)).toBeCloseTo(want, 12);
  expect(volatilityOf(Float64Array.of(100, 110, -1, 99), settings)).toBeNull();
});

test.each([
  ['as-of', { asOf: entry }],
  ['hold', { hold: 9 }],
  ['hold', { hold: 91 }],
  ['hold', { hold: 30.5 }],
])('an invalid %s is refused', (name, overrides) => {
  expect(() => of(bars, overrides)).toThrow(new RegExp(`features: ${name} is`));
});
