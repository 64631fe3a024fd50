import type { RequestHandler, Response } from 'express';
import type { AccountConcurrency } from '../access/accountConcurrency';
import { clientByAddress } from '../access/clientAddress';
import type { Context, Handlers, Keyed } from '../operation';
import type { ContractOperation } from './contract';
import type { ResponseCache } from './responseCache';
import { validatedState } from './state';

/** What is common to all handlers, once the request has chosen one. */
type AnyHandler = (input: Record<string, unknown>, context: Context) => Promise<object | Keyed<object>>;

/** Runs the handler as soon as its caller has a place, and sends what it returns. */
export function answerWith(
  operation: ContractOperation,
  handlers: Handlers,
  places: AccountConcurrency,
  responses: ResponseCache,
): RequestHandler {
  // The operation is chosen by the request, so that its types are beyond the compiler: the validator has checked them.
  const handler = handlers[operation.id] as unknown as AnyHandler;
  return async (request, response) => {
    const { caller, input, requestId, rate } = validatedState(response);
    const context: Context = { caller, requestId, signal: goneSignal(response), rate };
    const account = String(caller.accountId ?? clientByAddress(request.ip ?? ''));
    responses.send(operation, response, await places.run(account, () => handler(input, context)));
  };
}

/** Aborts when the client goes away before it has its whole answer. */
function goneSignal(response: Response): AbortSignal {
  const gone = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) gone.abort();
  });
  return gone.signal;
}
