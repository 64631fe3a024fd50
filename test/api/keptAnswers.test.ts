import type { RequestListener } from 'node:http';
import request from 'supertest';
import type { Caller } from '../../src/access/caller';
import { Metrics } from '../../src/http/metrics';
import { startTestApp, type TestApp, type TestAppOptions } from '../helpers/app';
import { fixedClock } from '../helpers/clock';
import { eventually } from '../helpers/eventually';
import { metricsOf } from '../helpers/metrics';
import { describeServed } from '../helpers/servedFromBoth';
import { CALLER, exampleBody, exampleHandlers, KEY, shell } from '../helpers/shell';
import { storeBars } from '../helpers/storage';
import { storeModel } from '../helpers/storedModel';
import { plantedUniverse, UNIVERSE_NOW } from '../helpers/universe';

/** Answers are cached for a minute, unless something that they depend on changes. */
describe('the service', () => {
  const SCAN = '/v1/scan?markets=0&limit=3&min_days=10&max_days=90';

  const symbols = plantedUniverse().slice(0, 15);
  let service: TestApp;
  const start = async (options: TestAppOptions = { nullDistributions: { mode: 'waiting' } }) => {
    service = await startTestApp({ now: UNIVERSE_NOW, symbols, ...options });
  };

  async function ask(path = SCAN, key?: 'free') {
    const response = await service.get(path, key).expect(200);
    // The answer is cached once everything that it depends on has been checked again.
    await service.get('/v1/me').expect(200);
    return response;
  }

  const { value } = metricsOf(() => service);
  /** Cache misses and hits of an operation. */
  async function counted(operation: string): Promise<number[]> {
    const of = async (result: string) =>
      (await value(`kept_answers_total{operation="${operation}",result="${result}"}`)) ?? 0;
    return [await of('miss'), await of('hit')];
  }

  describe('while nothing changes', () => {
    beforeAll(() => start());
    afterAll(() => service.close());

    test.each([
      ['scanMarkets', SCAN],
      ['analyzeSymbol', '/v1/analyze/D00?days_out=20'],
      ['getHeatMap', '/v1/symbols/D00/heatmap'],
      ['listMarkets', '/v1/markets'],
    ])('the answer of %s is made again after a minute', async (operation, path) => {
      const first = await ask(path);
      service.clock.pass(59_000);
      expect((await ask(path)).text).toBe(first.text);
      expect(await counted(operation)).toEqual([1, 1]);
      service.clock.pass(1_001);
      const { headers } = await ask(path);
      expect(headers.etag).toBe(first.headers.etag);
      expect(await counted(operation)).toEqual([2, 1]);
    });
  });

  test('an answer with pending p-values is made each time', async () => {
    await start({});
    for (let i = 0; i < 3; i++) expect((await ask()).text).toContain('"status":"pending"');
    expect(await counted('scanMarkets')).toEqual([3, 0]);
    await service.close();
  });

  describeServed(() => {
    beforeEach(() => start());
    afterEach(() => service.close());

    test('an import, a new model and a new day change the answer at once', async () => {
      const first = await ask();
      expect((await ask()).text).toBe(first.text);
      const [changed] = symbols;
      const close = changed.bars.close.map((one, i) => one * (1 + (i % 7) / 100));
      await storeBars(service.storage.prices, changed, { ...changed.bars, close }, { importedAt: service.clock.now() });
      await eventually(async () => (await ask()).headers['x-data-version'] !== first.headers['x-data-version']);
      const imported = await ask();
      expect((await ask()).text).toBe(imported.text);
      expect(imported.body.opportunities[0].ml).toBeNull();
      await storeModel(service);
      // A write by another connection is noticed a moment later.
      await eventually(async () => (await ask()).body.opportunities[0].ml !== null);
      service.clock.set('2024-12-23T15:00:00Z');
      expect((await ask()).body.window).not.toBe(first.body.window);
    });

    test('the remaining allowance is current after each charge, also by another request', async () => {
      await storeModel(service);
      for (let i = 0; i < 3; i++) expect((await ask(SCAN, 'free')).body.ml_remaining_today).toBe(2);
      await ask(`${SCAN}&direction=short`, 'free');
      for (let i = 0; i < 3; i++) expect((await ask(SCAN, 'free')).body.ml_remaining_today).toBe(0);
    });
  });
});

/** Answers are cached for a minute, as long as nothing that they depend on changes. */
describe('the HTTP shell', () => {
  const clock = fixedClock('2024-12-20T15:00:00Z');
  const body = exampleBody('scanMarkets');
  /** The example without pending p-values. */
  const settledBody = JSON.parse(JSON.stringify(body).replaceAll('"status":"pending"', '"status":"not_applicable"'));

  let state: { revision: string | null; dataVersion: string; left: number | null; day: number };
  let caller: Caller;
  let made: number;
  let answer: () => object;
  let app: RequestListener;
  const metrics = new Metrics();
  beforeEach(async () => {
    state = { revision: 'one', dataVersion: 'a'.repeat(64), left: null, day: 1 };
    caller = CALLER;
    made = 0;
    answer = () => settledBody;
    const make = async () => {
      made += 1;
      return answer();
    };
    app = await shell({
      metrics,
      authenticate: async () => ({ caller }),
      handlers: exampleHandlers({ scanMarkets: make, listOpportunities: async () => exampleBody('listOpportunities') }),
      basis: {
        revision: async () => state.revision,
        allowance: async () => (state.left === null ? null : { day: state.day, left: state.left }),
        dataVersion: () => state.dataVersion,
      },
      budget: { ms: 5_000, timer: clock },
    });
  });

  const get = (path = '/v1/scan', headers: Record<string, string> = {}) =>
    request(app).get(path).set('X-API-Key', KEY).set(headers);
  /** An answer is cached a moment after it was sent. */
  async function ask(path?: string, headers?: Record<string, string>) {
    const response = await get(path, headers).expect(200);
    await new Promise((resolve) => setImmediate(resolve));
    return response;
  }

  test('a repeated request gets the same bytes and headers, and the answer is made once', async () => {
    const identity = { 'Accept-Encoding': 'identity' };
    const first = await ask('/v1/scan', identity);
    const again = await ask('/v1/scan', identity);
    expect(made).toBe(1);
    expect(again.text).toBe(first.text);
    const varying = { date: '', 'x-request-id': '' };
    expect({ ...again.headers, ...varying }).toEqual({ ...first.headers, ...varying });
    const zipped = await get('/v1/scan', { 'Accept-Encoding': 'gzip' }).expect('Content-Encoding', 'gzip');
    expect(zipped.body).toEqual(settledBody);
    await get('/v1/scan', { 'If-None-Match': first.headers.etag }).expect(304);
    const head = await request(app).head('/v1/scan').set('X-API-Key', KEY).expect(200);
    expect(head.headers.etag).toBe(first.headers.etag);
    expect(made).toBe(1);
  });

  test('the metric counts hits and misses of the cache', async () => {
    const counted = async (result: string) => {
      const text = await metrics.registry.getSingleMetricAsString('kept_answers_total');
      return Number(new RegExp(`operation="scanMarkets",result="${result}"} (\\d+)`).exec(text)?.[1] ?? 0);
    };
    const before = [await counted('miss'), await counted('hit')];
    for (let i = 0; i < 3; i++) await ask();
    expect([await counted('miss'), await counted('hit')]).toEqual([before[0] + 1, before[1] + 2]);
  });

  test.each<[what: string, change: () => void, path?: string]>([
    ['another request', () => {}, '/v1/scan?limit=3'],
    [
      'other prices, another model or another day',
      () => {
        state.revision = 'two';
      },
    ],
    [
      'another plan',
      () => {
        caller = { ...CALLER, tier: { ...CALLER.tier, id: 'pro' } };
      },
    ],
    [
      'a key of fewer markets',
      () => {
        caller = { ...CALLER, key: { markets: ['0'], readOnly: false } };
      },
    ],
    ['a minute later', () => clock.pass(60_001)],
  ])('the answer is made again: %s', async (_, change, path = '/v1/scan') => {
    await ask();
    await ask();
    expect(made).toBe(1);
    change();
    await ask(path);
    expect(made).toBe(2);
  });

  test('accounts of a plan without a limit of predictions share an answer, others do not', async () => {
    await ask();
    caller = { ...CALLER, accountId: 2 };
    await ask();
    expect(made).toBe(1);
    state.left = 7;
    answer = () => ({ ...settledBody, ml_remaining_today: 7 });
    await ask();
    caller = { ...CALLER, accountId: 3 };
    await ask();
    expect(made).toBe(3);
    await ask();
    expect(made).toBe(3);
  });

  test('an answer is cached neither past a charge nor into the next day', async () => {
    state.left = 7;
    // Making the answer spends two predictions.
    answer = () => {
      state.left = 5;
      return { ...settledBody, ml_remaining_today: 5 };
    };
    await ask();
    await ask();
    expect(made).toBe(2);
    await ask();
    expect(made).toBe(2);
    state.left = 4;
    answer = () => ({ ...settledBody, ml_remaining_today: 4 });
    expect((await ask()).body.ml_remaining_today).toBe(4);
    state.day = 2;
    await ask();
    expect(made).toBe(4);
  });

  test('an answer whose allowance was lowered by the reservation of another request is not cached', async () => {
    state.left = 7;
    answer = () => ({ ...settledBody, ml_remaining_today: 3 });
    await ask();
    answer = () => ({ ...settledBody, ml_remaining_today: 7 });
    expect((await ask()).body.ml_remaining_today).toBe(7);
  });

  test('tables, errors and answers that break the contract are never cached', async () => {
    for (let i = 0; i < 2; i++) await get('/v1/scan?format=csv').expect(200);
    expect(made).toBe(2);
    answer = () => ({ ...settledBody, leaked: 1 });
    for (let i = 0; i < 2; i++) await get().expect(500);
    expect(made).toBe(4);
  });

  test('an answer that breaks the contract but is sent is counted each time', async () => {
    const [counting, handlers] = [
      new Metrics(),
      exampleHandlers({ scanMarkets: async () => ({ ...body, leaked: 1 }) }),
    ];
    const basis = { revision: async () => 'one', allowance: async () => null, dataVersion: () => null };
    const lenient = await shell({ metrics: counting, strictResponses: false, handlers, basis });
    for (let i = 0; i < 2; i++) await request(lenient).get('/v1/scan').set('X-API-Key', KEY).expect(200);
    const counted = await counting.registry.getSingleMetricAsString('contract_violations_total');
    expect(counted).toContain('{operation="scanMarkets"} 2');
  });

  test('an answer is not cached if prices change while it is made', async () => {
    answer = () => {
      state.revision = `made ${made}`;
      return settledBody;
    };
    await ask();
    await ask();
    expect(made).toBe(2);
  });

  test('large answers are not cached, and the oldest ones make room for others', async () => {
    const sized = (length: number) => () => ({ ...settledBody, summary: 'x'.repeat(length) });
    answer = sized(1_100_000);
    await ask();
    await ask();
    expect(made).toBe(2);
    answer = sized(900_000);
    for (let limit = 1; limit <= 40; limit++) await ask(`/v1/scan?limit=${limit}`);
    expect(made).toBe(42);
    await ask('/v1/scan?limit=40');
    expect(made).toBe(42);
    await ask('/v1/scan?limit=1');
    expect(made).toBe(43);
  });
});
