import type { Context } from '../../../src/operation';
import { listen } from '../../helpers/listen';
import { CALLER, exampleBody, exampleHandlers, getWithKey, KEY, shell } from '../../helpers/shell';

describe('the order of the steps', () => {
  test('handlers receive typed input with defaults, and the caller', async () => {
    const seen: unknown[] = [];
    const app = await shell({
      handlers: exampleHandlers({
        analyzeSymbol: async (input: unknown, { caller, requestId, rate, signal }: Context) => {
          seen.push(input, { caller, requestId, rate, aborted: signal.aborted });
          return exampleBody('analyzeSymbol');
        },
      }),
    });
    await getWithKey(app, '/v1/analyze/BTC%2FUSD?days_out=15&reverse=true&period=jul')
      .set('X-Request-Id', 'my-id')
      .expect(200);
    expect(seen).toEqual([
      {
        symbol: 'BTC/USD',
        days_out: 15,
        reverse: true,
        period: 'jul',
        pe_cycle: 'consecutive',
        years: 10,
        view: 'full',
      },
      { caller: CALLER, requestId: 'my-id', rate: expect.anything(), aborted: false },
    ]);
  });

  test.each([
    ['^GSPC', '%5EGSPC'],
    ['^GSPC', '^GSPC'],
    ['CL=F', 'CL=F'],
    ['CL=F', 'CL%3DF'],
    ['BRK.B', 'BRK.B'],
    ['Ünïcode', encodeURIComponent('Ünïcode')],
  ])('the symbol %s arrives from the path %s', async (symbol, path) => {
    let seen = '';
    const handler = async (input: { symbol: string }) => {
      seen = input.symbol;
      return exampleBody('listSymbolOpportunities');
    };
    const app = await shell({ handlers: exampleHandlers({ listSymbolOpportunities: handler }) });
    await getWithKey(app, `/v1/opportunities/${path}`).expect(200);
    expect(seen).toBe(symbol);
  });

  test('authorize is called after validation and before the handler', async () => {
    const calls: string[] = [];
    const app = await shell({
      authorize: (operation, input) => void calls.push(`authorize ${operation} ${input.symbol}`),
      handlers: exampleHandlers({
        analyzeSymbol: async () => {
          calls.push('handler');
          return exampleBody('analyzeSymbol');
        },
      }),
    });
    await getWithKey(app, '/v1/analyze/AAPL?years=4').expect(400);
    expect(calls).toEqual([]);
    await getWithKey(app, '/v1/analyze/AAPL').expect(200);
    expect(calls).toEqual(['authorize analyzeSymbol AAPL', 'handler']);
  });

  test('a header names the source of the prices', async () => {
    let source: string | null = 'sandbox';
    const app = await shell({ dataSource: () => source });
    await getWithKey(app, '/v1/me').expect('x-data-source', 'sandbox');
    source = null;
    expect((await getWithKey(app, '/v1/me')).headers).not.toHaveProperty('x-data-source');
  });

  test('a header has the version of the prices, unless it changed while the answer was made', async () => {
    const versions = ['a'.repeat(64), 'a'.repeat(64), 'a'.repeat(64), 'b'.repeat(64)];
    const basis = {
      revision: async () => null,
      allowance: async () => null,
      dataVersion: () => versions.shift() ?? null,
    };
    const app = await shell({ basis });
    await getWithKey(app, '/v1/me').expect('x-data-version', 'a'.repeat(64));
    expect((await getWithKey(app, '/v1/me')).headers).not.toHaveProperty('x-data-version');
    expect((await getWithKey(app, '/v1/me')).headers).not.toHaveProperty('x-data-version');
  });

  test('a handler is told when its client disconnects', async () => {
    let aborted: () => void = () => undefined;
    const gone = new Promise<void>((resolve) => {
      aborted = resolve;
    });
    let entered: () => void = () => undefined;
    const started = new Promise<void>((resolve) => {
      entered = resolve;
    });
    const app = await shell({
      handlers: exampleHandlers({
        getMe: (_input: unknown, { signal }: Context) => {
          signal.addEventListener('abort', aborted);
          entered();
          return new Promise(() => undefined);
        },
      }),
    });
    const { url, close } = await listen(app);
    const controller = new AbortController();
    const headers = { 'X-API-Key': KEY };
    const call = fetch(`${url}/v1/me`, { headers, signal: controller.signal }).catch(() => 'gone');
    await started;
    controller.abort();
    await gone;
    expect(await call).toBe('gone');
    await close();
  });
});
