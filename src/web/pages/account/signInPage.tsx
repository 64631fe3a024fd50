import { useLocation } from 'wouter-preact';
import { NotFound } from '../notFound';
import { LinkLanding } from './signIn/linkLanding';
import { SignInWays } from './signIn/signInWays';
import { useLinkToken } from './signIn/useLinkToken';
import '../../style/console.css';

/** Where people sign in: the ways there are, and where a link leads to. */
export default function SignInPage() {
  const [path] = useLocation();
  const token = useLinkToken();
  if (path.replace(/\/$/, '') !== '/sign-in') return <NotFound />;
  return token === null ? <SignInWays /> : <LinkLanding key={token} token={token} />;
}
