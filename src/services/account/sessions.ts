import type { BegunSession } from '../../access/sessions';
import { forbidden, notFound, unauthorized } from '../../errors';
import type { Context, Input, Output } from '../../operation';
import type { Account, AccountEvent } from '../../storage/accounts';
import type { OwnedSession, Session } from '../../storage/sessions';
import type { ServiceDeps } from '../screening/deps';

type Ended = Output<'signOut'>;
type PublishedSession = Output<'listSessions'>['sessions'][number];

/** The account and session of a request that only sessions may send. @throws unauthorized */
export function signedIn({ caller: { accountId, session } }: Pick<Context, 'caller'>): {
  readonly accountId: number;
  readonly sessionId: string;
} {
  if (accountId === null || session === undefined) throw unauthorized('Not signed in: sign in first.');
  return { accountId, sessionId: session.id };
}

/** An event of an account, now; by its holder unless `facts` says otherwise. */
export function accountEvent(
  { screening }: ServiceDeps,
  accountId: number,
  kind: AccountEvent['kind'],
  facts: Partial<Pick<AccountEvent, 'by' | 'subject' | 'detail'>> = {},
): AccountEvent {
  return { accountId, at: screening.clock.now(), kind, by: 'self', subject: null, detail: null, ...facts };
}

export async function signInMethods({
  signIn: { links, mail, provider },
}: ServiceDeps): Promise<Output<'getSignInWays'>> {
  return { mail: mail !== null, provider: provider?.name ?? null, link_minutes: links.minutes };
}

/** The answer and its timing do not reveal whether the account exists. @throws forbidden when the server sends no mail */
export async function mailLink(
  { signIn: { links, mail } }: ServiceDeps,
  { body: { email, next } }: Input<'mailSignInLink'>,
): Promise<Output<'mailSignInLink'>> {
  if (mail === null) throw forbidden('This server sends no mail: ask its operator for a sign-in link.');
  mail.send(email, next ?? null);
  return {
    email,
    message: `If ${email} is the address of an account, a sign-in link is on its way. It works once, for ${links.minutes} minutes.`,
    valid_minutes: links.minutes,
  };
}

/** @throws unauthorized for an invalid, used or expired token */
export async function signInByLink(
  deps: ServiceDeps,
  { body }: Input<'signInByLink'>,
  context: Context,
): Promise<Output<'signInByLink'>> {
  return startSession(deps, context, await deps.signIn.links.take(body.token), 'link', null);
}

/** @throws forbidden without an identity provider, upstream_unavailable when it does not answer */
export async function beginProviderSignIn(
  { signIn: { provider } }: ServiceDeps,
  { body: { next } }: Input<'beginProviderSignIn'>,
  { browser }: Context,
): Promise<Output<'beginProviderSignIn'>> {
  if (provider === null) throw forbidden(NO_PROVIDER);
  const { url, token } = await provider.begin(next ?? null);
  browser.keepSignIn(token);
  return { provider: provider.name, authorization_url: url, valid_minutes: provider.minutes };
}

/** @throws unauthorized for an invalid sign-in, forbidden for a person without an account */
export async function signInByProvider(
  deps: ServiceDeps,
  { body }: Input<'signInByProvider'>,
  context: Context,
): Promise<Output<'signInByProvider'>> {
  const { provider } = deps.signIn;
  if (provider === null) throw forbidden(NO_PROVIDER);
  const { account, next } = await provider.end(context.browser.signIn, body);
  context.browser.keepSignIn(null);
  return startSession(deps, context, account, 'provider', next);
}

const NO_PROVIDER = 'This server has no identity provider: sign in with a link.';

/** Starts a session and sets its cookie on the response. */
async function startSession(
  { signIn }: ServiceDeps,
  { browser }: Context,
  account: Account,
  method: Session['method'],
  next: string | null,
): Promise<Output<'signInByLink'>> {
  const { session, cookie }: BegunSession = await signIn.sessions.begin(account, method, browser.agent);
  browser.keepSession(cookie);
  const { email, role, tier } = account;
  return { email, role, tier, next, session: publishedSession(session, session.id) };
}

export async function listSessions(
  { screening, storage, signIn }: ServiceDeps,
  _: object,
  context: Context,
): Promise<Output<'listSessions'>> {
  const { accountId, sessionId } = signedIn(context);
  const sessions = await storage.sessions.of(accountId, screening.clock.now());
  const { idle, longest } = signIn.sessions.days;
  return {
    sessions: sessions.map((session) => publishedSession(session, sessionId)),
    idle_days: idle,
    longest_days: longest,
  };
}

export async function signOut(deps: ServiceDeps, _: object, context: Context): Promise<Ended> {
  const { accountId, sessionId } = signedIn(context);
  const event = accountEvent(deps, accountId, 'signed_out', { subject: sessionId });
  const ended = await deps.storage.sessions.end(accountId, sessionId, event);
  context.browser.keepSession(null);
  return { ended, all: false, message: 'You are signed out.' };
}

export async function signOutEverywhere(deps: ServiceDeps, _: object, context: Context): Promise<Ended> {
  const { accountId } = signedIn(context);
  const ended = await deps.storage.sessions.end(accountId, null, accountEvent(deps, accountId, 'sessions_ended'));
  context.browser.keepSession(null);
  return { ended, all: true, message: 'You are signed out everywhere.' };
}

/** @throws not_found for a session of another account or one that has ended */
export async function endSession(
  deps: ServiceDeps,
  { session_id: id }: Input<'endSession'>,
  context: Context,
): Promise<Ended> {
  const { accountId, sessionId } = signedIn(context);
  const event = accountEvent(deps, accountId, 'session_ended', { subject: id });
  const ended = await deps.storage.sessions.end(accountId, id, event);
  if (ended === 0) throw notFound('The account has no such session; GET /account/sessions lists those it has.');
  if (id === sessionId) context.browser.keepSession(null);
  return { ended, all: false, message: 'The session is ended.' };
}

/** The session of the request. @throws unauthorized when it ended a moment ago */
export async function currentSession({ storage }: ServiceDeps, context: Context): Promise<OwnedSession> {
  const session = await storage.sessions.find(signedIn(context).sessionId);
  if (session === null) throw unauthorized('The session has ended: sign in again.');
  return session;
}

/** @param currentId id of the request's own session */
export function publishedSession(session: OwnedSession, currentId: string): PublishedSession {
  return {
    session_id: session.id,
    current: session.id === currentId,
    method: session.method,
    agent: session.agent,
    created_at: session.createdAt.toISOString(),
    last_used_at: session.lastUsedAt.toISOString(),
    expires_at: session.endsAt.toISOString(),
  };
}
