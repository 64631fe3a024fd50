import { loadContract } from '../../src/http/contract';
import type { ReadyContract } from '../../src/http/probe';
import { contractValidator } from '../../src/http/validator';

/** Of test/helpers/environment.ts. */
declare const handedOn: Map<string, unknown>;

/**
 * The contract, for every app of every file that a test process runs: it holds nothing of an app, and its schemas are
 * compiled once. It is not asked to prove itself, as it is at a start (test/http/probe.test.ts): that compiles every
 * schema, where a file needs those of a few operations.
 */
export function openedContract(): ReadyContract {
  const held = handedOn.get('contract') as ReadyContract | undefined;
  if (held) return held;
  const contract = loadContract();
  // What one file changed in it, the next would take for the contract.
  deepFreeze(contract);
  const opened = { contract, validators: contractValidator(contract) };
  handedOn.set('contract', opened);
  return opened;
}

function deepFreeze(node: object): void {
  if (Object.isFrozen(node)) return;
  Object.freeze(node);
  for (const child of Object.values(node)) if (typeof child === 'object' && child !== null) deepFreeze(child);
}
