import { Link, useLocation, useSearch } from 'wouter-preact';
import { signInAddress } from '../../routes';
import { Notice } from '../../ui/notice';
import { Page } from '../../ui/page';

/** Shown to visitors instead of a page for account holders. */
export function SignInRequired({ title }: { title: string }) {
  return (
    <Page title={title}>
      <Notice title="You are not signed in">
        <p>This page is for account holders.</p>
        <SignInLink />
      </Notice>
    </Page>
  );
}

/** Link to the sign-in page, which returns to the current page. */
export function SignInLink({ text = 'Sign in' }: { text?: string }) {
  const [path] = useLocation();
  const search = useSearch();
  return (
    <Link href={signInAddress(search === '' ? path : `${path}?${search}`)} class="button main">
      {text}
    </Link>
  );
}
