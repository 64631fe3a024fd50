import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { DAY_MS } from '../../core/calendar/dates';
import { conflict } from '../../errors';
import { CreatedAnswer } from '../../fileAnswer';
import type { CreatingHandler } from '../../operation';
import { canonical, sha256 } from '../../storage/hashes';
import type { IdempotentAnswers, IdempotentRequest } from '../../storage/idempotentAnswers';

/** How long an answer is given again. */
export const ANSWERS_KEPT_MS = DAY_MS;
/** A request without an answer for this long was cut off, by a crash: longer than the longest time budget. */
const LONGEST_RUN_MS = 120_000;

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

interface IdempotencyDeps {
  readonly answers: IdempotentAnswers;
  /** The setting KEY_SECRET; null = not set: no answer is kept then. */
  readonly keySecret: string | null;
  readonly now: () => Date;
}

/**
 * Runs a request that creates something only once for each Idempotency-Key of an account
 * (draft-ietf-httpapi-idempotency-key-header). Only successful answers are kept: a refused request created nothing.
 *
 * An answer may contain a secret that is shown once. It is therefore encrypted with a key derived from KEY_SECRET and the
 * client's Idempotency-Key, of which only a hash is stored: the database alone does not reveal the answer.
 */
export class Idempotency {
  constructor(private readonly deps: IdempotencyDeps) {}

  /** Wraps the handler of an operation: a retry gets the answer of the first request. @throws conflict */
  once(operation: string, handler: CreatingHandler): CreatingHandler {
    return async (input, context) => {
      const { idempotencyKey: key, caller } = context;
      const { answers, keySecret } = this.deps;
      if (key === undefined || caller.accountId === null || keySecret === null) return handler(input, context);
      const { accountId } = caller;
      // A key that is limited to some markets must not get the answer of a key with other markets.
      const markets = caller.key?.markets ?? null;
      const hashed = markets === null ? input : { input, markets };
      const request = { accountId, operation, keyHash: sha256(key), inputHash: sha256(canonical(hashed)) };
      const cipherKey = Buffer.from(
        hkdfSync('sha256', keySecret, request.keyHash, `${accountId} ${operation} ${key}`, 32),
      );
      const earlier = await this.claim(request);
      if (earlier === null) {
        const created = await this.orRelease(request, () => handler(input, context));
        await answers.keep(request, sealed(cipherKey, created));
        return created;
      }
      if (earlier.inputHash !== request.inputHash) {
        throw conflict(
          `Idempotency-Key '${key}' was used for another request in the last 24 hours; send a new key with a new request.`,
        );
      }
      if (earlier.answer === null)
        throw conflict(`The first request with Idempotency-Key '${key}' is still running; retry shortly.`);
      try {
        return opened(cipherKey, earlier.answer);
      } catch {
        // KEY_SECRET has changed since.
        throw conflict(
          `The answer to Idempotency-Key '${key}' cannot be read any more; see what the first request created, and send a new key.`,
        );
      }
    };
  }

  private claim(request: IdempotentRequest) {
    const at = this.deps.now();
    const before = (ms: number) => new Date(at.getTime() - ms);
    return this.deps.answers.claim(request, {
      at,
      keptSince: before(ANSWERS_KEPT_MS),
      runningSince: before(LONGEST_RUN_MS),
    });
  }

  private async orRelease<T>(request: IdempotentRequest, create: () => Promise<T>): Promise<T> {
    try {
      return await create();
    } catch (error) {
      // If the key cannot be released now, it is free again once the request counts as cut off.
      await this.deps.answers.release(request).catch(() => {});
      throw error;
    }
  }
}

function sealed(key: Buffer, { body, path }: CreatedAnswer): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, key, iv);
  const text = Buffer.concat([cipher.update(JSON.stringify({ body, path })), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), text]);
}

function opened(key: Buffer, bytes: Buffer): CreatedAnswer {
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV_BYTES));
  decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  const text = Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]);
  const { body, path } = JSON.parse(text.toString());
  return new CreatedAnswer(body, path, true);
}
