import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An application listening on the loopback interface. */
export interface Listening {
  readonly url: string;
  close(): Promise<void>;
}

/** @param port 0 = any free one */
export async function listen(app: RequestListener, port = 0): Promise<Listening> {
  const server = createServer(app).listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
