import type { RequestHandler, Response } from 'express';
import { AbandonedError } from '../deadline';
import { stateOf } from './state';

/** Of a request whose client went away before its answer: in the log and the metrics only, it is never sent. */
const CLIENT_GONE = 499;

/** Notices when the client goes away before it has its whole answer. First of all steps, so that it misses nobody. */
export const noticeGone: RequestHandler = (request, response, next) => {
  const leaving = new AbortController();
  const state = stateOf(response);
  // A connection that was cut counts as finished, too; and Node's own listener lets go of it.
  response.prependOnceListener('finish', () => {
    state.isSent = !request.socket.destroyed;
  });
  response.once('close', () => {
    if (!state.isSent) leaving.abort(new AbandonedError('the client has gone'));
  });
  state.gone = leaving.signal;
  next();
};

/** What became of a request, once its response is closed. */
export function statusOf(response: Response): number {
  return stateOf(response).isSent ? response.statusCode : CLIENT_GONE;
}
