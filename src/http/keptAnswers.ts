import type { RequestHandler, Response } from 'express';
import { LRUCache } from 'lru-cache';
import type { Caller } from '../access/caller';
import { scopeName } from '../access/tiers';
import type { Timer } from '../clock';
import type { ContractOperation } from '../openapi/document';
import type { OperationId } from '../operation';
import type { Metrics } from './metrics';

/** Cached operations: those often repeated that take milliseconds or more. `predicted` = the answer may hold predictions. */
const KEPT: Partial<Record<OperationId, { readonly predicted: boolean }>> = {
  scanMarkets: { predicted: true },
  analyzeSymbol: { predicted: true },
  getHeatMap: { predicted: false },
  listMarkets: { predicted: false },
};
const MAX_BYTES = 32 << 20;
const MAX_ANSWERS = 500;
/** Maximum age of an answer, as shown by its `generated_at`. */
const KEPT_MS = 60_000;
/** Some hundred cards with every year; larger answers are seldom requested twice. */
const MAX_ANSWER_BYTES = 1 << 20;
/**
 * Marks of an incomplete answer: significance is pending, or a symbol or market could not be read in time. What came true may be
 * pending for minutes, and an answer is kept for one, so that it is no such mark.
 */
const INCOMPLETE = /"significance":\{"status":"pending"|"evidence_failures":[1-9]|"market_failures":\["/;

/** The state that answers depend on, in addition to the request. */
export interface AnswerBasis {
  /** Identifies the stored prices, models and feeds, the loaded prices and the day; null = no answer may be cached now. */
  revision(): Promise<string | null>;
  /** The UTC day, and the predictions that the caller's plan still grants on it; null = unlimited. */
  allowance(caller: Caller): Promise<{ readonly day: number; readonly left: number } | null>;
  /** The data version of the loaded prices; null if there are none. */
  dataVersion(): string | null;
}

interface KeptAnswer {
  readonly bytes: Buffer;
  readonly etag: string;
  /** Absent if there are no prices. */
  readonly dataVersion: string | undefined;
}

/**
 * Caches the answers of the last minute as validated bytes, so that a repeated request needs no computation. The cache comes
 * after rate limits and input validation, and its key holds everything that an answer depends on.
 */
export class KeptAnswers {
  private readonly kept: LRUCache<string, KeptAnswer>;

  constructor(
    private readonly basis: AnswerBasis,
    private readonly metrics: Metrics,
    timer: Timer,
  ) {
    this.kept = new LRUCache({
      max: MAX_ANSWERS,
      maxSize: MAX_BYTES,
      maxEntrySize: MAX_ANSWER_BYTES,
      ttl: KEPT_MS,
      ttlAutopurge: false,
      ttlResolution: 0,
      perf: { now: () => timer.elapsed() },
      sizeCalculation: ({ bytes }, key) => bytes.length + 2 * key.length,
    });
  }

  /** Sends the cached answer, or caches the answer of the handler. */
  middleware({ id }: ContractOperation): RequestHandler[] {
    if (KEPT[id] === undefined) return [];
    const answer: RequestHandler = async (_request, response, next) => {
      const { format = 'json' } = response.locals;
      const entry = format === 'json' ? await this.entryOf(id, response) : null;
      if (entry === null) return next();
      const cached = this.kept.get(entry.key);
      this.metrics.kept.inc({ operation: id, result: cached === undefined ? 'miss' : 'hit' });
      if (cached === undefined) {
        this.keepAnswer(id, entry, response);
        return next();
      }
      const { bytes, etag, dataVersion } = cached;
      if (dataVersion !== undefined) response.set('X-Data-Version', dataVersion);
      response.type('json').set('ETag', etag).send(bytes);
    };
    return [answer];
  }

  /** Null if the answer may not be cached. */
  private async entryOf(id: OperationId, { locals: { caller, input } }: Response): Promise<CacheEntry | null> {
    const revision = await this.basis.revision();
    if (revision === null || caller === undefined) return null;
    const allowance = KEPT[id]?.predicted ? await this.basis.allowance(caller) : null;
    // Predictions of a limited plan count against one account, so that other accounts must not get the answer.
    const payer = allowance === null ? null : [caller.accountId, allowance.day, allowance.left];
    return { key: JSON.stringify([id, scopeName(caller), payer, revision, input]), left: allowance?.left ?? null };
  }

  /** Caches the body of the answer, unless the key has changed while it was computed. */
  private keepAnswer(id: OperationId, { key, left }: CacheEntry, response: Response): void {
    const send = response.send.bind(response);
    response.send = (body: unknown) => {
      const { statusCode, locals } = response;
      // Larger bodies are not cached, so that they are not decoded.
      const text = Buffer.isBuffer(body) && body.length <= MAX_ANSWER_BYTES ? body.toString() : body;
      const mayKeep = statusCode === 200 && !locals.breaksContract && typeof text === 'string' && isFinal(text, left);
      send(body);
      const [etag, dataVersion] = [response.get('ETag'), response.get('X-Data-Version')];
      if (mayKeep && etag !== undefined) {
        void this.entryOf(id, response).then(
          (now) => now?.key === key && this.kept.set(key, { bytes: Buffer.from(text), etag, dataVersion }),
          () => {},
        );
      }
      return response;
    };
  }
}

interface CacheEntry {
  readonly key: string;
  /** Predictions left when the request came; null = unlimited. */
  readonly left: number | null;
}

/**
 * Whether an answer is complete and shows the allowance that was left when the request came. A different number may be that of
 * predictions which another request has only reserved.
 */
function isFinal(body: string, left: number | null): boolean {
  const shown = /"ml_remaining_today":(\d+)/.exec(body)?.[1];
  return !INCOMPLETE.test(body) && (left === null || shown === undefined || Number(shown) === left);
}
