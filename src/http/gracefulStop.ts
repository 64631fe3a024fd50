import type { Server } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { RequestHandler } from 'express';

/** How long a stop takes at most, milliseconds. */
export interface StopTimes {
  /** Requests are taken as before meanwhile: a balancer that asks /readyz needs some looks to see that it shall not send any. */
  readonly drainMs: number;
  /** For the requests in flight after that. */
  readonly shutdownMs: number;
}

/** Ends a server so that no client loses an answer. */
export class GracefulStop {
  private hasBegun = false;

  get begun(): boolean {
    return this.hasBegun;
  }

  /**
   * From the beginning of the stop each answer says that it is the last of its connection (RFC 9112, 9.6): whoever keeps one
   * for its next request, as balancers do, would send that into a connection that is being closed.
   */
  readonly closeConnections: RequestHandler = (_request, response, next) => {
    if (this.hasBegun) response.set('Connection', 'close');
    next();
  };

  /** @returns whether every request had its answer in time; the others are cut off */
  async stop(server: Server, { drainMs, shutdownMs }: StopTimes): Promise<boolean> {
    this.hasBegun = true;
    if (!server.listening) return true;
    await pause(drainMs);
    const closed = new Promise<boolean>((resolve) => server.close(() => resolve(true)));
    // What was answered before the stop did not say that it was the last; Node closes such connections as they become idle.
    const inTime = await Promise.race([closed, pause(shutdownMs, false, { ref: false })]);
    if (!inTime) server.closeAllConnections();
    return inTime;
  }
}
