import { holdsSession, recordSession, responseBody } from '../../../api/client';
import { consoleClient, replacePage } from '../../../api/console';
import { useAction } from '../../../api/useAction';
import { FailureNotice, Notice } from '../../../ui/notice';
import { Page } from '../../../ui/page';
import { SignInChoices, useNext } from './signInWays';

/** No token is longer: longer texts are rejected without a request. */
const MAX_TOKEN_LENGTH = 200;

/** The page of a sign-in link. The link is used up by a click on the button, since mail programs open links by themselves. */
export function LinkLanding({ token }: { token: string }) {
  const next = useNext();
  const signIn = useAction(
    () => responseBody(consoleClient.POST('/session', { body: { token } })),
    () => {
      recordSession(true);
      replacePage(next ?? '/account');
    },
  );
  if (token.length > MAX_TOKEN_LENGTH || signIn.failure?.status === 401) return <SpentLink />;
  return (
    <Page title="Sign in" lead={`This link signs you in to ${location.host}. It works once.`}>
      {holdsSession() && (
        <Notice title="This browser is signed in already">
          <p>Going on signs in with the account of the link instead.</p>
        </Notice>
      )}
      {signIn.failure && <FailureNotice failure={signIn.failure} />}
      <button type="button" class="button main" onClick={() => signIn.run()} disabled={signIn.busy}>
        {signIn.busy ? 'Signing in' : 'Sign in'}
      </button>
    </Page>
  );
}

/** The server does not tell used, expired and forged links apart. */
function SpentLink() {
  return (
    <Page title="This link does not work">
      <Notice kind="fault" title="It was used, it has expired, or part of it is missing">
        <p>
          A sign-in link works once and for a short time. If you have not used it yourself and it is new, somebody else
          may have: have a new one made, and look at your sessions.
        </p>
      </Notice>
      <SignInChoices />
    </Page>
  );
}
