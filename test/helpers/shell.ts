import type { RequestListener } from 'node:http';
import request, { type Test } from 'supertest';
import type { Caller } from '../../src/access/caller';
import type { Meter, RateReading } from '../../src/access/limits';
import { type AppDeps, createApp } from '../../src/app';
import { marketFinder } from '../../src/core/calendar/market';
import { unauthorized } from '../../src/errors';
import { CreatedAnswer, FileAnswer } from '../../src/fileAnswer';
import type { AnswerBasis } from '../../src/http/keptAnswers';
import { Metrics } from '../../src/http/metrics';
import { createLog } from '../../src/log';
import type { Handlers, OperationId } from '../../src/operation';
import { loadMarkets } from '../../src/seeds';
import { fixedClock } from './clock';
import { contract, openedContract } from './contract';

export { contract };

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
    searchesPerHour: 60,
    savedScans: 20,
    exportsPerDay: 20,
    webhooks: 3,
    calendarLinks: 10,
    tableLinks: 10,
    markets: ['0', '1', '2', '7', '11'],
    order: 1,
  },
};

/** A copy of the first example body of an operation in the contract. */
export function exampleBody(id: OperationId): Record<string, unknown> {
  const operation = contract.operations.find((one) => one.id === id)!;
  return structuredClone(Object.values(operation.examples)[0].value) as Record<string, unknown>;
}

/** The first example file of an operation that does not answer JSON. */
function exampleFile(id: OperationId): FileAnswer {
  const [[contentType, examples]] = Object.entries(contract.operations.find((one) => one.id === id)!.files);
  return new FileAnswer({ contentType, body: String(Object.values(examples)[0].value) });
}

/** Handlers that answer with the examples of the contract, except those given. */
export function exampleHandlers(overrides: Partial<Record<OperationId, unknown>> = {}): Handlers {
  const entries = contract.operations.map(({ id, answersJson, creates }) => {
    const example = async () => (answersJson ? exampleBody(id) : exampleFile(id));
    const created = async () => new CreatedAnswer(exampleBody(id) as object, '/example');
    return [id, overrides[id] ?? (creates ? created : example)];
  });
  return Object.fromEntries(entries) as Handlers;
}

const marketOf = marketFinder(loadMarkets());

/** A GET request with `KEY`. */
export function getWithKey(app: RequestListener, url: string): Test {
  return request(app).get(url).set('Authorization', `Bearer ${KEY}`);
}

/** The HTTP shell over fake handlers; `KEY` is its only key. */
export async function shell(deps: Partial<AppDeps> = {}): Promise<RequestListener> {
  return createApp(shellDeps(deps), await openedContract());
}

/** Limits that are never used up. */
export const unmetered: Meter = {
  count: async ({ tier }) => untouched(tier),
  countConsole: async ({ tier }) => untouched(tier),
  countAnonymous: async () => untouched(CALLER.tier),
  refusalsLeft: async () => untouched(CALLER.tier),
  takeBack: async (_caller, _address, reading) => reading,
};

function untouched({ perMinute, perDay }: Caller['tier']): RateReading {
  return {
    minute: { limit: perMinute, remaining: perMinute, reset: 60 },
    day: { limit: perDay, remaining: perDay, reset: 86_400 },
    exceeded: null,
    retryAfter: 0,
  };
}

/** The settings of the shell. */
export function shellSettings() {
  return {
    log: createLog('silent'),
    metrics: new Metrics(),
    metricsAccess: 'open',
    strictResponses: true,
    corsOrigins: [],
    trustProxy: 0,
  } satisfies Partial<AppDeps>;
}

const NOTHING_KEPT: AnswerBasis = {
  revision: async () => null,
  allowance: async () => null,
  dataVersion: () => null,
};

/** The dependencies of the shell. */
export function shellDeps(deps: Partial<AppDeps> = {}): AppDeps {
  return {
    handlers: exampleHandlers(),
    authenticate: async ({ authorization, apiKey, session, access }) => {
      if (access === 'page') return { caller: { ...CALLER, accountId: null } };
      const isConsole = access === 'session' || access === 'operator';
      if (isConsole && session === KEY) {
        return { caller: { ...CALLER, session: { id: 'one', role: 'admin' } } };
      }
      if (access === 'address') return { caller: CALLER };
      if (isConsole) throw unauthorized();
      if (authorization === `Bearer ${KEY}` || apiKey === KEY) return { caller: CALLER };
      throw unauthorized();
    },
    marketNamed: (text) => marketOf(text)?.id,
    publicUrl: 'http://localhost:8080',
    budget: { ms: 5_000, timer: fixedClock('2024-12-20T15:00:00Z') },
    admit: () => {},
    authorize: () => {},
    idempotency: { once: (_operation, handler) => handler },
    meter: unmetered,
    requireReady: () => {},
    dataSource: () => null,
    basis: NOTHING_KEPT,
    readings: async () => [],
    demo: null,
    mcp: { allowedHosts: [], issuer: null },
    ...shellSettings(),
    ...deps,
  };
}
