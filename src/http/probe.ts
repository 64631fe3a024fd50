import express, { type ErrorRequestHandler, type RequestHandler, Router } from 'express';
import { type Contract, type ContractOperation, loadContract } from './contract';
import { askInProcess, type InProcessRequest } from './inProcess';
import { confirmOperation, expressPath, plainContentType } from './operationSteps';
import { checkQuery } from './query';
import { stateOf } from './state';
import { contractValidator } from './validator';
import { withhold } from './violations';

/** The contract with a validator that has proved itself. Holds nothing of an app: several may share one. */
export interface ReadyContract {
  readonly contract: Contract;
  readonly validators: RequestHandler[];
}

/** @throws Error when the contract cannot be read, or does not accept its own examples */
export async function openContract(): Promise<ReadyContract> {
  const contract = loadContract();
  const validators = contractValidator(contract);
  await probeContract(contract, validators);
  return { contract, validators };
}

/**
 * Asks every operation once, with the contract's own examples as request and as answer. The validator reads the
 * document and compiles its schemas only when it is first asked: a fault in them must show at boot, and no client
 * should wait for it. No network is involved and no handler runs.
 *
 * @throws Error naming the first operation whose examples are not accepted
 */
export async function probeContract(contract: Contract, validators: readonly RequestHandler[]): Promise<void> {
  const app = express();
  app.use(express.json());
  app.use('/v1', (_request, response, next) => {
    stateOf(response).onViolation = withhold;
    next();
  });
  const routes = Router();
  app.use('/v1', routes);
  for (const operation of contract.operations) {
    const answer: RequestHandler = (_request, response) => {
      response.json(firstOf(operation.examples));
    };
    const steps = [plainContentType(operation), checkQuery(operation), ...validators, confirmOperation(operation)];
    routes[operation.method](expressPath(operation), ...steps, answer);
  }
  let fault: unknown;
  const keepFault: ErrorRequestHandler = (error, _request, response, _next) => {
    fault = error;
    response.status(500).end();
  };
  app.use(keepFault);
  for (const operation of contract.operations) {
    const { status } = await askInProcess(app, exampleRequest(operation));
    if (status === 200) continue;
    const cause = fault ?? new Error('no such route');
    throw new Error(`openapi.yaml: ${operation.id} does not accept its own example`, { cause });
  }
}

function exampleRequest(operation: ContractOperation): InProcessRequest {
  const body = operation.body === null ? undefined : firstOf(operation.body.examples);
  return { method: operation.method.toUpperCase(), url: exampleUrl(operation), body };
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
