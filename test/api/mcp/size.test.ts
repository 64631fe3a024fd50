import { startTestApp, type TestApp } from '../../helpers/app';
import { type Listening, listen } from '../../helpers/listen';
import { postMessage } from '../../helpers/mcp';
import { storeModel } from '../../helpers/storedModel';

/** What agents pay: a token is about four characters. */
const CHARACTERS_A_TOKEN = 4;
const VERSIONS = ['2025-03-26', '2025-06-18', '2025-11-25'] as const;
const DOW = 'AAPL MSFT JPM KO PG XOM SPY QQQ CVX MRK MMM DIS GE IBM INTC BA CAT JNJ WMT HD MCD PFE VZ AXP'.split(' ');

let service: TestApp;
let server: Listening;

beforeAll(async () => {
  service = await startTestApp({ sandbox: DOW });
  await storeModel(service, { simulated: true });
  server = await listen(service.app);
});

afterAll(async () => {
  await server?.close();
  await service?.close();
});

interface Sent {
  /** Tokens of the whole answer on the wire. */
  readonly tokens: number;
  readonly isError: boolean;
  readonly texts: readonly string[];
  // biome-ignore lint/suspicious/noExplicitAny: the body of any operation
  readonly body: any;
}

type Tier = 'dev' | 'business';

async function send(method: string, params?: object, version: string = '2025-11-25', tier: Tier = 'business') {
  const message = { jsonrpc: '2.0', id: 1, method, params };
  const headers = { Authorization: `Bearer ${service.keys[tier]}`, 'MCP-Protocol-Version': version };
  const text = await (await postMessage(server.url, message, headers)).text();
  return { tokens: text.length / CHARACTERS_A_TOKEN, result: JSON.parse(text).result };
}

async function call(name: string, args: object = {}, version?: string, tier?: Tier): Promise<Sent> {
  const { tokens, result } = await send('tools/call', { name, arguments: args }, version, tier);
  const texts = result.content.map(({ text }: { text: string }) => text);
  return { tokens, isError: result.isError === true, texts, body: result.structuredContent };
}

test('the definitions of all tools cost an agent at most 6,500 tokens', async () => {
  const { tokens, result } = await send('tools/list');
  expect(result.tools.length).toBeGreaterThan(10);
  expect(tokens).toBeLessThanOrEqual(6500);
});

test('no definition contains a reference, because some clients do not follow it', async () => {
  expect(JSON.stringify((await send('tools/list')).result)).not.toContain('$ref');
});

const setup = (i: number) => ({ symbol: DOW[i % 20], date: '2024-12-23', days_out: 20 + i, direction: 'long' });
const setups = (length: number) => Array.from({ length }, (_, i) => setup(i % 60));

describe('five rows cost at most 2,000 tokens, text and structure together', () => {
  const listings: [tool: string, args: object, list: string][] = [
    ['find_best_opportunities', {}, 'opportunities'],
    ['find_best_opportunities', { markets: '0', window: 'next_month', rank_by: 'edge', years: 15 }, 'opportunities'],
    ['whats_seasonal_now', {}, 'opportunities'],
    ['list_symbols', { market_id: '0', limit: 5 }, 'symbols'],
    ['score_setups', { opportunities: setups(5) }, 'scores'],
  ];
  test.each(listings.flatMap((listing) => VERSIONS.map((version) => [...listing, version] as const)))(
    '%s %j',
    async (tool, args, list, version) => {
      const { tokens, texts, body, isError } = await call(tool, args, version);
      expect(isError).toBe(false);
      const rows = (body ?? JSON.parse(texts[0]))[list];
      expect(rows).toHaveLength(5);
      expect(tokens).toBeLessThanOrEqual(2000);
    },
  );

  test.each(['analyze_symbol', 'list_markets', 'whoami'])('as does an answer of %s', async (tool) => {
    const { tokens, isError } = await call(tool, tool === 'analyze_symbol' ? { symbol: 'KO' } : {});
    expect(isError).toBe(false);
    expect(tokens).toBeLessThanOrEqual(2000);
  });
});

test('nothing is sent twice: structured content and a short text, or the body as a text', async () => {
  for (const version of VERSIONS) {
    const { texts, body } = await call('list_markets', {}, version);
    expect(texts).toHaveLength(1);
    if (version === '2025-03-26') {
      expect(body).toBeUndefined();
      expect(JSON.parse(texts[0]).markets).toHaveLength(17);
    } else {
      expect(texts[0].length).toBeLessThan(1500);
      expect(body.markets).toHaveLength(17);
    }
  }
});

describe('an answer that is too long is cut, and says what is missing and how to get it', () => {
  const basket = (symbols: readonly string[]) => ({
    positions: symbols.map((symbol) => ({ symbol, weight_pct: 5, direction: 'long' })),
    horizon: 'eoy',
    benchmark: 'SPY',
    years: 98,
  });
  const cases: [tool: string, args: object, list: string, advice: RegExp][] = [
    [
      'find_best_opportunities',
      { view: 'full', window: '2024-12-20..2025-12-20', limit: 5, years: 50, min_winning_years: 38 },
      'opportunities',
      /^opportunities\.\*\.receipts\.per_year holds the last \d+ of 50 \(ask with a smaller years or limit\)\.$/,
    ],
    [
      'compare_symbols',
      { symbols: DOW.slice(8, 18), years: 98 },
      'symbols',
      /symbols\.\*\.per_year holds the last \d+ of \d+ \(.+smaller years.+\)/,
    ],
    [
      'portfolio_scenario',
      basket(DOW.slice(8, 23)),
      'positions',
      /per_year holds the last \d+ of \d+ \(ask with a smaller years.+\)/,
    ],
  ];
  test.each(cases)('%s %j', async (tool, args, list, advice) => {
    for (const version of VERSIONS) {
      const { tokens, texts, body, isError } = await call(tool, args, version);
      expect(isError).toBe(false);
      expect(tokens).toBeLessThanOrEqual(8000);
      const { left_out, ...rest } = body ?? JSON.parse(texts[0]);
      expect(left_out).toMatch(advice);
      expect(texts.join('\n')).toContain(left_out);
      expect(rest[list].length).toBeGreaterThan(1);
      if ('count' in rest) expect(rest.count).toBe(rest[list].length);
      expect(rest.disclaimer).toEqual(expect.any(String));
    }
  });

  test('years are cut from the oldest on, evenly for all', async () => {
    const { body } = await call('compare_symbols', { symbols: DOW.slice(8, 18), years: 98 });
    for (const { per_year } of body.symbols) {
      expect(per_year.at(-1).year).toBe(body.shared_years.at(-1));
      expect(per_year).toHaveLength(body.symbols[0].per_year.length);
    }
  });

  test('an answer that fits is whole, without such a note', async () => {
    const { body } = await call('compare_symbols', { symbols: 'KO,PG' });
    expect(body.symbols[0].per_year).toHaveLength(10);
    expect(body).not.toHaveProperty('left_out');
  });
});

describe('more rows than an answer can show', () => {
  const MONTH = { window: 'next_month', limit: 100 };
  const whole: [args: object, rows: number, advice: string][] = [
    [{ ...MONTH, view: 'table' }, 20, 'ask with a narrower filter'],
    [{ ...MONTH, view: 'decision' }, 8, 'ask with view=table, which shows 20, or with a narrower filter'],
    [{ ...MONTH, view: 'evidence' }, 7, 'ask with view=table, which shows 20, or with a narrower filter'],
    [{ ...MONTH, view: 'full' }, 5, 'ask with view=table, which shows 20, or with a narrower filter'],
    [{ ...MONTH, view: ['full'] }, 5, 'ask with view=table, which shows 20, or with a narrower filter'],
    [{ ...MONTH, view: 'full', years: 20 }, 5, 'ask with view=table, which shows 20, or with a narrower filter'],
    [{ ...MONTH, view: 'full', include: 'chart' }, 2, 'ask with view=table, which shows 20, or with a narrower filter'],
  ];
  test.each(whole.flatMap((row) => VERSIONS.map((version) => [...row, version] as const)))(
    '%j: %i rows are requested, and arrive uncut in every protocol: %s; %s',
    async (args, rows, advice, version) => {
      const { body, texts, tokens, isError } = await call('find_best_opportunities', args, version);
      expect(isError).toBe(false);
      expect(tokens).toBeLessThanOrEqual(8000);
      const { left_out, opportunities, count, summary, shown_of_evaluated, evaluated_count, found_count } =
        body ?? JSON.parse(texts[0]);
      expect(found_count).toBeGreaterThan(rows);
      expect(opportunities).toHaveLength(rows);
      expect([count, shown_of_evaluated]).toEqual([rows, `${rows} of ${evaluated_count}`]);
      expect(summary).toContain(`${found_count} setups qualify`);
      expect(summary).toContain(`, ${rows} shown.`);
      expect(left_out).toBe(`limit is at most ${rows} here, not 100: ${advice}; GET /v1/scan takes more.`);
      expect(texts[0]).toContain(left_out);
    },
  );

  test('whats_seasonal_now shows as many table rows', async () => {
    const { body } = await call('whats_seasonal_now', { limit: 100 });
    expect([body.opportunities.length, body.count]).toEqual([20, 20]);
    expect(body.left_out).toBe(
      'limit is at most 20 here, not 100: find_best_opportunities has filters; GET /v1/scan takes more.',
    );
  });

  test('a default limit above the bound is reduced too', async () => {
    const { body } = await call('find_best_opportunities', { ...MONTH, limit: null, view: 'full', include: 'chart' });
    expect([body.opportunities.length, body.count]).toEqual([2, 2]);
    expect(body.opportunities[0].chart.seasonal_curve.length).toBeGreaterThan(360);
    expect(body.left_out).toMatch(/^limit is at most 2 here, not 5: ask with view=table.+\.$/);
  });

  test.each([
    { view: 'full', limit: 100 },
    { view: 'table', limit: 100, markets: '11' },
  ])('%j: predictions are charged for the rows that arrive, and for no others', async (args) => {
    const remaining = async () => (await call('whoami', {}, undefined, 'dev')).body.ml_remaining_today;
    const before = await remaining();
    const { body } = await call('find_best_opportunities', args, undefined, 'dev');
    const predicted = body.opportunities.filter((row: { ml?: object | null; ml_win_prob?: number | null }) =>
      'ml' in row ? row.ml !== null : row.ml_win_prob !== null,
    );
    expect(predicted.length).toBeGreaterThan(0);
    expect(before - (await remaining())).toBe(predicted.length);
    expect(body.ml_remaining_today).toBe(before - predicted.length);
  });

  test('of symbols are not requested either', async () => {
    const { body } = await call('list_symbols', { market_id: '0', limit: '9999' });
    expect(body.left_out).toBe(
      'limit is at most 250 here, not 9999: ask with q, or with a longer prefix; GET /v1/markets/{market_id}/symbols takes more.',
    );
  });

  test('are refused by score_setups, so that nothing is charged that is not shown', async () => {
    const before = (await call('whoami')).body.rate.remaining_today;
    const { isError, texts } = await call('score_setups', { opportunities: setups(81) });
    expect(isError).toBe(true);
    expect(JSON.parse(texts[0]).error).toEqual({
      code: 'invalid_request',
      message: 'opportunities takes at most 80 items here, not 81: send them in several calls.',
    });
    expect((await call('whoami')).body.rate.remaining_today).toBe(before);
    for (const version of VERSIONS) {
      const most = await call('score_setups', { opportunities: setups(80) }, version);
      expect(most.isError).toBe(false);
      expect(most.tokens).toBeLessThanOrEqual(8000);
      const { scores, left_out } = most.body ?? JSON.parse(most.texts[0]);
      expect(scores).toHaveLength(80);
      expect(left_out).toBeUndefined();
    }
  });
});
