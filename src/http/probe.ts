import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import express, { type RequestHandler } from 'express';
import type { Caller } from '../access/caller';
import type { Handlers } from '../operation';
import type { Contract, ContractOperation } from './contract';
import { contractRoutes } from './routes';
import type { RequestState } from './state';

const NOBODY: Caller = {
  accountId: null,
  demo: false,
  tier: { id: 'boot', name: 'boot', perMinute: 0, perDay: 0, maxResults: 0, mlPerDay: 0, markets: [], order: null },
};

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
    Object.assign(response.locals, {
      requestId: 'boot',
      caller: NOBODY,
      rate: null,
      arrived: 0,
    } satisfies RequestState);
    next();
  });
  app.use('/v1', contractRoutes(contract, validators, { handlers: handlers as unknown as Handlers }));
  for (const operation of contract.operations) await ask(app, operation);
}

function ask(app: express.Express, operation: ContractOperation): Promise<void> {
  const request = new IncomingMessage(new Socket());
  request.method = operation.method.toUpperCase();
  request.url = exampleUrl(operation);
  request.headers = { authorization: 'Bearer boot' };
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
