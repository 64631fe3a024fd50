import request, { type Response, type Test } from 'supertest';
import { SignInLinks } from '../../src/access/signInLinks';
import type { Role } from '../../src/storage/accounts';
import type { TestApp } from './app';

type Method = 'get' | 'post' | 'patch' | 'delete';

/** A browser signed in to the console, on a page of this server. */
export interface SignedInBrowser {
  /** The cookie as of the last answer: `name=text`. */
  readonly cookie: () => string;
  readonly answer: Response;
  get(path: string): Test;
  post(path: string, body: object): Test;
  patch(path: string, body: object): Test;
  delete(path: string): Test;
}

/** A request of a page, with any cookie. */
export function fromPage({ app }: Pick<TestApp, 'app'>, method: Method, path: string, cookie?: string): Test {
  const sent = request(app)[method](path).set('X-Session', '1').set('User-Agent', FIREFOX);
  return cookie === undefined ? sent : sent.set('Cookie', cookie);
}

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0';

/** The token of a new sign-in link, as an operator creates one for an account. */
export async function linkToken({ storage, clock }: TestApp, email: string): Promise<string> {
  const links = new SignInLinks({
    store: storage.sessions,
    publicUrl: 'http://localhost:8080',
    now: () => clock.now(),
  });
  const { id } = (await storage.accounts.findByEmail(email))!;
  return (await links.make(id, { lasts: 60_000, by: 'command' })).split('#token=')[1];
}

/** Signs in, optionally as an operator. */
export async function signIn(app: TestApp, email = 'dev@example.com', role: Role = 'member'): Promise<SignedInBrowser> {
  const account = (await app.storage.accounts.findByEmail(email))!;
  if (role !== account.role) await app.storage.accounts.setRole(account.id, role);
  const answer = await fromPage(app, 'post', '/v1/session').send({ token: await linkToken(app, email) });
  if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`);
  let cookie = cookieIn(answer)!;
  const send = (method: Method, path: string) =>
    fromPage(app, method, path, cookie).on('response', (response: Response) => {
      cookie = cookieIn(response) ?? cookie;
    });
  return {
    cookie: () => cookie,
    answer,
    get: (path) => send('get', path),
    post: (path, body) => send('post', path).send(body),
    patch: (path, body) => send('patch', path).send(body),
    delete: (path) => send('delete', path),
  };
}

/** The session cookie that an answer sets, without its attributes; null if it sets none. */
export function cookieIn({ headers }: Pick<Response, 'headers'>): string | null {
  const set: string[] = [headers['set-cookie'] ?? []].flat();
  return set.find((one) => /perennial-session=/.test(one))?.split(';')[0] ?? null;
}
