import { calledByChance, falseDiscoveryRate } from '../../../src/core/significance/significance';
import { seeded } from '../../helpers/syntheticBars';

test.each([
  ['the best of four', 0.01, [0.01, 0.04, 0.2, 0.9], 0.04],
  ['the second of four', 0.04, [0.01, 0.04, 0.2, 0.9], 0.08],
  ['a later symbol has a lower rate, which applies to this one too', 0.03, [0.03, 0.031, 0.032, 0.9], (0.032 * 4) / 3],
  ['weaker than the strongest of its symbol', 0.1, [0.01, 0.04, 0.2, 0.9], 0.2],
  ['weaker than all', 0.95, [0.01, 0.04, 0.2, 0.9], 0.95],
  ['one symbol', 0.3, [0.3], 0.3],
  ['no symbols', 0.3, [], 0.3],
  ['equal p-values', 0.02, [0.02, 0.02], 0.02],
])('%s: p %f of %j is called at %f', (_, chance, strongest, want) =>
  expect(falseDiscoveryRate(chance, Float64Array.from(strongest))).toBeCloseTo(want, 12),
);

/** The step-up procedure directly: the lowest level q at which k symbols, including this one, have p of at most q k / M. */
function slowRate(own: number, others: readonly number[]): number {
  const all = [own, ...others].sort((a, b) => a - b);
  const levels = all.map((p, i) => (p * all.length) / (i + 1)).sort((a, b) => a - b);
  const calls = (level: number) => {
    const most = all.findLastIndex((p, i) => p <= (level * (i + 1)) / all.length + 1e-12);
    return most >= 0 && own <= all[most];
  };
  return levels.find(calls)!;
}

test('equals the step-up procedure with the window in place of its symbol, is at least p, and never falls as p grows', () => {
  const random = seeded(36);
  for (let n = 0; n < 300; n++) {
    const strongest = Array.from({ length: 1 + Math.floor(30 * random()) }, () => Math.ceil(40 * random() ** 3) / 40);
    const sorted = Float64Array.from(strongest).sort();
    const [own, ...others] = strongest;
    const chances = [0, 0.1, 0.2, 0.5, 1].map((share) => own + share * (1 - own));
    const rates = chances.map((chance) => falseDiscoveryRate(chance, sorted));
    for (const [i, rate] of rates.entries()) {
      expect(rate).toBeCloseTo(slowRate(chances[i], others), 10);
      expect(rate).toBeGreaterThanOrEqual(chances[i]);
      expect(rate).toBeLessThanOrEqual(1);
      if (i > 0) expect(rate).toBeGreaterThanOrEqual(rates[i - 1]);
    }
  }
});

test('the number of symbols called in shuffled calendars: mean, 5th and 95th percentile', () => {
  const counts = Uint32Array.from({ length: 100 }, (_, i) => (37 * i) % 100);
  expect(calledByChance(counts)).toEqual({ mean: 49.5, low: 5, high: 95 });
  expect(calledByChance(Uint32Array.of(3))).toEqual({ mean: 3, low: 3, high: 3 });
});
