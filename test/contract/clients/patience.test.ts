import type { IncomingHttpHeaders } from 'node:http';
import { type Listening, listen } from '../../helpers/listen';
import { type Call, describeLanguages, type Settings } from './languages';

/** What a server answers to one request. */
interface Step {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Never answers. */
  readonly silent?: boolean;
  /** Closes the connection before or during the answer. */
  readonly cut?: 'before' | 'midst';
  /** Sends a byte every 100 ms, without end. */
  readonly drips?: boolean;
}

interface Seen {
  readonly at: number;
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

const JSON_TYPE = { 'Content-Type': 'application/json' };
const error = (code: string) => ({ error: { code, message: `said ${code}` } });
const limited = (after: string): Step => {
  return { status: 429, headers: { 'Retry-After': after, 'X-Request-Id': 'req-1' }, body: error('rate_limited') };
};
/** The same by a date, `ms` after the answer is sent: the client may have taken seconds to start. */
const limitedFor = (ms: number): Step => ({
  status: 429,
  get headers() {
    return { 'Retry-After': new Date(Date.now() + ms).toUTCString() };
  },
  body: error('rate_limited'),
});
const busy: Step = { status: 503, headers: { 'Retry-After': '0' }, body: error('scan_busy') };
const ME: Step = { body: { tier: 'pro' } };
const me: readonly Call[] = [{ operation: 'getMe' }];

let server: Listening;
let steps: Step[];
let seen: Seen[];
let settings: Settings;

beforeAll(async () => {
  server = await listen((request, response) => {
    const at = Date.now();
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      seen.push({ at, method: request.method ?? '', url: request.url ?? '', headers: request.headers, body });
      const step = steps[Math.min(seen.length, steps.length) - 1];
      if (step.silent) return;
      if (step.cut === 'before') return void request.socket.destroy();
      response.writeHead(step.status ?? 200, { ...JSON_TYPE, ...step.headers });
      if (step.drips) {
        const timer = setInterval(() => response.write(' '), 100);
        response.on('close', () => clearInterval(timer));
      } else if (step.cut === 'midst') {
        response.write('{"tier":', () => request.socket.destroy());
      } else if (typeof step.body === 'string' || Buffer.isBuffer(step.body)) response.end(step.body);
      else response.end(step.body === undefined ? '' : JSON.stringify(step.body));
    });
  });
  settings = { baseUrl: `${server.url}/v1`, apiKey: 'prn_test' };
});
beforeEach(() => {
  seen = [];
});
afterAll(() => server.close());

describeLanguages((language) => {
  /** The outcomes of calls in one process, which get the answers in turn. */
  const ask = (answers: readonly Step[], calls: readonly Call[] = me, more: Partial<Settings> = {}) => {
    steps = [...answers];
    return language.call({ ...settings, ...more }, calls);
  };
  const getMe = (count: number) => Array.from({ length: count }, () => me[0]);

  test('retries after errors that pass, and connections that break', async () => {
    const given: Record<string, Step[]> = {
      'a 429': [limited('0'), ME],
      'a 503, twice': [busy, busy, ME],
      'a 502 of a proxy': [{ status: 502, headers: { 'Content-Type': 'text/html' }, body: '<h1>' }, ME],
      'a connection that is cut': [{ cut: 'before' }, ME],
      'an answer that is cut': [{ cut: 'midst' }, ME],
    };
    const answers = Object.values(given).flat();
    const outcomes = await ask(answers, getMe(5));
    expect(Object.keys(given).map((after, i) => [after, outcomes[i].value])).toEqual(
      Object.keys(given).map((after) => [after, { tier: 'pro' }]),
    );
    expect(seen).toHaveLength(answers.length);
  });

  test('waits for as long as Retry-After says, in seconds or as a date', async () => {
    await ask([limited('1'), ME, limitedFor(2000), ME], getMe(2));
    expect(seen).toHaveLength(4);
    expect(seen[1].at - seen[0].at).toBeGreaterThanOrEqual(990);
    // A date has whole seconds.
    expect(seen[3].at - seen[2].at).toBeGreaterThanOrEqual(990);
  });

  test('fails at once if Retry-After is beyond the deadline', async () => {
    const began = Date.now();
    // A client that waited until its deadline would take minutes.
    expect(await ask([limited('3600'), ME], me, { deadline: 600 })).toEqual([
      {
        code: 'rate_limited',
        message: 'said rate_limited',
        status: 429,
        requestId: 'req-1',
        retryAfter: 3600,
      },
    ]);
    expect(seen).toHaveLength(1);
    expect(Date.now() - began).toBeLessThan(60_000);
  });

  test('gives up after the given number of retries, with the last error', async () => {
    const [outcome] = await ask([{ ...busy, headers: {} }], me, { retries: 1 });
    expect(outcome).toMatchObject({ code: 'scan_busy', status: 503 });
    expect(seen).toHaveLength(2);
  });

  test('does not retry after errors that stay, or because ml is null', async () => {
    const errors = [
      { code: 'unauthorized', status: 401 },
      { code: 'invalid_request', status: 400 },
      { code: 'forbidden', status: 403 },
      { code: 'not_found', status: 404 },
      { code: 'internal', status: 500 },
    ];
    const answers = errors.map(({ code, status }) => ({ status, body: error(code) }));
    const body = { card: { symbol: 'AAPL', ml: null } };
    const calls = [...getMe(errors.length), { operation: 'analyzeSymbol', args: { symbol: 'AAPL' } }];
    const wanted = errors.map((one) => ({ ...one, retryAfter: null }));
    expect(await ask([...answers, { body }, ME], calls)).toMatchObject([...wanted, { value: body }]);
    expect(seen).toHaveLength(calls.length);
  });

  test('retries scores with the same body, because an item is charged once a day', async () => {
    const item = { symbol: 'AAPL', date: '2024-07-01', direction: 'long', days_out: 20 };
    await ask([busy, { body: {} }], [{ operation: 'scoreSetups', args: { body: [item] } }]);
    expect(seen.map(({ method, url, body }) => [method, url, JSON.parse(body)])).toEqual(
      Array(2).fill(['POST', '/v1/score', [item]]),
    );
  });

  test('no answer, and an answer that never ends, end in a timeout', async () => {
    const began = Date.now();
    const more = { timeout: 0.3, deadline: 0.6, retries: 0 };
    const late = { code: 'timed_out', status: null, requestId: null };
    expect(await ask([{ silent: true }, { drips: true }], getMe(2), more)).toMatchObject([late, late]);
    expect(Date.now() - began).toBeLessThan(60_000);
  });

  test('an unreachable server is reported as such', async () => {
    const outcomes = await ask([ME], me, { baseUrl: 'http://127.0.0.1:9/v1', retries: 0 });
    expect(outcomes).toMatchObject([{ code: 'unreachable', status: null }]);
  });

  test('pages and errors of other servers are reported as such, and redirects are not followed with the key', async () => {
    const elsewhere = `${settings.baseUrl.replace('127.0.0.1', 'localhost')}/elsewhere`;
    const answers: Step[] = [
      { body: '<!doctype html>' },
      { status: 404, body: '<h1>Not found</h1>' },
      { status: 307, headers: { Location: elsewhere } },
    ];
    expect(await ask([...answers, ME], getMe(3))).toMatchObject(
      answers.map(({ status = 200 }) => ({ code: 'unexpected_answer', status })),
    );
    expect(seen).toHaveLength(3);
  });

  test('names of the path are encoded, and cannot lead elsewhere', async () => {
    const [, dots, typo] = await ask(
      [{ body: {} }],
      [
        { operation: 'analyzeSymbol', args: { symbol: 'BTC/USD', years: 10 } },
        { operation: 'analyzeSymbol', args: { symbol: '..' } },
        { operation: 'getMe', args: { yeras: 10 } },
      ],
    );
    expect(seen).toHaveLength(1);
    expect(seen[0].url).toBe('/v1/analyze/BTC%2FUSD?years=10');
    expect(seen[0].headers.authorization).toBe('Bearer prn_test');
    expect(dots.misuse).toContain("'..' cannot be a symbol");
    expect(typo.misuse).toContain('yeras');
  });
});
