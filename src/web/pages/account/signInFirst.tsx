import { Link, useLocation, useSearch } from 'wouter-preact';
import { signInAddress } from '../../routes';
import { Notice } from '../../ui/notice';
import { Page } from '../../ui/page';

/** Stands in the place of a page that is for account holders. */
export function SignInFirst({ title }: { title: string }) {
  return (
    <Page title={title}>
      <Notice title="You are not signed in">
        <p>This page is for account holders.</p>
        <SignInLink />
      </Notice>
    </Page>
  );
}

/** Comes back to where it stands. */
export function SignInLink({ text = 'Sign in' }: { text?: string }) {
  const [path] = useLocation();
  const search = useSearch();
  return (
    <Link href={signInAddress(search === '' ? path : `${path}?${search}`)} class="button main">
      {text}
    </Link>
  );
}
