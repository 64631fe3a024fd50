import type { RequestHandler } from 'express';
import type { AccountConcurrency } from '../access/accountConcurrency';
import type { Caller } from '../access/caller';
import { clientByAddress } from '../access/clientAddress';
import { AbandonedError, type Budget, withinBudget } from '../deadline';
import type { Context, Handlers, Keyed } from '../operation';
import type { AnswerRoom } from './answerRoom';
import type { ContractOperation } from './contract';
import type { ResponseCache } from './responseCache';
import { validatedState } from './state';

/** What is common to all handlers, once the request has chosen one. */
type AnyHandler = (input: Record<string, unknown>, context: Context) => Promise<object | Keyed<object>>;

/** What every answer is made with. */
export interface Answering {
  readonly handlers: Handlers;
  readonly places: AccountConcurrency;
  readonly room: AnswerRoom;
  readonly responses: ResponseCache;
  /** Time the work of one request may take (SPEC 7 rule 1). Waiting for a place or for room, and sending, do not count. */
  readonly budget: Budget;
}

/**
 * As many requests of an account may wait as its plan grants a minute, so that whoever sends a whole minute's at once is
 * answered; who keeps sending faster than that is answered is told to come back. No plan of the seeds grants more than
 * this, and a plan made without a limit must not have a line without one.
 */
const MOST_WAITING = 300;

/** Cards that an answer may have or be chosen from: as many as are asked for, up to the plan's cap. */
function mostCards({ limit, pool }: Record<string, unknown>, { tier }: Caller): number {
  const asked = [limit, pool].filter((count) => typeof count === 'number');
  return Math.min(Math.max(0, ...asked), tier.maxResults);
}

/** Runs the handler as soon as its caller has a place and its answer has room, and sends what it returns, unless the client has gone. */
export function answerWith(operation: ContractOperation, answering: Answering): RequestHandler {
  const { places, room, responses, budget } = answering;
  // The operation is chosen by the request, so that its types are beyond the compiler: the validator has checked them.
  const handler = answering.handlers[operation.id] as unknown as AnyHandler;
  return async (request, response) => {
    const { caller, input, requestId, rate, gone } = validatedState(response);
    const account = String(caller.accountId ?? clientByAddress(request.ip ?? ''));
    const work = async () => {
      const answer = await withinBudget(
        budget,
        (signal) => handler(input, { caller, requestId, gone, signal, rate }),
        gone,
      );
      gone.throwIfAborted();
      await responses.send(operation, response, answer);
    };
    const over = new Promise<void>((resolve) => response.once('close', resolve));
    const delivery = { gone, over, cutOff: () => response.destroy() };
    try {
      const withRoom = () => room.run(mostCards(input, caller), work, delivery);
      await places.run(account, withRoom, { gone, mostWaiting: Math.min(caller.tier.perMinute, MOST_WAITING) });
    } catch (error) {
      // Nobody is there to be told; the log of requests says that the client has gone.
      if (!(error instanceof AbandonedError)) throw error;
    }
  };
}
