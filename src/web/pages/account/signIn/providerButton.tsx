import { answerOf } from '../../../api/client';
import { consoleClient } from '../../../api/console';
import { useAction } from '../../../api/useAction';
import { FailureNotice } from '../../../ui/notice';
import { ProviderAway } from './providerAway';

/** Leaves for the identity provider, which sends the browser back to `/sign-in/callback`. */
export function ProviderButton({ provider, next }: { provider: string; next?: string }) {
  const begin = useAction(
    () => answerOf(consoleClient.POST('/sign-in/provider', { body: next === undefined ? {} : { next } })),
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
