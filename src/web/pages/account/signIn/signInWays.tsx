import { Link, useSearch } from 'wouter-preact';
import { holdsSession, type Schemas } from '../../../api/client';
import { consoleRequest, isLocalPath } from '../../../api/console';
import { useRequest } from '../../../api/useRequest';
import { CopyButton } from '../../../ui/copyButton';
import { Notice } from '../../../ui/notice';
import { Page } from '../../../ui/page';
import { ResponseView } from '../../../ui/responseView';
import { MailForm } from './mailForm';
import { ProviderButton } from './providerButton';

/** The sign-in methods of this server. */
export function SignInWays() {
  return (
    <Page title="Sign in" lead="See what your account uses, and make and revoke its keys.">
      {holdsSession() && (
        <Notice title="This browser is signed in">
          <p>
            <Link href="/account">Go to your account</Link>, or sign in with another one here.
          </p>
        </Notice>
      )}
      <SignInChoices />
    </Page>
  );
}

export function SignInChoices() {
  const [response, refetch] = useRequest(consoleRequest('/sign-in'));
  const next = useNext();
  return (
    <ResponseView response={response} refetch={refetch}>
      {(ways) => (
        <div class="ways">
          {ways.provider !== null && <ProviderButton provider={ways.provider} next={next} />}
          {ways.mail && <MailForm ways={ways} next={next} />}
          <ByOperator ways={ways} />
        </div>
      )}
    </ResponseView>
  );
}

const INVITE = 'npm run keys -- invite you@example.com';

function ByOperator({ ways: { mail, provider } }: { ways: Schemas['SignInWays'] }) {
  const only = !mail && provider === null;
  return (
    <section class="card">
      <h2>{only ? 'With a link from who runs this server' : 'No account yet?'}</h2>
      <p>
        {only && 'This server sends no mail. '}
        Whoever runs {only ? 'it' : 'this server'} makes a link that signs you in once, on the machine it runs on:
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <pre tabIndex={0}>{INVITE}</pre>
      <CopyButton text={INVITE} label="Copy the command" />
      <p class="small soft">
        It makes the account where there is none, and prints the link. Open the link in this browser.
      </p>
    </section>
  );
}

/** The page to return to after the sign-in; undefined when the URL names no page of this server. */
export function useNext(): string | undefined {
  const next = new URLSearchParams(useSearch()).get('next');
  return next !== null && isLocalPath(next) ? next : undefined;
}
