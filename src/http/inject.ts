import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import inject, { type DispatchFunc, type InjectOptions, type Response } from 'light-my-request';

/** A request that is not sent over a network. */
export interface InjectedRequest
  extends Pick<InjectOptions, 'method' | 'url' | 'headers' | 'payload' | 'remoteAddress'> {
  /** Initial `response.locals`. */
  readonly locals?: Partial<Express.Locals>;
}

/**
 * Passes a request to an Express app of this process, through all its middleware, without a network.
 *
 * @throws the abort reason of the signal; the app sees an abort as a client that has disconnected
 */
export async function injectInto(
  app: RequestListener,
  { locals, ...options }: InjectedRequest,
  signal?: AbortSignal,
): Promise<Response> {
  signal?.throwIfAborted();
  let disconnect = () => {};
  // Passing the app itself would let light-my-request change the prototypes of all its requests.
  const dispatch = (request: IncomingMessage, response: ServerResponse) => {
    // Express replaces the prototypes, so that the methods of light-my-request are copied to the objects.
    const { write, writeHead, end, destroy } = response;
    Object.assign(response, { write, writeHead, end, destroy, locals: { ...locals } });
    Object.assign(request, { destroy: request.destroy });
    disconnect = () => response.destroy();
    app(request, response);
  };
  const onAbort = () => disconnect();
  signal?.addEventListener('abort', onAbort, { once: true });
  try {
    return await inject(dispatch as DispatchFunc, options);
  } catch (error) {
    throw signal?.aborted ? signal.reason : error;
  } finally {
    signal?.removeEventListener('abort', onAbort);
  }
}
