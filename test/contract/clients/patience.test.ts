import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
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
const busy: Step = { status: 503, headers: { 'Retry-After': '1' }, body: error('scan_busy') };
const ME: Step = { body: { tier: 'pro' } };
const me: readonly Call[] = [{ operation: 'getMe' }];

let server: Server;
let steps: Step[];
let seen: Seen[];
let settings: Settings;

beforeAll(async () => {
  server = createServer((request, response) => {
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
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  settings = { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, apiKey: 'prn_test' };
});
beforeEach(() => {
  seen = [];
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

describeLanguages((language) => {
  const ask = async (answers: readonly Step[], calls: readonly Call[] = me, more: Partial<Settings> = {}) => {
    steps = [...answers];
    return (await language.call({ ...settings, ...more }, calls))[0];
  };

  test.each<{ given: string; answers: Step[] }>([
    { given: 'a 429', answers: [limited('1'), ME] },
    { given: 'a 503, twice', answers: [busy, busy, ME] },
    {
      given: 'a 502 of a proxy',
      answers: [{ status: 502, headers: { 'Content-Type': 'text/html' }, body: '<h1>' }, ME],
    },
    { given: 'a connection that is cut', answers: [{ cut: 'before' }, ME] },
    { given: 'an answer that is cut', answers: [{ cut: 'midst' }, ME] },
  ])('retries after $given', async ({ answers }) => {
    expect(await ask(answers)).toMatchObject({ value: { tier: 'pro' } });
    expect(seen).toHaveLength(answers.length);
  });

  test('waits for as long as Retry-After says, in seconds or as a date', async () => {
    await ask([limited('2'), ME]);
    expect(seen[1].at - seen[0].at).toBeGreaterThanOrEqual(1990);
    seen = [];
    await ask([limitedFor(3000), ME]);
    expect(seen).toHaveLength(2);
    // A date has whole seconds.
    expect(seen[1].at - seen[0].at).toBeGreaterThanOrEqual(1990);
  });

  test('fails at once if Retry-After is beyond the deadline', async () => {
    const began = Date.now();
    // A client that waited until its deadline would take minutes.
    expect(await ask([limited('3600'), ME], me, { deadline: 600 })).toEqual({
      code: 'rate_limited',
      message: 'said rate_limited',
      status: 429,
      requestId: 'req-1',
      retryAfter: 3600,
    });
    expect(seen).toHaveLength(1);
    expect(Date.now() - began).toBeLessThan(60_000);
  });

  test('gives up after the given number of retries, with the last error', async () => {
    expect(await ask([{ ...busy, headers: {} }], me, { retries: 1 })).toMatchObject({ code: 'scan_busy', status: 503 });
    expect(seen).toHaveLength(2);
  });

  test.each([
    { code: 'unauthorized', status: 401 },
    { code: 'invalid_request', status: 400 },
    { code: 'forbidden', status: 403 },
    { code: 'not_found', status: 404 },
    { code: 'internal', status: 500 },
  ])('does not retry after a $status', async ({ code, status }) => {
    expect(await ask([{ status, body: error(code) }, ME])).toMatchObject({ code, status, retryAfter: null });
    expect(seen).toHaveLength(1);
  });

  test('does not retry because ml is null', async () => {
    const body = { card: { symbol: 'AAPL', ml: null } };
    const calls = [{ operation: 'analyzeSymbol', args: { symbol: 'AAPL' } }];
    expect(await ask([{ body }, ME], calls)).toMatchObject({ value: body });
    expect(seen).toHaveLength(1);
  });

  test('retries scores with the same body, because an item is charged once a day', async () => {
    const item = { symbol: 'AAPL', date: '2024-07-01', direction: 'long', days_out: 20 };
    await ask([busy, { body: {} }], [{ operation: 'scoreSetups', args: { body: [item] } }]);
    expect(seen.map(({ method, url, body }) => [method, url, JSON.parse(body)])).toEqual(
      Array(2).fill(['POST', '/v1/score', [item]]),
    );
  });

  test.each<{ given: string; answer: Step }>([
    { given: 'no answer', answer: { silent: true } },
    { given: 'an answer that never ends', answer: { drips: true } },
  ])('$given ends in a timeout', async ({ answer }) => {
    const began = Date.now();
    const more = { timeout: 1, deadline: 2, retries: 0 };
    expect(await ask([answer], me, more)).toMatchObject({ code: 'timed_out', status: null, requestId: null });
    expect(Date.now() - began).toBeLessThan(60_000);
  });

  test('an unreachable server is reported as such', async () => {
    const outcome = await ask([ME], me, { baseUrl: 'http://127.0.0.1:9/v1', retries: 0 });
    expect(outcome).toMatchObject({ code: 'unreachable', status: null });
  });

  test.each<{ given: string; answer: Step }>([
    { given: 'a page', answer: { body: '<!doctype html>' } },
    { given: 'an error of another server', answer: { status: 404, body: '<h1>Not found</h1>' } },
  ])('$given instead of an answer is reported as such', async ({ answer }) => {
    expect(await ask([answer])).toMatchObject({ code: 'unexpected_answer', status: answer.status ?? 200 });
    expect(seen).toHaveLength(1);
  });

  test('a redirect is not followed: the key would go with it', async () => {
    const elsewhere = settings.baseUrl.replace('127.0.0.1', 'localhost');
    const outcome = await ask([{ status: 307, headers: { Location: `${elsewhere}/elsewhere` } }, ME]);
    expect(outcome).toMatchObject({ code: 'unexpected_answer', status: 307 });
    expect(seen).toHaveLength(1);
  });

  test('names of the path are encoded, and cannot lead elsewhere', async () => {
    await ask([{ body: {} }], [{ operation: 'analyzeSymbol', args: { symbol: 'BTC/USD', years: 10 } }]);
    expect(seen[0].url).toBe('/v1/analyze/BTC%2FUSD?years=10');
    expect(seen[0].headers.authorization).toBe('Bearer prn_test');
    const outcome = await ask([ME], [{ operation: 'analyzeSymbol', args: { symbol: '..' } }]);
    expect(outcome.misuse).toContain("'..' cannot be a symbol");
    const typo = await ask([ME], [{ operation: 'getMe', args: { yeras: 10 } }]);
    expect(typo.misuse).toContain('yeras');
    expect(seen).toHaveLength(1);
  });
});
