import { gzipSync } from 'node:zlib';
import type { RequestHandler, Response } from 'express';
import { LRUCache } from 'lru-cache';
import type { Budget } from '../deadline';
import { Keyed } from '../operation';
import type { ContractOperation } from './contract';
import { etagOf } from './etag';
import { stateOf } from './state';

/** A body as it is sent. */
interface Rendered {
  readonly text: Buffer;
  readonly etag: string;
  /** Made when it is first asked for. */
  readonly gzip?: Buffer;
}

const MOST_BYTES = 32 << 20;
const MOST_ANSWERS = 500;
/** An answer says when it was made: never longer ago than this. */
const KEPT_MS = 60_000;
/** Some hundred cards with every year; larger answers are seldom asked for twice. */
const LARGEST_KEPT = 1 << 20;
/** Shorter ones are not worth it: what `compression` takes as well, which compresses bodies that are sent once. */
const GZIP_FROM = 1024;

/** The answers given last, rendered: one that is known is neither made, validated, serialised nor compressed again. */
export class ResponseCache {
  private readonly kept: LRUCache<string, Rendered>;

  constructor(timer: Budget['timer']) {
    this.kept = new LRUCache({
      max: MOST_ANSWERS,
      maxSize: MOST_BYTES,
      maxEntrySize: LARGEST_KEPT,
      ttl: KEPT_MS,
      ttlResolution: 0,
      perf: { now: () => timer.elapsed() },
      sizeCalculation: ({ text, gzip }, key) => text.length + (gzip?.length ?? 0) + 2 * key.length,
    });
  }

  /**
   * Renders what the validator accepts: takes the place of Express's `response.json`, and so stands before the
   * validator, which passes bodies on to it. What is to be kept says so in the request's state.
   */
  readonly render: RequestHandler = (_request, response, next) => {
    response.json = (body: unknown) => {
      const text = Buffer.from(JSON.stringify(body));
      const rendered: Rendered = { text, etag: etagOf(text) };
      const { answerKey } = stateOf(response);
      if (answerKey !== undefined && response.statusCode === 200) this.kept.set(answerKey, rendered);
      return write(response, rendered.etag, text);
    };
    next();
  };

  /** Sends what a handler returned, by way of the validator unless it has been there. */
  send({ id }: ContractOperation, response: Response, answer: object | Keyed<object>): void {
    if (answer instanceof Keyed) this.sendKeyed(`${id} ${answer.key}`, answer, response);
    else response.json(answer);
  }

  private sendKeyed(key: string, answer: Keyed<object>, response: Response): void {
    const known = this.kept.get(key);
    if (known !== undefined) this.sendAgain(key, known, response);
    else {
      stateOf(response).answerKey = key;
      response.json(answer.body());
    }
  }

  private sendAgain(key: string, known: Rendered, response: Response): void {
    const { text, etag } = known;
    const zipped = text.length >= GZIP_FROM && response.req.acceptsEncodings('gzip', 'identity') === 'gzip';
    if (!zipped) {
      write(response, etag, text);
      return;
    }
    const gzip = known.gzip ?? gzipSync(text);
    // Put in anew, so that its size is counted anew.
    if (known.gzip === undefined) this.kept.set(key, { ...known, gzip }, { noUpdateTTL: true });
    response.set('Content-Encoding', 'gzip');
    write(response, etag, gzip);
  }
}

function write(response: Response, etag: string, bytes: Buffer): Response {
  return response.set({ 'Content-Type': 'application/json; charset=utf-8', ETag: etag }).send(bytes);
}
