import { fitToSize, resultOf } from '../../../src/mcp/result';
import { loadTools } from '../../../src/mcp/tools';
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

async function send(method: string, params?: object, version: string = '2025-11-25') {
  const message = { jsonrpc: '2.0', id: 1, method, params };
  const headers = { Authorization: `Bearer ${service.keys.business}`, 'MCP-Protocol-Version': version };
  const text = await (await postMessage(server.url, message, headers)).text();
  return { tokens: text.length / CHARACTERS_A_TOKEN, result: JSON.parse(text).result };
}

async function call(name: string, args: object = {}, version?: string): Promise<Sent> {
  const { tokens, result } = await send('tools/call', { name, arguments: args }, version);
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
      { view: 'full', window: '2024-12-20..2025-12-20', limit: 20, years: 20 },
      'opportunities',
      /opportunities holds the first \d+ of \d+ \(ask with view=table.+\)/,
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
  test('are not requested, and the answer says so', async () => {
    const { body, texts, tokens } = await call('find_best_opportunities', { limit: 500, view: 'table' });
    expect(tokens).toBeLessThanOrEqual(8000);
    expect(body.left_out).toMatch(/^limit is at most 100 here, not 500; GET \/v1\/scan takes more\.$/);
    expect(texts[0]).toContain(body.left_out);
  });

  test('of symbols are cut by the same rule', async () => {
    const { body } = await call('list_symbols', { market_id: '0', limit: '9999' });
    expect(body.left_out).toMatch(/^limit is at most 400 here, not 9999/);
  });

  test('are refused by score_setups, so that nothing is charged that is not shown', async () => {
    const before = (await call('whoami')).body.rate.remaining_today;
    const { isError, texts } = await call('score_setups', { opportunities: setups(101) });
    expect(isError).toBe(true);
    expect(JSON.parse(texts[0]).error).toEqual({
      code: 'invalid_request',
      message: 'opportunities takes at most 100 items here, not 101: send them in several calls.',
    });
    expect((await call('whoami')).body.rate.remaining_today).toBe(before);
    const most = await call('score_setups', { opportunities: setups(100) });
    expect(most.isError).toBe(false);
    expect(most.tokens).toBeLessThanOrEqual(8000);
    expect(most.body.scores.length).toBeGreaterThan(50);
  });
});

describe('cutting an answer', () => {
  const { tools } = loadTools();
  const times = (length: number, item: (i: number) => object) => Array.from({ length }, (_, i) => item(i));
  const year = (i: number) => ({ year: String(1900 + i), return_pct: -12.3456, mfe_pct: 12.3456, mae_pct: -12.3456 });

  test('several lists are cut to the same length, at the named end', () => {
    const body = { a: [{ years: times(400, year) }, { years: times(300, year) }, { years: [year(0)] }, {}], b: 1 };
    const { body: fits, notes } = fitToSize(
      body,
      [{ list: 'a.*.years', keep: 'last', advice: 'ask with less' }],
      25_500,
    );
    const [first, second, third, fourth] = fits.a as { years: { year: string }[] }[];
    expect(JSON.stringify(fits).length).toBeLessThanOrEqual(25_500);
    expect(first.years.length).toBeGreaterThan(100);
    expect(second.years).toHaveLength(first.years.length);
    expect([first.years.at(-1), second.years.at(-1)]).toEqual([year(399), year(299)]);
    expect([third, fourth, fits.b]).toEqual([{ years: [year(0)] }, {}, 1]);
    expect(notes).toEqual([`a.*.years holds the last ${first.years.length} of 400 (ask with less).`]);
    // One more item would have been too many.
    const oneMore = (body.a as { years?: object[] }[]).map(({ years }) => ({
      years: years?.slice(-first.years.length - 1),
    }));
    expect(JSON.stringify({ a: oneMore, b: 1 }).length).toBeGreaterThan(25_500);
  });

  test('the second list is cut only if cutting the first is not enough, and one item stays', () => {
    const body = { rows: times(3, () => ({ text: 'x'.repeat(20_000), years: times(300, year) })) };
    const cuts = [
      { list: 'rows', keep: 'first', advice: 'ask for fewer' },
      { list: 'rows.*.years', keep: 'last', advice: 'ask with less' },
    ] as const;
    const { body: fits, notes } = fitToSize(body, cuts, 25_500);
    const [only, ...others] = fits.rows as { years: object[] }[];
    expect(others).toEqual([]);
    expect(only.years.length).toBeGreaterThan(10);
    expect(only.years.length).toBeLessThan(300);
    expect(notes.map((note) => note.split(' ')[0])).toEqual(['rows', 'rows.*.years']);
  });

  const DISCLAIMER = 'Educational content, not personalized advice. '.repeat(8);
  const LONGEST: [tool: string, body: object, list: string][] = [
    [
      'pick_track_record',
      {
        summary: { count: 3000, win_count: 1500, win_rate: 0.5, avg_return_pct: 0, note: 'n'.repeat(500) },
        picks: times(3000, (i) => ({
          symbol: `S${i}`,
          featured_date: '2024-12-20',
          return_pct: -1.2345,
          result: 'loss',
        })),
        disclaimer: DISCLAIMER,
      },
      'picks',
    ],
    [
      'list_symbols',
      {
        symbols: times(400, (i) => ({ symbol: `SYMBOL${i}`, name: 'A company with a rather long "name" & sons Inc.' })),
        total: 5000,
        matched: 5000,
        count: 400,
        note: 'n'.repeat(200),
      },
      'symbols',
    ],
    [
      'score_setups',
      {
        granted: 0,
        ml_remaining_today: 0,
        model_version: 'v',
        disclaimer: DISCLAIMER,
        scores: times(100, (i) => ({
          symbol: `SYMBOL${i}`,
          date: '2024-12-20',
          days_out: 30,
          direction: 'short',
          note: 'why '.repeat(80),
        })),
      },
      'scores',
    ],
  ];

  test.each(LONGEST)('%s of the longest answer stays below 8,000 tokens, in every protocol', (name, body, list) => {
    for (const knowsStructured of [true, false]) {
      const result = resultOf(tools.get(name)!, { status: 200, body, retryAfter: null }, null, knowsStructured);
      expect(JSON.stringify(result).length / 4).toBeLessThanOrEqual(7950);
      const shown = (result.structuredContent ?? JSON.parse((result.content[0] as { text: string }).text)) as {
        left_out: string;
      };
      expect(shown.left_out).toMatch(new RegExp(`^${list} holds the first \\d+ of \\d+ \\(.+\\)\\.$`));
    }
  });
});
