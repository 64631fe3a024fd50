import { trainOnStored } from '../../src/jobs/trainStored';
import { loadMarkets } from '../../src/seeds';
import { startTestApp, type TestApp, type TestSymbol } from '../helpers/app';
import { fakePredictor } from '../helpers/fakePredictor';
import { seasonalWalk, UNIVERSE_NOW } from '../helpers/universe';

/**
 * A stored price that is unusable for statistics costs only its own symbol, which is counted and refused with the reason.
 * Answers about other symbols do not fail.
 */

function stock(symbol: string, market: string, seed: number): TestSymbol {
  const season = { month: 12, day: 18, hold: 20, pct: 5 + (seed % 3) };
  return { symbol, markets: [market], bars: seasonalWalk({ seed, from: '2008-01-02', to: '2024-12-19', season }) };
}

const ROW = 3_000;

/** The same with one price replaced. */
function withPrice(one: TestSymbol, column: 'close' | 'high' | 'low', price: number): TestSymbol {
  const values = one.bars[column].slice();
  values[ROW] = price;
  return { ...one, bars: { ...one.bars, [column]: values } };
}

const SOUND = [stock('D0', '0', 1), stock('D1', '0', 2)];

describe.each<['close' | 'high' | 'low', number]>([
  ['close', 4.9e-324],
  ['close', 1e308],
  ['high', 1e308],
  ['low', -1e308],
])('a %s of %p', (column, price) => {
  let service: TestApp;
  beforeAll(async () => {
    service = await startTestApp({
      now: UNIVERSE_NOW,
      symbols: [...SOUND, withPrice(stock('BAD', '0', 3), column, price)],
    });
  });
  afterAll(() => service.close());

  test('a scan counts the symbol as failed and shows the others', async () => {
    const { body } = await service.get('/v1/scan?markets=0&limit=100&direction=long').expect(200);
    expect(body).toMatchObject({ evidence_failures: 1, market_failures: [] });
    expect(body.opportunities.map((card: { symbol: string }) => card.symbol).sort()).toEqual(['D0', 'D1']);
  });

  test('a list of the market counts the failure, and the evidence of the symbol is unavailable', async () => {
    const { body } = await service.get('/v1/opportunities?market=0&direction=long').expect(200);
    expect(body.evidence_failures).toBe(1);
    // A filter removes the row, but not the failure from the count.
    const filtered = await service.get('/v1/opportunities?market=0&direction=long&min_sharpe=0.1').expect(200);
    expect(filtered.body).toMatchObject({ evidence_failures: 1, evaluated_count: 2 });
    const rows: { symbol: string; evidence_status: string }[] = body.opportunities;
    expect(
      rows
        .filter((row) => row.evidence_status === 'verified')
        .map((row) => row.symbol)
        .sort(),
    ).toEqual(['D0', 'D1']);
    expect(rows.filter((row) => row.symbol === 'BAD').every((row) => row.evidence_status === 'unavailable')).toBe(true);
  });

  test.each([
    'analyze/BAD',
    'analyze/BAD?entry_date=2024-12-20&days_out=20&include=chart',
    'patterns/0/BAD?days_out=20',
    'seasonal-chart?market=0&symbol=BAD',
    'symbols/BAD/heatmap?entry_step=30',
    'opportunities/BAD?market=0',
    'compare?symbols=D0,BAD&entry_date=2024-12-20&days_out=20',
  ])('%s is 404 and says why, without the price', async (path) => {
    const { body } = await service.get(`/v1/${path}`).expect(404);
    expect(body.error.code).toBe('not_found');
    expect(body.error.message).toMatch(/no usable prices of BAD: the price stored for 20\d\d-\d\d-\d\d is unusable/);
    expect(body.error.message).not.toMatch(/e[+-]?\d|\d{4,}\.\d/);
  });

  test('a basket with the symbol is 404; a batch to score with it succeeds, as do requests for other symbols', async () => {
    const position = { weight_pct: 50, market: '0', direction: 'long' };
    const basket = {
      positions: [
        { ...position, symbol: 'D0' },
        { ...position, symbol: 'BAD' },
      ],
      horizon: '30',
    };
    const refused = await service.post('/v1/portfolio/scenarios', basket);
    expect(refused.status).toBe(404);
    const item = { date: '2024-12-20', days_out: 20, direction: 'long' };
    await service
      .post('/v1/score', [
        { ...item, symbol: 'BAD' },
        { ...item, symbol: 'D0' },
      ])
      .expect(200);
    await service.get('/v1/analyze/D0').expect(200);
  });
});

test('the daily pick is the same as without the symbol', async () => {
  const picked = async (symbols: readonly TestSymbol[]) => {
    const service = await startTestApp({ now: UNIVERSE_NOW, symbols, predictorFor: fakePredictor });
    try {
      await service.service.schedule.tick();
      const { card } = (await service.get('/v1/daily-pick').expect(200)).body;
      const { evidence_failures } = (await service.get('/v1/opportunities?market=0').expect(200)).body;
      return { failures: evidence_failures, pick: [card.symbol, card.direction, card.setup, card.edge_score] };
    } finally {
      await service.close();
    }
  };
  const sound = await picked(SOUND);
  expect(sound.failures).toBe(0);
  for (const [column, price] of [
    ['close', 1e308],
    ['high', 1e308],
  ] as const) {
    const { pick } = await picked([...SOUND, withPrice(stock('BAD', '0', 3), column, price)]);
    expect([column, pick]).toEqual([column, sound.pick]);
  }
});

test('training skips the symbol and names it', async () => {
  const sound = ['AA', 'BB', 'CC'].map((symbol, i) => stock(symbol, '0', 20 + i));
  const service = await startTestApp({
    now: UNIVERSE_NOW,
    symbols: [...sound, withPrice(stock('BAD', '0', 3), 'close', 1e308)],
  });
  try {
    const { prices } = service.storage;
    const { model, unreadable } = await trainOnStored({ prices, markets: loadMarkets(), clock: service.clock });
    expect(unreadable).toEqual(['BAD']);
    expect(model.card).toBeDefined();
  } finally {
    await service.close();
  }
});
