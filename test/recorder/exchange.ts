import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { Agent, type IncomingMessage, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { createHttpServer } from './project';

/** A request as it is written to the connection. */
export interface SentRequest {
  readonly method: string;
  /** The URL in the request line. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

/** A received answer. Names of headers are in lower case. */
export interface Answer {
  /** 0 = the connection ended without one. */
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  /** Decompressed. */
  readonly body: Buffer;
}

export const isSuccess = ({ status }: { readonly status: number }) => status >= 200 && status < 300;
export const headerOf = ({ headers }: Answer, name: string) => headers.find(([one]) => one === name)?.[1];
export const headersOf = ({ headers }: Answer, name: string) =>
  headers.filter(([one]) => one === name).map(([, value]) => value);

/** An app behind the HTTP server of the project, with one kept-alive connection. */
export class Line {
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 1 });

  private constructor(private readonly server: Server) {}

  static async to(app: RequestListener): Promise<Line> {
    const server = createHttpServer(app).listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new Line(server);
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  async send({ method, url, headers, body }: SentRequest): Promise<Answer> {
    const sent = request({
      port: this.port,
      host: '127.0.0.1',
      agent: this.agent,
      method,
      path: url,
      setHost: false,
      headers: { ...headers, ...(body !== undefined && { 'Content-Length': Buffer.byteLength(body) }) },
    });
    const answered = new Promise<IncomingMessage>((resolve, reject) => {
      sent.once('response', resolve);
      // Errors after the answer do not matter: a body for HEAD, the end of a refused upload.
      sent.on('error', reject);
    });
    sent.end(body);
    try {
      const response = await answered;
      const chunks: Buffer[] = await response.toArray();
      return answerOf(response, Buffer.concat(chunks));
    } catch (error) {
      const { code = String(error) } = error as NodeJS.ErrnoException;
      return { status: 0, headers: [], body: Buffer.from(code) };
    }
  }

  async close(): Promise<void> {
    this.agent.destroy();
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }
}

function answerOf({ statusCode = 0, rawHeaders }: IncomingMessage, bytes: Buffer): Answer {
  const headers: [string, string][] = [];
  for (let i = 0; i < rawHeaders.length; i += 2) headers.push([rawHeaders[i].toLowerCase(), rawHeaders[i + 1]]);
  const encoding = headers.find(([name]) => name === 'content-encoding')?.[1] ?? '';
  const unpack = { gzip: gunzipSync, br: brotliDecompressSync, deflate: inflateSync }[encoding];
  return { status: statusCode, headers, body: unpack && bytes.length > 0 ? unpack(bytes) : bytes };
}
