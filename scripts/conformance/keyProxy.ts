import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A proxy on the loopback interface that adds a key to requests, since the suite cannot send one. */
export interface KeyProxy {
  readonly url: string;
  /** The target of the proxy and the key. */
  open(target: string, key: string): void;
  close(): void;
}

export async function startKeyProxy(): Promise<KeyProxy> {
  let handOn: ((from: IncomingMessage, to: ServerResponse) => void) | undefined;
  const server = createServer((from, to) => handOn?.(from, to)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    open(target, key) {
      const { hostname, port } = new URL(target);
      handOn = (from, to) => {
        const { method, url: path } = from;
        // Host and Origin are forwarded unchanged: the suite sends wrong ones.
        const headers = { ...from.headers, authorization: `Bearer ${key}` };
        const forwarded = request({ hostname, port, path, method, headers }, (answer) => {
          to.writeHead(answer.statusCode ?? 502, answer.headers);
          answer.pipe(to);
        });
        forwarded.once('error', () => to.destroy());
        from.pipe(forwarded);
      };
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
