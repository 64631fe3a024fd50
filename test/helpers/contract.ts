import type { RequestHandler } from 'express';
import { loadContract } from '../../src/openapi/document';
import { type OpenContract, openContract } from '../../src/openapi/validator';

/** The contract, read once for all apps of a test file, and frozen so that tests cannot affect each other. */
export const contract = deepFreeze(loadContract());

let opened: OpenContract | undefined;

/**
 * The contract with its validators, shared by the apps of a test file. Those of a tag are compiled at its first request:
 * all of them take two seconds, and a test file uses operations of two or three tags.
 */
export function openedContract(): OpenContract {
  if (opened === undefined) {
    const tags = new Set(contract.operations.map(({ tag }) => tag));
    opened = { contract, validators: new Map([...tags].map((tag) => [tag, [madeWhenUsed(tag)]])) };
  }
  return opened;
}

function madeWhenUsed(tag: string): RequestHandler {
  let made: Promise<readonly RequestHandler[]> | undefined;
  const make = async () => {
    const operations = contract.operations.filter((one) => one.tag === tag);
    const { validators } = await openContract({ ...contract, operations });
    return validators.get(tag)!;
  };
  return async (request, response, next) => {
    made ??= make();
    const handlers = await made;
    const step = (i: number, error?: unknown): void => {
      if (error !== undefined || i === handlers.length) next(error);
      else handlers[i](request, response, (fault) => step(i + 1, fault));
    };
    step(0);
  };
}

function deepFreeze<T extends object>(node: T): T {
  for (const child of Object.values(node)) if (typeof child === 'object' && child !== null) deepFreeze(child);
  return Object.freeze(node);
}
