import type { AuthorizationAnswer } from '../../access/identityProvider';
import type { BegunSession } from '../../access/sessions';
import { forbidden, notFound, unauthorized } from '../../errors';
import type { Context, Output } from '../../operation';
import type { Account } from '../../storage/accounts';
import type { OwnedSession, Session } from '../../storage/sessions';
import { accountEvent, type ConsoleDeps, signedIn } from './console';

type Ended = Output<'signOut'>;
type PublishedSession = Output<'listSessions'>['sessions'][number];

export async function signInMethods({
  console: { mail, provider, linkMinutes },
}: ConsoleDeps): Promise<Output<'getSignInWays'>> {
  return { mail: mail !== null, provider: provider?.name ?? null, link_minutes: linkMinutes };
}

/** The answer and its timing do not reveal whether the account exists. @throws forbidden when the server sends no mail */
export async function mailLink(
  { console: { mail, linkMinutes } }: ConsoleDeps,
  email: string,
  next: string | null,
): Promise<Output<'mailSignInLink'>> {
  if (mail === null) throw forbidden('This server sends no mail: ask its operator for a sign-in link.');
  mail.send(email, next);
  return {
    email,
    message: `If ${email} is the address of an account, a sign-in link is on its way. It works once, for ${linkMinutes} minutes.`,
    valid_minutes: linkMinutes,
  };
}

/** @throws unauthorized for an invalid, used or expired token */
export async function signInByLink(
  deps: ConsoleDeps,
  context: Context,
  token: string,
): Promise<Output<'signInByLink'>> {
  return startSession(deps, context, await deps.console.links.take(token), 'link', null);
}

/** @throws forbidden without an identity provider, upstream_unavailable when it does not answer */
export async function beginProviderSignIn(
  { console: { provider } }: ConsoleDeps,
  { browser }: Context,
  next: string | null,
): Promise<Output<'beginProviderSignIn'>> {
  if (provider === null) throw forbidden(NO_PROVIDER);
  const { url, token } = await provider.begin(next);
  browser.keepSignIn(token);
  return { provider: provider.name, authorization_url: url, valid_minutes: provider.minutes };
}

/** @throws unauthorized for an invalid sign-in, forbidden for a person without an account */
export async function signInByProvider(
  deps: ConsoleDeps,
  context: Context,
  answer: AuthorizationAnswer,
): Promise<Output<'signInByProvider'>> {
  const { provider } = deps.console;
  if (provider === null) throw forbidden(NO_PROVIDER);
  const { account, next } = await provider.end(context.browser.signIn, answer);
  context.browser.keepSignIn(null);
  return startSession(deps, context, account, 'provider', next);
}

const NO_PROVIDER = 'This server has no identity provider: sign in with a link.';

/** Starts a session and sets its cookie on the response. */
async function startSession(
  { console }: ConsoleDeps,
  { browser }: Context,
  account: Account,
  method: Session['method'],
  next: string | null,
): Promise<Output<'signInByLink'>> {
  const { session, cookie }: BegunSession = await console.sessions.begin(account, method, browser.agent);
  browser.keepSession(cookie);
  const { email, role, tier } = account;
  return { email, role, tier, next, session: publishedSession(session, session.id) };
}

export async function listSessions(
  { screening, console }: ConsoleDeps,
  context: Context,
): Promise<Output<'listSessions'>> {
  const { accountId, sessionId } = signedIn(context);
  const sessions = await console.store.of(accountId, screening.clock.now());
  const { idle, longest } = console.sessions.days;
  return {
    sessions: sessions.map((session) => publishedSession(session, sessionId)),
    idle_days: idle,
    longest_days: longest,
  };
}

export async function signOut(deps: ConsoleDeps, context: Context): Promise<Ended> {
  const { accountId, sessionId } = signedIn(context);
  const ended = await deps.console.store.end(
    accountId,
    sessionId,
    accountEvent(deps, accountId, 'signed_out', sessionId),
  );
  context.browser.keepSession(null);
  return { ended, all: false, message: 'You are signed out.' };
}

export async function signOutEverywhere(deps: ConsoleDeps, context: Context): Promise<Ended> {
  const { accountId } = signedIn(context);
  const ended = await deps.console.store.end(accountId, null, accountEvent(deps, accountId, 'sessions_ended', null));
  context.browser.keepSession(null);
  return { ended, all: true, message: 'You are signed out everywhere.' };
}

/** @throws not_found for a session of another account or one that has ended */
export async function endSession(deps: ConsoleDeps, context: Context, id: string): Promise<Ended> {
  const { accountId, sessionId } = signedIn(context);
  const ended = await deps.console.store.end(accountId, id, accountEvent(deps, accountId, 'session_ended', id));
  if (ended === 0) throw notFound('The account has no such session; GET /account/sessions lists those it has.');
  if (id === sessionId) context.browser.keepSession(null);
  return { ended, all: false, message: 'The session is ended.' };
}

/** The session of the request. @throws unauthorized when it ended a moment ago */
export async function currentSession({ console }: ConsoleDeps, context: Context): Promise<OwnedSession> {
  const session = await console.store.find(signedIn(context).sessionId);
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
