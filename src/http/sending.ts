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
export const PRIVATE = ['Cache-Control', 'private, no-cache'] as const;

/** Compresses what is sent through Express, and what is sent once, by what the client accepts. */
export const compress = compression({ level: GZIP_LEVEL });

/** The body of a 200. */
export interface Tagged {
  readonly etag: string;
  /** Absent where only the tag says whether it changed. */
  readonly lastModified?: Date;
  readonly body: Buffer;
  /** How the body is compressed already. */
  readonly encoding?: 'gzip';
  /** What it is, and what else is said of it, name and value in turn: by default JSON. */
  readonly head?: readonly string[];
}

/** Sends a body of JSON that is not kept, compressed where its client wants it so. */
export function sendOnce(exchange: Exchange, status: number, head: readonly string[], body: Buffer): void {
  sendCompressed(exchange, status, [...JSON_TYPE, ...head], body);
}

/** Sends the body of a 200, or that its client has it already. */
export function sendTagged(exchange: Exchange, { etag, lastModified, body, encoding, head = JSON_TYPE }: Tagged): void {
  if (sendIfFresh(exchange, etag, lastModified)) return;
  const tagged = [...head, ...PRIVATE, 'ETag', etag];
  if (encoding === undefined) sendCompressed(exchange, 200, tagged, body);
  else sendWhole(exchange, 200, [...tagged, 'Content-Encoding', encoding], body);
}

/** Tells a client that it has already what the tag stands for. @returns whether it has */
export function sendIfFresh(exchange: Exchange, etag: string, lastModified?: Date): boolean {
  if (!isFresh(exchange.request, etag, lastModified)) return false;
  const head = [...PRIVATE, 'ETag', etag];
  if (exchange.vary !== null) head.push('Vary', exchange.vary);
  exchange.writeHead(304, head);
  exchange.response.end();
  return true;
}

/** Has what is written from here on compressed, where its client wants it so. */
export function compressAnswer({ request, response, isHandedOver }: Exchange): void {
  // It wraps every method of the response, and would do so for nothing; what Express writes is wrapped already.
  if (request.headers['accept-encoding'] === undefined || isHandedOver) return;
  compress(request as Request, response as Response, () => {});
}

function sendCompressed(exchange: Exchange, status: number, head: readonly string[], body: Buffer): void {
  if (body.length >= GZIP_FROM) compressAnswer(exchange);
  sendWhole(exchange, status, head, body);
}

function sendWhole(exchange: Exchange, status: number, head: readonly string[], body: Buffer): void {
  exchange.writeHead(status, [...bodyHead(exchange, body.length), ...head]);
  exchange.response.end(body);
}

/** What is said of every body of JSON. */
export function jsonHead(exchange: Exchange, body: Buffer): string[] {
  return [...JSON_TYPE, ...bodyHead(exchange, body.length)];
}

/** What is said of every body. @param length bytes; null where nobody knows yet */
export function bodyHead({ vary }: Exchange, length: number | null): string[] {
  const varies = vary === null ? 'Accept-Encoding' : `${vary}, Accept-Encoding`;
  return [...(length === null ? [] : ['Content-Length', String(length)]), 'Vary', varies];
}

/** Whether the client would rather have a body compressed. */
export function acceptsGzip({ headers }: IncomingMessage): boolean {
  if (headers['accept-encoding'] === undefined) return false;
  return express.request.acceptsEncodings.call({ headers } as Request, 'gzip', 'identity') === 'gzip';
}

/** Whether the client has what the tag stands for, or what is no younger (RFC 9110, 13.1), as Express judges it. */
export function isFresh({ method, headers }: IncomingMessage, etag: string, lastModified?: Date): boolean {
  const asksSince = lastModified !== undefined && headers['if-modified-since'] !== undefined;
  if (headers['if-none-match'] === undefined && !asksSince) return false;
  const known: Readonly<Record<string, string | undefined>> = {
    ETag: etag,
    'Last-Modified': lastModified?.toUTCString(),
  };
  const res = { statusCode: 200, get: (name: string) => known[name] };
  return Reflect.get(express.request, 'fresh', { method, headers, res }) === true;
}
