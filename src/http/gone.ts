import type { RequestHandler, Response } from 'express';
import { AbandonedError } from '../deadline';
import { stateOf } from './state';

/** Of a request whose client went away before its answer: in the log and the metrics only, it is never sent. */
const CLIENT_GONE = 499;

/** Notices when the client goes away before it has its whole answer. First of all steps, so that it misses nobody. */
export const noticeGone: RequestHandler = (_request, response, next) => {
  const leaving = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) leaving.abort(new AbandonedError('the client has gone'));
  });
  stateOf(response).gone = leaving.signal;
  next();
};

/** What became of a request, once its response is closed. */
export function statusOf(response: Response): number {
  return response.writableFinished ? response.statusCode : CLIENT_GONE;
}
