import { createHash } from 'node:crypto';
import type { Socket } from 'node:net';
import type { RequestHandler, Response } from 'express';
import pLimit from 'p-limit';
import type { AccountConcurrency } from '../access/accountConcurrency';
import type { Caller } from '../access/caller';
import { clientByAddress } from '../access/limits';
import { AbandonedError, type Budget, orAborted, withinBudget } from '../deadline';
import { CreatedAnswer, FileAnswer, WrittenAnswer } from '../fileAnswer';
import type { ContractOperation } from '../openapi/document';
import type { OnViolation } from '../openapi/validator';
import {
  type Context,
  type CreatingHandler,
  type Format,
  type Handlers,
  type OperationId,
  TABLE_TYPES,
} from '../operation';
import type { SessionCookies } from './authenticate';
import type { AnswerBasis } from './keptAnswers';
import { callerOf, inputOf, rateOf } from './locals';
import { sendStoredFile, sendText } from './sendFile';

type AnyHandler = (
  input: Record<string, unknown>,
  context: Context,
) => Promise<object | WrittenAnswer | FileAnswer | CreatedAnswer>;

/** What makes a retry with an Idempotency-Key safe. */
export interface Idempotency {
  /** Wraps the handler of an operation: a retry gets the answer of the first request. */
  once(operation: OperationId, handler: CreatingHandler): CreatingHandler;
}

export interface AnswerDeps {
  readonly handlers: Handlers;
  readonly accountConcurrency: AccountConcurrency;
  readonly onViolation: OnViolation;
  /** Time limit for the work of one request (SPEC 7 rule 1), without waiting and sending. */
  readonly budget: Budget;
  readonly basis: Pick<AnswerBasis, 'dataVersion'>;
  readonly cookies: SessionCookies;
  /** As in `AppDeps`. */
  readonly publicUrl: string;
  readonly idempotency: Idempotency;
  /** A client that reads nothing of a large answer for this long is disconnected, milliseconds. */
  readonly largeStallMs?: number;
}

/**
 * Waiting requests of an account are limited by the requests per minute of its plan, so that a whole minute's requests may come
 * at once; further ones are refused. This is the limit for larger and unlimited plans, of which the seeds have none.
 */
const MAX_WAITING = 300;
/** Answers with more cards than this are large: each card takes some 20 kB as row, card, text and bytes. */
const LARGE = 100;
/** Large answers computed or sent at the same time, over all accounts. */
const LARGE_CONCURRENCY = 3;
/** A short limit, since a slow reader of a large answer delays others. */
const LARGE_STALL_MS = 10_000;

/** Operations that mostly wait for another server. They do not count as concurrent requests of their account. */
const WAITING_ON_NETWORK: ReadonlySet<OperationId> = new Set([
  'testWebhook',
  'beginProviderSignIn',
  'signInByProvider',
]);

/** The formats of operations that also answer as a table, by media type. The first is the default. */
const FORMATS: Readonly<Record<string, Format>> = {
  'application/json': 'json',
  [TABLE_TYPES.csv]: 'csv',
  [TABLE_TYPES.ndjson]: 'ndjson',
  'application/ndjson': 'ndjson',
  [TABLE_TYPES.rows]: 'rows',
};

/** Chooses the format by the parameter `format`, or else by the Accept header. JSON if the client accepts no format. */
export function chooseFormat({ files, answersJson }: ContractOperation): RequestHandler[] {
  if (!answersJson || !(TABLE_TYPES.csv in files)) return [];
  const choose: RequestHandler = (request, response, next) => {
    const { locals } = response.vary('Accept');
    const accepted = request.accepts(Object.keys(FORMATS));
    const named = Object.values(FORMATS).find((format) => format === locals.input?.format);
    locals.format = named ?? (typeof accepted === 'string' ? FORMATS[accepted] : 'json');
    next();
  };
  return [choose];
}

/** The last middleware of an operation: runs the handler within the limits of its account, and sends the result. */
export function answerWith(deps: AnswerDeps): (operation: ContractOperation) => RequestHandler {
  const { accountConcurrency, budget, onViolation, basis, cookies, publicUrl, largeStallMs = LARGE_STALL_MS } = deps;
  const large = pLimit(LARGE_CONCURRENCY);
  return (operation) => {
    const { id, files } = operation;
    // The validator checks the input and output types, which depend on the operation at run time.
    const anyHandler = deps.handlers[id] as unknown as AnyHandler;
    const handler = operation.creates ? deps.idempotency.once(id, anyHandler as CreatingHandler) : anyHandler;
    return async (request, response) => {
      const [caller, input] = [callerOf(response), inputOf(response)];
      const account = String(caller.accountId ?? clientByAddress(request.ip ?? ''));
      const gone = signalOf(response);
      // A stored file is sent after the request has left the limits of its account: reading it may take long.
      let sendStored = async () => {};
      const work = async () => {
        gone.throwIfAborted();
        const version = basis.dataVersion();
        const answered = await withinBudget(
          budget,
          (signal) => handler(input, { ...contextOf(response, operation, cookies), account, signal, gone }),
          gone,
        );
        gone.throwIfAborted();
        // If prices changed meanwhile, the version of the answer is unknown.
        if (version !== null && version === basis.dataVersion()) response.set('X-Data-Version', version);
        if (answered instanceof CreatedAnswer) return sendCreated(response, answered, publicUrl);
        if (answered instanceof WrittenAnswer) return sendWritten(response, answered, onViolation);
        if (!(answered instanceof FileAnswer)) return void response.json(answered);
        const { file } = answered;
        const { contentType, body } = file;
        if (!(contentType in files)) onViolation(id, `${contentType} is none of ${Object.keys(files)}`);
        if (typeof body === 'string' || Buffer.isBuffer(body)) sendText(response, file, body);
        else sendStored = () => sendStoredFile(request, response, { file, stored: body, account });
      };
      const limitedWork = () => {
        if (maxCards(id, input, caller) <= LARGE) return work();
        const sent = large(async () => {
          await work();
          await untilRead(response, largeStallMs);
        });
        return orAborted(sent, gone);
      };
      try {
        if (WAITING_ON_NETWORK.has(id)) await work();
        else
          await accountConcurrency.run(account, limitedWork, {
            gone,
            mostWaiting: Math.min(caller.tier.perMinute, MAX_WAITING),
          });
        await sendStored();
      } catch (error) {
        // The client has disconnected; the access log shows it.
        if (!(error instanceof AbandonedError)) throw error;
      }
    };
  };
}

/** Sends JSON that a worker thread wrote and validated. `onViolation` may throw instead. */
function sendWritten(response: Response, { body, faults }: WrittenAnswer, onViolation: OnViolation): void {
  if (faults !== null) {
    response.locals.breaksContract = true;
    onViolation(response.locals.operation?.id ?? 'unknown', faults);
  }
  response.type('json').send(body);
}

function sendCreated(response: Response, { body, path, isReplayed }: CreatedAnswer, publicUrl: string): void {
  if (isReplayed) response.set('Idempotent-Replayed', 'true');
  response.status(201).location(`${publicUrl}/v1${path}`).json(body);
}

/** Resolves when the client has read the whole answer or has disconnected. A client that stalls is disconnected. */
function untilRead(response: Response, stallMs: number): Promise<void> {
  return new Promise((resolve) => {
    if (response.locals.isOver) return resolve();
    // Injected requests (./inject.ts) have no setTimeout; their answers are read at once.
    const { socket }: { socket: Partial<Socket> } = response.req;
    // Replaces the longer timeout of ./server.ts, which is set at the same event.
    const shortenTimeout = () => socket.setTimeout?.(stallMs);
    if (response.writableEnded) shortenTimeout();
    else response.once('prefinish', shortenTimeout);
    response.once('close', resolve);
  });
}

/** Upper bound of the cards of an answer, or of the pool it is chosen from: the requested number, up to the plan's cap. */
function maxCards(operation: OperationId, { limit, pool }: Record<string, unknown>, { tier }: Caller): number {
  // The parameters of a saved scan are not read yet.
  if (operation === 'runSavedScan' || operation === 'getTable') return tier.maxResults;
  const requested = [limit, pool].filter((count) => typeof count === 'number');
  return Math.min(Math.max(0, ...requested), tier.maxResults);
}

/** Aborts with an AbandonedError if the client disconnects before it has the whole answer. */
function signalOf(response: Response): AbortSignal {
  const controller = new AbortController();
  const onClose = () => {
    if (!response.locals.isSent) controller.abort(new AbandonedError('the client has gone'));
  };
  if (response.locals.isOver) onClose();
  else response.once('close', onClose);
  return controller.signal;
}

function contextOf(
  response: Response,
  operation: ContractOperation,
  cookies: SessionCookies,
): Omit<Context, 'account' | 'signal' | 'gone'> {
  const { req: request, locals } = response;
  return {
    caller: callerOf(response),
    requestId: locals.requestId,
    rate: rateOf(response),
    idempotencyKey: operation.creates ? request.get('Idempotency-Key') : undefined,
    format: locals.format ?? 'json',
    browser: {
      agent: request.headers['user-agent'],
      keepSession: (text) => cookies.keepSession(response, text),
      signIn: cookies.signInOf(request, operation.access),
      keepSignIn: (text) => cookies.keepSignIn(response, text),
    },
  };
}

/** Quotes inside JSON strings are escaped, so that this matches only the member itself. */
const GENERATED_AT = '"generated_at":"';

/**
 * Entity tag of a body without its `generated_at`, so that an unchanged answer keeps its tag. Weak, since the compressed body has
 * the same tag.
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
