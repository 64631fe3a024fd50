import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';

/** A received message. */
export interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly path: string;
}

/** A receiver of webhooks: a server on this machine whose answers a test sets. */
export class Receiver {
  readonly received: Received[] = [];
  /** Answers a message; by default with success. */
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

  /** Types of the messages received at a path. */
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
