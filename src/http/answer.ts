import type { Socket } from 'node:net';
import type { RequestHandler, Response } from 'express';
import pLimit from 'p-limit';
import type { AccountConcurrency } from '../access/accountConcurrency';
import type { Caller } from '../access/caller';
import { clientByAddress } from '../access/rate';
import type { SessionCookies } from '../access/sessionCookies';
import { AbandonedError, type Budget, orAborted, withinBudget } from '../deadline';
import { internal } from '../errors';
import { FileAnswer, WrittenAnswer } from '../fileAnswer';
import type { ContractOperation } from '../openapi/document';
import type { OnViolation } from '../openapi/validator';
import { type Context, type Format, type Handlers, type OperationId, TABLE_TYPES } from '../operation';
import { sendStoredFile, sendText } from './sendFile';

/** What is common to all handlers, once the request has chosen one. */
type AnyHandler = (input: Record<string, unknown>, context: Context) => Promise<object | WrittenAnswer | FileAnswer>;

/** What every answer is made with. */
export interface Answering {
  readonly handlers: Handlers;
  readonly places: AccountConcurrency;
  readonly onViolation: OnViolation;
  /** Time the work of one request may take (SPEC 7 rule 1). Waiting for a place, and sending, do not count. */
  readonly budget: Budget;
  /** The data version of the prices in service; null without any. */
  readonly dataVersion: () => string | null;
  readonly cookies: SessionCookies;
  /** How long a client may take nothing of a large answer, milliseconds. */
  readonly largeStallMs?: number;
}

/**
 * As many requests of an account may wait as its plan grants a minute, so that whoever sends a whole minute's at once is
 * answered; who keeps sending faster than that is told to come back. No plan of the seeds grants more than this, and a plan
 * without a limit must not have a line without one.
 */
const MOST_WAITING = 300;
/** Answers of more cards than this are large: each card takes some 20 kB as row, card, text and bytes. */
const LARGE = 100;
/** Large answers that are made and read at once, over all accounts. */
const LARGE_AT_ONCE = 3;
/** How long a client may take nothing of a large answer, milliseconds: it holds the place of another. */
const LARGE_STALL_MS = 10_000;

/** Operations that mostly wait for another server: they hold no place that others of the account need. */
const WAITING_ON_NETWORK: ReadonlySet<OperationId> = new Set([
  'testWebhook',
  'beginProviderSignIn',
  'signInByProvider',
]);

/** The formats of an answer that is a table as well, by their media types; the first is the default. */
const FORMATS: Readonly<Record<string, Format>> = {
  'application/json': 'json',
  [TABLE_TYPES.csv]: 'csv',
  [TABLE_TYPES.ndjson]: 'ndjson',
  'application/ndjson': 'ndjson',
};

/**
 * Leaves what the client wants to read: what `format` says, else what Accept does, of what the operation answers. A client that
 * accepts none of it gets JSON.
 */
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

/** Makes the last step of operations: runs the handler as soon as its caller has a place, and sends what it returns. */
export function answerWith(answering: Answering): (operation: ContractOperation) => RequestHandler {
  const { places, budget, onViolation, dataVersion, cookies, largeStallMs = LARGE_STALL_MS } = answering;
  const large = pLimit(LARGE_AT_ONCE);
  return (operation) => {
    const { id, files } = operation;
    // The operation is chosen by the request, so that its types are beyond the compiler: the validator has checked them.
    const handler = answering.handlers[id] as unknown as AnyHandler;
    return async (request, response) => {
      const { caller, input } = response.locals;
      if (caller === undefined || input === undefined) throw internal('a request without caller or input');
      const account = String(caller.accountId ?? clientByAddress(request.ip ?? ''));
      const gone = signalOf(response);
      // A client may take as long as it likes to read a stored file, and holds no place for it.
      let sendStored = async () => {};
      const work = async () => {
        gone.throwIfAborted();
        const version = dataVersion();
        const answered = await withinBudget(
          budget,
          (signal) => handler(input, contextOf(response, { caller, account, signal, gone, cookies, operation })),
          gone,
        );
        gone.throwIfAborted();
        // Where prices changed meanwhile, nobody can say which of both it was made from.
        if (version !== null && version === dataVersion()) response.set('X-Data-Version', version);
        if (answered instanceof WrittenAnswer) return sendWritten(response, answered, onViolation);
        if (!(answered instanceof FileAnswer)) return void response.json(answered);
        const { contentType, body } = answered;
        if (!(contentType in files)) onViolation(id, `${contentType} is none of ${Object.keys(files)}`);
        if (typeof body === 'string' || Buffer.isBuffer(body)) sendText(response, answered, body);
        else sendStored = () => sendStoredFile(request, response, { file: answered, stored: body, account });
      };
      const inTurn = () => {
        if (mostCards(id, input, caller) <= LARGE) return work();
        const made = large(async () => {
          await work();
          await untilRead(response, largeStallMs);
        });
        return orAborted(made, gone);
      };
      try {
        if (WAITING_ON_NETWORK.has(id)) await work();
        else await places.run(account, inTurn, { gone, mostWaiting: Math.min(caller.tier.perMinute, MOST_WAITING) });
        await sendStored();
      } catch (error) {
        // Nobody is there to be told; the log of requests says that the client has gone.
        if (!(error instanceof AbandonedError)) throw error;
      }
    };
  };
}

/** Sends what was validated and written in a thread; it is withheld where faults are not to be sent. */
function sendWritten(response: Response, { body, faults }: WrittenAnswer, onViolation: OnViolation): void {
  if (faults !== null) {
    response.locals.breaksContract = true;
    onViolation(response.locals.operation?.id ?? 'unknown', faults);
  }
  response.type('json').send(body);
}

/** Resolves when the client has the whole answer, or has gone: one that takes nothing of it for a while is cut off. */
function untilRead(response: Response, stallMs: number): Promise<void> {
  return new Promise((resolve) => {
    if (response.locals.isOver) return resolve();
    // What came over no network is read at once (./inject.ts), and has no such time.
    const { socket }: { socket: Partial<Socket> } = response.req;
    // Less than what other answers have (./server.ts), from the moment that all of it is with the connection.
    const allowLess = () => socket.setTimeout?.(stallMs);
    if (response.writableEnded) allowLess();
    else response.once('prefinish', allowLess);
    response.once('close', resolve);
  });
}

/** Cards that an answer may have or be chosen from: as many as are asked for, up to the plan's cap. */
function mostCards(operation: OperationId, { limit, pool }: Record<string, unknown>, { tier }: Caller): number {
  // How many are asked for is only known once the saved scan was read.
  if (operation === 'runSavedScan') return tier.maxResults;
  const asked = [limit, pool].filter((count) => typeof count === 'number');
  return Math.min(Math.max(0, ...asked), tier.maxResults);
}

/** Aborts with an AbandonedError when the client goes away before it has its whole answer. */
function signalOf(response: Response): AbortSignal {
  const leaving = new AbortController();
  const leave = () => {
    if (!response.locals.isSent) leaving.abort(new AbandonedError('the client has gone'));
  };
  if (response.locals.isOver) leave();
  else response.once('close', leave);
  return leaving.signal;
}

/** Who asks, which account its work counts as that of, and until when it is wanted. */
interface Asking extends Pick<Context, 'caller' | 'account' | 'signal' | 'gone'> {
  readonly cookies: SessionCookies;
  readonly operation: ContractOperation;
}

/** What a handler is told. */
function contextOf(response: Response, { caller, account, signal, gone, cookies, operation }: Asking): Context {
  const { req: request, locals } = response;
  return {
    caller,
    account,
    signal,
    gone,
    requestId: locals.requestId,
    rate: locals.rate ?? null,
    format: locals.format ?? 'json',
    browser: {
      agent: request.headers['user-agent'],
      keepSession: (text) => cookies.keepSession(response, text),
      signIn: cookies.signInOf(request, operation.access),
      keepSignIn: (text) => cookies.keepSignIn(response, text),
    },
  };
}
