import type { TestApp } from '../helpers/app';
import { linkToken } from '../helpers/signedIn';
import { accountOf, type Caller, credentialsOf, EMAILS } from './callers';
import { type Answer, headerOf, headersOf, isSuccess, type Line, type SentRequest } from './exchange';
import { Ids } from './ids';
import type { Normaliser } from './normalise';
import { operations } from './project';
import type { Recorded } from './recording';

type Extra = Partial<Pick<SentRequest, 'headers' | 'body'>>;

/** The context in which requests of one app are recorded. */
export interface Stage {
  readonly app: TestApp;
  readonly line: Line;
  /** An access token of the identity provider. */
  readonly token: string;
  /** The identity provider. */
  readonly issuer: string;
  /** Shared by all scenes, so that random texts have one name. */
  readonly normaliser: Normaliser;
  readonly out: Recorded[];
}

/** Time that passes before each request, milliseconds. */
const STEP_MS = 1_000;
/** Requests that write, or show, data stored a moment after the request: mail, and uses of keys and sessions. */
const LEAVES_WORK = /\/(account|session|sign-in|calendar|operator)/;

/** Sends one request after the other, and records the answers. */
export class Player {
  readonly ids = new Ids();
  readonly cookies = new Map<string, string>();
  /** The last ETag of each URL. */
  readonly tags = new Map<string, string>();
  private readonly normaliser: Normaliser;
  private count = 0;
  private isAside = false;
  private asides = 0;

  constructor(
    readonly stage: Stage,
    readonly scene: string,
  ) {
    this.normaliser = stage.normaliser;
    for (const [tier, key] of Object.entries(stage.app.keys)) {
      this.normaliser.learn(key.split('_')[1], `${tier} key id`);
    }
    this.normaliser.learn(stage.issuer, 'issuer');
  }

  get app(): TestApp {
    return this.stage.app;
  }

  /** Advances the clock and its timers. */
  pass(ms: number): void {
    this.app.clock.set(new Date(this.app.clock.now().getTime() + ms));
    this.app.clock.pass(ms);
  }

  get(caller: Caller, url: string, headers: Record<string, string> = {}): Promise<Answer> {
    return this.ask(caller, 'GET', url, { headers });
  }

  post(caller: Caller, url: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    return this.ask(caller, 'POST', url, withJson(body, headers));
  }

  ask(caller: Caller, method: string, url: string, { headers, body }: Extra = {}): Promise<Answer> {
    const { app, token } = this.stage;
    const credentials = credentialsOf(caller, app, { cookies: this.cookies, token });
    const all = { Host: 'example.com', ...credentials, ...headers };
    return this.send(caller, { method, url, headers: all, ...(body !== undefined && { body }) });
  }

  /** Sends a request unchanged, except that the placeholder of an ETag becomes the last one. */
  async send(caller: Caller, asked: SentRequest): Promise<Answer> {
    const leavesWork = LEAVES_WORK.test(asked.url);
    if (leavesWork) await this.app.service.settled();
    const name = this.begin(asked.method, asked.url, caller);
    const { 'If-None-Match': match, ...headers } = asked.headers;
    const last = match === 'LAST' ? (this.tags.get(asked.url) ?? '"none"') : match;
    const request = { ...asked, headers: { ...headers, ...(last !== undefined && { 'If-None-Match': last }) } };
    const answer = await this.stage.line.send(request);
    if (leavesWork) await this.app.service.settled();
    this.keep(caller, asked, answer);
    this.normaliser.read(answer);
    const normalised = { request: this.normaliser.request(request), ...this.normaliser.answer(answer) };
    this.stage.out.push({ ...name, ...normalised });
    return answer;
  }

  /** Sends requests that the next one needs, numbered separately so that later names do not depend on them. */
  async aside(work: () => Promise<unknown>): Promise<void> {
    this.isAside = true;
    try {
      await work();
    } finally {
      this.isAside = false;
    }
  }

  /** Signs a member or an operator in, by a link. */
  async signIn(caller: 'member' | 'admin', email: string = EMAILS[caller]): Promise<Answer> {
    const { accounts } = this.app.storage;
    const account = await accounts.findByEmail(email);
    if (caller === 'admin' && account?.role === 'member') await accounts.setRole(account.id, 'admin');
    const token = await this.link(email);
    const { Cookie, ...headers } = credentialsOf('page', this.app, { cookies: this.cookies, token: '' });
    const all = { Host: 'example.com', ...headers, 'Content-Type': 'application/json' };
    return this.send(caller, { method: 'POST', url: '/v1/session', headers: all, body: JSON.stringify({ token }) });
  }

  /** The token of a new sign-in link. */
  async link(email: string): Promise<string> {
    const token = await linkToken(this.app, email);
    this.normaliser.learn(token, `sign-in token ${this.count}`);
    return token;
  }

  private begin(method: string, url: string, caller: Caller): Pick<Recorded, 'name' | 'operation'> {
    this.pass(STEP_MS);
    const operation = operationOf(method, url) ?? (url === '' ? method : pathOf(url));
    if (!this.isAside) this.asides = 0;
    const count = this.isAside ? this.count + 1 : ++this.count;
    const number = `${String(count).padStart(4, '0')}${this.isAside ? `-${++this.asides}` : ''}`;
    const name = `${this.scene}/${number} ${operation} ${caller}`;
    this.normaliser.begin(name, url);
    return { name, operation };
  }

  private keep(caller: Caller, asked: SentRequest, answer: Answer): void {
    const tag = headerOf(answer, 'etag');
    if (tag !== undefined) this.tags.set(asked.url, tag);
    const account = accountOf(caller);
    if (account !== null && isSuccess(answer)) this.ids.read(account, asked, answer);
    if (caller !== 'member' && caller !== 'admin') return;
    const cookie = headersOf(answer, 'set-cookie').find((one) => /perennial-session=/.test(one));
    if (cookie !== undefined) this.cookies.set(caller, cookie.split(';')[0]);
  }
}

const withJson = (body: unknown, headers: Record<string, string> = {}) => ({
  headers: { 'Content-Type': 'application/json', ...headers },
  body: typeof body === 'string' ? body : JSON.stringify(body),
});

const FORMS = operations.map(({ id, method, path }) => ({
  id,
  method: method.toUpperCase(),
  form: new RegExp(`^/v1${path.replace(/\./g, '\\.').replace(/\{\w+\}/g, '[^/]+')}$`),
}));

const pathOf = (url: string) => `/${url.split('?')[0].split('/')[1] ?? ''}`.slice(0, 30);

function operationOf(method: string, url: string): string | undefined {
  const path = url.split('?')[0];
  return FORMS.find((one) => (one.method === method || method === 'HEAD') && one.form.test(path))?.id;
}
