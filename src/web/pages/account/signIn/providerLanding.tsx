import { useEffect, useState } from 'preact/hooks';
import { recordSession, responseBody } from '../../../api/client';
import { consoleClient, isLocalPath, replacePage } from '../../../api/console';
import type { Failure } from '../../../api/failure';
import { useAction } from '../../../api/useAction';
import { FailureNotice, Notice } from '../../../ui/notice';
import { Page } from '../../../ui/page';
import { ProviderAway } from './providerButton';
import { SignInChoices } from './signInWays';

/** Maximum of the API: longer parameters are not from the provider. */
const MAX_LENGTH = 4_000;

/** The page that the identity provider redirects to. */
export function ProviderLanding() {
  const response = useProviderAnswer();
  return response.kind === 'code' ? <Ending response={response} /> : <NotSignedIn response={response} />;
}

/** Completes the sign-in without a click: only the browser that started it can complete it. */
function Ending({ response: { code, state, iss } }: { response: Extract<ProviderAnswer, { kind: 'code' }> }) {
  const end = useAction(
    () =>
      responseBody(
        consoleClient.POST('/session/provider', { body: { code, state, ...(iss !== undefined && { iss }) } }),
      ),
    ({ next }) => {
      recordSession(true);
      replacePage(next !== null && isLocalPath(next) ? next : '/account');
    },
  );
  useEffect(() => void end.run(), []);
  if (end.failure !== null) return <NotSignedIn failure={end.failure} />;
  return (
    <Page title="Signing in" lead="This takes a moment.">
      <p role="status">Asking the sign-in service who you are.</p>
    </Page>
  );
}

function NotSignedIn({ response, failure }: { response?: ProviderAnswer; failure?: Failure }) {
  return (
    <Page title="You are not signed in">
      {failure === undefined ? <Refused response={response} /> : <Failed failure={failure} />}
      <SignInChoices />
    </Page>
  );
}

/** The URL is untrusted: its texts are not shown. */
function Refused({ response }: { response?: ProviderAnswer }) {
  if (response?.kind !== 'refused') {
    return (
      <Notice title="There is no sign-in to complete here">
        <p>This page is where the sign-in service sends browsers back to. Begin to sign in below.</p>
      </Notice>
    );
  }
  const denied = response.error === 'access_denied';
  return (
    <Notice kind="fault" title={denied ? 'The sign-in was cancelled' : 'The sign-in service refused the sign-in'}>
      <p>
        {denied
          ? 'You, or the sign-in service, did not agree to it. Nothing was changed.'
          : 'Try again; if it stays like this, tell who runs this server.'}
      </p>
    </Notice>
  );
}

function Failed({ failure }: { failure: Failure }) {
  if (failure.status === 503) return <ProviderAway />;
  if (failure.status !== 401 && failure.status !== 403) return <FailureNotice failure={failure} />;
  const title =
    failure.status === 403 ? 'No account of this server is yours yet' : 'The sign-in does not work any more';
  return (
    <Notice kind="fault" title={title}>
      <p>{failure.message}</p>
    </Notice>
  );
}

/** The parameters of the redirect from the identity provider. */
type ProviderAnswer =
  | { readonly kind: 'code'; readonly code: string; readonly state: string; readonly iss?: string }
  | { readonly kind: 'refused'; readonly error: string }
  | { readonly kind: 'none' };

/** Reads the parameters and removes them from the URL, so that the browser's history does not keep them. */
function takeAnswer(): ProviderAnswer {
  const query = new URLSearchParams(location.search);
  if (location.search !== '') history.replaceState(history.state, '', location.pathname);
  const [code, state, iss, error] = ['code', 'state', 'iss', 'error'].map((name) => query.get(name) ?? '');
  if (error !== '') return { kind: 'refused', error };
  if (code === '' || state === '' || [code, state, iss].some(({ length }) => length > MAX_LENGTH))
    return { kind: 'none' };
  return { kind: 'code', code, state, ...(iss !== '' && { iss }) };
}

/** The parameters of the redirect, kept in memory only. */
function useProviderAnswer(): ProviderAnswer {
  return useState(takeAnswer)[0];
}
