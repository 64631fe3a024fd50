import { responseBody } from '../../../api/client';
import { consoleClient } from '../../../api/console';
import { useAction } from '../../../api/useAction';
import { FailureNotice, Notice } from '../../../ui/notice';

/** Redirects to the identity provider, which redirects back to `/sign-in/callback`. */
export function ProviderButton({ provider, next }: { provider: string; next?: string }) {
  const begin = useAction(
    () => responseBody(consoleClient.POST('/sign-in/provider', { body: next === undefined ? {} : { next } })),
    ({ authorization_url }) => location.assign(authorization_url),
  );
  return (
    <section class="card">
      <h2>With {provider}</h2>
      <p>You sign in there, and come back to this page. Signing out here does not sign you out there.</p>
      <button type="button" class="button main" onClick={() => begin.run()} disabled={begin.busy}>
        {begin.busy ? 'Leaving' : `Sign in with ${provider}`}
      </button>
      {begin.failure && (begin.failure.status === 503 ? <ProviderAway /> : <FailureNotice failure={begin.failure} />)}
    </section>
  );
}

/** The identity provider cannot be used. The server's log has the reason. */
export function ProviderAway() {
  return (
    <Notice kind="fault" title="The sign-in service does not answer">
      <p>
        Nothing is wrong with your account, and this server works. Try again in a minute; if it stays like this, tell
        who runs this server, or sign in with a link.
      </p>
    </Notice>
  );
}
