import { loadContract } from '../../src/http/contract';
import type { ReadyContract } from '../../src/http/probe';
import { contractValidator } from '../../src/http/validator';

let opened: ReadyContract | undefined;

/**
 * The contract, for every app of a test file. It is not asked to prove itself, as it is at a start (test/http/probe.test.ts):
 * that compiles every schema, where a file needs those of a few operations.
 */
export function openedContract(): ReadyContract {
  const contract = opened?.contract ?? loadContract();
  opened ??= { contract, validators: contractValidator(contract) };
  return opened;
}
