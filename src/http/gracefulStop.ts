import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** How often connections are looked at while the service stops, milliseconds. */
const LOOK_FOR_IDLE_MS = 100;

/** Turns of the event loop in which a connection that has come is taken, and its request read. */
const TURNS_TO_READ = 3;

/** How long a stop takes at most, milliseconds. */
export interface StopTimes {
  /** Requests are taken as before meanwhile: a balancer that asks /readyz needs some looks to see that it shall not send any. */
  readonly drainMs: number;
  /** For the requests in flight after that. */
  readonly shutdownMs: number;
}

/**
 * Ends a server so that no client loses an answer. From the beginning of the stop each answer says that it is the last of
 * its connection (RFC 9112, 9.6), since whoever keeps one for its next request, as balancers do, would send that into a
 * connection that is being closed.
 */
export class GracefulStop {
  private server: Server | null = null;
  private hasBegun = false;
  /** Answers that are not with their client yet. */
  private readonly open = new Set<ServerResponse>();
  /** Connections without a request so far. */
  private readonly unused = new Set<Socket>();

  get begun(): boolean {
    return this.hasBegun;
  }

  /** Call before the server listens. */
  watch(server: Server): void {
    this.server = server;
    server.on('connection', (socket) => {
      this.unused.add(socket);
      socket.once('close', () => this.unused.delete(socket));
    });
    // Before the answer can have been written.
    server.prependListener('request', ({ socket }, response) => {
      this.unused.delete(socket);
      this.open.add(response);
      response.once('close', () => this.open.delete(response));
      if (this.hasBegun) response.shouldKeepAlive = false;
    });
  }

  /** @returns whether every request had its answer in time; the others are cut off */
  async stop({ drainMs, shutdownMs }: StopTimes): Promise<boolean> {
    this.hasBegun = true;
    for (const response of this.open) response.shouldKeepAlive = false;
    const { server } = this;
    if (server?.listening !== true) return true;
    // What had come before is answered: on a busy machine it may have waited a while to be read.
    for (let i = 0; i < TURNS_TO_READ; i++) await nextTurn();
    // The process stays for its server, not for this.
    if (drainMs > 0) await new Promise<void>((resolve) => setTimeout(resolve, drainMs).unref());
    return this.close(server, shutdownMs);
  }

  private close(server: Server, limit: number): Promise<boolean> {
    return new Promise((resolve) => {
      const cutOff = setTimeout(() => {
        clearInterval(look);
        server.closeAllConnections();
        resolve(false);
      }, limit);
      const look = setInterval(() => {
        // One whose answer was begun before the stop does not say that it is the last.
        server.closeIdleConnections();
        // Node takes one that was opened ahead for busy.
        for (const socket of this.unused) if (socket.bytesRead === 0) socket.destroy();
      }, LOOK_FOR_IDLE_MS);
      server.close(() => {
        clearTimeout(cutOff);
        clearInterval(look);
        resolve(true);
      });
    });
  }
}
