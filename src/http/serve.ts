import { notFound } from '../errors';
import { turnToBegin } from '../turns';
import type { ContractOperation } from './contract';
import type { Refuse } from './errorHandler';
import type { Exchange, Step } from './exchange';
import type { OperationMap } from './operationMap';
import { requireDecodable } from './operationSteps';

const BASE = '/v1';

/** Whether a request is for the API, be there such an operation or not. Preflights ask about it, and are not for it. */
export function isOfV1({ path, request }: Exchange): boolean {
  if (request.method === 'OPTIONS') return false;
  const isBelow = path.length === BASE.length || path[BASE.length] === '/';
  return isBelow && path.slice(0, BASE.length).toLowerCase() === BASE;
}

/** An operation of the contract, and what is done with a request for it. */
export interface ServedOperation {
  readonly operation: ContractOperation;
  readonly steps: readonly Step[];
}

/** What requests for the API go through. */
export interface Way {
  /** Whatever they ask for. */
  readonly before: readonly Step[];
  readonly operations: OperationMap<ServedOperation>;
  /** What becomes of one that a step refuses. */
  readonly refuse: Refuse;
}

/** Takes a request for the API through its steps, one after the other. Never rejects. */
export function serveWith({ before, operations, refuse }: Way): (exchange: Exchange) => Promise<void> {
  return async (exchange) => {
    try {
      await turnToBegin();
      const choose = found(operations, exchange);
      for (const step of before) await step(exchange);
      for (const step of choose()) await step(exchange);
    } catch (thrown) {
      refuse(exchange, thrown);
    }
  };
}

/**
 * Looks the operation up, of which it is known from here on who it is for. That there is none, or none that can be read, is
 * told only to who may come in.
 *
 * @returns gives its steps. @throws notFound, malformedPath
 */
function found(operations: OperationMap<ServedOperation>, exchange: Exchange): () => readonly Step[] {
  const path = exchange.path.slice(BASE.length);
  const choose = () => operations.find(exchange.request.method ?? '', path);
  let chosen: ReturnType<typeof choose> = null;
  try {
    chosen = choose();
  } catch (fault) {
    exchange.access = 'key';
    return () => {
      throw fault;
    };
  }
  exchange.access = chosen?.value.operation.access ?? 'key';
  exchange.params = chosen?.params ?? {};
  return () => {
    if (chosen === null) {
      requireDecodable(path);
      throw notFound();
    }
    exchange.operation = chosen.value.operation;
    return chosen.value.steps;
  };
}
