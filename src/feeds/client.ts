import Bottleneck from 'bottleneck';
import type { Clock } from '../clock';
import { DAY_MS, type Day, parseIso } from '../core/calendar/dates';
import { OutgoingClient } from '../http/outgoing';
import { OutgoingError, pauseFor, retryAfterMs, withRetries } from '../http/outgoingRetry';
import type { RequestCounter } from '../storage/counters';
import { type AnsweredRows, readAnswer, statusFault } from './answer';
import { FeedFault, type Provider } from './provider';
import { buildRequest, type PriceRequest, type ProviderRequest } from './request';

export interface ClientDeps {
  readonly clock: Clock;
  readonly counter: RequestCounter;
  /** Whether private addresses and plain http are allowed (FEEDS_PRIVATE). */
  readonly allowPrivate: boolean;
  /** Value of the environment variable that a provider names; null = not set. */
  readonly credentialOf: (variable: string) => string | null;
  readonly random: () => number;
}

/** The validators of an earlier answer, for a conditional request (RFC 9110, 8.8). */
export interface Validators {
  /** URL of the earlier request, without its credential. */
  readonly url: string;
  readonly etag: string | null;
  readonly lastModified: string | null;
}

/** The outcome of a price request. `unchanged` = the provider answered 304. */
export type Fetched =
  | { readonly kind: 'rows'; readonly text: string; readonly validators: Validators | null }
  | { readonly kind: 'empty' }
  | { readonly kind: 'unchanged' };

/** Time limits of one HTTP request, and of a price request with all its pages, retries and pauses. */
const REQUEST_MS = 30_000;
const PRICES_MS = 180_000;
const MAX_PAGES = 60;
const MAX_REDIRECTS = 3;
/** Longer validators are not stored, since they are sent back in a header. */
const MAX_VALIDATOR_LENGTH = 256;

/** Fetches prices from providers: within their limits, with retries, and without trust in what they answer. */
export class FeedClient {
  private readonly outgoing: OutgoingClient;
  private readonly limiters = new Map<string, RequestLimiter>();

  constructor(private readonly deps: ClientDeps) {
    this.outgoing = new OutgoingClient(deps.clock);
  }

  close(): void {
    this.outgoing.close();
  }

  /**
   * Fetches the prices of all pages, as csv for ingest.
   *
   * @param previous validators of the last answer to the same request; null = an unconditional request
   * @throws FeedFault; the abort reason of the signal
   */
  async prices(
    provider: Provider,
    request: PriceRequest,
    previous: Validators | null,
    signal: AbortSignal,
  ): Promise<Fetched> {
    const until = this.deps.clock.elapsed() + PRICES_MS;
    const first = this.requestOf(provider, request);
    const pages: string[] = [];
    let validators: Validators | null = null;
    let pageRequest = request;
    let next: ProviderRequest | null = first;
    for (let page = 1; next !== null; page++) {
      if (page > MAX_PAGES) throw new FeedFault('too_large', `more than ${MAX_PAGES} pages`);
      const got = await this.get(provider, next, page === 1 ? previous : null, until, signal);
      if (got === null) return { kind: 'unchanged' };
      validators = page === 1 ? got.validators : null;
      if (got.rows.rows > 0) pages.push(got.rows.text);
      if (pages.reduce((sum, { length }) => sum + length, 0) > 2 * provider.maxBytes) throw new FeedFault('too_large');
      if (provider.paging.by === 'backwards') {
        const before = dayBefore(got.rows, pageRequest);
        pageRequest = { ...pageRequest, to: before ?? pageRequest.to };
        const isLast = got.rows.rows < provider.paging.rows || before === null;
        next = isLast ? null : this.requestOf(provider, pageRequest);
      } else next = this.nextPage(provider, request, first, got.rows, page);
    }
    if (pages.length === 0) return { kind: 'empty' };
    const [head, ...others] = pages;
    return { kind: 'rows', text: head + others.map(withoutHeader).join(''), validators };
  }

  private requestOf(
    provider: Provider,
    request: PriceRequest,
    extra: Readonly<Record<string, string>> = {},
  ): ProviderRequest {
    const { credentialOf, clock } = this.deps;
    const credential = provider.credential === null ? null : credentialOf(provider.credential);
    return buildRequest(provider, request, credential, clock.today(), extra);
  }

  /** The request for the next page; null after the last. */
  private nextPage(
    provider: Provider,
    request: PriceRequest,
    first: ProviderRequest,
    { rows, nextUrl }: AnsweredRows,
    page: number,
  ): ProviderRequest | null {
    const { paging } = provider;
    if (paging.by === 'nextUrl') return nextUrl === null ? null : linkedPage(first, nextUrl);
    if (paging.by !== 'offset' || rows < paging.rows) return null;
    return this.requestOf(provider, request, { [paging.parameter]: String(page * paging.rows) });
  }

  /** Fetches one page with retries. Null if the provider answers 304. */
  private async get(
    provider: Provider,
    request: ProviderRequest,
    previous: Validators | null,
    until: number,
    signal: AbortSignal,
  ) {
    const sent = previous?.url === request.shown ? previous : null;
    const headers = {
      ...request.headers,
      ...(sent?.etag ? { 'if-none-match': sent.etag } : {}),
      ...(sent?.lastModified ? { 'if-modified-since': sent.lastModified } : {}),
    };
    const { clock, random } = this.deps;
    const retryOf = (error: unknown) => (error instanceof FeedFault && error.isTransient ? error : undefined);
    return withRetries({ timer: clock, random }, { until, signal, retryOf }, async () => {
      const send = () => this.send(provider, { ...request, headers }, signal);
      const answer = await this.limiter(provider).run(send, signal);
      if (answer.status === 304 && sent !== null) return null;
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
      const validators = etag !== null || lastModified !== null ? { url: request.shown, etag, lastModified } : null;
      return { rows: readAnswer(provider, body), validators };
    });
  }

  private async send({ maxBytes }: Provider, { url, headers }: ProviderRequest, signal: AbortSignal) {
    const { allowPrivate } = this.deps;
    const limits = { limitMs: REQUEST_MS, maxBytes, maxRedirects: MAX_REDIRECTS };
    try {
      return await this.outgoing.send({ url, headers, allowPrivate, compressed: true, ...limits, signal });
    } catch (error) {
      throw error instanceof OutgoingError ? new FeedFault(error.kind, error.detail) : error;
    }
  }

  /** The body as text that is safe to print: without control characters, and with the credential masked. */
  private cleaned({ credential }: Provider, body: Buffer): string {
    // Zero bytes stay: ingest refuses a file that holds them as not being text.
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to remove
    const text = body.toString('utf8').replace(/[\x01-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/g, ' ');
    const secret = credential === null ? '' : (this.deps.credentialOf(credential) ?? '');
    if (secret === '') return text;
    return [secret, encodeURIComponent(secret)].reduce((left, form) => left.replaceAll(form, '***'), text);
  }

  private limiter(provider: Provider): RequestLimiter {
    const limiter = this.limiters.get(provider.id) ?? new RequestLimiter(provider, this.deps);
    this.limiters.set(provider.id, limiter);
    return limiter;
  }
}

/** The request for the page that an answer links to. It must have the same origin, since the credential is sent along. */
function linkedPage(first: ProviderRequest, next: string): ProviderRequest {
  const url = URL.canParse(next, first.url.href) ? new URL(next, first.url.href) : null;
  if (url === null) throw new FeedFault('damaged', 'the link to the next page is not a URL');
  if (url.origin !== first.url.origin)
    throw new FeedFault('redirected', `the next page is on ${url.protocol}//${url.host}`);
  return { url, headers: first.headers, shown: `${url.origin}${url.pathname}` };
}

function validatorIn(header: string | undefined): string | null {
  return header !== undefined && header.length <= MAX_VALIDATOR_LENGTH ? header : null;
}

function withoutHeader(text: string): string {
  return text.slice(text.indexOf('\n') + 1);
}

/** The day before the oldest row of a page; null if no requested day is left before it. */
function dayBefore({ oldest }: AnsweredRows, { from, to }: PriceRequest): Day | null {
  const day = parseIso((oldest ?? '').slice(0, 10));
  return day === null || day <= from || day > to ? null : day - 1;
}

/** Requests sent to a provider today, by all processes. */
export async function requestsToday(
  { counter, clock }: { readonly counter: Pick<RequestCounter, 'usage'>; readonly clock: Clock },
  { id }: Pick<Provider, 'id'>,
): Promise<number> {
  return (await counter.usage(id, clock.moment())).dayCount;
}

const MS_PER_MINUTE = 60_000;

export interface LimiterDeps {
  /** Requests by provider, shared by all processes and kept across restarts. */
  readonly counter: Pick<RequestCounter, 'count'>;
  readonly clock: Clock;
}

/**
 * Keeps the requests to a provider within its limits: concurrent ones (bottleneck), per minute and per day. Those per minute and
 * day are counted in the database, since the reservoirs of bottleneck belong to one process and end with it. A request waits for
 * the next minute, but not for the next day.
 */
export class RequestLimiter {
  private readonly limiter: Bottleneck;

  constructor(
    private readonly provider: Pick<Provider, 'id' | 'limits'>,
    private readonly deps: LimiterDeps,
  ) {
    this.limiter = new Bottleneck({ maxConcurrent: provider.limits.concurrency });
  }

  /**
   * Runs one request as soon as the limits allow it.
   *
   * @throws FeedFault `day_limit`; the abort reason of the signal
   */
  run<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
    return this.limiter.schedule(async () => {
      await this.count(signal);
      return work();
    });
  }

  /** Counts a request before it is sent: if the process is killed, the request may have reached the provider. */
  private async count(signal: AbortSignal): Promise<void> {
    const { counter, clock } = this.deps;
    const { perMinute, perDay } = this.provider.limits;
    for (;;) {
      signal.throwIfAborted();
      const { now, ...counted } = await counter.count(this.provider.id, clock.moment(), { perMinute, perDay });
      if (counted.allowed) return;
      if (counted.dayCount >= perDay) throw new FeedFault('day_limit', `${perDay} a day`, untilTomorrow(now));
      await pauseFor(clock, MS_PER_MINUTE - (now % MS_PER_MINUTE), signal);
    }
  }
}

/** Milliseconds until the next UTC day, when the daily limit starts again. */
function untilTomorrow(now: number): number {
  return DAY_MS - (now % DAY_MS);
}
