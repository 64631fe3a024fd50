import type { Caller } from '../access/caller';
import type { RateReading } from '../access/rate';
import type { ContractOperation } from '../openapi/document';
import type { Format } from '../operation';

/** What the middleware of one request leave for each other. */
declare global {
  namespace Express {
    interface Locals {
      requestId: string;
      /** When it came, milliseconds of a monotonic clock. */
      arrived: number;
      /** Of the contract; absent where a request is for none. */
      operation?: ContractOperation;
      caller?: Caller;
      /** What is left of the budgets; null when nothing is metered. */
      rate?: RateReading | null;
      /** What was left when the sender of this request counted it (a tool call of /mcp): it is not counted again. */
      prepaidRate?: RateReading | null;
      /** What WWW-Authenticate says with a 401; `Bearer` by default. */
      challenge?: string;
      /** Path and query as they came: the validator coerces what it reads. */
      given?: { readonly params: Readonly<Record<string, unknown>>; readonly query: Readonly<Record<string, unknown>> };
      /** Path, query and body once they are valid: coerced, with defaults. */
      input?: Record<string, unknown>;
      /** What the client wants to read; JSON by default. */
      format?: Format;
      /** Whether the connection has taken the whole answer. */
      isSent?: boolean;
      /** Whether it has, or its client has gone. */
      isOver?: boolean;
      /** Whether only the head of the answer is wanted: the method is GET then, as the contract has it. */
      isHead?: boolean;
      /** Whether the answer is sent though it is not what the contract says. */
      breaksContract?: boolean;
      /** Whether the bytes of the answer are counted, and must not be compressed. */
      isPart?: boolean;
    }
  }
}
