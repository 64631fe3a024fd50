import type { TableRow as Row } from '../../src/answers/shapes';
import { startTestApp, type TestApp } from '../helpers/app';
import { plantedUniverse, UNIVERSE_NOW } from '../helpers/universe';

/** The bounded pool, the rows past it, limits and plans (SPEC 4.1 rules 2, 4 and 6, 8.3; DESIGN 5 "Scan"). */

const POOL = 50;

let service: TestApp;
beforeAll(async () => {
  service = await startTestApp({ now: UNIVERSE_NOW, symbols: plantedUniverse() });
});
afterAll(() => service.close());

async function scan(query: string, key?: string) {
  const { body } = await service.get(`/v1/scan?${query}`, key).expect(200);
  return body;
}
const name = ({ symbol, direction }: Row) => `${symbol} ${direction}`;
const inPool = ({ past_pool: _, ...row }: Row): Row => row;

test('rows past the pool follow it, verified like the others', async () => {
  const body = await scan('limit=500');
  expect(body.count).toBeGreaterThan(POOL + 10);
  expect(body).toMatchObject({
    evaluated_count: POOL,
    enrichment_capped: true,
    capped_by_plan: false,
    evidence_failures: 0,
    shown_of_evaluated: `${POOL} of ${POOL}`,
  });
  expect(body.opportunities.length).toBe(body.count);
  expect(body.summary).toContain(`${body.count} setups qualify in ${body.window}.`);
  expect(new Set(body.opportunities.map(name)).size).toBe(body.count);
  const sharpes = body.opportunities.map((card: { stats: { sharpe_ratio: number } }) => card.stats.sharpe_ratio);
  expect(sharpes).toEqual([...sharpes].sort((a: number, b: number) => b - a));
  for (const card of body.opportunities) expect(card.receipts.per_year.length).toBe(card.receipts.years_tested);
});

test('the pool is chosen by Sharpe, then ranked: ranking by edge moves no row from past the pool into it', async () => {
  const bySharpe: Row[] = (await scan('limit=500&view=table')).opportunities;
  const byEdge: Row[] = (await scan('limit=500&view=table&rank_by=edge')).opportunities;
  const names = (rows: Row[]) => rows.map(name).sort();
  expect(names(byEdge.slice(0, POOL))).toEqual(names(bySharpe.slice(0, POOL)));
  expect(names(byEdge)).toEqual(names(bySharpe));
  const scores = byEdge.slice(0, POOL).map((row) => row.edge_score);
  expect(scores).toEqual([...scores].sort((a, b) => b - a));
  expect(byEdge.slice(POOL).map(name)).toEqual(bySharpe.slice(POOL).map(name));
});

test.each(['edge', 'win_rate', 'sharpe', 'ml', 'avg_return', 'significance'])(
  'rank_by=%s: rows past the pool are marked, keep the order of detection, and the summary says so',
  async (rankBy) => {
    const detected: Row[] = (await scan('limit=500&view=table')).opportunities;
    // No model is in service here.
    const ranked = rankBy === 'ml' ? 'sharpe' : rankBy;
    for (const view of rankBy === 'edge' ? ['full', 'evidence', 'decision', 'table'] : ['table']) {
      const body = await scan(`limit=500&view=${view}&rank_by=${rankBy}`);
      const past = body.opportunities.map((row: { past_pool?: true }) => row.past_pool);
      expect(past).toEqual(body.opportunities.map((_: Row, i: number) => (i < POOL ? undefined : true)));
      expect(body.opportunities.slice(POOL).map(name)).toEqual(detected.slice(POOL).map(name));
      expect(body.summary).toContain(
        `The first ${POOL} are ranked by ${ranked}; those after them (past_pool) follow in order of detection.`,
      );
    }
    const { text } = await service.get(`/v1/scan?limit=500&format=csv&rank_by=${rankBy}`).expect(200);
    const cells = text
      .trimEnd()
      .split('\r\n')
      .map((line) => line.split(',').at(-1));
    expect(cells).toEqual(['past_pool', ...detected.map((_, i) => String(i >= POOL))]);
    expect((await scan(`limit=${POOL}&view=table&rank_by=${rankBy}`)).summary).not.toContain('past_pool');
  },
);

test.each([1, 49, 50, 51, 60])('limit=%i is the beginning of the whole list', async (limit) => {
  const all: Row[] = (await scan('limit=500&view=table')).opportunities;
  const some = await scan(`limit=${limit}&view=table`);
  expect(some.opportunities).toEqual(all.slice(0, limit));
  expect(some).toMatchObject({ count: limit, capped_by_plan: false, enrichment_capped: true, evaluated_count: POOL });
  expect(some.shown_of_evaluated).toBe(`${Math.min(limit, POOL)} of ${POOL}`);
  expect(some.summary).toContain(`${all.length} setups qualify in ${some.window}, ${limit} shown.`);
  expect(some).not.toHaveProperty('upgrade_url');
});

test('without a limit, 25 rows are shown', async () => {
  expect((await scan('view=table')).count).toBe(25);
});

test.each(['min_win_rate=0', 'min_years=1', 'min_avg_return=-1000', 'min_median_return=-1000', 'min_sharpe=-1000'])(
  'with a statistical filter, even %s, only rows of the pool can appear',
  async (filter) => {
    const body = await scan(`limit=500&view=table&${filter}`);
    expect(body).toMatchObject({ count: POOL, evaluated_count: POOL, enrichment_capped: true });
    expect(body.shown_of_evaluated).toBe(`${POOL} of ${POOL}`);
    expect(body.found_count).toBeGreaterThan(POOL + 10);
    expect(body.summary).toContain(`of the ${POOL} verified of ${body.found_count} found.`);
  },
);

describe('pool', () => {
  test('verifies more rows before filters and ranking: rows past the first 50 can qualify, and lead', async () => {
    const all: Row[] = (await scan('limit=500&view=table')).opportunities;
    const body = await scan('limit=500&view=table&min_win_rate=0&pool=500');
    expect(body).toMatchObject({ count: all.length, evaluated_count: all.length, enrichment_capped: false });
    expect(body.opportunities).toEqual(all.map(inPool));
    expect(body.summary).toContain(`${all.length} setups qualify in ${body.window}.`);
    expect(body.shown_of_evaluated).toBe(`${all.length} of ${all.length}`);
    const part = await scan('limit=500&view=table&min_win_rate=0&pool=60');
    expect(part).toMatchObject({ evaluated_count: 60, found_count: all.length, enrichment_capped: true });
    expect(part.opportunities).toEqual(all.slice(0, 60).map(inPool));
    expect(part.summary).toContain(`of the 60 verified of ${all.length} found`);
    const scores = (await scan('limit=500&view=table&rank_by=edge&pool=500')).opportunities.map(
      ({ edge_score }: Row) => edge_score,
    );
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
  });

  test('rows past a larger pool follow it', async () => {
    const all: Row[] = (await scan('limit=500&view=table')).opportunities;
    const body = await scan('limit=500&view=table&pool=60');
    expect(body).toMatchObject({ count: all.length, evaluated_count: 60, enrichment_capped: true });
    expect(body.opportunities).toEqual([...all.slice(0, 60).map(inPool), ...all.slice(60)]);
    expect((await scan('limit=55&view=table&pool=60')).opportunities).toEqual(all.slice(0, 55).map(inPool));
  });

  test('is capped by the plan without error, and never below the 50 of every plan', async () => {
    const free = await scan('view=table&min_win_rate=0&pool=5000', 'free');
    expect(free).toMatchObject({ evaluated_count: POOL, count: 3 });
    for (const pool of ['49', '5001']) {
      const { body } = await service.get(`/v1/scan?pool=${pool}`).expect(400);
      expect(body.error.message).toContain(`pool must be from 50 to 5000; got '${pool}'`);
    }
  });
});

describe('plans', () => {
  test.each([3, 2])('free with limit=%i, within its cap, is not cut by the plan', async (limit) => {
    const body = await scan(`limit=${limit}&view=table`, 'free');
    expect(body.count).toBe(limit);
    // The caller's own limit ended the list, not the plan's.
    expect(body.capped_by_plan).toBe(false);
    expect(body).not.toHaveProperty('upgrade_url');
  });

  test.each(['', 'limit=4&', 'limit=1000000&'])(
    'free with ?%s gets 3 rows, capped_by_plan and an upgrade_url',
    async (limit) => {
      const body = await scan(`${limit}view=table`, 'free');
      expect(body).toMatchObject({ count: 3, capped_by_plan: true });
      expect(body.upgrade_url).toMatch(/^https?:/);
      expect(body.shown_of_evaluated).toMatch(/^3 of \d+$/);
      expect(body.ml_remaining_today).toEqual(expect.any(Number));
    },
  );

  test('capped_by_plan is true only if the plan removed rows', async () => {
    const body = await scan('min_sharpe=7&view=table', 'free');
    expect(body.count).toBeLessThanOrEqual(3);
    expect(body.count).toBeGreaterThan(0);
    const everyRow = await scan('min_sharpe=7&view=table&limit=500');
    expect(body.capped_by_plan).toBe(everyRow.count > body.count);
    expect(body.shown_of_evaluated).toBe(`${body.count} of ${body.evaluated_count}`);
    const few = await scan(`min_sharpe=${body.opportunities[0].sharpe_ratio}&view=table`, 'free');
    expect(few).toMatchObject({ count: 1, capped_by_plan: false });
  });

  test('dev, pro and business get all rows', async () => {
    const all = await scan('limit=5000&view=table');
    const dev = await scan('limit=5000&view=table', 'dev');
    expect(dev.opportunities).toEqual(all.opportunities);
    expect((await scan('limit=5000&view=table', 'pro')).opportunities).toEqual(all.opportunities);
  });
});

describe('the same request gives the same answer', () => {
  const QUERIES = [
    'limit=500',
    'rank_by=edge&limit=70',
    'direction=short',
    'view=evidence&include=chart',
    'min_sharpe=2',
  ];

  test('twice, in any order, and after a restart', async () => {
    const first: unknown[] = [];
    for (const query of QUERIES) first.push(await scan(query));
    service.clock.set('2024-12-20T15:00:07Z');
    const second: unknown[] = [];
    for (const query of [...QUERIES].reverse()) second.unshift(await scan(query));
    // Another process, whose symbols were stored in another order.
    const fresh = await startTestApp({ now: UNIVERSE_NOW, symbols: plantedUniverse().reverse() });
    const third: unknown[] = [];
    for (const query of QUERIES) third.push((await fresh.get(`/v1/scan?${query}`)).body);
    await fresh.close();
    const bare = (bodies: unknown[]) => bodies.map((body) => ({ ...(body as object), generated_at: null }));
    expect(bare(second)).toEqual(bare(first));
    expect(bare(third)).toEqual(bare(first));
    expect((first[0] as { generated_at: string }).generated_at).toBe('2024-12-20T15:00:00.000Z');
    // A cached answer says when it was made.
    const times = ['2024-12-20T15:00:00.000Z', '2024-12-20T15:00:07.000Z'];
    expect(times).toContain((second[0] as { generated_at: string }).generated_at);
  });

  test('at once, with different limits', async () => {
    service.clock.set('2024-12-21T15:00:00Z');
    const limits = [80, 1, 51, 60, 500, 52];
    const bodies = await Promise.all(limits.map((limit) => scan(`limit=${limit}&view=table`)));
    const all: Row[] = bodies[4].opportunities;
    for (const [i, limit] of limits.entries()) expect(bodies[i].opportunities).toEqual(all.slice(0, limit));
  });
});

test('a market that cannot be read takes no place in the pool', async () => {
  service.clock.set(UNIVERSE_NOW);
  const funds = await scan('markets=11&min_sharpe=-1000&view=table');
  const knex = service.sql;
  const ids = await knex('symbol').where('ticker', 'like', 'D%').pluck('id');
  await knex('price_column')
    .whereIn('symbol_id', ids)
    .where('column_set', 'range')
    .update({ data: Buffer.alloc(8) });
  const both = await scan('markets=0,11&min_sharpe=-1000&view=table');
  expect(both).toMatchObject({ market_failures: ['0'], markets_scanned: ['11'] });
  // The significance may differ: more was searched.
  const found = ({ opportunities }: { opportunities: object[] }) =>
    opportunities.map((row) => ({ ...row, significance: null, edge_score: null, bias: null }));
  expect(found(both)).toEqual(found(funds));
});
