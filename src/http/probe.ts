import { type Contract, type ContractOperation, loadContract } from './contract';
import type { OperationValidators } from './operationValidator';
import { storedValidators } from './storedValidators';

/** The contract with validators that have proved themselves. Holds nothing of an app: several may share one. */
export interface ReadyContract {
  readonly contract: Contract;
  readonly validators: OperationValidators;
}

/**
 * The contract and its validators: those that `npm run generate` made and proved. Where openapi.yaml is another by now,
 * express-openapi-validator, from whose schemas and settings they are made, reads it anew: its packages are loaded only
 * then, and every schema is compiled and asked, which takes seconds, before anybody is served.
 *
 * @throws Error when the contract cannot be read, or does not accept its own examples
 */
export async function openContract(contract = loadContract()): Promise<ReadyContract> {
  const stored = storedValidators(contract);
  if (stored !== null) return { contract, validators: stored };
  const { compileValidators } = await import('./compiledValidators');
  const validators = await compileValidators(contract);
  probeContract(contract, validators);
  return { contract, validators };
}

/**
 * Asks for every operation whether it accepts the contract's own examples, as request and as answer: a fault in its
 * schemas must show when they are generated, or else at boot. No handler runs.
 *
 * @throws Error naming the first operation whose examples are not accepted
 */
export function probeContract(contract: Contract, validators: OperationValidators): void {
  for (const operation of contract.operations) {
    const cause = faultsOf(operation, validators);
    if (cause !== null) throw new Error(`openapi.yaml: ${operation.id} does not accept its own example`, { cause });
  }
}

function faultsOf(operation: ContractOperation, validators: OperationValidators): unknown {
  try {
    const validator = validators[operation.id];
    const asked = validator.request(exampleValues(operation));
    if ('faults' in asked) return asked.faults;
    return operation.answersJson ? validator.response(firstOf(operation.examples)) : null;
  } catch (error) {
    return error;
  }
}

function exampleValues(operation: ContractOperation) {
  const { pathname, searchParams } = new URL(exampleUrl(operation), 'http://localhost');
  const given = pathname.split('/').slice(2).map(decodeURIComponent);
  const places = operation.path.split('/').slice(1);
  const params = places.flatMap((place, i) => (place.startsWith('{') ? [[place.slice(1, -1), given[i]]] : []));
  const body = operation.body === null ? undefined : firstOf(operation.body.examples);
  return { params: Object.fromEntries(params), query: Object.fromEntries(searchParams), body };
}

function firstOf(examples: ContractOperation['examples']): unknown {
  return Object.values(examples)[0]?.value;
}

/** The URL of an operation with the first example of every required parameter, and of the others on demand. */
export function exampleUrl({ path, parameters }: ContractOperation, optional: readonly string[] = []): string {
  const query = new URLSearchParams();
  let filled = path;
  for (const { name, in: place, required, example, examples } of parameters) {
    const value = String(example ?? Object.values(examples ?? {})[0]?.value ?? '');
    if (place === 'path') filled = filled.replace(`{${name}}`, encodeURIComponent(value));
    else if (required || optional.includes(name)) query.set(name, value);
  }
  return `/v1${filled}${query.size > 0 ? `?${query}` : ''}`;
}
