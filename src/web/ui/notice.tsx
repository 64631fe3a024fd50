import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import type { Failure } from '../api/failure';
import { useSession } from '../api/session';
import { clockTime } from './format';

type Kind = 'plain' | 'warn' | 'fault';

/** Something to know before reading on. */
export function Notice({
  kind = 'plain',
  title,
  children,
}: {
  kind?: Kind;
  title?: string;
  children?: ComponentChildren;
}) {
  return (
    <div class={`notice ${kind}`} role={kind === 'fault' ? 'alert' : undefined}>
      {title && (
        <p>
          <strong>{title}</strong>
        </p>
      )}
      {children}
    </div>
  );
}

const TITLES: Readonly<Record<string, string>> = {
  unreachable: 'No answer',
  rate_limited: 'Too many requests',
  scan_busy: 'The service is getting ready',
  upstream_unavailable: 'Prices are away for a moment',
  not_found: 'Not found',
  conflict: 'There is one already',
  invalid_request: 'That cannot be asked',
  unauthorized: 'Not signed in',
  forbidden: 'Beyond this plan',
  demo_restricted: 'Beyond what visitors may ask',
};

/** Why there is no answer, and what to do about it. */
export function FailureNotice({ failure, again }: { failure: Failure; again?: () => void }) {
  const wait = useSecondsUntil(failure.retryAt);
  return (
    <Notice kind="fault" title={TITLES[failure.code] ?? 'That went wrong'}>
      <p>{failure.message}</p>
      {failure.code === 'unreachable' && <p>Look whether the server runs and this device is online, then try again.</p>}
      <NeedsAccount failure={failure} />
      {failure.retryAt !== null && wait > 0 && (
        <p>
          This is over at <strong>{clockTime(failure.retryAt)}</strong>, in {wait} s.
        </p>
      )}
      {again && (
        <button type="button" class="button" onClick={again} disabled={wait > 0}>
          Try again
        </button>
      )}
    </Notice>
  );
}

function NeedsAccount({ failure: { code } }: { failure: Failure }) {
  const session = useSession();
  if (code === 'unauthorized' && session.kind === 'account') {
    return (
      <p>
        Your session is over. <Link href="/sign-in">Sign in again</Link>.
      </p>
    );
  }
  if (session.kind !== 'visitor' || !['unauthorized', 'demo_restricted', 'forbidden'].includes(code)) return null;
  return (
    <p>
      <Link href="/sign-in">Sign in</Link> with an account to see it.
    </p>
  );
}

/** Whole seconds, counted down. */
function useSecondsUntil(instant: number | null): number {
  const left = () => (instant === null ? 0 : Math.max(0, Math.ceil((instant - Date.now()) / 1000)));
  const [seconds, setSeconds] = useState(left);
  useEffect(() => {
    setSeconds(left());
    if (instant === null) return;
    const timer = setInterval(() => setSeconds(left()), 500);
    return () => clearInterval(timer);
  }, [instant]);
  return seconds;
}
