import { useEffect } from 'preact/hooks';
import { answerOf, noteSession } from '../../../api/client';
import { consoleClient, isOwnPath, leaveFor } from '../../../api/console';
import type { Failure } from '../../../api/failure';
import { useAction } from '../../../api/useAction';
import { FailureNotice, Notice } from '../../../ui/notice';
import { Page } from '../../../ui/page';
import { ProviderAway } from './providerAway';
import { SignInChoices } from './signInWays';
import { type ProviderAnswer, useProviderAnswer } from './useProviderAnswer';

/** Where the identity provider sends the browser back to. */
export function ProviderLanding() {
  const answer = useProviderAnswer();
  return answer.kind === 'code' ? <Ending answer={answer} /> : <NotSignedIn answer={answer} />;
}

/** It needs no click: nobody but the browser that began the sign-in can end it. */
function Ending({ answer: { code, state, iss } }: { answer: Extract<ProviderAnswer, { kind: 'code' }> }) {
  const end = useAction(
    () =>
      answerOf(consoleClient.POST('/session/provider', { body: { code, state, ...(iss !== undefined && { iss }) } })),
    ({ next }) => {
      noteSession(true);
      leaveFor(next !== null && isOwnPath(next) ? next : '/account');
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

function NotSignedIn({ answer, failure }: { answer?: ProviderAnswer; failure?: Failure }) {
  return (
    <Page title="You are not signed in">
      {failure === undefined ? <Refused answer={answer} /> : <Failed failure={failure} />}
      <SignInChoices />
    </Page>
  );
}

/** Only what is known is told: the address may be anybody's. */
function Refused({ answer }: { answer?: ProviderAnswer }) {
  if (answer?.kind !== 'refused') {
    return (
      <Notice title="There is nothing to go on with here">
        <p>This page is where the sign-in service sends browsers back to. Begin to sign in below.</p>
      </Notice>
    );
  }
  const denied = answer.error === 'access_denied';
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
