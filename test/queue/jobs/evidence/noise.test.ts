import {
  type NoiseSearch,
  type NoiseSettings,
  noiseSearches,
  summariseNoise,
} from '../../../../src/jobs/evidence/noise';

const SETTINGS: NoiseSettings = {
  kind: 'plain',
  seed: 'noise',
  searches: 12,
  symbols: 8,
  sessions: 4,
  years: 8,
  minHold: 5,
  maxHold: 20,
  rotations: 39,
};

async function searchesOf(changes: Partial<NoiseSettings> = {}): Promise<NoiseSearch[]> {
  const found: NoiseSearch[] = [];
  for (const search of noiseSearches({ ...SETTINGS, ...changes })) found.push(search);
  return found;
}

test('p-values of pure noise have a mean near .5, and none is 0', async () => {
  const searches = await searchesOf();
  const chances = searches.flatMap(({ pSymbol }) => pSymbol);
  expect(chances).toHaveLength(96);
  expect(Math.min(...chances)).toBeGreaterThanOrEqual(1 / 40);
  expect(Math.max(...chances)).toBeLessThanOrEqual(1);
  // The error is largest if all symbols of a search move as one: .29 / sqrt(12) for 12 searches.
  expect(Math.abs(chances.reduce((sum, p) => sum + p, 0) / 96 - 0.5)).toBeLessThan(0.25);
  // The strongest window of all is that of one symbol, and a shuffled market matches it more often than a shuffled symbol.
  for (const { pSearch, pSymbol } of searches) expect(pSearch).toBeGreaterThanOrEqual(Math.min(...pSymbol));
  for (const { cards, notNeutral } of searches) expect(notNeutral).toBeLessThanOrEqual(cards);
});

test('a seed gives the same walks, however many are made; another seed gives others', async () => {
  const few = await searchesOf({ searches: 2 });
  expect((await searchesOf({ searches: 3 })).slice(0, 2)).toEqual(few);
  expect(await searchesOf({ searches: 2, seed: 'other' })).not.toEqual(few);
});

test('shares by hand, errors clustered by search', () => {
  const search = (pSearch: number, pSymbol: number[], cards: number, notNeutral: number) => ({
    pSearch,
    pSymbol,
    cards,
    notNeutral,
  });
  const summary = summariseNoise([search(0.05, [0.05, 0.051], 2, 0), search(0.06, [0.9, 0.01], 2, 1)]);
  expect(summary.pSearch).toMatchObject({ count: 2, clusters: 2, mean: 0.5 });
  expect(summary.pSymbol).toMatchObject({ count: 4, clusters: 2, mean: 0.5, standardError: 0 });
  expect(summary.notNeutral).toMatchObject({ count: 4, mean: 0.25, standardError: expect.closeTo(0.25, 12) });
  expect(summariseNoise([])).toEqual({ pSearch: null, pSymbol: null, notNeutral: null });
});
