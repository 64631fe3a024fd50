import type { Response } from 'express';
import type { Caller } from '../access/caller';
import type { RateReading } from '../access/limits';
import { internal } from '../errors';
import type { ContractOperation } from '../openapi/document';
import type { Format } from '../operation';

/** Data that the middleware of a request share. */
declare global {
  namespace Express {
    interface Locals {
      requestId: string;
      /** Time of arrival, milliseconds of a monotonic clock. */
      arrived: number;
      /** The operation of the contract; absent for other paths. */
      operation?: ContractOperation;
      caller?: Caller;
      /** The rate limits after this request; absent on paths that are not limited. */
      rate?: RateReading;
      /** Set if the request was counted before (a tool call of /mcp): the limits then, and it is not counted again. */
      prepaidRate?: RateReading;
      /** Value of WWW-Authenticate with a 401; default `Bearer`. */
      challenge?: string;
      /** Path and query as received; the validator coerces its own copies. */
      given?: { readonly params: Readonly<Record<string, unknown>>; readonly query: Readonly<Record<string, unknown>> };
      /** Valid path, query and body parameters: coerced, with defaults. */
      input?: Record<string, unknown>;
      /** The format of the answer; default JSON. */
      format?: Format;
      /** Whether the whole answer was written to the connection. */
      isSent?: boolean;
      /** Whether it was, or the client has disconnected. */
      isOver?: boolean;
      /** Whether the request is a HEAD. Its `method` is GET then, as in the contract. */
      isHead?: boolean;
      /** Level of the log for an error of 500 and above: `info` for one that passes by itself, such as loading prices. */
      severity?: 'info' | 'warn' | 'error';
      /** Whether the answer breaks the contract and is sent anyway. */
      breaksContract?: boolean;
      /** Whether the answer is a stored file or a range of one, which must not be compressed. */
      isStoredFile?: boolean;
    }
  }
}

/** Reads what an earlier middleware has set. @throws internal if it has not */
function known<Name extends 'caller' | 'input' | 'rate'>(name: Name) {
  return ({ locals }: Response) => {
    const value = locals[name];
    if (value === undefined) throw internal(`a request without ${name}`);
    return value as NonNullable<Express.Locals[Name]>;
  };
}

export const callerOf = known('caller');
export const inputOf = known('input');
export const rateOf = known('rate');
