import type { Page } from 'playwright-core';
import type { OpenOptions, Pages } from './chromium';
import { linkToken } from './signedIn';

/** Path of a link that signs in once, as `npm run keys -- invite` creates it. */
export async function linkFor({ service }: Pages, email: string): Promise<string> {
  return `/sign-in#token=${await linkToken(service, email)}`;
}

/** A page of the console in a browser where the account is signed in. */
export async function signIn(
  pages: Pages,
  { email = 'dev@example.com', path = '/account', ...options }: OpenOptions & { email?: string; path?: string } = {},
): Promise<Page> {
  const page = await pages.open(await linkFor(pages, email), options);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Account' }).waitFor();
  if (path !== '/account') await page.goto(path);
  return page;
}
