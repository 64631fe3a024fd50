import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type RequestListener, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import request from 'supertest';
import { createApp } from '../../../src/app';
import { FileAnswer } from '../../../src/fileAnswer';
import { createLog } from '../../../src/log';
import { RequestLog } from '../../helpers/clients';
import { openedContract } from '../../helpers/contract';
import { eventually } from '../../helpers/eventually';
import { exampleHandlers, KEY, shellDeps } from '../../helpers/shell';

/** Answers that are not JSON, of an operation to whose 200 these tests add two media types. */

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const letters = (size = 26) => {
  async function* part(start: number, end: number) {
    yield Buffer.from(LETTERS.slice(start, end + 1));
  }
  return new FileAnswer({ contentType: 'text/csv', body: { size, part }, etag: '"of 26"' });
};

const log = new RequestLog();
beforeEach(() => log.lines.splice(0));

async function answering(answer: () => unknown): Promise<RequestListener> {
  const { contract, validators } = await openedContract();
  const files = { 'text/csv': {}, 'application/x-letters': {} };
  const operations = contract.operations.map((one) => (one.id === 'getMethodology' ? { ...one, files } : one));
  const handlers = exampleHandlers({ getMethodology: async () => answer() });
  const deps = shellDeps({ handlers, log: createLog('info', log) });
  return createApp(deps, { contract: { ...contract, operations }, validators });
}

const ask = (app: RequestListener, headers: Record<string, string> = {}, method: 'get' | 'head' = 'get') =>
  request(app)[method]('/v1/methodology').set('X-API-Key', KEY).set(headers);

const csv = () =>
  new FileAnswer({ contentType: 'text/csv', body: 'a,é\r\n', fileName: 'x "y".csv', headers: { 'X-Note': 'n' } });

test('a text is sent whole, with its type, name, headers and ETag, and is 304 for a client that has it', async () => {
  const app = await answering(csv);
  const { headers, text } = await ask(app).expect(200);
  expect(text).toBe('a,é\r\n');
  expect(headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-length': '6',
    'content-disposition': 'attachment; filename="x \\"y\\".csv"',
    'x-note': 'n',
    'cache-control': 'private, no-cache',
    etag: expect.stringMatching(/^W\/"/),
  });
  await ask(app, { 'If-None-Match': headers.etag }).expect(304, '');
  const head = await ask(app, {}, 'head').expect(200);
  expect(head.headers['content-length']).toBe('6');
});

test('a large text is compressed for clients that accept gzip', async () => {
  const app = await answering(() => new FileAnswer({ contentType: 'text/csv', body: 'a,b\r\n'.repeat(1_000) }));
  const { headers, text } = await ask(app, { 'Accept-Encoding': 'gzip' }).expect(200);
  expect(headers['content-encoding']).toBe('gzip');
  expect(text).toHaveLength(5_000);
});

test('a media type that the contract does not list is withheld', async () => {
  const app = await answering(() => new FileAnswer({ contentType: 'text/html', body: '<script>' }));
  const { body } = await ask(app).expect(500);
  expect(body.error.code).toBe('internal');
  expect(JSON.stringify(log.lines)).toContain('text/html is none of text/csv,application/x-letters');
});

describe('a stored file', () => {
  test.each([
    { range: 'bytes=0-4', status: 206, text: 'abcde', said: 'bytes 0-4/26' },
    { range: 'bytes=20-', status: 206, text: 'uvwxyz', said: 'bytes 20-25/26' },
    { range: 'bytes=-2', status: 206, text: 'yz', said: 'bytes 24-25/26' },
    { range: 'bytes=-999999999', status: 200, text: LETTERS },
    { range: 'bytes=-26', status: 206, text: LETTERS, said: 'bytes 0-25/26' },
    { range: 'bytes=20-900', status: 206, text: 'uvwxyz', said: 'bytes 20-25/26' },
    { range: 'bytes=20-', ifRange: '"of 26"', status: 206, text: 'uvwxyz', said: 'bytes 20-25/26' },
    { range: 'bytes=20-', ifRange: '"of another"', status: 200, text: LETTERS },
    { range: 'bytes=20-', ifRange: 'Sun, 22 Nov 2026 10:00:00 GMT', status: 200, text: LETTERS },
    { range: 'bytes=0-1,4-5', status: 200, text: LETTERS },
    { range: 'Bytes=0-4', status: 206, text: 'abcde', said: 'bytes 0-4/26' },
    { range: 'letters=1-2', status: 200, text: LETTERS },
    { range: 'letters=26-', status: 200, text: LETTERS },
    { range: 'bytes=x', status: 200, text: LETTERS },
    { status: 200, text: LETTERS },
  ])('is sent in part: $range $ifRange -> $status', async ({ range, ifRange, status, text, said }) => {
    const app = await answering(() => letters());
    const asked = { ...(range && { Range: range }), ...(ifRange && { 'If-Range': ifRange }) };
    const { headers, text: got } = await ask(app, { ...asked, 'Accept-Encoding': 'gzip' }).expect(status);
    expect(got).toBe(text);
    expect(headers['content-range']).toBe(said);
    expect(headers).toMatchObject({ 'accept-ranges': 'bytes', etag: '"of 26"', 'content-length': `${text.length}` });
    expect(headers).not.toHaveProperty('content-encoding');
  });

  test('is 416 for a range past its end', async () => {
    const { headers, body } = await ask(await answering(() => letters()), { Range: 'bytes=26-' }).expect(416);
    expect(headers['content-range']).toBe('bytes */26');
    expect(body.error).toEqual({ code: 'invalid_request', message: 'Range must be of bytes 0 to 25.' });
  });

  test('is sent whole if it is empty, since no range of it exists', async () => {
    const app = await answering(() => letters(0));
    const { headers } = await ask(app, { Range: 'bytes=0-' }).expect(200, '');
    expect(headers['content-length']).toBe('0');
  });

  test('is 304 for a client that has it, and has no body in the answer to a HEAD', async () => {
    const app = await answering(() => letters());
    await ask(app, { 'If-None-Match': '"of 26"' }).expect(304, '');
    const { headers } = await ask(app, { Range: 'bytes=0-4' }, 'head').expect(200);
    expect(headers['content-length']).toBe('26');
  });
});

describe('pieces of a stored file', () => {
  const PIECE = Buffer.alloc(1 << 20, 'x');
  const sources: { made: number; hasEnded: boolean }[] = [];
  beforeEach(() => sources.splice(0));

  /** Far more than a connection buffers. @param fault thrown after the last piece */
  async function* pieces(most: number, fault?: Error): AsyncGenerator<Buffer> {
    const source = { made: 0, hasEnded: false };
    sources.push(source);
    try {
      for (; source.made < most; source.made++) yield PIECE;
      if (fault) throw fault;
    } finally {
      source.hasEnded = true;
    }
  }
  const stored = (most: number, fault?: Error) => ({ size: most << 20, part: () => pieces(most, fault) });
  const endless = () => {
    const headers = { 'Repr-Digest': 'sha-256=:AAAA:' };
    return new FileAnswer({ contentType: 'application/x-letters', body: stored(1_000), fileName: 'x', headers });
  };

  async function listening(answer: () => unknown) {
    const server = createServer(await answering(answer)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const open = async (): Promise<IncomingMessage> => {
      const asked = get({ port, path: '/v1/methodology', headers: { 'X-API-Key': KEY }, agent: false });
      asked.on('error', () => {});
      const [response] = await once(asked, 'response');
      return response.on('error', () => {});
    };
    const close = async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    };
    return { open, close };
  }

  test('are made as the client reads them, and no longer once it disconnects', async () => {
    const door = await listening(endless);
    const response = await door.open();
    await once(response, 'readable');
    response.destroy();
    await log.until(1, 499);
    await eventually(async () => sources[0].hasEnded);
    expect(sources[0].made).toBeLessThan(100);
    expect(log.lines.filter(({ level }) => level >= 50)).toEqual([]);
    await door.close();
  });

  test('arrive whole', async () => {
    const app = await answering(() => new FileAnswer({ contentType: 'text/csv', body: stored(2), etag: '"two"' }));
    const { headers, text } = await ask(app).expect(200);
    expect(text).toHaveLength(2 << 20);
    expect(headers.etag).toBe('"two"');
    expect((await ask(app, {}, 'head').expect(200)).text).toBeUndefined();
    await ask(app, { 'If-None-Match': '"two"' }).expect(304);
  });

  test('end the connection if one cannot be made, and the fault is logged', async () => {
    const broken = () =>
      new FileAnswer({
        contentType: 'text/csv',
        body: { ...stored(3), part: () => pieces(2, new Error('no third one')) },
      });
    const door = await listening(broken);
    const response = await door.open();
    const [fault] = await Promise.all([once(response, 'aborted').then(() => 'cut'), response.resume()]);
    expect(fault).toBe('cut');
    expect(JSON.stringify(log.lines)).toContain('no third one');
    await door.close();
  });

  test('are sent in at most four concurrent downloads of an account', async () => {
    const door = await listening(endless);
    const open = await Promise.all([1, 2, 3, 4].map(door.open));
    const refused = await door.open();
    expect([...open, refused].map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 503]);
    expect(refused.headers['retry-after']).toBe('5');
    // A refusal has no headers of the file.
    const names = Object.keys(refused.headers);
    expect(names.filter((name) => /^(content-disposition|repr-digest|accept-ranges|etag)$/.test(name))).toEqual([]);
    open[0].destroy();
    await log.until(1, 499);
    const next = await door.open();
    expect(next.statusCode).toBe(200);
    await door.close();
  });

  test('are abandoned if the client reads nothing for a minute', async () => {
    const { setTimeout: wait } = ServerResponse.prototype;
    const waits: number[] = [];
    jest.spyOn(ServerResponse.prototype, 'setTimeout').mockImplementation(function (this: ServerResponse, ms, then) {
      waits.push(ms);
      return wait.call(this, ms / 300, then);
    });
    const door = await listening(endless);
    await door.open();
    await log.until(1, 499);
    await eventually(async () => sources[0].hasEnded);
    expect(waits).toEqual([60_000]);
    expect(sources[0].made).toBeLessThan(100);
    expect(log.lines.filter(({ level }) => level >= 50)).toEqual([]);
    jest.restoreAllMocks();
    await door.close();
  });
});
