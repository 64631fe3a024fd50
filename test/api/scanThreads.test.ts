import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openStorage } from '../../src/storage/open';
import { perennial } from '../helpers/perennial';
import { Replica } from '../helpers/replica';
import { storeBars } from '../helpers/storage';
import { tempFolder } from '../helpers/tempFolder';
import { seasonalWalk } from '../helpers/universe';

/** Other tests compute in the main thread; here the built service computes in worker threads, as in production. */

const env = {
  DATABASE_URL: join(tempFolder(), 'prices.sqlite'),
  NOW: '2024-10-15T22:30:00Z',
  NODE_ENV: 'test',
};
// biome-ignore lint/suspicious/noExplicitAny: answers of any operation
type Body = any;
let replica: Replica;
let key: string;

beforeAll(async () => {
  const storage = await openStorage(env.DATABASE_URL);
  for (let seed = 0; seed < 22; seed++) {
    const bars = seasonalWalk({ seed: 900 + seed, from: '2000-01-03', to: '2024-10-15', volatility: 0.012 });
    await storeBars(storage.prices, { symbol: `W${seed}`, markets: ['0'] }, bars);
  }
  await storage.close();
  const { out } = await perennial(env, 'keys', 'create', '--email', 'quant@example.org', '--tier', 'business');
  [key] = out.match(/prn_\S+/)!;
  replica = await Replica.at({ ...env, SIGNIFICANCE: 'auto' });
  await replica.start();
});
afterAll(() => replica.end('SIGTERM'));

async function get(path: string) {
  const response = await fetch(`${replica.url}/v1${path}`, { headers: { 'X-API-Key': key } });
  const body = (await response.json()) as Body;
  expect([path, response.status, body.error]).toEqual([path, 200, undefined]);
  return body;
}

/** Polls for the complete answer, slowly enough for the limits of the plan. */
async function answered(path: string, isComplete: (body: Body) => boolean): Promise<Body> {
  for (;;) {
    const body = await get(path);
    if (isComplete(body)) return body;
    await sleep(500);
  }
}

test('a scan, its first card by its link, and the methodology are complete once the background jobs are done', async () => {
  const isReady = (card: Body) => card.significance.status === 'ready';
  const scan = '/scan?markets=0&window=2024-10-16..2024-10-18&max_days=30';
  const { summary, opportunities } = await answered(scan, (body) => isReady(body.opportunities[0]));
  expect(summary).toMatch(/\d+ of 22 symbols ha(s|ve) a window with p_symbol at most 0\.05; shuffled calendars give/);
  const [first] = opportunities;
  expect(first.significance.q_symbol).toBeGreaterThanOrEqual(first.significance.p_symbol);
  const { card } = await answered(first.analyze_url.replace('/v1', ''), (body) => isReady(body.card));
  expect(card.edge_score).toBeLessThanOrEqual(first.edge_score);
  expect(card.significance.p_symbol).toBeGreaterThanOrEqual(first.significance.p_symbol);
  await answered('/methodology', (body) => body.came_true.length === 1);
});
