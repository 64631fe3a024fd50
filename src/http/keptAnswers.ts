import { createHash } from 'node:crypto';
import type { RequestHandler, Response } from 'express';
import { LRUCache } from 'lru-cache';
import type { Caller } from '../access/caller';
import { scopeName } from '../access/scope';
import type { Timer } from '../clock';
import type { ContractOperation } from '../openapi/document';
import type { OperationId } from '../operation';
import type { Metrics } from './metrics';

/**
 * Operations whose answers are kept: those that many ask alike, and that take milliseconds to make; and whether predictions
 * are part of them.
 */
const KEPT: Partial<Record<OperationId, { readonly predicted: boolean }>> = {
  scanMarkets: { predicted: true },
  analyzeSymbol: { predicted: true },
  getHeatMap: { predicted: false },
  listMarkets: { predicted: false },
};
const MOST_BYTES = 32 << 20;
const MOST_ANSWERS = 500;
/** An answer says when it was made: never longer ago than this. */
const KEPT_MS = 60_000;
/** Some hundred cards with every year; larger answers are seldom asked for twice. */
const LARGEST = 1 << 20;
/** What an answer says that is not all there is: its significance is pending, or a symbol or market could not be read in time. */
const INCOMPLETE = /"status":"pending"|"evidence_failures":[1-9]|"market_failures":\["/;

/** What answers depend on beside the question and who asks it. */
export interface AnswerBasis {
  /** Prices, model, feeds and the day in New York that answers are made of now; null where nothing may be kept. */
  revision(): Promise<string | null>;
  /** The UTC day, and the predictions that a caller's plan grants on it and that are left; null = unlimited. */
  allowance(caller: Caller): Promise<{ readonly day: number; readonly left: number } | null>;
  /** Of the prices in service. */
  dataVersion(): string | null;
}

/** A body as it was sent. */
interface KeptAnswer {
  readonly bytes: Buffer;
  readonly etag: string;
  /** Absent without any prices. */
  readonly dataVersion: string | undefined;
}

/**
 * Answers of the last minute as bytes, which have been validated: one that is known is neither made, validated nor written
 * again. It is found after the request was counted and validated, by everything that it depends on.
 */
export class KeptAnswers {
  private readonly kept: LRUCache<string, KeptAnswer>;

  constructor(
    private readonly basis: AnswerBasis,
    private readonly metrics: Pick<Metrics, 'countKept'>,
    timer: Timer,
  ) {
    this.kept = new LRUCache({
      max: MOST_ANSWERS,
      maxSize: MOST_BYTES,
      maxEntrySize: LARGEST,
      ttl: KEPT_MS,
      ttlAutopurge: false,
      ttlResolution: 0,
      perf: { now: () => timer.elapsed() },
      sizeCalculation: ({ bytes }, key) => bytes.length + 2 * key.length,
    });
  }

  /** Answers with what is kept, or keeps what is answered. */
  middleware({ id }: ContractOperation): RequestHandler[] {
    if (KEPT[id] === undefined) return [];
    const answer: RequestHandler = async (_request, response, next) => {
      const { format = 'json' } = response.locals;
      const question = format === 'json' ? await this.questionOf(id, response) : null;
      if (question === null) return next();
      const known = this.kept.get(question.key);
      this.metrics.countKept(id, known === undefined ? 'miss' : 'hit');
      if (known === undefined) {
        this.keepAnswer(id, question, response);
        return next();
      }
      const { bytes, etag, dataVersion } = known;
      if (dataVersion !== undefined) response.set('X-Data-Version', dataVersion);
      response.set({ 'Content-Type': JSON_TYPE, ETag: etag }).send(bytes);
    };
    return [answer];
  }

  /** Null where nothing may be kept. */
  private async questionOf(id: OperationId, { locals: { caller, input } }: Response): Promise<Question | null> {
    const revision = await this.basis.revision();
    if (revision === null || caller === undefined) return null;
    const allowance = KEPT[id]?.predicted ? await this.basis.allowance(caller) : null;
    // The predictions in an answer are paid for by its account alone, where a plan grants so many a day.
    const payer = allowance === null ? null : [caller.accountId, allowance.day, allowance.left];
    return { key: JSON.stringify([id, scopeName(caller), payer, revision, input]), left: allowance?.left ?? null };
  }

  /** Keeps the body that will be sent, if nothing that it depends on changes while it is made. */
  private keepAnswer(id: OperationId, { key, left }: Question, response: Response): void {
    const send = response.send.bind(response);
    response.send = (body: unknown) => {
      const { statusCode, locals } = response;
      // Larger ones would not be kept, and need not be looked through.
      const text = Buffer.isBuffer(body) && body.length <= LARGEST ? body.toString() : body;
      const mayKeep = statusCode === 200 && !locals.breaksContract && typeof text === 'string' && isSettled(text, left);
      send(body);
      const [etag, dataVersion] = [response.get('ETag'), response.get('X-Data-Version')];
      if (mayKeep && etag !== undefined) {
        void this.questionOf(id, response).then(
          (now) => now?.key === key && this.kept.set(key, { bytes: Buffer.from(text), etag, dataVersion }),
          () => {},
        );
      }
      return response;
    };
  }
}

/** What is asked, with all that its answer depends on. */
interface Question {
  readonly key: string;
  /** Predictions left as it was asked; null = unlimited. */
  readonly left: number | null;
}

/** Whether an answer waits for nothing, and says of the allowance what was left: another request may hold some of it a while. */
function isSettled(body: string, left: number | null): boolean {
  const said = /"ml_remaining_today":(\d+)/.exec(body)?.[1];
  return !INCOMPLETE.test(body) && (left === null || said === undefined || Number(said) === left);
}

const JSON_TYPE = 'application/json; charset=utf-8';

/** A quote inside a JSON text is escaped, so that this can only be the member itself. */
const GENERATED_AT = '"generated_at":"';

/**
 * Entity tag of a body without the time it was made at: the same answer a minute later has the same tag. Weak, because
 * the same tag serves the compressed body.
 */
export function etagOf(body: Buffer | string, encoding?: BufferEncoding): string {
  const bytes = typeof body === 'string' ? Buffer.from(body, encoding) : body;
  const hash = createHash('sha1');
  const at = bytes.indexOf(GENERATED_AT);
  if (at < 0) hash.update(bytes);
  else {
    const valueStart = at + GENERATED_AT.length;
    hash.update(bytes.subarray(0, valueStart)).update(bytes.subarray(bytes.indexOf('"', valueStart)));
  }
  return `W/"${hash.digest('base64url')}"`;
}
