import { ServerResponse } from 'node:http';
import { unauthorized } from '../../src/errors';
import { askInProcess, type InProcessRequest } from '../../src/http/inProcess';
import { createLog } from '../../src/log';
import { loadProtocol } from '../../src/mcp/protocol';
import { type Listening, listen } from '../helpers/mcp';
import { KEY, shell } from '../helpers/shell';

/** What many ask for at once is done a piece in each loop of the event loop: others are looked at between. */

const MCP = { publicUrl: 'https://seasons.example', allowedHosts: [], signIn: null };
const HEADERS = { host: 'localhost', 'x-api-key': KEY, accept: 'application/json, text/event-stream' };
/** Bytes of a page that are handed to its connection at once. */
const SLICE = 256 << 10;

let loops = 0;
let beat: NodeJS.Immediate;
beforeEach(() => {
  const next = () => {
    loops += 1;
    beat = setImmediate(next);
  };
  next();
});
afterEach(() => {
  clearImmediate(beat);
  jest.restoreAllMocks();
});

/** How much was done in each loop in which something was. */
function tally() {
  const byLoop = new Map<number, number>();
  return {
    add: (amount: number) => void byLoop.set(loops, (byLoop.get(loops) ?? 0) + amount),
    most: () => Math.max(...byLoop.values()),
    sum: () => [...byLoop.values()].reduce((sum, amount) => sum + amount, 0),
  };
}

function atOnce(app: Parameters<typeof askInProcess>[0], count: number, asked: InProcessRequest) {
  return Promise.all(Array.from({ length: count }, () => askInProcess(app, asked)));
}

describe('large bodies', () => {
  /** Counts those that are parsed. */
  function parsed() {
    const seen = tally();
    // No time passes: as many begin at once as may.
    jest.spyOn(performance, 'now').mockReturnValue(0);
    const parse = JSON.parse;
    jest.spyOn(JSON, 'parse').mockImplementation((text, reviver) => {
      if (text.length > 50_000) seen.add(1);
      return parse(text, reviver);
    });
    return seen;
  }

  const long = 'x'.repeat(60_000);
  test.each([
    ['/v1/score', [{ symbol: 'AAPL', date: '2024-07-01', days_out: 15, direction: long }], 400],
    // What speaks the protocol finds no content type: a request over no network has no raw headers.
    ['/mcp', { jsonrpc: '2.0', id: 1, method: 'ping', params: { long } }, 415],
  ])('POST %s parses one a loop', async (url, body, status) => {
    const app = await shell({ mcp: MCP });
    const seen = parsed();
    const answers = await atOnce(app, 20, { method: 'POST', url, headers: HEADERS, body });
    expect(answers.map((answer) => answer.status)).toEqual(Array(20).fill(status));
    expect([seen.sum(), seen.most()]).toEqual([20, 1]);
  });

  test('POST /mcp parses none that is nested deeply', async () => {
    const app = await shell({ mcp: MCP });
    let nested: unknown = [];
    for (let depth = 0; depth < 1_000; depth++) nested = [nested];
    const seen = parsed();
    const body = { jsonrpc: '2.0', id: 1, method: 'ping', params: { long, nested } };
    const answers = await atOnce(app, 20, { method: 'POST', url: '/mcp', headers: HEADERS, body });
    for (const { status, text } of answers) {
      expect([status, text]).toEqual([400, expect.stringContaining('nested more than 32 levels deep')]);
    }
    expect(seen.sum()).toBe(0);
  });
});

describe('large pages', () => {
  let server: Listening;
  afterEach(() => server.close());

  async function plain(): Promise<string> {
    const response = await fetch(`${server.url}/docs`, { headers: { 'Accept-Encoding': 'identity' } });
    return response.text();
  }

  /** Told of every write of a page. */
  function onWrite(told: (response: ServerResponse, bytes: number) => void): void {
    const { write } = ServerResponse.prototype;
    jest.spyOn(ServerResponse.prototype, 'write').mockImplementation(function (this: ServerResponse, ...args) {
      told(this, args[0].length);
      return Reflect.apply(write, this, args);
    });
  }

  test('are written a slice a loop, and come whole', async () => {
    server = await listen(await shell());
    const page = await plain();
    expect(page.length).toBeGreaterThan(4 * SLICE);
    const seen = tally();
    onWrite((_response, bytes) => seen.add(bytes));
    const pages = await Promise.all(Array.from({ length: 10 }, plain));
    expect(pages.every((text) => text === page)).toBe(true);
    expect(seen.sum()).toBe(10 * Buffer.byteLength(page));
    expect(seen.most()).toBe(SLICE);
  }, 20_000);

  test('are not written on when the client has gone, and that is no fault', async () => {
    const log = createLog('silent');
    const told = jest.spyOn(log, 'error');
    server = await listen(await shell({ log }));
    await plain();
    let written = 0;
    onWrite((response) => {
      written += 1;
      if (written === 2) response.socket?.destroy();
    });
    await expect(plain()).rejects.toThrow();
    for (const until = loops + 30; loops < until; ) await new Promise((resolve) => setImmediate(resolve));
    expect(written).toBe(2);
    expect(told).not.toHaveBeenCalled();
  }, 20_000);
});

test.each(['/v1/me', '/mcp'])('%s: of many without a key eight are looked at in a loop', async (url) => {
  const seen = tally();
  const authenticate = async () => {
    seen.add(1);
    throw unauthorized();
  };
  const app = await shell({ authenticate, mcp: MCP });
  const asked = { method: url === '/mcp' ? 'POST' : 'GET', url, headers: { host: 'localhost' } };
  const answers = await atOnce(app, 100, asked);
  expect(answers.map(({ status }) => status)).toEqual(Array(100).fill(401));
  expect(seen.sum()).toBe(100);
  expect(seen.most()).toBeLessThanOrEqual(8);
});

test('what speaks the agent protocol is loaded a package a loop', async () => {
  jest.resetModules();
  const before = loops;
  const { loadProtocol: load } = await import('../../src/mcp/protocol');
  await load();
  expect(loops - before).toBeGreaterThanOrEqual(4);
  expect(loadProtocol()).toBe(loadProtocol());
});
