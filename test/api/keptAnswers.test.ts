import { startTestApp, type TestApp, type TestAppOptions } from '../helpers/app';
import { eventually } from '../helpers/eventually';
import { metricsOf } from '../helpers/metrics';
import { describeServed } from '../helpers/servedFromBoth';
import { storeBars } from '../helpers/storage';
import { storeModel } from '../helpers/storedModel';
import { plantedUniverse, UNIVERSE_NOW } from '../helpers/universe';

/** Answers are cached for a minute, unless something that they depend on changes. */

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
