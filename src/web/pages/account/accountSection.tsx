import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { Link, useLocation } from 'wouter-preact';
import { responseBody } from '../../api/client';
import { consoleClient, consoleRequest, goToSignIn } from '../../api/console';
import { useAction } from '../../api/useAction';
import { useRequest } from '../../api/useRequest';
import { Page } from '../../ui/page';

const SECTIONS = [
  ['/account', 'Usage'],
  ['/account/keys', 'Keys'],
  ['/account/saved-scans', 'Saved scans'],
  ['/account/webhooks', 'Webhooks'],
  ['/account/exports', 'Exports'],
  ['/account/sessions', 'Sessions'],
  ['/account/activity', 'Activity'],
  ['/account/agents', 'Agents'],
] as const;

/** A section of the console, with links to the others and the sign-out button. */
export function AccountSection(props: { title: string; lead?: ComponentChildren; children: ComponentChildren }) {
  const [response] = useRequest(consoleRequest('/account'));
  const account = response.state === 'ready' ? response.data : null;
  return (
    <Page title={props.title} lead={props.lead}>
      <div class="console-top">
        <Sections label="Account" sections={SECTIONS} />
        <div class="row">
          {account?.role === 'admin' && <Link href="/operator">For operators</Link>}
          <span class="small soft account-name">{account?.email}</span>
          <SignOut />
        </div>
      </div>
      {props.children}
    </Page>
  );
}

/** Navigation between sections. */
export function Sections(props: { label: string; sections: readonly (readonly [path: string, name: string])[] }) {
  const [address] = useLocation();
  const path = address.replace(/\/$/, '');
  // A section is current on its detail pages too, except the first one, whose path is a prefix of all others.
  const isCurrent = (to: string) => path === to || (to !== props.sections[0][0] && path.startsWith(`${to}/`));
  return (
    <nav class="sections" aria-label={props.label}>
      {props.sections.map(([to, name]) => (
        <Link key={to} href={to} aria-current={isCurrent(to) ? 'page' : undefined}>
          {name}
        </Link>
      ))}
    </nav>
  );
}

function SignOut() {
  const signOut = useAction(() => responseBody(consoleClient.DELETE('/session')), goToSignIn);
  const isOver = signOut.failure?.status === 401;
  useEffect(() => {
    // A 401 means that the session had already ended.
    if (isOver) goToSignIn();
  }, [isOver]);
  return (
    <>
      <button type="button" class="button" onClick={() => signOut.run()} disabled={signOut.busy}>
        Sign out
      </button>
      <span role="status" class="small">
        {signOut.failure?.message}
      </span>
    </>
  );
}
