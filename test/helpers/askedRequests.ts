import { type ContractOperation, exampleUrl } from '../../src/openapi/document';
import { seeded } from './syntheticBars';

/** A request as it is written to a connection. */
export interface AskedRequest {
  readonly method: string;
  /** The URL in the request line. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** A reproducible random generator. */
export class Dice {
  /** 0 .. below 1. */
  readonly next: () => number;

  constructor(seed: number) {
    this.next = seeded(seed);
  }

  one<T>(of: readonly T[]): T {
    return of[Math.floor(this.next() * of.length)];
  }

  happens(chance: number): boolean {
    return this.next() < chance;
  }
}

const VALUES = [
  '',
  '0',
  '1',
  '-1',
  '10',
  '10.5',
  '1e1',
  '0x0A',
  '+5',
  ' 7',
  'NaN',
  'many',
  '9007199254740992',
  '9'.repeat(48),
  '9'.repeat(400),
  'long',
  'LONG',
  'pe',
  '2024-06-28',
  '2024-02-30',
  'A..B',
  'true',
  'null',
  '[]',
  '{}',
  'a,b',
  '%',
  '%25',
  '%zz',
  '%C3%28',
  '%00',
  'é',
  '%F0%9F%98%80',
  'AAPL',
  'BTC%2FUSD',
  'BRK.B',
  'x'.repeat(200),
  'a%20b',
  'a+b',
  "'",
  '"<>',
];
const NAMES = ['no_such', 'limits', 'LIMIT', '__proto__', 'constructor', 'toString', 'years[]', 'years[a]', '', 'a b'];
const METHODS = ['HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'GET', 'get'];
const ENCODINGS = [
  'gzip',
  'gzip, deflate',
  'br',
  'deflate',
  'gzip;q=0',
  'identity',
  '*',
  'gzip;q=0.5, identity',
  'zstd',
];
const TYPES = [
  'application/json',
  'APPLICATION/JSON',
  'application/json; charset=utf-8',
  'application/json;charset=latin1',
  'text/plain',
  'application/vnd.api+json',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
];
const OUTSIDE = [
  '/healthz',
  '/v2/me',
  '//v1/me',
  '/nothing',
  '/v1',
  '/v1/',
  '/V1/me',
  '/v1x/me',
  '/%76%31/me',
  '/v1/%',
];

/** Valid and invalid requests of all operations, the same for the same dice. */
export function askedRequests(
  operations: readonly ContractOperation[],
  keys: readonly string[],
  count: number,
): AskedRequest[] {
  const dice = new Dice(13);
  return Array.from({ length: count }, () => asked(dice, dice.one(operations), keys));
}

function asked(dice: Dice, operation: ContractOperation, keys: readonly string[]): AskedRequest {
  const method = dice.happens(0.1) ? dice.one(METHODS) : operation.method.toUpperCase();
  const url = dice.happens(0.04) ? dice.one(OUTSIDE) : urlOf(dice, operation);
  const body = bodyOf(dice, operation);
  const absolute = dice.happens(0.03) ? dice.one(['http://example.com', 'HTTPS://user@example.com:1']) : '';
  return {
    method,
    url: absolute + url,
    headers: { ...headersOf(dice, keys), ...(body === undefined ? {} : typeOf(dice)) },
    ...(body !== undefined && { body }),
  };
}

function urlOf(dice: Dice, operation: ContractOperation): string {
  const optional = operation.parameters.filter(({ required }) => !required).map(({ name }) => name);
  const url = exampleUrl(
    operation,
    optional.filter(() => dice.happens(0.2)),
  );
  const [path, search = ''] = url.split('?');
  const query = bentQuery(dice, operation, search === '' ? [] : search.split('&'));
  return [bentPath(dice, path), ...(query === '' && dice.happens(0.95) ? [] : [query])].join('?');
}

function bentPath(dice: Dice, path: string): string {
  if (!dice.happens(0.25)) return path;
  const parts = path.split('/');
  const last = parts.length - 1;
  return dice.one<() => string>([
    () => `${path}/`,
    () => `${path}//`,
    () => path.toUpperCase(),
    () => path.replace('/v1/', '/v1//'),
    () => [...parts.slice(0, last), dice.one(VALUES)].join('/').replaceAll(' ', '%20'),
    () => [...parts, dice.one(VALUES)].join('/').replaceAll(' ', '%20'),
    () => parts.slice(0, last).join('/'),
    () => [...parts.slice(0, last), encodeURIComponent(parts[last]).replace(/^./, percent)].join('/'),
    () => path.replace(/[a-z]/g, (letter) => (dice.happens(0.5) ? letter.toUpperCase() : letter)),
  ])();
}

const percent = (character: string) => `%${character.charCodeAt(0).toString(16)}`;

function bentQuery(dice: Dice, { parameters }: ContractOperation, pairs: readonly string[]): string {
  const bent = [...pairs];
  const known = parameters.filter(({ in: place }) => place === 'query').map(({ name }) => name);
  while (dice.happens(0.35)) {
    const name = known.length > 0 && dice.happens(0.7) ? dice.one(known) : dice.one(NAMES);
    const pair = `${name}=${dice.one(VALUES)}`.replaceAll(' ', '%20');
    const at = Math.floor(dice.next() * (bent.length + 1));
    bent.splice(at, dice.happens(0.6) ? 1 : 0, dice.happens(0.1) ? name.replaceAll(' ', '+') : pair);
  }
  return Buffer.from(bent.join(dice.happens(0.05) ? ';' : '&')).toString('latin1');
}

function headersOf(dice: Dice, keys: readonly string[]): Record<string, string> {
  const headers: Record<string, string> = { Host: 'example.com' };
  if (dice.happens(0.02)) delete headers.Host;
  const key = dice.one(keys);
  if (dice.happens(0.8)) headers['X-API-Key'] = key;
  else if (dice.happens(0.7))
    headers.Authorization = dice.one([`Bearer ${key}`, `bearer  ${key}`, key, 'Basic eDp5', '']);
  if (dice.happens(0.02)) headers.Authorization = `Bearer ${dice.one(keys)}`;
  if (dice.happens(0.4)) headers['Accept-Encoding'] = dice.one(ENCODINGS);
  if (dice.happens(0.2)) headers['If-None-Match'] = dice.one(['*', 'W/"nothing"', 'nothing', 'LAST']);
  if (dice.happens(0.05)) headers['Cache-Control'] = 'no-cache';
  if (dice.happens(0.2)) headers.Origin = dice.one(['https://app.example.com', 'https://other.example.com', 'null']);
  if (dice.happens(0.1)) headers['X-Request-Id'] = dice.one(['abc', 'a b', 'x'.repeat(129), 'A-b_c.d~9']);
  if (dice.happens(0.05))
    headers.Accept = dice.one([
      'text/html;q=0.5, application/json',
      'text/csv',
      'application/json',
      '*/*',
      'image/png;q=1',
    ]);
  if (dice.happens(0.02)) headers.Expect = dice.one(['100-continues', 'something']);
  if (dice.happens(0.1)) headers['X-Forwarded-For'] = dice.one(['192.0.2.7', '192.0.2.7, 198.51.100.1', 'nobody']);
  return headers;
}

function typeOf(dice: Dice): Record<string, string> {
  if (dice.happens(0.05)) return {};
  return { 'Content-Type': dice.happens(0.8) ? TYPES[0] : dice.one(TYPES) };
}

const NO_JSON = ['', '{', '[1,]', '"\\ud800"', 'null', '7', '"a text"', '[]', '{}', '{"no_such_field":1}', '[[[]]]'];

function bodyOf(dice: Dice, { body }: ContractOperation): string | undefined {
  if (body === null) return dice.happens(0.03) ? dice.one(NO_JSON) : undefined;
  if (dice.happens(0.1)) return dice.happens(0.5) ? undefined : dice.one(NO_JSON);
  const examples = Object.values(body.examples).map(({ value }) => JSON.stringify(value));
  const text = dice.one(examples);
  if (dice.happens(0.6)) return text;
  const value = JSON.stringify(dice.one<unknown>([...VALUES, 0, -1, 1e300, null, true, [], {}]));
  return dice.one([
    text.replace(/:"[^"]*"/, `:${value}`),
    text.replace(/:[\d.]+/, `:${value}`),
    text.replace(/"(\w+)":/, '"no_such":'),
    text.replace('{', '{"no_such":1,'),
    text.replace(/,"\w+":[^,{}[\]]+/, ''),
  ]);
}
