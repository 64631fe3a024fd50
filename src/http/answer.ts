import type { AccountConcurrency, Standing } from '../access/accountConcurrency';
import type { Caller } from '../access/caller';
import { clientByAddress } from '../access/clientAddress';
import { AbandonedError, type Budget, onBehalfOf, WantedFor } from '../deadline';
import { FileAnswer } from '../fileAnswer';
import type { Context, Handlers, Keyed, OperationId } from '../operation';
import type { AnswerRoom, Delivery } from './answerRoom';
import type { ContractOperation } from './contract';
import type { Download, Downloads } from './downloads';
import { askedBy, type Exchange, type Step } from './exchange';
import { sendFile } from './files';
import type { OperationValidator } from './operationValidator';
import type { OwnPages } from './ownPages';
import type { ResponseCache } from './responseCache';
import type { OnViolation } from './violations';

/** What is common to all handlers, once the request has chosen one. */
type AnyHandler = (input: Record<string, unknown>, context: Context) => Promise<object | Keyed<object> | FileAnswer>;

/** What every answer is made with. */
export interface Answering {
  readonly handlers: Handlers;
  readonly places: AccountConcurrency;
  readonly room: AnswerRoom;
  readonly downloads: Downloads;
  readonly responses: ResponseCache;
  readonly onViolation: OnViolation;
  /** Time the work of one request may take (SPEC 7 rule 1). Waiting for a place or for room, and sending, do not count. */
  readonly budget: Budget;
  /** The data version of the prices in service; null without any. */
  readonly dataVersion: () => string | null;
  /** What the lines Set-Cookie say. */
  readonly pages: OwnPages;
}

/**
 * As many requests of an account may wait as its plan grants a minute, so that whoever sends a whole minute's at once is
 * answered; who keeps sending faster than that is answered is told to come back. No plan of the seeds grants more than
 * this, and a plan made without a limit must not have a line without one.
 */
const MOST_WAITING = 300;

/** Cards that an answer may have or be chosen from: as many as are asked for, up to the plan's cap. */
function mostCards(operation: OperationId, { limit, pool }: Record<string, unknown>, { tier }: Caller): number {
  // How many are asked for is only known once the saved scan was read.
  if (operation === 'runSavedScan') return tier.maxResults;
  const asked = [limit, pool].filter((count) => typeof count === 'number');
  return Math.min(Math.max(0, ...asked), tier.maxResults);
}

/** Runs the handler as soon as its caller has a place and its answer has room, and sends what it returns, unless the client has gone. */
export function answerWith(operation: ContractOperation, validator: OperationValidator, answering: Answering): Step {
  const { id } = operation;
  const { places, room, downloads, responses, budget, onViolation, dataVersion, pages } = answering;
  // The operation is chosen by the request, so that its types are beyond the compiler: the validator has checked them.
  const handler = answering.handlers[id] as unknown as AnyHandler;
  const check = (body: object) => {
    const faults = validator.response(body);
    if (faults !== null) onViolation({ operation: id, faults });
    return faults === null;
  };
  const checkType = ({ contentType }: FileAnswer) => {
    if (contentType in operation.files) return;
    const accepted = Object.keys(operation.files).join(', ') || 'JSON only';
    onViolation({ operation: id, faults: [{ path: '/response', message: `${contentType}: ${accepted}` }] });
  };
  return async (exchange) => {
    const { caller, input } = askedBy(exchange);
    const account = String(caller.accountId ?? clientByAddress(exchange.client));
    let rest: ReturnType<typeof sendFile> = null;
    const work = async () => {
      exchange.requireClient();
      const began = dataVersion();
      const wanted = new WantedFor(budget, exchange);
      const context = contextOf(exchange, { caller, account, wanted, pages });
      const answer = await handler(input, context).finally(() => wanted.end());
      exchange.requireClient();
      // Where prices changed meanwhile, nobody can say which of both it was made from.
      if (began !== null && began === dataVersion()) exchange.set('X-Data-Version', began);
      if (answer instanceof FileAnswer) {
        checkType(answer);
        rest = sendFile(exchange, answer);
      } else await responses.send(id, exchange, answer, check);
    };
    try {
      const withRoom = () => room.run(mostCards(id, input, caller), work, deliveryTo(exchange));
      await places.run(account, withRoom, standingOf(exchange, caller));
      if (rest !== null) await downloads.run(account, rest, downloadTo(exchange));
    } catch (error) {
      // Nobody is there to be told; the log of requests says that the client has gone.
      if (!(error instanceof AbandonedError)) throw error;
    }
  };
}

/** Who asks, which account its work counts as that of, and until when it is wanted. */
interface Asker {
  readonly caller: Caller;
  readonly account: string;
  readonly wanted: WantedFor;
  readonly pages: OwnPages;
}

/** What a handler is told. Signals are made for those that ask for them. */
function contextOf(exchange: Exchange, { caller, account, wanted, pages }: Asker): Context {
  const { requestId, rate, format } = exchange;
  return {
    caller,
    requestId,
    rate,
    format,
    browser: {
      agent: exchange.request.headers['user-agent'],
      keepSession(text) {
        for (const one of pages.cookies(text)) exchange.set('Set-Cookie', one);
      },
      get signIn() {
        return pages.signInOf(exchange);
      },
      keepSignIn: (text) => exchange.set('Set-Cookie', pages.signInCookie(text)),
    },
    get gone() {
      return onBehalfOf(account, exchange.gone);
    },
    get signal() {
      return onBehalfOf(account, wanted.signal);
    },
  };
}

function standingOf(exchange: Exchange, { tier }: Caller): Standing {
  return {
    get gone() {
      return exchange.gone;
    },
    mostWaiting: Math.min(tier.perMinute, MOST_WAITING),
  };
}

function deliveryTo(exchange: Exchange): Delivery {
  return {
    get gone() {
      return exchange.gone;
    },
    over: () => exchange.over,
    cutOff: () => exchange.response.destroy(),
  };
}

function downloadTo({ request, response }: Exchange): Download {
  return { taken: () => request.socket.bytesWritten, cutOff: () => response.destroy() };
}
