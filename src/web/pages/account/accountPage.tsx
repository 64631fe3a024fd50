import type { FunctionComponent } from 'preact';
import { useState } from 'preact/hooks';
import { useLocation } from 'wouter-preact';
import { holdsSession } from '../../api/client';
import { NotFound } from '../notFound';
import { AgentsPage } from './agentsPage';
import { EventsPage } from './eventsPage';
import { KeysPage } from './keys/keysPage';
import { OverviewPage } from './overviewPage';
import { SessionsPage } from './sessionsPage';
import { SignInFirst } from './signInFirst';
import '../../style/console.css';

const SECTIONS: Readonly<Record<string, FunctionComponent>> = {
  '/account': OverviewPage,
  '/account/keys': KeysPage,
  '/account/sessions': SessionsPage,
  '/account/activity': EventsPage,
  '/account/agents': AgentsPage,
};

/** The console of who is signed in: a section an address. */
export default function AccountPage() {
  const [path] = useLocation();
  // A session that ends meanwhile leaves what stands on the page: the secret of a key, for one.
  const [isSignedIn] = useState(holdsSession);
  const Section = SECTIONS[path.replace(/\/$/, '')];
  if (Section === undefined) return <NotFound />;
  return isSignedIn ? <Section /> : <SignInFirst title="Account" />;
}
