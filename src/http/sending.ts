import type { IncomingMessage } from 'node:http';
import compression from 'compression';
import express, { type Request, type Response } from 'express';
import type { Exchange } from './exchange';

/** For bodies that are sent once: a quarter of the default level's work, for a quarter more bytes. */
const GZIP_LEVEL = 1;
/** Shorter ones are not worth it: what `compression` takes as well. */
export const GZIP_FROM = 1024;

const JSON_TYPE = ['Content-Type', 'application/json; charset=utf-8'] as const;
/** An answer is its caller's alone, and is asked for anew each time: its tag may spare the body. */
const PRIVATE = ['Cache-Control', 'private, no-cache'] as const;

/** Compresses what is sent through Express, and what is sent once, by what the client accepts. */
export const compress = compression({ level: GZIP_LEVEL });

/** Sends a body of JSON that is not kept, compressed where its client wants it so. */
export function sendOnce(exchange: Exchange, status: number, head: readonly string[], body: Buffer): void {
  const { request, response } = exchange;
  // It wraps every method of the response, and would do so for nothing; what Express writes is wrapped already.
  const isWanted = body.length >= GZIP_FROM && request.headers['accept-encoding'] !== undefined;
  if (isWanted && !exchange.isHandedOver) {
    compress(request as Request, response as Response, () => {});
  }
  sendWhole(exchange, status, head, body);
}

/** Sends the body of a 200, or that its client has it already. */
export function sendTagged(exchange: Exchange, etag: string, body: Buffer, encoding?: 'gzip'): void {
  const head = [...PRIVATE, 'ETag', etag];
  if (isFresh(exchange.request, etag)) {
    if (exchange.vary !== null) head.push('Vary', exchange.vary);
    exchange.writeHead(304, head);
    exchange.response.end();
  } else if (encoding === undefined) sendOnce(exchange, 200, head, body);
  else sendWhole(exchange, 200, [...head, 'Content-Encoding', encoding], body);
}

function sendWhole(exchange: Exchange, status: number, head: readonly string[], body: Buffer): void {
  exchange.writeHead(status, [...jsonHead(exchange, body), ...head]);
  exchange.response.end(body);
}

/** What is said of every body of JSON. */
export function jsonHead({ vary }: Exchange, body: Buffer): string[] {
  const varies = vary === null ? 'Accept-Encoding' : `${vary}, Accept-Encoding`;
  return [...JSON_TYPE, 'Content-Length', String(body.length), 'Vary', varies];
}

/** Whether the client would rather have a body compressed. */
export function acceptsGzip({ headers }: IncomingMessage): boolean {
  if (headers['accept-encoding'] === undefined) return false;
  return express.request.acceptsEncodings.call({ headers } as Request, 'gzip', 'identity') === 'gzip';
}

/** Whether the client has what the tag stands for (RFC 9110, 13.1), as Express judges it. */
export function isFresh({ method, headers }: IncomingMessage, etag: string): boolean {
  if (headers['if-none-match'] === undefined) return false;
  const res = { statusCode: 200, get: (name: string) => (name === 'ETag' ? etag : undefined) };
  return Reflect.get(express.request, 'fresh', { method, headers, res }) === true;
}
