import { checkSettings, DEFAULT_SETTINGS, type ModelSettings } from '../../../src/core/model/settings';

test('the settings in use are accepted', () => expect(() => checkSettings(DEFAULT_SETTINGS)).not.toThrow());

test.each<[Partial<ModelSettings>, string]>([
  [{ lookbackYears: 0 }, 'lookbackYears is 0, accepted is a whole number 1..98'],
  [{ minYears: 11 }, 'minYears is 11, accepted is a whole number 1..10'],
  [{ minHold: 1 }, 'minHold is 1'],
  [{ maxHold: 9 }, 'maxHold is 9, accepted is a whole number 10..366'],
  [{ minVolatilitySessions: 252 }, 'minVolatilitySessions is 252, accepted is a whole number 2..251'],
  [{ everyWeeks: 1.5 }, 'everyWeeks is 1.5'],
  [{ l2: -1 }, 'l2 is -1, accepted is 0 or more'],
  [{ l2: Number.POSITIVE_INFINITY }, 'l2 is Infinity'],
  [{ priorYears: Number.NaN }, 'priorYears is NaN'],
  [{ calibrationPriorYears: Number.POSITIVE_INFINITY }, 'calibrationPriorYears is Infinity'],
])('%j is refused by name', (change, message) =>
  expect(() => checkSettings({ ...DEFAULT_SETTINGS, ...change })).toThrow(`model setting ${message}`),
);
