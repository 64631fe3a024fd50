import { trainOnStored } from '../../src/jobs/train';
import { loadMarkets } from '../../src/seeds';
import { startTestApp, type TestApp, type TestSymbol } from '../helpers/app';
import { fakePredictor } from '../helpers/fakePredictor';
import { decemberStock, UNIVERSE_NOW } from '../helpers/universe';

/**
 * A stored price that is unusable for statistics costs only its own symbol, which is counted and refused with the reason.
 * Answers about other symbols do not fail.
 */

type Column = 'close' | 'high' | 'low';

/** A stock with one price replaced. */
function withPrice(symbol: string, column: Column, price: number): TestSymbol {
  const stock = decemberStock(symbol, '0', 3);
  const values = stock.bars[column].slice();
  values[3_000] = price;
  return { ...stock, bars: { ...stock.bars, [column]: values } };
}

const SOUND = [decemberStock('D0', '0', 1), decemberStock('D1', '0', 2)];
const ABSURD: [symbol: string, column: Column, price: number][] = [
  ['TINYCLOSE', 'close', 4.9e-324],
  ['HUGECLOSE', 'close', 1e308],
  ['HUGEHIGH', 'high', 1e308],
  ['NEGATIVELOW', 'low', -1e308],
];

describe('with absurd prices', () => {
  let service: TestApp;
  beforeAll(async () => {
    const absurd = ABSURD.map(([symbol, column, price]) => withPrice(symbol, column, price));
    service = await startTestApp({ now: UNIVERSE_NOW, symbols: [...SOUND, ...absurd] });
  });
  afterAll(() => service.close());

  test('a scan counts their symbols as failed and shows the others', async () => {
    const { body } = await service.get('/v1/scan?markets=0&limit=100&direction=long').expect(200);
    expect(body).toMatchObject({ evidence_failures: 4, market_failures: [] });
    expect(body.opportunities.map((card: { symbol: string }) => card.symbol).sort()).toEqual(['D0', 'D1']);
  });

  test('a list of the market counts the failures, and the evidence of their symbols is unavailable', async () => {
    const { body } = await service.get('/v1/opportunities?market=0&direction=long').expect(200);
    expect(body.evidence_failures).toBe(4);
    // A filter removes the rows, but not the failures from the count.
    const filtered = await service.get('/v1/opportunities?market=0&direction=long&min_sharpe=0.1').expect(200);
    expect(filtered.body).toMatchObject({ evidence_failures: 4, evaluated_count: 2 });
    const rows: { symbol: string; evidence_status: string }[] = body.opportunities;
    const verified = rows.filter(({ evidence_status }) => evidence_status === 'verified');
    expect(verified.map(({ symbol }) => symbol).sort()).toEqual(['D0', 'D1']);
    const others = rows.filter((row) => !verified.includes(row));
    expect(new Set(others.map(({ evidence_status }) => evidence_status))).toEqual(new Set(['unavailable']));
  });

  describe.each(ABSURD)('%s, with a %s of %p', (symbol) => {
    test.each([
      `analyze/${symbol}`,
      `analyze/${symbol}?entry_date=2024-12-20&days_out=20&include=chart`,
      `patterns/0/${symbol}?days_out=20`,
      `seasonal-chart?market=0&symbol=${symbol}`,
      `symbols/${symbol}/heatmap?entry_step=30`,
      `opportunities/${symbol}?market=0`,
      `compare?symbols=D0,${symbol}&entry_date=2024-12-20&days_out=20`,
    ])('%s is 404 and says why, without the price', async (path) => {
      const { body } = await service.get(`/v1/${path}`).expect(404);
      expect(body.error.code).toBe('not_found');
      expect(body.error.message).toMatch(/: the price stored for 20\d\d-\d\d-\d\d is unusable/);
      expect(body.error.message).toContain(`no usable prices of ${symbol}`);
      expect(body.error.message).not.toMatch(/e[+-]?\d|\d{4,}\.\d/);
    });

    test('a basket with it is 404; a batch to score with it succeeds', async () => {
      const position = { weight_pct: 50, market: '0', direction: 'long' };
      const positions = ['D0', symbol].map((one) => ({ ...position, symbol: one }));
      await service.post('/v1/portfolio/scenarios', { positions, horizon: '30' }).expect(404);
      const item = { date: '2024-12-20', days_out: 20, direction: 'long' };
      const items = [symbol, 'D0'].map((one) => ({ ...item, symbol: one }));
      await service.post('/v1/score', items).expect(200);
    });
  });

  test('training skips their symbols and names them', async () => {
    const { prices } = service.storage;
    const { model, unreadable } = await trainOnStored({ prices, markets: loadMarkets(), clock: service.clock });
    expect([...unreadable].sort()).toEqual(ABSURD.map(([symbol]) => symbol).sort());
    expect(model.card).toBeDefined();
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
  const absurd = [withPrice('BAD', 'close', 1e308), withPrice('WORSE', 'high', 1e308)];
  expect((await picked([...SOUND, ...absurd])).pick).toEqual(sound.pick);
});
