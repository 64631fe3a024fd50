import { type Answer, headerOf, type SentRequest } from './exchange';
import { fieldsIn, ID_FIELDS, parsed } from './ids';
import { bodyOf, type RecordedBody } from './recording';

/** Fields of answers with random or secret values. */
const RANDOM_FIELDS: ReadonlySet<string> = new Set([...ID_FIELDS, 'subject', 'url']);
/** Patterns of random values in these fields; other values are names and words. */
const RANDOM_TEXT = [
  /^(?=.*[0-9A-Z])[0-9A-Za-z]{12}$/,
  /^[0-9a-f]{16}$/,
  /^[0-9a-f]{20}$/,
  /^we_[\w-]{12}$/,
  /^msg_[0-9a-f]{32}$/,
];
const SECRET_ADDRESS = /\/(?:calendars|tables)\/([\w-]{43})\.(?:ics|csv)$/;

/** Patterns that are random anywhere. */
const PATTERNS: readonly (readonly [RegExp, string])[] = [
  [/\b(prn_[0-9A-Za-z]{12})_(?:[0-9A-Za-z]{43}|\.\.\.[0-9A-Za-z]{4})/g, '$1_<secret>'],
  [/\bwhsec_[\w+/=-]{20,}/g, '<webhook secret>'],
  // Derived from the issuer, which differs each time.
  [/\boauth-[\da-f]{24}@/g, 'oauth-<hash>@'],
  [/\b[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}\b/g, '<uuid>'],
  [/(perennial-session=)[0-9A-Za-z]{12}\.[\w-]{43}/g, '$1<session cookie>'],
  // Cookies expire by the real clock.
  [/(Expires=)[^;]+GMT/g, '$1<date>'],
  [/(perennial-sign-in=)[\w-]{20,}/g, '$1<sign-in cookie>'],
  // Stored concurrently with the request that returns it, so that it may be the earlier or the later value.
  [/("current":true,[^{}]*"last_used_at":")[^"]*(","expires_at":")[^"]*/g, '$1<used>$2<7 days later>'],
  [/("last_four":\s*")[^"]*"/g, '$1<last four>"'],
  [/\b(state|nonce|code_challenge|client_id)=[\w-]{20,}/g, '$1=<random>'],
  [/(127\.0\.0\.1|localhost):\d{4,5}\b/g, '$1:<port>'],
  [/"(code|state)":"[\w-]{43}"/g, '"$1":"<$1>"'],
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, '<access token>'],
];

/** An answer as recorded. */
export interface NormalisedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: RecordedBody;
}

/**
 * Replaces random and secret texts by names that are equal in all recordings: the request that first showed them.
 */
export class Normaliser {
  private readonly names = new Map<string, string>();
  private readonly tags = new Map<string, string>();
  private at = '';
  private url = '';
  private count = 0;

  /** New texts are named after this request from now on. */
  begin(name: string, url: string): void {
    this.at = name.split(' ')[0];
    this.url = url;
    this.count = 0;
  }

  /** Replaces a text by a name everywhere from now on. */
  learn(text: string, name: string): void {
    if (!this.names.has(text)) this.names.set(text, `<${name}>`);
  }

  /** Learns the random texts in a body. */
  read(answer: Answer): void {
    if (!headerOf(answer, 'content-type')?.startsWith('application/json')) return;
    for (const [field, text] of fieldsIn(parsed(answer.body.toString('utf8')))) {
      if (!RANDOM_FIELDS.has(field)) continue;
      const [, secret] = SECRET_ADDRESS.exec(text) ?? [];
      const random = secret ?? (RANDOM_TEXT.some((form) => form.test(text)) ? text : undefined);
      if (random === undefined || this.names.has(random)) continue;
      const name = field.replace(/_id$/, '').replaceAll('_', ' ');
      this.names.set(random, `<${name} ${this.at}.${++this.count}>`);
    }
  }

  request({ method, url, headers, body }: SentRequest) {
    const pairs = Object.entries(headers).map(([name, value]) => [name, this.known(this.text(value))]);
    return {
      method,
      url: this.text(url),
      headers: Object.fromEntries(pairs) as Record<string, string>,
      ...(body !== undefined && { body: this.text(shortened(body.toString('latin1'))) }),
    };
  }

  answer(answer: Answer): NormalisedAnswer {
    const text = answer.body.toString('latin1');
    const changed = this.text(text);
    const isRandom = changed !== text;
    const headers: Record<string, string | string[]> = {};
    const isUnmetered = headerOf(answer, 'x-ratelimit-reset') === UNMETERED_RESET;
    const received = answer.headers.filter(([name]) => !(isUnmetered && name.startsWith('x-ratelimit-')));
    for (const [name, raw] of received.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))) {
      const value = this.header(name, raw, isRandom, answer);
      const before = headers[name];
      headers[name] = before === undefined ? value : [before, value].flat();
    }
    return { status: answer.status, headers, body: bodyOf(isRandom ? Buffer.from(changed, 'latin1') : answer.body) };
  }

  text(given: string): string {
    let text = given;
    for (const [pattern, name] of PATTERNS) text = text.replace(pattern, name);
    for (const [secret, name] of this.names) if (text.includes(secret)) text = text.replaceAll(secret, name);
    return text;
  }

  /** The name of an ETag of random content, if seen before. */
  private known(value: string): string {
    return this.tags.get(value) ?? value;
  }

  private header(name: string, raw: string, isRandom: boolean, answer: Answer): string {
    if (name === 'date') return '<date>';
    if (name === 'etag') return this.tag(raw, isRandom || this.isUnseen(answer));
    if (name === 'vary') return raw.split(/,\s*/).sort().join(', ');
    const isPacked = headerOf(answer, 'content-encoding') !== undefined;
    if (name === 'content-length' && isRandom && isPacked) return '<length of what is random>';
    return this.text(raw);
  }

  private tag(raw: string, isRandom: boolean): string {
    if (isRandom && !this.tags.has(raw)) this.tags.set(raw, '<etag of what is random>');
    return this.known(raw);
  }

  /** Whether the content of an ETag is unknown and possibly random. */
  private isUnseen({ status, body }: Answer): boolean {
    return (status === 304 || body.length === 0) && OF_AN_ACCOUNT.test(this.url);
  }
}

/** URLs whose answers contain created ids, so that an ETag without its body is not comparable. */
const OF_AN_ACCOUNT = /\/(webhooks|account|saved-scans|calendar|table|exports|operator|session)/i;
/** Of `unmetered` in test/helpers/shell.ts, whose limits are those of no service. */
const UNMETERED_RESET = '60';
const LONGEST_REQUEST = 2_000;

function shortened(text: string): string {
  return text.length <= LONGEST_REQUEST ? text : `${text.slice(0, LONGEST_REQUEST)}... ${text.length} bytes`;
}
