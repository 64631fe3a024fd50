import { loadContract } from '../../src/http/contract';
import type { ReadyContract } from '../../src/http/probe';
import { storedValidators } from '../../src/http/storedValidators';

/** Of test/helpers/environment.ts. */
declare const handedOn: Map<string, unknown>;

/** The contract, for every app of every file that a test process runs: it is read once, and holds nothing of an app. */
export function openedContract(): ReadyContract {
  const held = handedOn.get('contract') as ReadyContract | undefined;
  if (held) return held;
  const contract = loadContract();
  // What one file changed in it, the next would take for the contract.
  deepFreeze(contract);
  const validators = storedValidators(contract);
  if (validators === null) throw new Error('generated/ is not of this openapi.yaml: npm run generate');
  const opened = { contract, validators };
  handedOn.set('contract', opened);
  return opened;
}

function deepFreeze(node: object): void {
  if (Object.isFrozen(node)) return;
  Object.freeze(node);
  for (const child of Object.values(node)) if (typeof child === 'object' && child !== null) deepFreeze(child);
}
