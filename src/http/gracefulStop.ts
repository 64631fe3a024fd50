import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** Time to read requests that arrived before the stop, milliseconds. */
const READING_MS = 20;
/** Interval of closing idle connections during the stop, milliseconds. */
const CLOSE_IDLE_MS = 100;

/** Limits of a stop, milliseconds. */
export interface StopTimes {
  /** Requests are still accepted for this long, until balancers have noticed that /readyz fails. */
  readonly drainMs: number;
  /** Time after that for the requests in flight. */
  readonly shutdownMs: number;
}

/**
 * Stops a server without losing answers. From the beginning of the stop, every answer has `Connection: close` (RFC 9112, 9.6):
 * otherwise a client or balancer would send its next request into a connection that is being closed.
 */
export class GracefulStop {
  private server: Server | null = null;
  private hasBegun = false;
  /** Answers not yet fully sent. */
  private readonly open = new Set<ServerResponse>();
  /** Connections without a request so far, which `closeIdleConnections` does not close. */
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
    // First of the listeners, since others may write the answer.
    server.prependListener('request', ({ socket }, response) => {
      this.unused.delete(socket);
      this.open.add(response);
      response.once('close', () => this.open.delete(response));
      if (this.hasBegun) response.shouldKeepAlive = false;
    });
  }

  /** @returns false if some requests were cut off, since they had no answer in time */
  async stop({ drainMs, shutdownMs }: StopTimes): Promise<boolean> {
    this.hasBegun = true;
    for (const response of this.open) response.shouldKeepAlive = false;
    const { server } = this;
    if (server?.listening !== true) return true;
    await pause(drainMs + READING_MS, undefined, { ref: drainMs === 0 });
    const closed = new Promise<boolean>((resolve) => server.close(() => resolve(true)));
    // Answers whose head was sent before the stop leave their connections open.
    const closing = setInterval(() => {
      server.closeIdleConnections();
      for (const socket of this.unused) if (socket.bytesRead === 0) socket.destroy();
    }, CLOSE_IDLE_MS);
    const inTime = await Promise.race([closed, pause(shutdownMs, false, { ref: false })]);
    clearInterval(closing);
    if (!inTime) server.closeAllConnections();
    return inTime;
  }
}
