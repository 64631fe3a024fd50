import pino, { type DestinationStream, type Logger } from 'pino';

/** The log of the process as its parts write to it: a pino logger, or a fake of it in tests. */
export interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** A number that operators watch, as GET /metrics shows it. */
export interface Reading {
  /** `market_data_age_days` */
  readonly name: string;
  readonly help: string;
  /** A counter only grows while the process lives. */
  readonly kind: 'gauge' | 'counter';
  readonly values: readonly { readonly labels?: Readonly<Record<string, string>>; readonly value: number }[];
}

/** Reads numbers at the moment they are asked for. */
export type Readings = () => Promise<readonly Reading[]>;

/** The log of the process: one JSON line an event. */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const options = { level, base: undefined, timestamp: pino.stdTimeFunctions.isoTime };
  return destination === undefined ? pino(options) : pino(options, destination);
}

/** A key of ours, by its form. */
const KEY = /prn_\w/i;
/** An access token (RFC 7519), and any run of characters that only secrets are as long as. */
const TOKEN = /eyJ[\w-]+\.[\w-]+|[\w+/=-]{32,}/;
/** A parameter that holds a secret by what it is called. */
const SECRET_NAME = /(key|token|secret|password|passwd|authorization|credential|bearer)$/i;
/** What base64 makes of `prn_`, by where in a group of three bytes it begins; and hexadecimal. */
const ENCODED = /cHJuX|Bybl[89+/_-]|wcm5f|70726[eE]5[fF]/;

const REDACTED = '[redacted]';
/** Below it a path holds a secret, however much of it was copied. */
const SECRETS_BELOW = 'calendars';
/** Nobody encodes a URL more often by mistake. */
const MOST_DECODINGS = 5;

/** A URL without what may be a key, in whatever encoding it came there: in its path, a name or a value of its query. */
export function withoutKeys(url: string): string {
  const [path, query] = url.split(/\?(.*)/s);
  const segments = path
    .split('/')
    .map((segment, i, all) => (isBelowSecret(all[i - 1]) || holdsKey(segment) ? REDACTED : segment));
  if (query === undefined) return segments.join('/');
  return `${segments.join('/')}?${query.split(/[&;]/).map(withoutKey).join('&')}`;
}

function isBelowSecret(parent = ''): boolean {
  return decodings(parent).some((plain) => plain.toLowerCase() === SECRETS_BELOW);
}

function withoutKey(pair: string): string {
  const [name, value] = pair.split(/=(.*)/s);
  if (holdsKey(name)) return REDACTED;
  if (value === undefined) return name;
  return `${name}=${SECRET_NAME.test(decodings(name).at(-1) ?? '') || holdsKey(value) ? REDACTED : value}`;
}

function holdsKey(text: string): boolean {
  return decodings(text).some((plain) => KEY.test(plain) || TOKEN.test(plain) || ENCODED.test(plain));
}

/** A text as it came and percent-decoded, as often as there is something to decode. */
function decodings(text: string): string[] {
  const found = [text];
  for (let i = 0; i < MOST_DECODINGS; i++) {
    const before = found[found.length - 1];
    const after = before.replace(/%([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
    if (after === before) break;
    found.push(after);
  }
  return found;
}
