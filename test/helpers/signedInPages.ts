import type { Page } from 'playwright-core';
import type { OpenOptions, Pages } from './chromium';
import { linkToken, signIn as signInByApi } from './signedIn';

/** Path of a link that signs in once, as `npm run keys -- invite` creates it. */
export async function linkFor({ service }: Pages, email: string): Promise<string> {
  return `/sign-in#token=${await linkToken(service, email)}`;
}

/** A page in a browser where the account is signed in; test/web/sessions.test.ts signs in by the page itself. */
export async function signIn(
  pages: Pages,
  { email = 'dev@example.com', path = '/account', ...options }: OpenOptions & { email?: string; path?: string } = {},
): Promise<Page> {
  const { role } = (await pages.service.storage.accounts.findByEmail(email))!;
  const session = (await signInByApi(pages.service, email, role)).cookie();
  return pages.open(path, { ...options, session });
}
