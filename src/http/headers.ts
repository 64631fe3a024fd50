import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { RequestHandler } from 'express';
import helmet from 'helmet';
import type { Step } from './exchange';

/**
 * The headers that keep browsers careful, name and value in turn. Answers are data: a browser that shows one loads
 * nothing for it.
 */
export const SECURITY_HEADERS: readonly string[] = headersSetBy(
  helmet({ contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"] } } }),
);

/**
 * What a middleware sets on the answer to a GET, name and value in turn: for those that set the same on each, so that
 * they need be asked but once.
 */
export function headersSetBy(middleware: RequestHandler, sent: Readonly<Record<string, string>> = {}): string[] {
  const request = new IncomingMessage(new Socket());
  Object.assign(request, { method: 'GET', url: '/' });
  Object.assign(request.headers, sent);
  const response = new ServerResponse(request);
  const pairs: string[] = [];
  response.setHeader = (name, value) => {
    pairs.push(name, String(value));
    return response;
  };
  // Middlewares of Express that only set headers ask for no more than Node's own request and response have.
  (middleware as unknown as (...args: unknown[]) => void)(request, response, () => {});
  return pairs;
}

/** Says in X-Data-Source where the prices come from; null leaves it out. */
export function dataSourceHeader(source: () => string | null): Step {
  return (exchange) => {
    const name = source();
    if (name !== null) exchange.set('X-Data-Source', name);
  };
}
