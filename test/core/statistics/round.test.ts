import { round4, round4OrNull } from '../../../src/core/statistics/round';

describe('round4', () => {
  test.each([
    [3.57008, 3.5701],
    [-3.57008, -3.5701],
    [0.00005, 0.0001],
    [-0.00005, -0.0001],
    [-0.00004, 0],
    [-0, 0],
    [12, 12],
  ])('%p becomes %p', (given, want) => expect(Object.is(round4(given), want)).toBe(true));
  test.each([NaN, Infinity, -Infinity])('refuses %p', (value) => expect(() => round4(value)).toThrow('cannot publish'));
  test('null stays null', () => expect(round4OrNull(null)).toBeNull());
});
