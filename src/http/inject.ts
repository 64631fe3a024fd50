import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import inject, { type DispatchFunc, type InjectOptions, type Response } from 'light-my-request';

/** A request without a network. */
export interface InjectedRequest
  extends Pick<InjectOptions, 'method' | 'url' | 'headers' | 'payload' | 'remoteAddress'> {
  /** What the middleware find in `response.locals`. */
  readonly locals?: Partial<Express.Locals>;
}

/**
 * Has an Express app of this process answer a request that comes over no network: through the same middleware as any other.
 *
 * @throws the signal's reason when it aborts first; the app learns of it as of a client that has gone
 */
export async function injectInto(
  app: RequestListener,
  { locals, ...options }: InjectedRequest,
  signal?: AbortSignal,
): Promise<Response> {
  signal?.throwIfAborted();
  let leave = () => {};
  // Not the app itself: light-my-request would change the prototypes of all its requests, also of those over the network.
  const dispatch = (request: IncomingMessage, response: ServerResponse) => {
    // Express gives both other prototypes: what light-my-request has on its own must be theirs.
    const { write, writeHead, end, destroy } = response;
    Object.assign(response, { write, writeHead, end, destroy, locals: { ...locals } });
    Object.assign(request, { destroy: request.destroy });
    leave = () => response.destroy();
    app(request, response);
  };
  const onAbort = () => leave();
  signal?.addEventListener('abort', onAbort, { once: true });
  try {
    return await inject(dispatch as DispatchFunc, options);
  } catch (error) {
    throw signal?.aborted ? signal.reason : error;
  } finally {
    signal?.removeEventListener('abort', onAbort);
  }
}
