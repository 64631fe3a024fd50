import { loadContract } from '../../src/http/contract';
import type { ReadyContract } from '../../src/http/probe';
import { storedValidators } from '../../src/http/storedValidators';

let opened: ReadyContract | undefined;

/** The contract, for every app of a test file: it is read once, and holds nothing of an app. */
export function openedContract(): ReadyContract {
  opened ??= open();
  return opened;
}

function open(): ReadyContract {
  const contract = loadContract();
  // What one app changed in it, the next would take for the contract.
  deepFreeze(contract);
  const validators = storedValidators(contract);
  if (validators === null) throw new Error('generated/ is not of this openapi.yaml: npm run generate');
  return { contract, validators };
}

function deepFreeze(node: object): void {
  if (Object.isFrozen(node)) return;
  Object.freeze(node);
  for (const child of Object.values(node)) if (typeof child === 'object' && child !== null) deepFreeze(child);
}
