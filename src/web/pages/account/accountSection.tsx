import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { Link, useLocation } from 'wouter-preact';
import { answerOf } from '../../api/client';
import { askingConsole, consoleClient, leaveSignedOut } from '../../api/console';
import { useAction } from '../../api/useAction';
import { useAnswer } from '../../api/useAnswer';
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

/** A section of the console, with the way to the others and out. */
export function AccountSection(props: { title: string; lead?: ComponentChildren; children: ComponentChildren }) {
  const [answer] = useAnswer(askingConsole('/account'));
  const account = answer.state === 'ready' ? answer.data : null;
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

/** Links from a section to the others. */
export function Sections(props: { label: string; sections: readonly (readonly [path: string, name: string])[] }) {
  const [address] = useLocation();
  const path = address.replace(/\/$/, '');
  // What stands below a section is of it; the first one stands above the others.
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
  const signOut = useAction(() => answerOf(consoleClient.DELETE('/session')), leaveSignedOut);
  const isOver = signOut.failure?.status === 401;
  useEffect(() => {
    // What was wanted came true before.
    if (isOver) leaveSignedOut();
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
