import { Writable } from 'node:stream';
import { DEMO_KEY, type TestApp } from '../helpers/app';
import { damage, startBasketApp } from '../helpers/baskets';

const PATH = '/v1/portfolio/scenarios';

let service: TestApp;
beforeAll(async () => {
  service = await startBasketApp();
});
afterAll(() => service.close());

interface Position {
  readonly symbol: string;
  readonly weight_pct: number;
  readonly market?: string;
  readonly direction: 'long' | 'short';
}

const long = (symbol: string, weight_pct = 50): Position => ({ symbol, weight_pct, direction: 'long' });
const short = (symbol: string, weight_pct = 50): Position => ({ symbol, weight_pct, direction: 'short' });
const JULY = { horizon: '30', start_date: '2024-07-01' } as const;
const TWO = [long('AAPL', 60), short('KO', 20)];

const run = async (body: unknown) => (await service.post(PATH, body).expect(200)).body;
const refusal = async (body: unknown, status = 400, key?: string): Promise<string> =>
  (await service.post(PATH, body, key).expect(status)).body.error.message;

describe('a scenario', () => {
  test('has the window, the years, the positions with normalized weights, and the benchmark', async () => {
    const body = await run({ positions: TWO, ...JULY, benchmark: 'spy' });
    expect(body).toMatchObject({
      setup: { entry_date: '2024-07-01', exit_date: '2024-07-30', hold_days: 30, horizon: '30' },
      years: '10',
      positions: [
        {
          symbol: 'AAPL',
          market: { id: '0' },
          direction: 'long',
          weight_pct: 75,
          years_covered: 10,
          years_missing: [],
        },
        { symbol: 'KO', market: { id: '0' }, direction: 'short', weight_pct: 25, years_covered: 10, years_missing: [] },
      ],
      result: { years_tested: 10 },
      skipped_years: [],
      benchmark: { symbol: 'SPY', market: { id: '11' }, years_tested: 10, years_left_out: [] },
      method: expect.stringContaining('without rebalancing'),
      as_of: '2024-06-27',
      disclaimer: expect.stringContaining('not personalized advice'),
    });
    const { result, per_year } = body;
    expect(result.years_up + result.years_down).toBe(10);
    for (const { return_pct, contributions } of per_year) {
      const [apple, coke] = contributions;
      expect(apple.contribution_pct).toBeCloseTo(0.75 * apple.return_pct, 3);
      expect(coke.contribution_pct).toBeCloseTo(0.25 * coke.return_pct, 3);
      expect(apple.contribution_pct + coke.contribution_pct).toBeCloseTo(return_pct, 3);
    }
  });

  test('a position in a named market is looked up there', async () => {
    const { positions } = await run({ positions: [{ ...long('AAPL'), market: '2' }], ...JULY });
    expect(positions[0].market.id).toBe('2');
  });

  test('a year that one position lacks is left out for all and not replaced', async () => {
    const body = await run({ positions: [long('AAPL'), long('YOUNG')], ...JULY });
    expect(body.per_year.map(({ year }: { year: string }) => year)).toEqual(['2021', '2022', '2023']);
    expect(body.skipped_years).toHaveLength(7);
    expect(body.skipped_years[0]).toEqual({ year: '2014', symbols: ['YOUNG'] });
    expect(body.positions[1]).toMatchObject({ symbol: 'YOUNG', years_covered: 3, data_from: '2021-01-01' });
    expect(body.summary[0]).toContain('Fewer than five years');
  });

  test('without a shared year there is no result', async () => {
    const body = await run({ positions: [long('ENDED'), long('YOUNG')], ...JULY });
    expect(body).toMatchObject({ result: null, per_year: [], benchmark: null });
    expect(body.summary[0]).toMatch(/^None of the 10 lookback years/);
  });

  test('the benchmark changes no other part of the answer', async () => {
    const plain = await run({ positions: TWO, ...JULY });
    for (const benchmark of ['SPY', 'ENDED', 'BTC', 'RY.TO']) {
      const { benchmark: shown, summary, ...rest } = await run({ positions: TWO, ...JULY, benchmark });
      expect({ ...rest, benchmark: null, summary: plain.summary }).toEqual(plain);
      expect(shown.years_tested + shown.years_left_out.length).toBe(10);
      expect(summary.length).toBe(plain.summary.length + 1);
    }
  });

  test.each([
    { given: { horizon: '30' }, want: ['2024-06-28', '2024-07-27', 30], newest: '2023' },
    { given: { horizon: '60' }, want: ['2024-06-28', '2024-08-26', 60], newest: '2023' },
    { given: { horizon: '90' }, want: ['2024-06-28', '2024-09-25', 90], newest: '2023' },
    { given: { horizon: 'eoy' }, want: ['2024-06-28', '2024-12-31', 187], newest: '2023' },
    { given: { horizon: 'custom', days: 2 }, want: ['2024-06-28', '2024-06-29', 2], newest: '2023' },
    { given: { horizon: 'custom', days: 366 }, want: ['2024-06-28', '2025-06-28', 366], newest: '2023' },
    { given: { horizon: 'custom', end_date: '2024-08-15' }, want: ['2024-06-28', '2024-08-15', 49], newest: '2023' },
    { given: { horizon: 'custom', end_date: '2025-06-28' }, want: ['2024-06-28', '2025-06-28', 366], newest: '2023' },
    { given: { horizon: '30', start_date: '2024-02-29' }, want: ['2024-02-29', '2024-03-29', 30], newest: '2023' },
    // A Saturday in 2023, a Friday in 2022: in neither year do the two days hold two sessions.
    { given: { horizon: 'eoy', start_date: '2024-12-30' }, want: ['2024-12-30', '2024-12-31', 2], newest: '2021' },
    { given: { horizon: '30', pe_cycle: 'pe', years: 5 }, want: ['2024-06-28', '2024-07-27', 30], newest: '2020' },
  ])('$given', async ({ given, want, newest }) => {
    const { setup, per_year } = await run({ positions: TWO, ...given });
    expect([setup.entry_date, setup.exit_date, setup.hold_days]).toEqual(want);
    expect(setup.horizon).toBe(given.horizon);
    expect(per_year.at(-1).year).toBe(newest);
  });
});

describe('a basket of one symbol', () => {
  test.each(['long', 'short'] as const)('equals its analysis: %s', async (direction) => {
    for (const symbol of ['AAPL', 'BRK-B', 'YOUNG', 'BTC-USD']) {
      const body = await run({ positions: [{ symbol, weight_pct: 7, direction }], ...JULY });
      const query = `entry_date=2024-07-01&days_out=30&direction=${direction}`;
      const { receipts } = (await service.get(`/v1/analyze/${symbol}?${query}`).expect(200)).body.card;
      const years = receipts.per_year.map(({ year, return_pct }: Record<string, unknown>) => ({ year, return_pct }));
      expect(body.per_year.map(({ year, return_pct }: Record<string, unknown>) => ({ year, return_pct }))).toEqual(
        years,
      );
      const { years_tested, avg_return_pct, median_return_pct, best_year, worst_year, wins, losses } = receipts;
      expect(body.result).toEqual({
        years_tested,
        avg_return_pct,
        median_return_pct,
        best_year,
        worst_year,
        years_up: wins,
        years_down: losses,
      });
    }
  });

  test('to the end of the year equals its period', async () => {
    const { result } = await run({ positions: [long('KO')], horizon: 'eoy' });
    const { receipts } = (await service.get('/v1/analyze/KO?period=year_end&direction=long').expect(200)).body.card;
    expect(result.avg_return_pct).toBe(receipts.avg_return_pct);
    expect(result.years_up).toBe(receipts.wins);
  });
});

describe('a body that is refused', () => {
  const NEVER = 'Shares, dollar amounts, cost basis, P&L and other data of real holdings are never accepted.';
  const POSITION = 'symbol, weight_pct, market, direction';
  const BODY = 'positions, horizon, days, end_date, start_date, years, pe_cycle, benchmark';
  const ok = { positions: TWO, ...JULY };
  const withPosition = (fields: object) => ({ ...JULY, positions: [TWO[0], { ...TWO[1], ...fields }] });

  test.each([
    ['shares', { shares: 10 }],
    ['dollars', { dollars: 1000 }],
    ['cost_basis', { cost_basis: 99.5 }],
    ['pnl', { pnl: -3 }],
    ['quantity', { quantity: null }],
    ['account/id', { 'account/id': 'x' }],
    ['__proto__', JSON.parse('{"__proto__": {"weight_pct": 1}}')],
  ])('%s of a position is never accepted', async (field, fields) => {
    const position = { ...TWO[1], ...fields };
    if (field === '__proto__') Object.defineProperty(position, field, { value: 1, enumerable: true });
    expect(await refusal({ ...JULY, positions: [TWO[0], position] })).toBe(
      `Unknown field '${field}' in positions[1]; accepted are ${POSITION}. ${NEVER}`,
    );
  });

  test.each(['shares', 'dollars', 'cost_basis', 'capital', 'pnl', 'holdings', 'constructor', 'toString'])(
    '%s of the body is never accepted',
    async (field) => {
      expect(await refusal({ ...ok, [field]: 1 })).toBe(
        `Unknown field '${field}' in the body; accepted are ${BODY}. ${NEVER}`,
      );
    },
  );

  test('an unknown field is reported before other faults, and once', async () => {
    const positions = TWO.map((one) => ({ ...one, shares: 1, weight_pct: 'x', direction: 'x', market: 'x' }));
    const message = await refusal({ ...ok, positions, pnl: 1, years: 'x' });
    expect(message).toMatch(/^Unknown field '(pnl|shares)' in .*; accepted are .*\. Shares, .* are never accepted\.$/);
    expect(message.match(/never accepted/g)).toHaveLength(1);
  });

  test('a misspelled field gets a suggestion, and the message still says what is never accepted', async () => {
    expect(await refusal({ ...ok, year: 10 })).toBe(`Unknown field 'year' in the body, did you mean 'years'? ${NEVER}`);
    expect(await refusal(withPosition({ weight: 3 }))).toContain(NEVER);
  });

  const MESSAGES: [name: string, body: unknown, message: unknown][] = [
    ['no positions', { ...JULY }, 'positions is required.'],
    ['an empty basket', { ...ok, positions: [] }, 'positions must NOT have fewer than 1 items; got a list of 0.'],
    [
      'sixteen positions',
      { ...ok, positions: Array.from({ length: 16 }, () => long('AAPL')) },
      'positions must NOT have more than 15 items; got a list of 16.',
    ],
    [
      'no weight',
      withPosition({ weight_pct: undefined }),
      'positions[1].weight_pct is required: a number above 0, at most 1000000.',
    ],
    ['no horizon', { positions: TWO }, "horizon is required: one of '30', '60', '90', 'eoy', 'custom', as text."],
    [
      'horizon as number',
      { ...ok, horizon: 30 },
      "horizon must be one of '30', '60', '90', 'eoy', 'custom', as text; got 30.",
    ],
    [
      'custom without an end',
      { ...ok, horizon: 'custom' },
      "horizon 'custom' takes either days or end_date; got neither.",
    ],
    [
      'custom with two ends',
      { ...ok, horizon: 'custom', days: 5, end_date: '2024-08-01' },
      "horizon 'custom' takes either days or end_date; got days and end_date.",
    ],
    ['days without custom', { ...ok, days: 5 }, "days is accepted with horizon 'custom' only; got horizon '30'."],
    [
      'an end date without custom',
      { ...ok, horizon: 'eoy', end_date: '2024-08-01' },
      "end_date is accepted with horizon 'custom' only; got horizon 'eoy'.",
    ],
    ['one day', { ...ok, horizon: 'custom', days: 1 }, 'days must be from 2 to 366; got 1.'],
    ['367 days', { ...ok, horizon: 'custom', days: 367 }, 'days must be from 2 to 366; got 367.'],
    [
      'an end before the start',
      { ...ok, horizon: 'custom', end_date: '2024-06-30' },
      'end_date 2024-06-30 does not go with start_date 2024-07-01: the window ends before it begins, accepted are 2..366 days.',
    ],
    [
      'an end too late',
      { ...ok, horizon: 'custom', end_date: '2025-07-02' },
      'end_date 2025-07-02 does not go with start_date 2024-07-01: the window has 367 calendar days, accepted are 2..366 days.',
    ],
    [
      'the last day of the year',
      { positions: TWO, horizon: 'eoy', start_date: '2024-12-31' },
      "horizon 'eoy' does not go with start_date 2024-12-31: the window has 1 calendar day, accepted are 2..366 days.",
    ],
    [
      'another year',
      { ...ok, start_date: '2023-07-01' },
      'start_date must lie in the current US market year, 2024-01-01 to 2024-12-31; got 2023-07-01',
    ],
    ['four years', { ...ok, years: 4 }, 'years must be from 5 to 98; got 4.'],
    ['invalid JSON', '{"positions": [', 'The body is not valid JSON.'],
  ];
  test.each(MESSAGES)('%s', async (_, body, message) => {
    expect(await refusal(body)).toEqual(message);
  });

  test.each([0, -1, '50', null, 1_000_001])('a weight of %p', async (weight_pct) => {
    const shown = typeof weight_pct === 'string' ? `'${weight_pct}'` : weight_pct;
    expect(await refusal(withPosition({ weight_pct }))).toBe(
      `positions[1].weight_pct must be a number above 0, at most 1000000; got ${shown}.`,
    );
  });

  test('an infinite weight', async () => {
    const text = JSON.stringify({ ...ok, positions: [long('AAPL', 77)] }).replace('77', '1e999');
    expect(await refusal(text)).toContain('weight_pct must be a number above 0');
  });

  test('no body, or one that is not JSON', async () => {
    const bare = await service.post(PATH, '').expect(400);
    expect(bare.body.error.code).toBe('invalid_request');
    const form = await service.post(PATH, 'positions=1').type('form').expect(400);
    expect(form.body.error.message).toContain('application/json');
  });

  test('a query beside the body', async () => {
    const { body } = await service.post(`${PATH}?benchmark=SPY`, ok).expect(400);
    expect(body.error.message).toBe("Unknown query parameter 'benchmark': /portfolio/scenarios takes none.");
  });

  test('GET is 404', () => service.get(PATH).expect(404));
});

describe('symbols', () => {
  const basket = (...tickers: string[]) => ({ ...JULY, positions: tickers.map((ticker) => long(ticker)) });

  test('unknown symbols are all named, including the benchmark', async () => {
    const message = await refusal({ ...basket('AAPL', 'NOPE', 'NADA'), benchmark: 'NIX' }, 404);
    for (const ticker of ['NOPE', 'NADA', 'NIX']) expect(message).toContain(`'${ticker}'`);
  });

  test('symbols out of scope are all named', async () => {
    const message = await refusal({ ...basket('AAPL', 'RY.TO', 'BTC-USD'), benchmark: 'SHOP.TO' }, 403, 'free');
    for (const ticker of ['RY.TO', 'BTC-USD', 'SHOP.TO']) expect(message).toContain(ticker);
  });

  test('a market out of scope is named once', async () => {
    const positions = TWO.map((one) => ({ ...one, market: '2' }));
    const message = await refusal({ ...JULY, positions }, 403, 'free');
    expect(message.match(/Market 2/g)).toHaveLength(1);
  });

  test('the demo token runs no baskets', async () => {
    const { body } = await service.post(PATH, basket('AAPL'), DEMO_KEY).expect(403);
    expect(body.error.code).toBe('demo_restricted');
  });

  test('an invalid key is 401', () => service.post(PATH, basket('AAPL'), 'prn_nobody').expect(401));
});

test('no part of a body is logged, whatever the status', async () => {
  const lines: string[] = [];
  const logTo = new Writable({
    write(chunk, _, done) {
      lines.push(String(chunk));
      done();
    },
  });
  const logged = await startBasketApp({ logTo });
  try {
    const secret = { symbol: 'KO', weight_pct: 61.7283, direction: 'short' };
    const body = { positions: [secret], horizon: 'custom', days: 173, start_date: '2024-08-09', benchmark: 'BRK-B' };
    const send = (change: object | string, status: number) =>
      logged.post(PATH, typeof change === 'string' ? change : { ...body, ...change }).expect(status);
    await send({}, 200);
    await send({ cost_basis: 4711.25 }, 400);
    await send({ positions: [{ ...secret, shares: 4711.25 }] }, 400);
    await send({ start_date: '2023-08-09' }, 400);
    await send({ days: 4711.25 }, 400);
    await send(`${JSON.stringify(body)}}`, 400);
    await send({ benchmark: 'HUSHHUSH' }, 404);
    await logged.sql.raw('ALTER TABLE price_column RENAME TO gone');
    // So that the service reads its prices again.
    await logged.sql.raw('UPDATE symbol SET name = name');
    // No thread has the bars of this symbol in memory.
    await send({ positions: [{ ...secret, symbol: 'MSFT' }] }, 500);
    await logged.sql.raw('ALTER TABLE gone RENAME TO price_column');
    await damage(logged, 'KO');
    await send({}, 503);
  } finally {
    await logged.close();
  }
  const requests = lines.map((line) => JSON.parse(line)).filter(({ url }) => url === PATH);
  expect(requests.map(({ status }) => status)).toEqual([200, 400, 400, 400, 400, 400, 404, 500, 503]);
  // Random or hashed values may contain any letters.
  const told = lines.join('').replaceAll(/"(time|requestId|x-request-id|etag)":"(\\.|[^"\\])*"/g, '');
  const details = ['61.7283', '4711.25', '-08-09', 'HUSHHUSH', 'KO', 'MSFT', 'BRK-B', 'cost_basis', 'shares'];
  expect(details.filter((detail) => told.includes(detail))).toEqual([]);
});
