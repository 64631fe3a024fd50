import type { AuthorizationAnswer } from '../../access/identityProvider';
import type { BegunSession } from '../../access/sessions';
import { forbidden } from '../../errors';
import type { Context, Output } from '../../operation';
import type { Account } from '../../storage/accounts';
import type { Session } from '../../storage/sessions';
import type { ConsoleDeps } from './console';
import { publishedSession } from './sessions';

export async function signInWays({
  console: { mail, provider, linkMinutes },
}: ConsoleDeps): Promise<Output<'getSignInWays'>> {
  return { mail: mail !== null, provider: provider?.name ?? null, link_minutes: linkMinutes };
}

/** Answers the same, and as soon, whether there is such an account or not. @throws forbidden where no mail is sent */
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

/** @throws unauthorized for a token that does not work (any more) */
export async function signInByLink(
  deps: ConsoleDeps,
  context: Context,
  token: string,
): Promise<Output<'signInByLink'>> {
  return begun(deps, context, await deps.console.links.take(token), 'link', null);
}

/** @throws forbidden where there is no identity provider, upstream_unavailable when it does not answer */
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

/** @throws unauthorized for a sign-in that does not hold, forbidden for somebody without an account */
export async function signInByProvider(
  deps: ConsoleDeps,
  context: Context,
  answer: AuthorizationAnswer,
): Promise<Output<'signInByProvider'>> {
  const { provider } = deps.console;
  if (provider === null) throw forbidden(NO_PROVIDER);
  const { account, next } = await provider.end(context.browser.signIn, answer);
  context.browser.keepSignIn(null);
  return begun(deps, context, account, 'provider', next);
}

const NO_PROVIDER = 'This server has no identity provider: sign in with a link.';

/** Begins a session, and leaves its cookie with the answer. */
async function begun(
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
