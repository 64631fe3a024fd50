import { type Input, Keyed, type Output } from '../../src/operation';
import { startTestApp, type TestApp } from '../helpers/app';
import { type Asker, contextOf } from '../helpers/asker';
import { storeModel } from '../helpers/storedModel';
import { plantedUniverse, UNIVERSE_NOW } from '../helpers/universe';

/** Who gets an equal key gets the answer that was kept under it: here is what must not have an equal one. */

const QUESTION: Input<'scanMarkets'> = {
  window: 'now',
  pe_cycle: 'consecutive',
  years: 10,
  rank_by: 'edge',
  pool: 50,
  limit: 10,
  view: 'full',
};

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ now: UNIVERSE_NOW, symbols: plantedUniverse() });
});
afterAll(() => app.close());

async function scanned(changes: Partial<Input<'scanMarkets'>> = {}, asker: Asker = {}) {
  const answer = await app.service.app.handlers.scanMarkets({ ...QUESTION, ...changes }, contextOf(asker));
  if (!(answer instanceof Keyed)) throw new Error('a scan has no key');
  return answer as Keyed<Output<'scanMarkets'>>;
}

test('the same question over the same prices has the same key, whoever of the tier asks', async () => {
  const [first, again, other] = [await scanned(), await scanned(), await scanned({}, { accountId: 2 })];
  expect([again.key, other.key]).toEqual([first.key, first.key]);
  const body = await first.body();
  expect(await again.body()).toEqual(body);
  expect(body.count).toBe(10);
});

test.each<[string, Partial<Input<'scanMarkets'>>]>([
  ['a limit', { limit: 11 }],
  ['a view', { view: 'table' }],
  ['charts', { include: 'chart' }],
  ['a filter that every card passes', { min_win_rate: 0.01 }],
  ['a ranking', { rank_by: 'sharpe' }],
  ['a pool', { pool: 51 }],
  ['a lookback', { years: 9 }],
  ['markets, though they come to the same', { markets: '0,1,2,11' }],
])('%s asked for otherwise has another key', async (_, changes) => {
  expect((await scanned(changes)).key).not.toBe((await scanned()).key);
});

test('another tier has another key: its limits are told', async () => {
  expect((await scanned({}, { tier: 'pro' })).key).not.toBe((await scanned()).key);
});

test('another day has another key', async () => {
  const before = await scanned();
  app.clock.set('2024-12-23T15:00:00Z');
  const after = await scanned();
  app.clock.set(UNIVERSE_NOW);
  expect(after.key).not.toBe(before.key);
});

test('what is left of an allowance, and what it reached, is part of the key', async () => {
  const silent = await scanned({}, { tier: 'free' });
  await storeModel(app);
  // Holds that can be predicted: a free account has five predictions a day.
  const asked: Partial<Input<'scanMarkets'>> = { min_days: 10, max_days: 90, limit: 3 };
  const free = { tier: 'free', accountId: 7 };
  const first = await scanned(asked, free);
  expect(await first.body()).toMatchObject({ count: 3, ml_remaining_today: 2 });
  expect((await scanned(asked, free)).key).toBe(first.key);
  expect((await scanned({}, { tier: 'free' })).key).not.toBe(silent.key);

  await scanned({ ...asked, direction: 'short' }, free);
  const spent = await scanned(asked, free);
  expect(await spent.body()).toMatchObject({ count: 3, ml_remaining_today: 0 });
  expect(spent.key).not.toBe(first.key);
});
