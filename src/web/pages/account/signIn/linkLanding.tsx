import { answerOf, holdsSession, noteSession } from '../../../api/client';
import { consoleClient, leaveFor } from '../../../api/console';
import { useAction } from '../../../api/useAction';
import { FailureNotice, Notice } from '../../../ui/notice';
import { Page } from '../../../ui/page';
import { SignInChoices } from './signInWays';
import { useNext } from './useNext';

/** Longer than any token that was ever given out: what is longer is not sent. */
const LONGEST_TOKEN = 200;

/** Where a sign-in link leads to. It is used up by a click only: programs that open the links of a mail do not click. */
export function LinkLanding({ token }: { token: string }) {
  const next = useNext();
  const signIn = useAction(
    () => answerOf(consoleClient.POST('/session', { body: { token } })),
    () => {
      noteSession(true);
      leaveFor(next ?? '/account');
    },
  );
  if (token.length > LONGEST_TOKEN || signIn.failure?.status === 401) return <SpentLink />;
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

/** Used, expired and forged links are one to the server, which gives nothing away. */
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
