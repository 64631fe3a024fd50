import { startTestApp, type TestApp } from '../../helpers/app';
import { listen } from '../../helpers/listen';
import { callTool, connectClient } from '../../helpers/mcp';
import { restate } from '../../helpers/storage';
import { syntheticBars } from '../../helpers/syntheticBars';
import { plantedUniverse, UNIVERSE_NOW } from '../../helpers/universe';

const SYMBOLS = plantedUniverse().slice(0, 8);
const SCAN = '/v1/scan?markets=0&max_days=30&view=table';
const BACKGROUND = { mode: 'background', rotations: 49 } as const;

interface Row {
  readonly symbol: string;
  readonly edge_score: number;
  readonly bias: string;
  readonly significance: {
    readonly status: string;
    readonly p_window: number | null;
    readonly p_symbol: number | null;
    readonly p_search: number | null;
    readonly reading: string;
  };
}

const rowsOf = async (app: TestApp, path: string, key?: string): Promise<Row[]> =>
  (await app.get(path, key).expect(200)).body.opportunities;

describe('the null distribution of a search', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({ now: UNIVERSE_NOW, symbols: SYMBOLS, nullDistributions: BACKGROUND });
  });
  afterAll(() => app.close());

  test('is pending at first, and its p-values are ready once it is computed', async () => {
    const before = await rowsOf(app, SCAN);
    expect(before.length).toBeGreaterThan(3);
    for (const { significance, bias } of before) {
      expect(significance).toMatchObject({ status: 'pending', p_symbol: null, p_search: null });
      expect(significance.p_window).not.toBeNull();
      expect(bias).toBe('neutral');
    }

    await app.service.queue.settled();
    const after = await rowsOf(app, SCAN);
    expect(after.map(({ symbol }) => symbol)).toEqual(before.map(({ symbol }) => symbol));
    for (const { significance } of after) {
      expect(significance.status).toBe('ready');
      expect(significance.p_symbol! <= significance.p_search!).toBe(true);
    }
    expect(after.some(({ bias }) => bias !== 'neutral')).toBe(true);
    const least = Math.min(...after.map(({ significance }) => significance.p_symbol!));
    const strong = await rowsOf(app, `${SCAN}&max_p_symbol=${least}&rank_by=significance`);
    expect(strong).not.toEqual([]);
    for (const { significance } of strong) expect(significance.p_symbol).toBe(least);
  });

  test('is ready for the first default scan of every plan after a restart, without a computation', async () => {
    await app.service.queue.settled();
    const events: string[] = [];
    const logTo = { write: (line: string) => void events.push(JSON.parse(line).msg) };
    const again = await startTestApp({ now: UNIVERSE_NOW, over: app, nullDistributions: BACKGROUND, logTo });
    for (const tier of ['free', 'dev', 'pro', 'business'] as const) {
      const [first] = await rowsOf(again, '/v1/scan?view=table', tier);
      expect({ tier, ...first.significance }).toMatchObject({ status: 'ready', p_symbol: expect.any(Number) });
    }
    await again.service.queue.settled();
    expect(events).toContain('request');
    expect(events).not.toContain('null distribution computed');
    await again.close();
  });

  test('satisfies no limit on p-values while it is pending', async () => {
    const off = await startTestApp({ now: UNIVERSE_NOW, symbols: SYMBOLS, nullDistributions: { mode: 'off' } });
    expect((await rowsOf(off, SCAN))[0].significance.status).toBe('pending');
    for (const bound of ['max_p_symbol=1', 'max_p_search=1']) {
      const { body } = await off.get(`${SCAN}&${bound}`).expect(200);
      expect(body.opportunities).toEqual([]);
      expect(body.summary).toMatch(
        /^No setup qualifies .* Significance is not computed: this service is set up without it. A p-value that is not known satisfies no max_p_/,
      );
    }
    for (const list of ['/v1/opportunities?market=0', `/v1/opportunities/${SYMBOLS[0].symbol}?market=0`]) {
      const { body } = await off.get(`${list}&max_p_search=1`).expect(200);
      expect(body.opportunities).toEqual([]);
      expect(body.tier_notes).toMatch(
        /^Significance is not computed.* A p-value that is not known satisfies no max_p_/,
      );
      expect((await off.get(list).expect(200)).body.tier_notes).not.toContain('max_p_');
    }
    expect((await off.get(`${SCAN}&min_win_rate=1&min_sharpe=99`).expect(200)).body.summary).not.toContain('max_p_');
    await off.get(`${SCAN}&max_p_symbol=1.5`).expect(400);
    await off.close();
  });

  test('is the same whether computed by a job or for a request', async () => {
    const { symbol } = SYMBOLS[1];
    const paths = [
      SCAN,
      '/v1/scan?markets=0&direction=short&min_winning_years=8&view=table',
      '/v1/scan?markets=0&pe_cycle=pe&max_days=20&view=table',
      `/v1/opportunities/${symbol}?market=0&max_days=12`,
      '/v1/opportunities?market=0&max_days=20',
      `/v1/analyze/${symbol}?days_out=20`,
    ];
    const twin = await startTestApp({ now: UNIVERSE_NOW, symbols: SYMBOLS, nullDistributions: { rotations: 49 } });
    for (const path of paths) for (const one of [app, twin]) await one.get(path).expect(200);
    await app.service.queue.settled();
    const contents = async (one: TestApp) => {
      const rows = await one.sql('null_distribution').select('key', 'content');
      return new Map(rows.map(({ key, content }) => [key, Buffer.from(content).toString('hex')]));
    };
    const [byJobs, inPlace] = [await contents(app), await contents(twin)];
    expect(inPlace.size).toBeGreaterThanOrEqual(paths.length);
    for (const [key, content] of inPlace) expect([key, byJobs.get(key)]).toEqual([key, content]);
    for (const path of paths.slice(0, 3)) expect(await rowsOf(twin, path)).toEqual(await rowsOf(app, path));
    await twin.close();
  });

  test('is of as many entries as the market has sessions: a day and both days of a weekend differ', async () => {
    const bars = (seed: number) => syntheticBars({ seed, fromYear: 2010, toYear: 2024, daily: true });
    const coins = [1, 2, 3, 4, 5, 6].map((seed) => ({ symbol: `COIN${seed}-USD`, markets: ['16'], bars: bars(seed) }));
    const own = await startTestApp({ now: '2024-06-28T15:00:00Z', symbols: coins, nullDistributions: BACKGROUND });
    const statuses = async (window: string) => {
      const rows = await rowsOf(own, `/v1/scan?markets=16&window=${window}&min_winning_years=7&view=table`);
      return [...new Set(rows.map(({ significance }) => significance.status))];
    };
    for (const window of ['2024-06-29..2024-06-29', '2024-06-29..2024-06-30']) {
      expect(await statuses(window)).toEqual(['pending']);
      await own.service.queue.settled();
      expect(await statuses(window)).toEqual(['ready']);
    }
    await own.close();
  });

  test('is not computed over changed prices; the next request computes it over the new ones', async () => {
    const own = await startTestApp({ now: UNIVERSE_NOW, symbols: SYMBOLS, nullDistributions: BACKGROUND });
    await own.service.queue.settled();
    const keys = (): Promise<string[]> => own.sql('null_distribution').orderBy('key').pluck('key');
    const before = await keys();
    const path = '/v1/scan?markets=0&max_days=33&view=table';
    await own.get(path).expect(200);
    const [{ symbol, bars }] = SYMBOLS;
    await restate(own.storage.prices, symbol, { ...bars, close: bars.close.map((close) => close * 1.01) });
    await own.service.queue.settled();
    expect(await keys()).toEqual(before);
    expect(await own.service.queue.list({ queue: 'null-distribution' })).toEqual([]);
    await own.get(path).expect(200);
    await own.service.queue.settled();
    expect((await rowsOf(own, path))[0].significance.status).toBe('ready');
    expect(await keys()).toHaveLength(before.length + 1);
    await own.close();
  });

  test('is started as often an hour as the plan allows; beyond that the answer says so', async () => {
    const asked = (days: number) => rowsOf(app, `/v1/scan?markets=0&max_days=${days}&view=table`, 'free');
    const readings = [];
    for (let days = 40; days < 51; days++) readings.push((await asked(days))[0].significance.reading);
    expect(readings[9]).toContain('is still being computed');
    const used = "your plan's searches of this hour are used up";
    expect(readings[10]).toContain(used);
    const { body } = await app.get('/v1/scan?markets=0&max_days=50', 'free').expect(200);
    expect(body.summary).toContain(used);
    expect(body.opportunities[0].verdict).toContain('its significance is not computed');
    // It is not asked to wait for what is not computed.
    const filtered = await app.get('/v1/scan?markets=0&max_days=50&max_p_symbol=1', 'free').expect(200);
    expect(filtered.body.summary).toContain(used);
    const list = await app.get('/v1/opportunities?market=0&max_days=50&max_p_symbol=1', 'free').expect(200);
    expect(list.body.tier_notes).toContain(used);
    // Searches started before are still answered, and another account has its own limit.
    await app.service.queue.settled();
    expect((await asked(40))[0].significance.status).toBe('ready');
    const [other] = await rowsOf(app, '/v1/scan?markets=0&max_days=50&view=table', 'dev');
    expect(other.significance.reading).toContain('is still being computed');
    app.clock.set(UNIVERSE_NOW.replace('T15', 'T16'));
    await app.service.queue.settled();
    expect((await asked(51))[0].significance.reading).toContain('is still being computed');
    app.clock.set(UNIVERSE_NOW);
  });

  test('has the same hourly limit for agents, in every tool, and the answer says so', async () => {
    const served = await startTestApp({ now: UNIVERSE_NOW, over: app, nullDistributions: BACKGROUND });
    const door = await listen(served.app);
    const client = await connectClient(door.url, served.keys.free);
    const scanned = async (days: number) => {
      const { body } = await callTool(client, 'find_best_opportunities', { markets: '0', max_days: days });
      return body.opportunities[0].significance;
    };
    for (let days = 52; days < 62; days++) expect((await scanned(days)).reading).toContain('is still being computed');
    const analyzed = await callTool(client, 'analyze_symbol', { symbol: SYMBOLS[0].symbol });
    for (const significance of [await scanned(62), analyzed.body.card.significance])
      expect(significance).toMatchObject({
        status: 'pending',
        p_symbol: null,
        reading: expect.stringContaining("your plan's searches of this hour are used up"),
      });
    expect(analyzed.body.card.edge_basis).toContain("your plan's searches of this hour are used up");
    await client.close();
    await door.close();
    await served.close();
  });
});
