import { AccountTurns } from '../../src/engine/accountTurns';
import { startTestApp, type TestApp } from '../helpers/app';
import { plantedUniverse, UNIVERSE_NOW } from '../helpers/universe';

/** Threads and places are handed out to accounts in turn: every search says whose it is. */

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ now: UNIVERSE_NOW, symbols: plantedUniverse(), env: { WORKERS: '1' } });
});
afterAll(() => app.close());
afterEach(() => jest.restoreAllMocks());

async function askersOf(path: string, key: 'pro' | 'business'): Promise<{ names: string[]; turns: number }> {
  const run = jest.spyOn(AccountTurns.prototype, 'run');
  await app.get(path, key).expect(200);
  const names = run.mock.calls.map(([name]) => name);
  run.mockRestore();
  return { names: [...new Set(names)], turns: names.length };
}

test.each([
  ['a scan: its markets, the search of each and the measuring of what was found', '/v1/scan?years=', 4],
  ['a market on one date', '/v1/opportunities?market=0&from=2024-12-23&to=2024-12-23&years=', 1],
])('%s', async (_name, path, least) => {
  const [pro, business] = [await askersOf(`${path}11`, 'pro'), await askersOf(`${path}12`, 'business')];
  const ids = await app.sql('account').orderBy('id').pluck('id');
  expect([pro.names, business.names]).toEqual([[String(ids[2])], [String(ids[3])]]);
  expect(Math.min(pro.turns, business.turns)).toBeGreaterThanOrEqual(least);
});
