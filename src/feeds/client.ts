import type { Clock } from '../clock';
import { type Day, parseIso } from '../core/calendar/dates';
import { OutgoingClient } from '../http/outgoing';
import { OutgoingError } from '../http/outgoingError';
import { retryAfterMs, withRetries } from '../http/outgoingRetry';
import type { RequestCounter } from '../storage/counters';
import { type AnsweredRows, readAnswer, statusFault } from './answer';
import { FeedFault } from './feedFault';
import { Gate } from './gate';
import type { Provider } from './provider';
import { ask, type ProviderRequest, type Question } from './question';

export interface ClientDeps {
  readonly clock: Clock;
  readonly counter: RequestCounter;
  /** Whether one's own network may be called (setting FEEDS_PRIVATE). */
  readonly allowPrivate: boolean;
  /** Of the environment variable that a provider names; null = not set. */
  readonly credentialOf: (variable: string) => string | null;
  readonly random: () => number;
}

/** By what a provider tells whether it has something new. */
export interface Validators {
  /** The request they belong to, without its credential. */
  readonly url: string;
  readonly etag: string | null;
  readonly lastModified: string | null;
}

/** What a question came to. */
export type Fetched =
  | { readonly kind: 'rows'; readonly text: string; readonly validators: Validators | null }
  | { readonly kind: 'empty' }
  | { readonly kind: 'unchanged' };

/** How long one request may take, and all the requests of one question with their pauses. */
const REQUEST_MS = 30_000;
const QUESTION_MS = 180_000;
const MOST_PAGES = 60;
const MOST_REDIRECTS = 3;
/** Longer ETags and dates are not kept, since they are sent back. */
const LONGEST_VALIDATOR = 256;

/** Asks providers: politely, patiently, and as one would ask a stranger. */
export class FeedClient {
  private readonly outgoing: OutgoingClient;
  private readonly gates = new Map<string, Gate>();

  constructor(private readonly deps: ClientDeps) {
    this.outgoing = new OutgoingClient(deps.clock);
  }

  close(): void {
    this.outgoing.close();
  }

  /** Requests made of a provider today, by any process. */
  usedToday(provider: Provider): Promise<number> {
    return this.gate(provider).usedToday();
  }

  /**
   * The prices that a question asks for, all pages of them, as text for ingest.
   *
   * @param known what was told when the very same was asked before
   * @throws FeedFault; the signal's reason once it is aborted
   */
  async prices(
    provider: Provider,
    question: Question,
    known: Validators | null,
    signal: AbortSignal,
  ): Promise<Fetched> {
    const until = this.deps.clock.elapsed() + QUESTION_MS;
    const first = this.asked(provider, question);
    const pages: string[] = [];
    let validators: Validators | null = null;
    let asking = question;
    let next: ProviderRequest | null = first;
    for (let page = 1; next !== null; page++) {
      if (page > MOST_PAGES) throw new FeedFault('too_large', `more than ${MOST_PAGES} pages`);
      const got = await this.get(provider, next, page === 1 ? known : null, until, signal);
      if (got === null) return { kind: 'unchanged' };
      validators = page === 1 ? got.validators : null;
      if (got.rows.rows > 0) pages.push(got.rows.text);
      if (pages.reduce((sum, { length }) => sum + length, 0) > 2 * provider.maxBytes) throw new FeedFault('too_large');
      if (provider.paging.by === 'backwards') {
        const before = dayBefore(got.rows, asking);
        next =
          got.rows.rows < provider.paging.rows || before === null
            ? null
            : this.asked(provider, { ...asking, to: before });
        asking = { ...asking, to: before ?? asking.to };
      } else next = this.following(provider, question, first, got.rows, page);
    }
    if (pages.length === 0) return { kind: 'empty' };
    const [head, ...others] = pages;
    return { kind: 'rows', text: head + others.map(withoutHeader).join(''), validators };
  }

  private asked(provider: Provider, question: Question, extra: Readonly<Record<string, string>> = {}): ProviderRequest {
    const { credentialOf, clock } = this.deps;
    const credential = provider.credential === null ? null : credentialOf(provider.credential);
    return ask(provider, question, credential, clock.today(), extra);
  }

  /** The request of the next page; null after the last. */
  private following(
    provider: Provider,
    question: Question,
    first: ProviderRequest,
    { rows, nextUrl }: AnsweredRows,
    page: number,
  ): ProviderRequest | null {
    const { paging } = provider;
    if (paging.by === 'nextUrl') return nextUrl === null ? null : linked(first, nextUrl);
    if (paging.by !== 'offset' || rows < paging.rows) return null;
    return this.asked(provider, question, { [paging.parameter]: String(page * paging.rows) });
  }

  /** Null when the provider says that nothing has changed. */
  private async get(
    provider: Provider,
    asked: ProviderRequest,
    known: Validators | null,
    until: number,
    signal: AbortSignal,
  ) {
    const validators = known?.url === asked.shown ? known : null;
    const headers = {
      ...asked.headers,
      ...(validators?.etag ? { 'if-none-match': validators.etag } : {}),
      ...(validators?.lastModified ? { 'if-modified-since': validators.lastModified } : {}),
    };
    const { clock, random } = this.deps;
    const retryOf = (error: unknown) => (error instanceof FeedFault && error.isPassing ? error : undefined);
    return withRetries({ timer: clock, random }, { until, signal, retryOf }, async () => {
      const once = () => this.once(provider, { ...asked, headers }, signal);
      const answer = await this.gate(provider).run(once, signal);
      if (answer.status === 304 && validators !== null) return null;
      const body = this.cleaned(provider, answer.body);
      const fault = statusFault(
        provider,
        answer.status,
        body,
        retryAfterMs(answer.headers['retry-after'] ?? null, clock.now()),
      );
      if (fault) throw fault;
      const etag = validatorIn(answer.headers.etag);
      const lastModified = validatorIn(answer.headers['last-modified']);
      const told = etag !== null || lastModified !== null ? { url: asked.shown, etag, lastModified } : null;
      return { rows: readAnswer(provider, body), validators: told };
    });
  }

  private async once({ maxBytes }: Provider, { url, headers }: ProviderRequest, signal: AbortSignal) {
    const { allowPrivate } = this.deps;
    const limits = { limitMs: REQUEST_MS, maxBytes, maxRedirects: MOST_REDIRECTS };
    try {
      return await this.outgoing.send({ url, headers, allowPrivate, compressed: true, ...limits, signal });
    } catch (error) {
      throw error instanceof OutgoingError ? new FeedFault(error.kind, error.detail) : error;
    }
  }

  /** An answer as text that can be shown: without what steers terminals, and without the credential should it repeat it. */
  private cleaned({ credential }: Provider, body: Buffer): string {
    // Zero bytes stay: they tell ingest that this is no text.
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
    const text = body.toString('utf8').replace(/[\x01-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/g, ' ');
    const secret = credential === null ? '' : (this.deps.credentialOf(credential) ?? '');
    if (secret === '') return text;
    return [secret, encodeURIComponent(secret)].reduce((left, form) => left.replaceAll(form, '***'), text);
  }

  private gate(provider: Provider): Gate {
    const known = this.gates.get(provider.id) ?? new Gate(provider, this.deps);
    this.gates.set(provider.id, known);
    return known;
  }
}

/** The URL that an answer names for its next page: of the same host only, since the credential goes along. */
function linked(first: ProviderRequest, next: string): ProviderRequest {
  const url = URL.canParse(next, first.url.href) ? new URL(next, first.url.href) : null;
  if (url === null) throw new FeedFault('damaged', 'the next page is no URL');
  if (url.origin !== first.url.origin)
    throw new FeedFault('redirected', `the next page is of another host, ${url.host}`);
  return { url, headers: first.headers, shown: `${url.origin}${url.pathname}` };
}

function validatorIn(header: string | undefined): string | null {
  return header !== undefined && header.length <= LONGEST_VALIDATOR ? header : null;
}

function withoutHeader(text: string): string {
  return text.slice(text.indexOf('\n') + 1);
}

/** The day before the oldest row of a page; null where the page does not reach further back than the one before it. */
function dayBefore({ oldest }: AnsweredRows, { from, to }: Question): Day | null {
  const day = parseIso((oldest ?? '').slice(0, 10));
  return day === null || day <= from || day > to ? null : day - 1;
}
