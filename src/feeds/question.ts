import { type Day, toIso } from '../core/calendar/dates';
import { FeedFault } from './feedFault';
import type { Provider } from './provider';

/** What is asked of a provider. */
export interface Question {
  /** As the provider spells it; empty where all symbols of a day are asked for. */
  readonly symbol: string;
  readonly from: Day;
  /** The last day asked for, and the one day of a provider by day. */
  readonly to: Day;
  /** Whether this is a whole history. */
  readonly whole: boolean;
}

/** A request as it is sent. */
export interface ProviderRequest {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** The URL without the credential: for logs, and to tell whether the very same was asked before. */
  readonly shown: string;
}

const SECONDS_PER_DAY = 86_400;
const HIDDEN = '***';
/** A header that a line break could end would be two. */
const HEADER_TEXT = /^[\x20-\x7e]+$/;

/**
 * The request of a question, made of the provider's template. Every value is encoded: a symbol cannot change where a request
 * goes.
 *
 * @param credential null where the provider needs none
 * @param extra further parameters, for pages
 * @throws FeedFault `no_credential`
 */
export function ask(
  provider: Provider,
  question: Question,
  credential: string | null,
  today: Day,
  extra: Readonly<Record<string, string>> = {},
): ProviderRequest {
  const { url, query, headers } = provider;
  const write = (secret: string) => {
    const written = new URL(fill(url, encodeURIComponent, provider, question, secret, today));
    for (const [name, text] of Object.entries({ ...query, ...extra })) {
      written.searchParams.set(
        name,
        fill(text, (value) => value, provider, question, secret, today),
      );
    }
    return written;
  };
  const secret = requireCredential(provider, credential);
  const plain = (text: string) => fill(text, (value) => value, provider, question, secret, today);
  return {
    url: write(secret),
    headers: Object.fromEntries(Object.entries(headers).map(([name, text]) => [name.toLowerCase(), plain(text)])),
    shown: write(HIDDEN).href,
  };
}

function requireCredential({ credential: variable }: Provider, credential: string | null): string {
  if (variable === null) return '';
  if (credential === null) throw new FeedFault('no_credential', variable);
  if (!HEADER_TEXT.test(credential)) throw new FeedFault('no_credential', `${variable} is not a line of ASCII`);
  return credential;
}

function fill(
  template: string,
  encode: (value: string) => string,
  { sizes }: Provider,
  { symbol, from, to, whole }: Question,
  credential: string,
  today: Day,
): string {
  const size = sizes === null ? '' : !whole && today - from <= sizes.recentDays ? sizes.recent : sizes.whole;
  const days: Readonly<Record<string, Day>> = { from, to, date: to };
  return template.replace(/\{(\w+)(?::(\w+))?\}/g, (_, name: string, form: string | undefined) => {
    if (Object.hasOwn(days, name)) return encode(dayAs(form, days[name], name === 'from'));
    return encode({ symbol, size, credential }[name] ?? '');
  });
}

/** A day in seconds is its first one, and where it is the last day wanted, its last one. */
function dayAs(form: string | undefined, day: Day, isFirst: boolean): string {
  if (form === 'compact') return toIso(day).replaceAll('-', '');
  if (form === 'epoch') return String(isFirst ? day * SECONDS_PER_DAY : (day + 1) * SECONDS_PER_DAY - 1);
  return toIso(day);
}
