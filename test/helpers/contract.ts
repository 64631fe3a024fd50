import { loadContract } from '../../src/openapi/document';
import { openContract } from '../../src/openapi/validator';

/** The contract, read once for every app of a test file; frozen, since what one test changed in it, the next would take for it. */
export const contract = deepFreeze(loadContract());

let opened: ReturnType<typeof openContract> | undefined;

/** The same with its validators, which every app of a test file may share. */
export function openedContract(): ReturnType<typeof openContract> {
  opened ??= openContract(contract);
  return opened;
}

function deepFreeze<T extends object>(node: T): T {
  for (const child of Object.values(node)) if (typeof child === 'object' && child !== null) deepFreeze(child);
  return Object.freeze(node);
}
