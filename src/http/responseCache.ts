import { setImmediate } from 'node:timers/promises';
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
/** Rows of a list that are validated and written at once: some 10 ms, after which others have their turn. */
const ROWS_AT_ONCE = 100;
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
      const { takeAccepted } = stateOf(response);
      if (takeAccepted === undefined) return this.write(response, Buffer.from(JSON.stringify(body)));
      takeAccepted();
      return response;
    };
    next();
  };

  /**
   * Sends what a handler returned, by way of the validator unless it has been there.
   *
   * @throws the reason of `gone` when the client leaves while its answer is made
   */
  async send({ id }: ContractOperation, response: Response, answer: object | Keyed<object>): Promise<void> {
    if (answer instanceof Keyed) await this.sendKeyed(`${id} ${answer.key}`, answer, response);
    else await this.sendNew(answer, response);
  }

  private async sendKeyed(key: string, answer: Keyed<object>, response: Response): Promise<void> {
    const known = this.kept.get(key);
    if (known !== undefined) this.sendAgain(key, known, response);
    else {
      stateOf(response).answerKey = key;
      await this.sendNew(await answer.body(), response);
    }
  }

  /** Validates and writes a body: one with a long list in pieces, so that nobody else waits for the whole of it. */
  private async sendNew(body: object, response: Response): Promise<void> {
    const name = longList(body);
    if (name === undefined) {
      response.json(body);
      return;
    }
    const text = await renderInPieces(body as WithList, name, response);
    if (text !== null) this.write(response, text);
  }

  private write(response: Response, text: Buffer): Response {
    const rendered: Rendered = { text, etag: etagOf(text) };
    const { answerKey } = stateOf(response);
    if (answerKey !== undefined && response.statusCode === 200) this.kept.set(answerKey, rendered);
    return write(response, rendered.etag, text);
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

/** A body, one of whose members is a list. */
type WithList = Readonly<Record<string, readonly unknown[]>>;

/** Name of the member that makes a body large. */
function longList(body: object): string | undefined {
  return Object.entries(body).find(([, value]) => Array.isArray(value) && value.length > ROWS_AT_ONCE)?.[0];
}

/**
 * The text of a body, its list validated and written some rows at a time. The validator sees bodies with a part of the
 * list: a fault names the row by its place in that part.
 *
 * @returns null when a fault was answered instead
 * @throws the reason of `gone` when the client leaves
 */
async function renderInPieces(body: WithList, name: string, response: Response): Promise<Buffer | null> {
  const state = stateOf(response);
  const rows: Buffer[] = [];
  // The validator steps back once it was asked, and the next part needs it again.
  const validated = response.json;
  for (let first = 0; first < body[name].length; first += ROWS_AT_ONCE) {
    const part = body[name].slice(first, first + ROWS_AT_ONCE);
    state.takeAccepted = () => rows.push(Buffer.from(`${first > 0 ? ',' : ''}${JSON.stringify(part).slice(1, -1)}`));
    validated.call(response, { ...body, [name]: part });
    if (response.headersSent) return null;
    await setImmediate();
    state.gone.throwIfAborted();
  }
  state.takeAccepted = undefined;
  const members = Object.entries(body).filter(([, value]) => value !== undefined);
  const written = members.map(([key, value], i) => {
    const start = `${i > 0 ? ',' : '{'}${JSON.stringify(key)}:`;
    return key === name ? [`${start}[`, ...rows, ']'] : [`${start}${JSON.stringify(value)}`];
  });
  const bytes = [...written.flat(), '}'].map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece));
  return Buffer.concat(bytes);
}

function write(response: Response, etag: string, bytes: Buffer): Response {
  return response.set({ 'Content-Type': 'application/json; charset=utf-8', ETag: etag }).send(bytes);
}
