import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** For what had come before the stop to be read, milliseconds. */
const READING_MS = 20;
/** How often connections are looked at while the service stops, milliseconds. */
const LOOK_FOR_IDLE_MS = 100;

/** How long a stop takes at most, milliseconds. */
export interface StopTimes {
  /** Requests are taken as before meanwhile: a balancer that asks /readyz needs some looks to see that it shall not send any. */
  readonly drainMs: number;
  /** For the requests in flight after that. */
  readonly shutdownMs: number;
}

/**
 * Ends a server so that no client loses an answer. From the beginning of the stop each answer says that it is the last of its
 * connection (RFC 9112, 9.6): whoever keeps one for its next request, as balancers do, would send that into a connection that
 * is being closed.
 */
export class GracefulStop {
  private server: Server | null = null;
  private hasBegun = false;
  /** Answers that are not with their client yet. */
  private readonly open = new Set<ServerResponse>();
  /** Connections that no request has come over yet: Node takes them for busy. */
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
    await pause(drainMs + READING_MS, undefined, { ref: drainMs === 0 });
    const closed = new Promise<boolean>((resolve) => server.close(() => resolve(true)));
    // One whose answer was begun before the stop does not say that it is the last.
    const look = setInterval(() => {
      server.closeIdleConnections();
      for (const socket of this.unused) if (socket.bytesRead === 0) socket.destroy();
    }, LOOK_FOR_IDLE_MS);
    const inTime = await Promise.race([closed, pause(shutdownMs, false, { ref: false })]);
    clearInterval(look);
    if (!inTime) server.closeAllConnections();
    return inTime;
  }
}
