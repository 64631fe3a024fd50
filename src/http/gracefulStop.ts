import type { Server, ServerResponse } from 'node:http';

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
 * Ends a server so that no client loses an answer. From the beginning of the stop each answer says that it is the last of
 * its connection (RFC 9112, 9.6), since whoever keeps one for its next request, as balancers do, would send that into a
 * connection that is being closed.
 */
export class GracefulStop {
  private server: Server | null = null;
  private hasBegun = false;
  /** Answers that are not with their client yet. */
  private readonly open = new Set<ServerResponse>();

  get begun(): boolean {
    return this.hasBegun;
  }

  /** Call before the server listens. */
  watch(server: Server): void {
    this.server = server;
    // Before the answer can have been written.
    server.prependListener('request', (_request, response) => {
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
    // The process stays for its server, not for this.
    if (drainMs > 0) await new Promise<void>((resolve) => setTimeout(resolve, drainMs).unref());
    return closeWithin(server, shutdownMs);
  }
}

function closeWithin(server: Server, limit: number): Promise<boolean> {
  return new Promise((resolve) => {
    const cutOff = setTimeout(() => {
      clearInterval(look);
      server.closeAllConnections();
      resolve(false);
    }, limit);
    // One whose answer was begun before the stop does not say that it is the last.
    const look = setInterval(() => server.closeIdleConnections(), LOOK_FOR_IDLE_MS);
    server.close(() => {
      clearTimeout(cutOff);
      clearInterval(look);
      resolve(true);
    });
    server.closeIdleConnections();
  });
}
