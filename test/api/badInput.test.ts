import type { RequestListener } from 'node:http';
import fc from 'fast-check';
import request from 'supertest';
import { type ContractOperation, exampleUrl, type ParameterSchema } from '../../src/openapi/document';
import { startTestApp, type TestApp } from '../helpers/app';
import { bodyPointer, ERROR_POINTER, faultsAgainst } from '../helpers/contractAjv';
import { contract, KEY, shell } from '../helpers/shell';
import { signIn } from '../helpers/signedIn';

let app: RequestListener;
beforeAll(async () => {
  app = await shell();
});

const ask = (url: string) => request(app).get(url).set('X-API-Key', KEY);
const MARKETS =
  "an id '0' to '16', a name or an alias of a market, for instance 2, sp500 or S&P 500 STOCKS (GET /markets lists them)";

/**
 * Every message names the parameter, the value received and what is accepted: each kind of fault once. Which parameters
 * and ranges an operation has is held to the specification in test/contract/spec.test.ts.
 */
test.each([
  ['/scan?min_win_rate=70', "min_win_rate must be from 0 to 1; got '70'; did you mean 0.7?"],
  ['/scan?min_win_rate=100', "min_win_rate must be from 0 to 1; got '100'; did you mean 1?"],
  ['/scan?min_win_rate=-1', "min_win_rate must be from 0 to 1; got '-1'."],
  ['/scan?min_win_rate=101', "min_win_rate must be from 0 to 1; got '101'."],
  ['/scan?max_p_symbol=5', "max_p_symbol must be from 0 to 1; got '5'; did you mean 0.05?"],
  [
    '/scan?rank_by=p_symbol',
    "rank_by must be one of edge, win_rate, sharpe, ml, avg_return, significance; got 'p_symbol'.",
  ],
  ['/scan?years=4', "years must be from 5 to 98; got '4'."],
  ['/scan?years=10.5', "years must be an integer from 5 to 98; got '10.5'."],
  ['/scan?years=1e1', "years must be an integer from 5 to 98; got '1e1'."],
  ['/scan?years=0x0A', "years must be an integer from 5 to 98; got '0x0A'."],
  [`/scan?years=${'9'.repeat(400)}`, `years must be an integer from 5 to 98; got '${'9'.repeat(60)}...'.`],
  ['/scan?years=%2010', "years must be an integer from 5 to 98; got ' 10'."],
  ['/scan?years=', "years must be an integer from 5 to 98; got ''."],
  ['/scan?limit=0', "limit must be from 1 to 9007199254740991; got '0'."],
  ['/scan?limit=9007199254740992', "limit must be from 1 to 9007199254740991; got '9007199254740992'."],
  [`/markets/0/symbols?limit=${'9'.repeat(48)}`, `limit must be from 1 to 9007199254740991; got '${'9'.repeat(48)}'.`],
  ['/scan?min_sharpe=1e300', "min_sharpe must be from -1000000 to 1000000; got '1e300'."],
  ['/scan?min_sharpe=high', "min_sharpe must be a number from -1000000 to 1000000; got 'high'."],
  ['/scan?min_sharpe=NaN', "min_sharpe must be a number from -1000000 to 1000000; got 'NaN'."],
  ['/scan?min_sharpe=1e999', "min_sharpe must be a number from -1000000 to 1000000; got '1e999'."],
  ['/scan?direction=up', "direction must be one of long, short; got 'up'."],
  ['/scan?direction=LONG', "direction must be one of long, short; got 'LONG'."],
  ['/scan?window=soon', "window must be now, next_2_weeks, next_month or YYYY-MM-DD..YYYY-MM-DD; got 'soon'."],
  ['/scan?markets=', "markets must NOT have fewer than 1 characters; got ''."],
  ['/opportunities', `market is required: ${MARKETS}.`],
  ['/opportunities?market=17', `market must be ${MARKETS}; got '17'.`],
  ['/opportunities?market=', `market must be ${MARKETS}; got ''.`],
  ['/opportunities?market=dow31', `market must be ${MARKETS}; got 'dow31'.`],
  [`/opportunities?market=${'x'.repeat(61)}`, `market must be ${MARKETS}; got '${'x'.repeat(60)}...'.`],
  ['/compare?symbols=A,B&market=0,1', `market must be ${MARKETS}; got '0,1'.`],
  ['/opportunities?market=00', `market must be ${MARKETS}; got '00'.`],
  ['/opportunities?market=0&from=2026-02-30', "from must be a date YYYY-MM-DD that exists; got '2026-02-30'."],
  ['/opportunities?market=0&from=2026-2-3', "from must be a date YYYY-MM-DD that exists; got '2026-2-3'."],
  ['/analyze/AAPL?reverse=1', "reverse must be boolean; got '1'."],
  ['/markets/99/symbols', `market_id must be ${MARKETS}; got '99'.`],
  ['/seasonal-chart?market=0', 'symbol is required.'],
  ['/seasonal-chart?market=0&symbol=AAPL&years=ten', "years must be a whole number from 5 to 98; got 'ten'."],
  ['/scan?limit=3&limit=4', 'limit is given 2 times; it is accepted once.'],
  ['/scan?min_winrate=.7', "Unknown query parameter 'min_winrate', did you mean 'min_win_rate'?"],
  ['/scan?Years=10', "Unknown query parameter 'Years', did you mean 'years'?"],
  ['/me?verbose=1&a=2', "Unknown query parameters 'verbose', 'a': /me takes none."],
  [
    '/markets/0/symbols?name=A&sort=b',
    "Unknown query parameters 'name', 'sort'; accepted are prefix, q, limit, format, theme.",
  ],
  ['/me?verbose=1', "Unknown query parameter 'verbose': /me takes none."],
  ['/markets/0/symbols?name=A', "Unknown query parameter 'name'; accepted are prefix, q, limit, format, theme."],
  ['/markets/0/symbols?q=', "q must NOT have fewer than 1 characters; got ''."],
  [`/markets/0/symbols?q=${'x'.repeat(61)}`, `q must NOT have more than 60 characters; got '${'x'.repeat(60)}...'.`],
  [
    '/markets/0/symbols?prefix[]=A',
    "Unknown query parameter 'prefix[]'; accepted are prefix, q, limit, format, theme.",
  ],
  [
    '/markets/0/symbols?__proto__=A',
    "Unknown query parameter '__proto__'; accepted are prefix, q, limit, format, theme.",
  ],
])('%s', async (url, message) => {
  const { body } = await ask(`/v1${url}`).expect(400);
  expect(body).toEqual({ error: { code: 'invalid_request', message } });
});

test('of several faults, the message names one', async () => {
  const { body } = await ask('/v1/scan?years=4&direction=up').expect(400);
  expect(body.error.message).toMatch(/^years [^.]*; got '4'\.$|^direction [^.]*; got 'up'\.$/);
});

test('the value received is repeated on one line and cut', async () => {
  const { body } = await ask(`/v1/scan?view=${encodeURIComponent(`a\nb\u202e${'x'.repeat(500)}`)}`).expect(400);
  expect(body.error.message).toMatch(/got 'a b x+\.\.\.'\.$/);
  expect(body.error.message.length).toBeLessThan(200);
});

test.each([
  'min_sharpe=-1.5',
  'min_sharpe=.5',
  'min_sharpe=1e-3',
  'min_avg_return=%2B2',
  'min_win_rate=1.0',
  'limit=1000000',
])('%s is accepted', (query) => ask(`/v1/scan?${query}`).expect(200));

test('no request makes a 500, and no answer breaks the contract', async () => {
  const name = fc.oneof(
    fc.constantFrom(...new Set(contract.operations.flatMap(({ parameters }) => parameters.map((one) => one.name)))),
    fc.string({ maxLength: 8 }),
  );
  const value = fc.oneof(
    fc.constantFrom(
      '0',
      '10',
      '-1',
      '1e3',
      'true',
      'long',
      'pe',
      'now',
      '2024-07-01',
      '2024-02-30',
      'AAPL',
      'jul',
      'chart',
    ),
    fc.string({ maxLength: 12 }),
    fc.string({ unit: 'binary', maxLength: 6 }),
  );
  const raw = fc.string({
    unit: fc.constantFrom('%', '/', '.', 'A', '1', '?', '&', '=', '[', ']', '#', ';', '+'),
    maxLength: 12,
  });
  const operation = fc.constantFrom(
    ...contract.operations.filter(({ method, access }) => method === 'get' && access === 'key'),
  );
  const property = fc.asyncProperty(
    operation,
    fc.array(fc.tuple(name, value), { maxLength: 4 }),
    raw,
    async (one, pairs, tail) => {
      const query = pairs
        .map((pair) => pair.map((text) => encodeURIComponent(Buffer.from(text).toString())).join('='))
        .join('&');
      const base = exampleUrl(one);
      const { status, body, headers } = await ask(
        `${base}${base.includes('?') ? '&' : '?'}${query}&${tail.replaceAll('#', '')}`,
      );
      expect(status).toBeLessThan(500);
      expect(headers['x-request-id']).toBeDefined();
      if (status === 200 && !one.answersJson) return;
      expect(faultsAgainst(status === 200 ? bodyPointer(one.path) : ERROR_POINTER, body)).toEqual([]);
    },
  );
  await fc.assert(property, { numRuns: 300 });
});

test('no path makes a 500', async () => {
  const segment = fc.oneof(
    fc.constantFrom(
      'v1',
      'scan',
      'analyze',
      'markets',
      'symbols',
      'opportunities',
      'patterns',
      '0',
      '..',
      '%2e%2e',
      '%',
      '%ff',
    ),
    fc.string({
      unit: fc.constantFrom('%', '.', 'A', '2', 'F', '=', '^', '~', '@', ':', '*', '\\', '|'),
      maxLength: 8,
    }),
  );
  const property = fc.asyncProperty(fc.array(segment, { maxLength: 6 }), async (segments) => {
    const { status, body } = await ask(`/v1/${segments.join('/')}`);
    expect([200, 400, 404]).toContain(status);
    if (status !== 200) expect(faultsAgainst(ERROR_POINTER, body)).toEqual([]);
  });
  await fc.assert(property, { numRuns: 300 });
});

describe('unwanted characters', () => {
  type Path = readonly (string | number)[];

  const UNWANTED = {
    NUL: 'a\u0000b',
    'a control character': 'a\u0007b',
    'a control character of the second block': 'a\u0085b',
    'a lone surrogate': 'a\ud800b',
    'zero-width characters only': '\u200b\u2060\ufeff\u3164',
  };

  /** The text fields of a schema, by path: `opportunities.0.symbol`. */
  function textFields(schema: ParameterSchema, path: Path = []): Path[] {
    const { type, properties = {}, items, anyOf = [] } = schema;
    const isText = [type ?? []].flat().includes('string');
    return [
      ...(isText ? [path] : []),
      ...Object.entries(properties).flatMap(([name, field]) => textFields(field, [...path, name])),
      ...(items ? textFields(items, [...path, 0]) : []),
      ...anyOf.flatMap((form) => textFields(form, path)),
    ];
  }

  /** `opportunities[0].symbol` */
  const nameOf = (path: Path) =>
    path.reduce<string>(
      (name, key) => (typeof key === 'number' ? `${name}[${key}]` : name ? `${name}.${key}` : key),
      '',
    );

  /** A copy of an example of the body with a value at a path. */
  function bodyWith({ body }: ContractOperation, path: Path, value: string): unknown {
    const holds = (example: unknown) => Array.isArray(example) === (typeof path[0] === 'number');
    const all = Object.values(body!.examples).map((example) => example.value);
    const [key] = path;
    const fits = all.find((one) => holds(one) && typeof one === 'object' && Object.hasOwn(one as object, key));
    return put(structuredClone(fits ?? all.find(holds) ?? []), path, value);
  }

  function put(node: unknown, [key, ...rest]: Path, value: string): unknown {
    if (key === undefined) return value;
    const holder = (node ?? (typeof key === 'number' ? [] : {})) as Record<string | number, unknown>;
    holder[key] = put(holder[key], rest, value);
    return holder;
  }

  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({ now: '2024-06-28T15:00:00Z', sandbox: ['AAPL', 'SPY'] });
  });
  afterAll(() => app.close());

  test.each(Object.entries(UNWANTED))('%s is refused in every parameter and field, by name', async (kind, value) => {
    const browser = await signIn(app, 'business@example.com', 'admin');
    const wrong: unknown[] = [];
    let asked = 0;
    for (const operation of contract.operations) {
      const { id, method, access, parameters, body } = operation;
      // Their secret is looked up before validation: any other value is 404.
      if (access === 'address') continue;
      const example = Object.values(body?.examples ?? {})[0]?.value;
      const send = async (name: string, url: string, payload = example) => {
        const sent = request(app.app)[method](url).set('X-Session', '1');
        if (access === 'key') sent.set('X-API-Key', app.keys.business);
        else if (access !== 'page') sent.set('Cookie', browser.cookie());
        if (payload !== undefined) sent.type('json').send(JSON.stringify(payload));
        const { status, body: answer } = await sent;
        asked += 1;
        const message = answer.error?.message ?? '';
        if (status !== 400 || !message.startsWith(`${name} must be `)) wrong.push([id, name, status, message]);
      };
      for (const { name, in: place, schema } of parameters) {
        const isAny = name === 'to' && id === 'listOpportunities' && !/[\p{Cc}\p{Cs}]/u.test(value);
        if (textFields(schema).length === 0 || isAny || kind === 'a lone surrogate') continue;
        const coded = encodeURIComponent(value);
        const [path, search = ''] = exampleUrl(operation).split('?');
        if (place === 'path') {
          const filled = operation.path.replace(`{${name}}`, coded);
          const others = exampleUrl({ ...operation, path: filled }).split('?');
          await send(name, others.join('?'));
        } else {
          const query = search.split('&').filter((pair) => pair !== '' && !pair.startsWith(`${name}=`));
          await send(name, `${path}?${[...query, `${name}=${coded}`].join('&')}`);
        }
      }
      for (const field of body === null ? [] : textFields(body.schema)) {
        await send(nameOf(field), exampleUrl(operation), bodyWith(operation, field, value));
      }
    }
    expect(wrong).toEqual([]);
    expect(asked).toBeGreaterThan(25);
  });
});
