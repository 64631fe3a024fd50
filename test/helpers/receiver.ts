import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';

/** A message as it came in. */
export interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly path: string;
}

/** Whoever is told of events: a server on this machine that answers as a test says. */
export class Receiver {
  readonly received: Received[] = [];
  /** Answers a message; by default takes it. */
  answer: (response: ServerResponse, message: Received) => void = (response) => void response.writeHead(204).end();

  private constructor(private readonly server: Server) {}

  static async start(): Promise<Receiver> {
    const server = createServer();
    const receiver = new Receiver(server);
    server.on('request', (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk) => chunks.push(chunk));
      request.on('end', () => {
        const { headers, url = '' } = request;
        const message = { headers, body: Buffer.concat(chunks).toString('utf8'), path: url };
        receiver.received.push(message);
        receiver.answer(response, message);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** What came by path, as it says. */
  types(path?: string): string[] {
    return this.received
      .filter((one) => path === undefined || one.path === path)
      .map(({ body }) => JSON.parse(body).type);
  }

  reset(): void {
    this.received.length = 0;
    this.answer = (response) => void response.writeHead(204).end();
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}

/** A message as the official library verifies it. @throws WebhookVerificationError */
export function verified({ headers, body }: Received, secret: string): unknown {
  return new Webhook(secret).verify(body, headers as Record<string, string>);
}
