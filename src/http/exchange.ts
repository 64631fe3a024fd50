import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
import type { Admission, Caller } from '../access/caller';
import type { RateReading } from '../access/rate';
import { AbandonedError } from '../deadline';
import { internal } from '../errors';
import type { Format } from '../operation';
import type { Access, ContractOperation } from './contract';

/** Of a request whose client went away before its answer: in the log and the metrics only, it is never sent. */
const CLIENT_GONE = 499;

/** What is known of a request when it arrives. */
export interface Arrival {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly requestId: string;
  /** Path and query, whatever form the request line has. */
  readonly url: string;
  /** Headers of its answer, name and value in turn. */
  readonly head: string[];
  /** What Vary says of its answer, before its encoding is chosen; null = nothing. */
  readonly vary: string | null;
  /** Of the client, where a proxy in front may be trusted to say it. */
  readonly address: (request: IncomingMessage) => string;
  /** Told once all is over: the answer is sent, or its client has gone. */
  readonly tell: (exchange: Exchange) => void;
}

/** A request and its answer, and what the steps between leave for each other. */
export class Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly requestId: string;
  readonly url: string;
  /** Time of arrival, milliseconds of a monotonic clock. */
  readonly arrived = performance.now();
  /** What Vary says of its answer, before its encoding is chosen; null = nothing. */
  vary: string | null;
  /** Whether only the head of the answer is wanted: the method that steps see is GET then. */
  isHead = false;
  /** Of the path, decoded, by the contract's names. */
  params: Readonly<Record<string, string>> = {};
  /** Who its operation is for; absent where sessions count for nothing. */
  access?: Access;
  caller?: Caller;
  /** The request, where it was counted as its caller was looked up and nothing has been made of that yet. */
  counted: Admission['counted'] = null;
  rate: RateReading | null = null;
  operation?: ContractOperation;
  /** What the JSON of the body says. */
  body: unknown;
  /** What its client wants to read. */
  format: Format = 'json';
  /** Path, query and body once they are valid: coerced, with defaults. */
  input?: Record<string, unknown>;
  /** What WWW-Authenticate says with a 401. */
  challenge = 'Bearer';
  /** Whether the connection has taken the whole answer. */
  private isSent = false;
  private isOver = false;
  private leaving: AbortController | null = null;
  /** Gathered for `writeHead`; null once the answer is Express's to write. */
  private head: string[] | null;
  private readonly address: Arrival['address'];

  constructor({ request, response, requestId, url, head, vary, address, tell }: Arrival) {
    this.request = request;
    this.response = response;
    this.requestId = requestId;
    this.url = url;
    this.head = head;
    this.vary = vary;
    this.address = address;
    // A connection that was cut counts as finished, too; and Node's own listener lets go of it.
    response.prependListener('finish', () => {
      this.isSent = !request.socket.destroyed;
    });
    response.on('close', () => {
      if (this.isOver) return;
      this.isOver = true;
      if (!this.isSent) this.leaving?.abort(clientGone());
      tell(this);
    });
  }

  /** As the URL writes it. */
  get path(): string {
    const end = this.url.indexOf('?');
    return end < 0 ? this.url : this.url.slice(0, end);
  }

  /** Without its question mark; empty where there is none. */
  get search(): string {
    const end = this.url.indexOf('?');
    return end < 0 ? '' : this.url.slice(end + 1);
  }

  /** Address of the client. */
  get client(): string {
    return this.address(this.request);
  }

  /** Aborts with an AbandonedError when the client goes away before it has its whole answer. */
  get gone(): AbortSignal {
    // Seldom listened to, and a fifth of what an exchange costs.
    if (this.leaving === null) {
      this.leaving = new AbortController();
      if (this.isOver && !this.isSent) this.leaving.abort(clientGone());
    }
    return this.leaving.signal;
  }

  /** @throws AbandonedError when it has */
  requireClient(): void {
    if (this.isOver && !this.isSent) throw clientGone();
  }

  /** Resolves when the client has the whole answer, or has gone. */
  get over(): Promise<void> {
    return this.isOver ? Promise.resolve() : new Promise((resolve) => this.response.once('close', () => resolve()));
  }

  /** What became of the request, once its response is closed. */
  get status(): number {
    return this.isSent ? this.response.statusCode : CLIENT_GONE;
  }

  get isHandedOver(): boolean {
    return this.head === null;
  }

  /** Adds a header that the answer does not have yet. */
  set(name: string, value: string): void {
    if (this.head === null) this.response.setHeader(name, value);
    else this.head.push(name, value);
  }

  /** Says that the answer depends on a header of the request. */
  varyBy(header: string): void {
    this.vary = this.vary === null ? header : `${this.vary}, ${header}`;
  }

  /** Writes the head of the answer in one go, which costs a third of header after header. */
  writeHead(status: number, more: readonly string[]): void {
    this.response.writeHead(status, this.head === null ? [...more] : [...this.head, ...more]);
  }

  /** Leaves the answer to Express, with the headers gathered so far. */
  handOver(): void {
    const { head, response, vary } = this;
    if (head === null) return;
    for (let i = 0; i < head.length; i += 2) response.setHeader(head[i], head[i + 1]);
    if (vary !== null) response.setHeader('Vary', vary);
    this.head = null;
    // Where Express's handlers find it again.
    Object.assign(response, { locals: this });
  }
}

function clientGone(): AbandonedError {
  return new AbandonedError('the client has gone');
}

/** One step of a request. @throws ApiError, or whatever src/http/faults.ts makes one of */
export type Step = (exchange: Exchange) => void | Promise<void>;

/** The exchange that a response handed over to Express is part of. */
export function exchangeOf(response: { readonly locals?: unknown }): Exchange {
  if (response.locals instanceof Exchange) return response.locals;
  throw internal('a response that is part of no exchange');
}

/** A step as Express runs it. */
export function asMiddleware(step: Step): RequestHandler {
  return async (_request, response, next) => {
    await step(exchangeOf(response));
    next();
  };
}

/** The caller and the valid input of a request that has come so far. @throws internal where it has not */
export function askedBy({ caller, input }: Exchange): {
  readonly caller: Caller;
  readonly input: Record<string, unknown>;
} {
  if (caller === undefined || input === undefined) throw internal('a request without caller or input');
  return { caller, input };
}
