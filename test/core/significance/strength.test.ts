import { referenceOf, strengthOf } from '../../../src/core/significance/strength';

const REFERENCE = { mean: 0.01, deviation: 0.03 };
/** Mean .03, sample deviation sqrt(.001 / 4) = .0158114. */
const RETURNS = [0.01, 0.02, 0.03, 0.04, 0.05];

function z(returns: readonly number[], reference = REFERENCE): number | null {
  return strengthOf(
    returns.length,
    returns.reduce((sum, r) => sum + r, 0),
    returns.reduce((sum, r) => sum + r * r, 0),
    reference,
  );
}

describe('strengthOf', () => {
  test('worked out by hand: sqrt(5) * (.03 - .01) / (.0158114 + .03)', () => {
    expect(z(RETURNS)).toBeCloseTo((Math.sqrt(5) * 0.02) / 0.0458114, 6);
  });

  test('the sign is the direction: a window that falls behind its drift speaks for a short', () => {
    expect(z(RETURNS, { mean: 0.05, deviation: 0.03 })).toBeCloseTo(-z(RETURNS)!, 12);
    expect(z(RETURNS, { mean: 0.03, deviation: 0.03 })).toBeCloseTo(0, 12);
  });

  test('four years prove nothing, however good', () => {
    expect(z(RETURNS.slice(1))).toBeNull();
  });

  test('a reference that nothing is known of, or prices that never move, give none', () => {
    expect(strengthOf(5, 0.15, 0.0055, { mean: 0.01, deviation: null })).toBeNull();
    expect(strengthOf(5, 0, 0, { mean: 0, deviation: 0 })).toBeNull();
  });

  test('equal years are measured by the reference alone', () => {
    expect(z([0.02, 0.02, 0.02, 0.02, 0.02])).toBeCloseTo((Math.sqrt(5) * 0.01) / 0.03, 6);
  });
});

/** @param entries the years of each reference entry, null = missing */
function reference(...entries: readonly (readonly (number | null)[])[]) {
  const [{ length: years }] = entries;
  const table = Float64Array.from({ length: years * entries.length }, (_, i) => {
    return entries[i % entries.length][Math.floor(i / entries.length)] ?? Number.NaN;
  });
  return referenceOf(table, entries.length);
}

describe('referenceOf', () => {
  const five = [0.01, 0.02, 0.03, 0.04, 0.05];

  test('the mean is of all that was observed, the deviation the middle one of entries with five years', () => {
    const wide = five.map((r) => 2 * r);
    const found = reference(five, wide, [0.5, 0.7, null, null, null], [...five.slice(1), 0.01]);
    expect(found!.mean).toBeCloseTo((0.15 + 0.3 + 1.2 + 0.15) / 17, 12);
    expect(found!.deviation).toBeCloseTo(Math.sqrt(0.001 / 4), 12);
  });

  test('fewer than five years everywhere leave the deviation unknown; nothing at all leaves no reference', () => {
    expect(reference([0.1, 0.2, null, null, null])).toEqual({ mean: expect.closeTo(0.15, 12), deviation: null });
    expect(reference([null], [null])).toBeNull();
  });
});
