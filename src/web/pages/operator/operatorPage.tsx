import { useState } from 'preact/hooks';
import { useLocation } from 'wouter-preact';
import { holdsSession } from '../../api/client';
import { Page } from '../../ui/page';
import { SignInFirst } from '../account/signInFirst';
import { NotFound } from '../notFound';
import { Accounts } from './accounts';
import '../../style/console.css';

/** For who runs this service. The server says who that is. */
export default function OperatorPage() {
  const [path] = useLocation();
  const [isSignedIn] = useState(holdsSession);
  if (path.replace(/\/$/, '') !== '/operator') return <NotFound />;
  if (!isSignedIn) return <SignInFirst title="Operator" />;
  return (
    <Page title="Operator" lead="The accounts of this service, in the order in which they were made.">
      <Accounts />
    </Page>
  );
}
