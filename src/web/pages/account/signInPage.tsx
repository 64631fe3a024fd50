import { useLocation } from 'wouter-preact';
import { NotFound } from '../notFound';
import { LinkLanding } from './signIn/linkLanding';
import { ProviderLanding } from './signIn/providerLanding';
import { SignInWays } from './signIn/signInWays';
import { useLinkToken } from './signIn/useLinkToken';
import '../../style/console.css';

/** The sign-in pages: methods, sign-in link, callback of the identity provider. */
export default function SignInPage() {
  const [path] = useLocation();
  const token = useLinkToken();
  const page = path.replace(/\/$/, '');
  if (page === '/sign-in/callback') return <ProviderLanding />;
  if (page !== '/sign-in') return <NotFound />;
  return token === null ? <SignInWays /> : <LinkLanding key={token} token={token} />;
}
