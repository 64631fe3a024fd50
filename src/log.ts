import pino, { type DestinationStream, type Logger } from 'pino';

/** The log: a pino logger, or a fake in tests. */
export interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** A metric of GET /metrics. */
export interface Reading {
  /** `market_data_age_seconds` */
  readonly name: string;
  readonly help: string;
  /** A counter only grows while the process lives. */
  readonly kind: 'gauge' | 'counter';
  readonly values: readonly { readonly labels?: Readonly<Record<string, string>>; readonly value: number }[];
}

/** Reads the present values of metrics. */
export type Readings = () => Promise<readonly Reading[]>;

export function gauge(name: string, help: string, values: Reading['values']): Reading {
  return { name, help, kind: 'gauge', values };
}

export function counter(name: string, help: string, values: Reading['values']): Reading {
  return { name, help, kind: 'counter', values };
}

/** Creates the log of the process, with one JSON line per event. */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const options = { level, base: undefined, timestamp: pino.stdTimeFunctions.isoTime };
  return destination === undefined ? pino(options) : pino(options, destination);
}

/** The form of an API key. */
const KEY = /prn_\w/i;
/** An access token (RFC 7519), or any text as long as a secret. */
const TOKEN = /eyJ[\w-]+\.[\w-]+|[\w+/=-]{32,}/;
/** Names of parameters that hold a secret. */
const SECRET_NAME = /(key|token|secret|password|passwd|authorization|credential|bearer)$/i;
/** `prn_` in base64, at each of the three offsets, and in hexadecimal. */
const ENCODED = /cHJuX|Bybl[89+/_-]|wcm5f|70726[eE]5[fF]/;

const REDACTED = '[redacted]';
/** The path segment after one of these is a secret, and is redacted even if it is incomplete. */
const SECRETS_BELOW: ReadonlySet<string> = new Set(['calendars', 'tables']);
/** More than the encodings that a client applies by mistake. */
const MAX_DECODINGS = 5;

/** A URL without possible keys, in any encoding: in its path, and in the names and values of its query. */
export function withoutKeys(url: string): string {
  const [path, query] = url.split(/\?(.*)/s);
  const segments = path
    .split('/')
    .map((segment, i, all) => (isBelowSecret(all[i - 1]) || holdsKey(segment) ? REDACTED : segment));
  if (query === undefined) return segments.join('/');
  return `${segments.join('/')}?${query.split(/[&;]/).map(withoutKey).join('&')}`;
}

function isBelowSecret(parent = ''): boolean {
  return decodings(parent).some((plain) => SECRETS_BELOW.has(plain.toLowerCase()));
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

/** A text, and the results of percent-decoding it repeatedly. */
function decodings(text: string): string[] {
  const found = [text];
  for (let i = 0; i < MAX_DECODINGS; i++) {
    const before = found[found.length - 1];
    const after = before.replace(/%([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
    if (after === before) break;
    found.push(after);
  }
  return found;
}
