import { loadContract } from '../../src/openapi/document';
import { type OpenContract, openContract } from '../../src/openapi/validator';

/** The contract, read once for all apps of a test file, and frozen so that tests cannot affect each other. */
export const contract = deepFreeze(loadContract());

let opened: Promise<OpenContract> | undefined;

/** The contract with its validators, shared by the apps of a test file. */
export function openedContract(): Promise<OpenContract> {
  opened ??= openContract(contract);
  return opened;
}

function deepFreeze<T extends object>(node: T): T {
  for (const child of Object.values(node)) if (typeof child === 'object' && child !== null) deepFreeze(child);
  return Object.freeze(node);
}
