import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { Failure } from '../api/failure';
import { useSession } from '../api/session';
import { clockTime } from './format';

type Kind = 'plain' | 'warn' | 'fault';

/** A highlighted message; `fault` is announced to screen readers as an alert. */
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
  upstream_unavailable: 'Prices are temporarily unavailable',
  not_found: 'Not found',
  conflict: 'This conflicts with existing data',
  invalid_request: 'This request is invalid',
  unauthorized: 'Not signed in',
  forbidden: 'Not part of this plan',
  demo_restricted: 'Not available without an account',
};

/** Why a request failed, and what can be done about it. */
export function FailureNotice({ failure, refetch }: { failure: Failure; refetch?: () => void }) {
  const wait = useSecondsUntil(failure.retryAt);
  return (
    <Notice kind="fault" title={TITLES[failure.code] ?? 'The request failed'}>
      <p>{failure.message}</p>
      {failure.code === 'unreachable' && <p>Check that the server runs and this device is online, then try again.</p>}
      <NeedsAccount failure={failure} />
      {failure.retryAt !== null && wait > 0 && (
        <p>
          This is over at <strong>{clockTime(failure.retryAt)}</strong>, in {wait} s.
        </p>
      )}
      {refetch && (
        <button type="button" class="button" onClick={refetch} disabled={wait > 0}>
          Try again
        </button>
      )}
    </Notice>
  );
}

const NO_TOKEN = new Failure(401, 'unauthorized', 'This server requires an account.');

/** For visitors of a server without a demo token, on pages that would request their symbols. */
export function AccountRequired() {
  return <FailureNotice failure={NO_TOKEN} />;
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

/** Seconds until an instant (milliseconds), counted down to 0; 0 for null. */
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
