import { bitsAt, keyOf, normalAt, uniformAt } from '../../../src/core/statistics/random';

const counters = Array.from({ length: 40_000 }, (_, i) => i);
const mean = (values: number[]) => values.reduce((sum, v) => sum + v, 0) / values.length;
const correlation = (a: number[], b: number[]) => mean(a.map((x, i) => x * b[i]));

test('draws are the same bits on every machine and in every version, since stored sandboxes depend on them', () => {
  expect([keyOf(''), keyOf('AAPL'), bitsAt(keyOf('AAPL'), 0), bitsAt(keyOf('AAPL'), 1)]).toMatchInlineSnapshot(`
[
  1947474976,
  521573617,
  1753211992,
  671072142,
]
`);
  expect([uniformAt(7, 7), normalAt(7, 7)]).toMatchInlineSnapshot(`
[
  0.333349741762504,
  -0.5310378551709205,
]
`);
});

test.each(['AAPL', 'MSFT', 'perennial/symbol/^GSPC/move'])('draws of %s are uniform and normal', (text) => {
  const key = keyOf(text);
  const uniforms = counters.map((i) => uniformAt(key, i));
  const normals = counters.map((i) => normalAt(key, i));
  expect(Math.min(...uniforms)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...uniforms)).toBeLessThan(1);
  // Five standard errors of 40,000 draws, or more.
  expect(mean(uniforms)).toBeCloseTo(0.5, 2);
  expect(Math.abs(mean(normals))).toBeLessThan(0.025);
  expect(Math.abs(mean(normals.map((z) => z * z)) - 1)).toBeLessThan(0.035);
  expect(Math.abs(mean(normals.map((z) => z ** 3)))).toBeLessThan(0.08);
  expect(Math.max(...normals.map(Math.abs))).toBeLessThan(3.5);
  expect(normals.filter((z) => Math.abs(z) > 2).length / normals.length).toBeCloseTo(0.045, 1);
});

test('draws are uncorrelated with their neighbours and with those of other keys', () => {
  const a = counters.map((i) => normalAt(keyOf('AAPL'), i));
  const b = counters.map((i) => normalAt(keyOf('AAPM'), i));
  for (const lag of [1, 2, 7, 365]) expect(Math.abs(correlation(a.slice(lag), a))).toBeLessThan(0.025);
  for (const shift of [0, 1]) expect(Math.abs(correlation(a.slice(shift), b))).toBeLessThan(0.025);
});

test('keys of similar texts differ', () => {
  const texts = counters.slice(0, 5000).map((i) => `perennial/symbol/S${i}/move`);
  expect(new Set(texts.map(keyOf)).size).toBe(texts.length);
});
