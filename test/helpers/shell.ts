import type { Express } from 'express';
import type { Caller } from '../../src/access/caller';
import { type AppDeps, createApp } from '../../src/app';
import { marketFinder } from '../../src/core/calendar/marketTokens';
import { unauthorized } from '../../src/errors';
import { loadContract } from '../../src/http/contract';
import { createLog } from '../../src/http/log';
import { openContract, type ReadyContract } from '../../src/http/probe';
import type { Handlers, OperationId } from '../../src/operation';
import { loadMarkets } from '../../src/seeds';

export const contract = loadContract();

export const KEY = 'prn_testkey_secret';

export const CALLER: Caller = {
  accountId: 1,
  demo: false,
  tier: {
    id: 'dev',
    name: 'Dev',
    perMinute: 60,
    perDay: 1000,
    maxResults: 100,
    mlPerDay: 100,
    markets: ['0', '1', '2', '7', '11'],
    order: 1,
  },
};

/** The body the contract shows first for an operation: a copy. */
export function exampleBody(id: OperationId): Record<string, unknown> {
  const operation = contract.operations.find((one) => one.id === id)!;
  return structuredClone(Object.values(operation.examples)[0].value) as Record<string, unknown>;
}

/** Handlers that answer with the contract's own examples, except those given. */
export function exampleHandlers(overrides: Partial<Record<OperationId, unknown>> = {}): Handlers {
  const entries = contract.operations.map(({ id }) => [id, overrides[id] ?? (async () => exampleBody(id))]);
  return Object.fromEntries(entries) as Handlers;
}

const marketOf = marketFinder(loadMarkets());
let opened: Promise<ReadyContract> | undefined;

/** The HTTP shell over fake handlers; `KEY` is its only key. */
export async function shell(deps: Partial<AppDeps> = {}): Promise<Express> {
  opened ??= openContract();
  const all: AppDeps = {
    handlers: exampleHandlers(),
    authenticate: async ({ authorization, apiKey }) => {
      if (authorization === `Bearer ${KEY}` || apiKey === KEY) return CALLER;
      throw unauthorized();
    },
    marketNamed: (text) => marketOf(text)?.id,
    publicUrl: 'http://localhost:8080',
    budgetMs: 5_000,
    requireReady: () => {},
    log: createLog('silent'),
    strictResponses: true,
    ...deps,
  };
  return createApp(all, await opened);
}
