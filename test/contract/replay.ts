import type { RequestListener } from 'node:http';
import request, { type Response } from 'supertest';
import { type ContractOperation, exampleUrl } from '../../src/openapi/document';
import { bodyPointer, ERROR_POINTER, faultsAgainst } from '../helpers/contractAjv';
import { contract } from '../helpers/shell';

/** One request of the contract's own examples. */
export interface ReplayCase {
  readonly name: string;
  readonly operation: ContractOperation;
  readonly url: string;
  /** What a POST sends. */
  readonly body?: unknown;
  readonly status: 200 | 201 | 400;
  /** Sent in addition to the credentials. */
  readonly cookie?: string;
}

/**
 * Every operation through the front door: with its required parameters, with each optional one alone, with each value
 * of each enum, and with what must be refused. Examples are of 2024-06-28T15:00:00Z: the clock of `app` must say so.
 */
export function replayCases(): ReplayCase[] {
  return contract.operations.flatMap((operation) => {
    if (operation.body !== null) return bodyCases(operation);
    const plain = exampleUrl(operation);
    const method = operation.method.toUpperCase();
    const valid = [plain, ...optionalUrls(operation)].map((url) => ({
      name: `${method} ${url}`,
      operation,
      url,
      status: operation.creates ? 201 : 200,
    }));
    const wrong = refusedUrls(operation, plain).map((url) => ({
      name: `${method} ${url}`,
      operation,
      url,
      status: 400,
    }));
    return [...valid, ...wrong] as ReplayCase[];
  });
}

/** A request with each of its example bodies, and with invalid bodies. */
function bodyCases(operation: ContractOperation): ReplayCase[] {
  const url = exampleUrl(operation);
  const method = operation.method.toUpperCase();
  const examples = Object.entries(operation.body?.examples ?? {});
  const valid = examples.map(([name, { value }]) => ({
    name: `${method} ${url} ${name}`,
    body: value,
    status: operation.creates ? 201 : 200,
  }));
  const wrong = ['a text', 7, { no_such_field: 1 }].map((body) => ({
    name: `${method} ${url} ${JSON.stringify(body)}`,
    body,
    status: 400,
  }));
  return [...valid, ...wrong].map((one) => ({ ...one, operation, url }) as ReplayCase);
}

function optionalUrls(operation: ContractOperation): string[] {
  const query = operation.parameters.filter(({ in: place }) => place === 'query');
  const exampleOf = new Map(query.map(({ name, example }) => [name, String(example)]));
  return query.flatMap(({ name, schema, example, examples, 'x-needs': needs = [] }) => {
    const named = Object.values(examples ?? {}).map(({ value }) => String(value));
    const values = new Set([...(example === undefined ? [] : [String(example)]), ...named]);
    for (const value of schema.enum ?? []) values.add(value);
    // Some parameters require others.
    const url = needs.reduce((so, other) => withParameter(so, other, exampleOf.get(other)!), exampleUrl(operation));
    return [...values].map((value) => withParameter(url, name, value));
  });
}

function refusedUrls(operation: ContractOperation, plain: string): string[] {
  const query = operation.parameters.filter(({ in: place }) => place === 'query');
  const wrongValues = query.flatMap(({ name, schema }) => {
    if (schema.enum || schema['x-market']) return [withParameter(plain, name, 'no_such_value')];
    if (schema.format === 'date') return [withParameter(plain, name, '2024-02-30')];
    if (schema.type === 'integer' || schema.type === 'number') return [withParameter(plain, name, 'many')];
    return [];
  });
  const missing = query.filter(({ required }) => required).map(({ name }) => withParameter(plain, name, null));
  return [withParameter(plain, 'no_such_parameter', '1'), ...wrongValues, ...missing];
}

function withParameter(url: string, name: string, value: string | null): string {
  const parsed = new URL(url, 'http://localhost');
  if (value === null) parsed.searchParams.delete(name);
  else parsed.searchParams.set(name, value);
  return `${parsed.pathname}${parsed.search}`;
}

/** The credentials of a case. */
export interface Credentials {
  readonly key: string;
  /** The cookie of the session of an operator, `name=text`. */
  readonly cookie: string;
}

/** The headers that authenticate a request for an operation. */
export function lettingIn({ access }: ContractOperation, { key, cookie }: Credentials): Record<string, string> {
  if (access === 'key') return { 'X-API-Key': key };
  if (access === 'address') return {};
  return access === 'page' ? { 'X-Session': '1' } : { 'X-Session': '1', Cookie: cookie };
}

/** Sends one case and checks its answer against the contract. */
export async function replay(
  app: RequestListener,
  credentials: Credentials,
  { operation, url, body, status, cookie }: ReplayCase,
): Promise<Response> {
  const { method, path } = operation;
  const call = request(app)[method](url).set(lettingIn(operation, credentials)).set('Content-Type', 'application/json');
  if (cookie !== undefined) call.set('Cookie', cookie);
  const response = await (body === undefined ? call : call.send(JSON.stringify(body)));
  const type = response.headers['content-type'].replace('; charset=utf-8', '');
  const isFile = response.status === 200 && type in operation.files;
  const isJson = type.startsWith('application/json');
  const pointer = response.status < 300 ? bodyPointer(path, method, type) : ERROR_POINTER;
  const faults = isJson ? faultsAgainst(pointer, response.body) : isFile ? [] : [`the type is ${type}`];
  const outcome = { url, status: response.status, faults };
  if (outcome.status !== status || outcome.faults.length > 0) {
    throw new Error(`${JSON.stringify(outcome)} expected ${status}; body ${response.text.slice(0, 500)}`);
  }
  expect(response.headers['x-request-id']).toMatch(/\S/);
  if (!isFile) expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
  return response;
}
