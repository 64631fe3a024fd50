import { startTestApp, type TestApp } from '../helpers/app';
import { seasonalWalk } from '../helpers/universe';

/** A list of a market requires records about as long as the market allows (METHOD 5). */

let service: TestApp;
beforeAll(async () => {
  const walk = (seed: number, from: string, pct: number, volatility: number, to = '2024-12-19') =>
    seasonalWalk({ seed, from, to, season: { month: 12, day: 20, hold: 20, pct }, volatility });
  service = await startTestApp({
    nullDistributions: { mode: 'waiting' },
    now: '2024-12-20T15:00:00Z',
    symbols: [
      { symbol: 'OLD', markets: ['0', '2'], bars: walk(1, '2005-01-03', 6, 0.008) },
      { symbol: 'NINE', markets: ['0'], bars: walk(2, '2015-06-01', 6, 0.008) },
      // Five winners of five, far steadier than the others.
      { symbol: 'YOUNG', markets: ['0', '9'], bars: walk(3, '2019-06-03', 12, 0.001) },
      { symbol: 'GONE', markets: ['0'], bars: walk(4, '2005-01-03', 6, 0.008, '2024-12-06') },
    ],
  });
});
afterAll(() => service.close());

interface Row {
  symbol: string;
  direction: string;
  years_tested?: number;
  receipts?: { years_tested: number };
  significance: { searched: { windows: number; symbols: number } };
}

async function symbolsOf(path: string): Promise<string[]> {
  const { body } = await service.get(path).expect(200);
  const longs = body.opportunities.filter(({ direction }: Row) => direction === 'long');
  return longs.map(({ symbol }: Row) => symbol);
}

test.each(['/v1/scan?markets=0&limit=50', '/v1/opportunities?market=0&limit=50&from=2024-12-20'])(
  '%s leaves out symbols too young for the lookback, and keeps those with nine of ten years',
  async (path) => {
    expect((await symbolsOf(path)).sort()).toEqual(['NINE', 'OLD']);
    expect((await symbolsOf(`${path}&years=5`))[0]).toBe('YOUNG');
    expect((await symbolsOf(`${path}&min_winning_years=8`)).sort()).toEqual(['NINE', 'OLD']);
    expect(await symbolsOf(`${path}&years=15`)).toEqual(['OLD']);
  },
);

test.each([
  ['', 2],
  // YOUNG's five years are enough then; GONE stopped trading and is no candidate.
  ['&years=5', 3],
  ['&years=15', 1],
])('significance counts the symbols that could be candidates, with the parameters "%s"', async (years, symbols) => {
  const scan = await service.get(`/v1/scan?markets=0&window=2024-12-20..2024-12-26${years}`).expect(200);
  const list = await service.get(`/v1/opportunities?market=0&from=2024-12-20${years}`).expect(200);
  const searchedBy = (rows: Row[]) => rows.map(({ significance }) => significance.searched);
  // Four sessions over Christmas, holds of 5 to 120 days, both directions.
  for (const searched of searchedBy(scan.body.opportunities))
    expect(searched).toMatchObject({ symbols, windows: symbols * 4 * 116 * 2 });
  for (const searched of searchedBy(list.body.opportunities))
    expect(searched).toMatchObject({ symbols, windows: symbols * 116 * 2 });
  expect(scan.body.opportunities).not.toEqual([]);
  expect(list.body.opportunities).not.toEqual([]);
  expect(scan.body.summary).toContain(` of ${symbols} symbol${symbols === 1 ? '' : 's'} ha`);
});

test('a market of young symbols shows them', async () => {
  expect(await symbolsOf('/v1/scan?markets=9&limit=50')).toEqual(['YOUNG']);
});

test('a member of two markets counts in both, whichever market its card names', async () => {
  // OLD is the card of market 0; market 2 has no other symbol.
  expect((await symbolsOf('/v1/scan?markets=0,2&limit=50')).sort()).toEqual(['NINE', 'OLD']);
});

test('the list and the analysis of a single symbol require five years only', async () => {
  const { body } = await service.get('/v1/analyze/YOUNG?direction=long').expect(200);
  expect(body.card.receipts.years_tested).toBe(5);
  expect(await symbolsOf('/v1/opportunities/YOUNG?market=0')).toContain('YOUNG');
});

test('the record of every row is as long as the market allows', async () => {
  const { body } = await service.get('/v1/scan?markets=0&limit=50').expect(200);
  for (const { receipts } of body.opportunities) expect(receipts.years_tested).toBeGreaterThanOrEqual(9);
});
