import { readFileSync } from 'node:fs';
import request from 'supertest';
import { trainOnStored } from '../../src/jobs/train';
import { loadMarkets } from '../../src/seeds';
import { startTestApp, type TestApp, type TestSymbol } from '../helpers/app';
import { moveMonotonicClock } from '../helpers/clock';
import { overwritePage, overwriteTable, PAGE_BYTES } from '../helpers/damage';
import { eventually } from '../helpers/eventually';
import { fakePredictor } from '../helpers/fakePredictor';
import { decemberStock, UNIVERSE_NOW } from '../helpers/universe';
import { withApp } from '../helpers/withApp';

/**
 * Stored prices damaged by another SQLite client (SPEC 4.1, 7): unreadable symbols are named and counted, the others are
 * answered, and repaired prices are used again without a restart.
 */
describe('damaged columns', () => {
  const DOW = ['D0', 'D1', 'D2', 'D3'];
  const FUNDS = ['F0', 'F1', 'F2'];
  const SYMBOLS = [
    ...DOW.map((s, i) => decemberStock(s, '0', i)),
    ...FUNDS.map((s, i) => decemberStock(s, '11', 10 + i)),
  ];

  let service: TestApp;
  let repair: () => Promise<void> = async () => {};
  beforeAll(async () => {
    service = await startTestApp({ now: UNIVERSE_NOW, symbols: SYMBOLS });
  });
  afterEach(async () => {
    await repair();
    repair = async () => {};
  });
  afterAll(() => service.close());

  type ColumnSet = 'close' | 'range';
  type Damage = 'flip' | 'cut' | 'empty' | 'text' | 'gone';

  /** Damages stored columns by SQL on another connection, bypassing the program. */
  async function damage(symbols: readonly string[], sets: readonly ColumnSet[], how: Damage = 'flip') {
    const knex = service.sql;
    const ids = await knex('symbol').whereIn('ticker', symbols).pluck('id');
    const columns = () => knex('price_column').whereIn('symbol_id', ids).whereIn('column_set', sets);
    const saved = await columns().select('*');
    expect(saved.length).toBe(symbols.length * sets.length);
    repair = async () => {
      await columns().delete();
      for (const row of saved) await knex('price_column').insert(row);
      expect((await scan('markets=0,11')).evidence_failures).toBe(0);
    };
    for (const { symbol_id, column_set, data } of saved) {
      const one = () => knex('price_column').where({ symbol_id, column_set });
      const flipped = Buffer.from(data);
      flipped[100] ^= 0xff;
      if (how === 'gone') await one().delete();
      else
        await one().update({ data: { flip: flipped, cut: data.subarray(8), empty: Buffer.alloc(0), text: 'x' }[how] });
    }
  }

  const asked = (query: string) => service.get(`/v1/scan?limit=100&direction=long&${query}`);
  const scan = async (query: string) => (await asked(query).expect(200)).body;
  const tickers = ({ opportunities }: { opportunities: { symbol: string }[] }) =>
    opportunities.map(({ symbol }) => symbol).sort();

  test('with undamaged prices, every symbol is answered', async () => {
    const body = await scan('markets=0,11');
    expect(tickers(body)).toEqual([...DOW, ...FUNDS]);
    expect(body).toMatchObject({ evidence_failures: 0, market_failures: [] });
    expect(body.summary).not.toContain('Incomplete');
  });

  test.each<[string, ColumnSet[], Damage]>([
    ['both column sets', ['close', 'range'], 'flip'],
    ['closes', ['close'], 'flip'],
    ['highs and lows', ['range'], 'flip'],
    ['highs and lows cut short', ['range'], 'cut'],
    ['closes emptied', ['close'], 'empty'],
    ['closes that are text', ['close'], 'text'],
    ['highs and lows gone', ['range'], 'gone'],
  ])(
    'a symbol with damaged %s is counted and 503, the others are answered, until it is repaired',
    async (_, sets, how) => {
      await damage(['D1'], sets, how);
      const body = await scan('markets=0,11');
      expect(body).toMatchObject({ evidence_failures: 1, market_failures: [], markets_scanned: ['0', '11'] });
      expect(tickers(body)).toEqual(['D0', 'D2', 'D3', ...FUNDS]);
      expect(body.summary).toContain('Incomplete: 1 candidate could not be verified.');
      expect(body.shown_of_evaluated).toBe('6 of 6');
      // A filter must not hide that the scan is incomplete.
      expect(await scan('markets=0,11&min_sharpe=1000')).toMatchObject({ evidence_failures: 1, count: 0 });
      expect((await scan('markets=11')).evidence_failures).toBe(0);
      for (const path of [
        'analyze/D1',
        'patterns/0/D1',
        'seasonal-chart?market=0&symbol=D1',
        'opportunities/D1?market=0',
        'symbols/D1/heatmap?entry_step=30',
        'compare?symbols=D0,D1',
      ]) {
        const { body: refused, headers } = await service.get(`/v1/${path}`).expect(503);
        expect(refused.error.code).toBe('upstream_unavailable');
        expect(refused.error.message).not.toMatch(/D1|bytes|hash|column/);
        expect(Number(headers['retry-after'])).toBeGreaterThan(0);
        await service.get(`/v1/${path.replace('D1', 'D2')}`).expect(200);
      }
      await service.get('/v1/compare?symbols=D1,NOPE').expect(404);
      await repair();
      expect(tickers(await scan('markets=0,11'))).toEqual([...DOW, ...FUNDS]);
      await service.get('/v1/analyze/D1').expect(200);
    },
  );

  describe.each<[string, ColumnSet[]]>([
    ['both column sets', ['close', 'range']],
    ['highs and lows', ['range']],
  ])('a damaged market: %s', (_, sets) => {
    test('is named in market_failures; the others are answered in full', async () => {
      await damage(DOW, sets);
      const body = await scan('markets=0,11');
      expect(body).toMatchObject({ market_failures: ['0'], markets_scanned: ['11'], evidence_failures: 0 });
      expect(tickers(body)).toEqual(FUNDS);
      expect(body.summary).toContain('Incomplete: no answer from market 0.');
      expect(body.shown_of_evaluated).toBe('3 of 3');
      const alone = await asked('markets=0').expect(503);
      expect(alone.body.error.code).toBe('upstream_unavailable');
      expect(alone.headers['retry-after']).toBeDefined();
      await asked('markets=11').expect(200);
    });

    test('makes a scan 503 if all markets that it names are damaged', async () => {
      await damage([...DOW, ...FUNDS], sets);
      await asked('markets=0,11').expect(503);
      // Markets 1 and 2 hold no prices at all: nothing to fail.
      expect((await scan('')).market_failures).toEqual(['0', '11']);
    });
  });

  test('a list of a market marks rows that it could not verify as unavailable', async () => {
    await damage(['F1'], ['range']);
    const { body } = await service.get('/v1/opportunities?market=11&direction=long').expect(200);
    const rows: Record<string, unknown>[] = body.opportunities;
    expect(rows.map((row) => [row.symbol, row.evidence_status]).sort()).toEqual([
      ['F0', 'verified'],
      ['F1', 'unavailable'],
      ['F2', 'verified'],
    ]);
    expect(body.evaluated_count).toBe(2);
    const damaged = rows.find((row) => row.symbol === 'F1')!;
    for (const name of ['win_rate', 'sharpe_ratio', 'avg_profit_pct', 'median_profit_pct', 'years_tested']) {
      expect(damaged[name]).toBeNull();
    }
    // Unavailable evidence never satisfies a filter.
    const filtered = await service.get('/v1/opportunities?market=11&direction=long&min_win_rate=0').expect(200);
    expect(tickers(filtered.body)).toEqual(['F0', 'F2']);
  });

  test('a list of a market without readable prices is 503', async () => {
    await damage(FUNDS, ['close']);
    await service.get('/v1/opportunities?market=11').expect(503);
  });
});

/** Overwritten pages of the database file: the data on them is lost, and nothing else. */
describe('damaged pages', () => {
  const SYMBOLS = ['D0', 'D1', 'D2'].map((symbol, i) => decemberStock(symbol, '0', i));

  /** Overwrites the page in the middle of a symbol's stored columns with invalid bytes. */
  async function overwrite({ sql, file }: TestApp, symbol: string, column_set: 'close' | 'range'): Promise<void> {
    await sql.raw('PRAGMA wal_checkpoint(TRUNCATE)');
    const { id } = await sql('symbol').where({ ticker: symbol }).first('id');
    const { data } = await sql('price_column').where({ symbol_id: id, column_set }).first('data');
    const bytes = readFileSync(file);
    // At least one of the two samples lies in a single page.
    const at = Math.max(...[20_000, 20_200].map((from) => bytes.indexOf(data.subarray(from, from + 100))));
    expect(at).toBeGreaterThan(0);
    overwritePage(file, Math.floor(at / PAGE_BYTES));
  }

  async function expectIsolated(service: TestApp): Promise<void> {
    const { body } = await service.get('/v1/scan?markets=0&limit=100&direction=long').expect(200);
    expect(body).toMatchObject({ evidence_failures: 1, market_failures: [] });
    expect(body.opportunities.map((card: { symbol: string }) => card.symbol).sort()).toEqual(['D0', 'D2']);
    const refused = await service.get('/v1/analyze/D1').expect(503);
    expect(refused.body.error.code).toBe('upstream_unavailable');
    await service.get('/v1/analyze/D2').expect(200);
    const list = await service.get('/v1/opportunities?market=0&direction=long').expect(200);
    expect(list.body.evidence_failures).toBe(1);
  }

  describe.each(['close', 'range'] as const)('pages of the %s columns', (set) => {
    test('overwritten while the service runs: only their symbol fails', async () => {
      await withApp({ now: UNIVERSE_NOW, symbols: SYMBOLS }, async (service) => {
        await service.get('/v1/analyze/D1').expect(200);
        await overwrite(service, 'D1', set);
        // Prices in memory were verified when they were read, and are read again once the symbol changes.
        await service.sql('symbol').where({ ticker: 'D1' }).update({ name: 'Renamed' });
        await expectIsolated(service);
      });
    });

    test('overwritten before the start: the service starts, and only their symbol fails', async () => {
      await withApp({ now: UNIVERSE_NOW, symbols: SYMBOLS, warm: false }, async (service) => {
        await overwrite(service, 'D1', set);
        await service.service.warm();
        await expectIsolated(service);
      });
    });
  });

  test('price_series overwritten while the service runs: requests for it are 503, and the log names the table', async () => {
    const lines: string[] = [];
    const logTo = { write: (line: string) => void lines.push(line) };
    await withApp({ now: UNIVERSE_NOW, symbols: SYMBOLS, logTo }, async (service) => {
      await service.sql.raw('PRAGMA wal_checkpoint(TRUNCATE)');
      overwriteTable(service.file, 'price_series');
      await service.sql('symbol').where({ ticker: 'D1' }).update({ name: 'Renamed' });
      await eventually(async () => {
        await service.get('/v1/markets/0/symbols').expect(200);
        return lines.some((line) => line.includes('is damaged'));
      });
      const refused = await service.get('/v1/analyze/D1').expect(503);
      expect(refused.body.error.code).toBe('upstream_unavailable');
      expect(lines.join('')).toMatch(/is damaged .*in the tables: price_series\b/);
    });
  });

  afterEach(() => jest.restoreAllMocks());

  test.each(['saved_scan', 'api_key'])(
    '%s overwritten while the service runs: requests that need it are 503, and /readyz and the log name it',
    async (table) => {
      const lines: string[] = [];
      const logTo = { write: (line: string) => void lines.push(line) };
      await withApp({ symbols: SYMBOLS, logTo }, async (service) => {
        const ready = () => request(service.app).get('/readyz');
        await ready().expect(200);
        await service.sql.raw('PRAGMA wal_checkpoint(TRUNCATE)');
        overwriteTable(service.file, table);
        if (table === 'saved_scan') {
          // After a commit of another client, SQLite reads pages again.
          await service.sql('symbol').where({ ticker: 'D1' }).update({ name: 'Renamed' });
          const { body } = await service.post('/v1/saved-scans', { name: 'kept', query: {} }).expect(503);
          expect(body.error.code).toBe('upstream_unavailable');
          expect(lines.join('')).toMatch(/is damaged .*in the tables: saved_scan\b/);
        }
        // Tables are checked every ten seconds.
        moveMonotonicClock(10_001);
        await eventually(async () => (await ready()).status === 503);
        const { body } = await ready().expect(503);
        expect(body).toMatchObject({ reason: 'database_damaged', tables: [table] });
        const noticed = lines.map((line) => JSON.parse(line)).filter(({ reason }) => reason === 'database_damaged');
        expect(noticed).toMatchObject([{ level: 50, tables: [table] }]);
      });
    },
  );
});

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
