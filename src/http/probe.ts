import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import express, { type RequestHandler } from 'express';
import type { Caller } from '../access/caller';
import { internal } from '../errors';
import type { Handlers } from '../operation';
import { type Contract, type ContractOperation, loadContract } from './contract';
import { contractRoutes } from './routes';
import type { RequestState, Violation } from './state';
import { contractValidator } from './validator';

const NOBODY: Caller = {
  accountId: null,
  demo: false,
  tier: { id: 'boot', name: 'boot', perMinute: 0, perDay: 0, maxResults: 0, mlPerDay: 0, markets: [], order: null },
};

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
export async function probeContract(contract: Contract, validators: RequestHandler[]): Promise<void> {
  const handlers = Object.fromEntries(
    contract.operations.map((operation) => [operation.id, async () => Object.values(operation.examples)[0]?.value]),
  );
  const app = express();
  app.use('/v1', (_request, response, next) => {
    const state: RequestState = { requestId: 'boot', caller: NOBODY, rate: null, arrived: 0, onViolation: withhold };
    Object.assign(response.locals, state);
    next();
  });
  app.use('/v1', contractRoutes(contract, validators, { handlers: handlers as unknown as Handlers }));
  for (const operation of contract.operations) await ask(app, operation);
}

/** The `onViolation` under which no answer leaves that breaks the contract. */
export function withhold(violation: Violation): never {
  throw internal({ responseBreaksContract: violation });
}

function ask(app: express.Express, operation: ContractOperation): Promise<void> {
  const request = new IncomingMessage(new Socket());
  request.method = operation.method.toUpperCase();
  request.url = exampleUrl(operation);
  request.headers = { 'content-type': 'application/json' };
  // As the body parser leaves it: it stands before the routes, and here nothing is to be parsed. A copy, since the
  // validator fills in defaults.
  if (operation.body)
    Object.assign(request, { body: structuredClone(Object.values(operation.body.examples)[0]?.value) });
  const response = new ServerResponse(request);
  return new Promise((resolve, reject) => {
    // Without a connection `finish` never comes; the end of the answer is the call itself.
    response.end = (() => {
      resolve();
      return response;
    }) as typeof response.end;
    app(request as never, response as never, (error: unknown) => {
      const cause = error ?? new Error('no such route');
      reject(new Error(`openapi.yaml: ${operation.id} does not accept its own example`, { cause }));
    });
  });
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
