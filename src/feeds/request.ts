import { type Day, toIso } from '../core/calendar/dates';
import { FeedFault, type Provider } from './provider';

/** The symbol and days to fetch from a provider. */
export interface PriceRequest {
  /** In the provider's spelling; empty for a provider with scope `day`. */
  readonly symbol: string;
  readonly from: Day;
  /** The last day; with scope `day` the only one. */
  readonly to: Day;
  /** Whether the whole history is requested. */
  readonly whole: boolean;
}

/** An HTTP request to a provider. */
export interface ProviderRequest {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** The URL with the credential masked: for logs, and to recognise a repeated request. */
  readonly shown: string;
}

const SECONDS_PER_DAY = 86_400;
const HIDDEN = '***';
/** Excludes line breaks, which would begin another header. */
const HEADER_TEXT = /^[\x20-\x7e]+$/;

/**
 * Fills the provider's templates. Values in the URL are encoded, so that a symbol cannot change the destination; headers take them
 * as they are.
 *
 * @param credential null = none is set
 * @param extra additional query parameters, for pages
 * @throws FeedFault `no_credential` if the provider needs one
 */
export function buildRequest(
  provider: Provider,
  request: PriceRequest,
  credential: string | null,
  today: Day,
  extra: Readonly<Record<string, string>> = {},
): ProviderRequest {
  const { url, query, headers } = provider;
  const filled = (template: string, secret: string) =>
    fill(template, (value) => value, provider, request, secret, today);
  const urlWith = (secret: string) => {
    const result = new URL(fill(url, encodeURIComponent, provider, request, secret, today));
    for (const [name, template] of Object.entries({ ...query, ...extra })) {
      result.searchParams.set(name, filled(template, secret));
    }
    return result;
  };
  const secret = requireCredential(provider, credential);
  return {
    url: urlWith(secret),
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, template]) => [name.toLowerCase(), filled(template, secret)]),
    ),
    shown: urlWith(HIDDEN).href,
  };
}

function requireCredential({ credential: variable }: Provider, credential: string | null): string {
  if (variable === null) return '';
  if (credential === null) throw new FeedFault('no_credential', variable);
  if (!HEADER_TEXT.test(credential)) throw new FeedFault('no_credential', `${variable} is not one line of ASCII`);
  return credential;
}

function fill(
  template: string,
  encode: (value: string) => string,
  { sizes }: Provider,
  { symbol, from, to, whole }: PriceRequest,
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

/** In seconds, `from` is the first second of its day; `to` and `date` are the last of theirs. */
function dayAs(form: string | undefined, day: Day, isFirst: boolean): string {
  if (form === 'compact') return toIso(day).replaceAll('-', '');
  if (form === 'epoch') return String(isFirst ? day * SECONDS_PER_DAY : (day + 1) * SECONDS_PER_DAY - 1);
  return toIso(day);
}
