import { notFound, unauthorized } from '../../errors';
import type { Context, Output } from '../../operation';
import type { OwnedSession } from '../../storage/sessions';
import { accountEvent, type ConsoleDeps, signedIn } from './console';

type Ended = Output<'signOut'>;
export type PublishedSession = Output<'listSessions'>['sessions'][number];

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
