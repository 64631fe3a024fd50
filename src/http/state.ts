import type { Response } from 'express';
import type { Caller } from '../access/caller';
import type { RateReading } from '../access/rate';
import { internal } from '../errors';
import type { ContractOperation } from './contract';

/** What the middlewares of one request leave for each other. */
export interface RequestState {
  requestId: string;
  /** Aborts with an AbandonedError when the client goes away before it has its whole answer. */
  gone: AbortSignal;
  /** Whether the connection has taken the whole answer. */
  isSent?: boolean;
  caller?: Caller;
  rate: RateReading | null;
  operation?: ContractOperation;
  /** Path, query and body once they are valid: coerced, with defaults. */
  input?: Record<string, unknown>;
  /** What the response cache is to know the answer by; undefined when it is not to be kept. */
  answerKey?: string;
  /** Called when the validator has accepted a part of an answer, which is not sent by itself. */
  takeAccepted?: () => void;
  /** What WWW-Authenticate says with a 401; `Bearer` when nothing is left here. */
  challenge?: string;
  /** Told when the answer breaks the contract; may throw to withhold it. */
  onViolation?: (violation: Violation) => void;
  /** Time of arrival, milliseconds of a monotonic clock. */
  readonly arrived: number;
}

/** A response that breaks the contract. */
export interface Violation {
  readonly operation: string;
  /** The validator's faults. */
  readonly faults: unknown;
}

export function stateOf(response: Response): RequestState {
  return response.locals as RequestState;
}

/** The state of a request whose caller is known and whose input is valid. @throws internal where it is not */
export function validatedState(response: Response): RequestState & Required<Pick<RequestState, 'caller' | 'input'>> {
  const state = stateOf(response);
  const { caller, input } = state;
  if (caller === undefined || input === undefined) throw internal('a request without caller or input');
  return { ...state, caller, input };
}
