import type { FunctionComponent } from 'preact';
import { useState } from 'preact/hooks';
import { useLocation } from 'wouter-preact';
import { holdsSession } from '../../api/client';
import { decoded } from '../../routes';
import { NotFound } from '../notFound';
import { AgentsPage } from './agentsPage';
import { EventsPage } from './eventsPage';
import { ExportsPage } from './exports/exportsPage';
import { KeysPage } from './keys/keysPage';
import { OverviewPage } from './overviewPage';
import { SavedScansPage } from './savedScans/savedScansPage';
import { ScanRunsPage } from './savedScans/scanRunsPage';
import { SessionsPage } from './sessionsPage';
import { SignInFirst } from './signInFirst';
import { WebhookPage } from './webhooks/webhookPage';
import { WebhooksPage } from './webhooks/webhooksPage';
import '../../style/console.css';

const SECTIONS: Readonly<Record<string, FunctionComponent>> = {
  '/account': OverviewPage,
  '/account/keys': KeysPage,
  '/account/saved-scans': SavedScansPage,
  '/account/webhooks': WebhooksPage,
  '/account/exports': ExportsPage,
  '/account/sessions': SessionsPage,
  '/account/activity': EventsPage,
  '/account/agents': AgentsPage,
};

/** Pages of one thing of a section, by the id behind the section's address. */
const SINGLE: Readonly<Record<string, FunctionComponent<{ id: string }>>> = {
  '/account/saved-scans': ScanRunsPage,
  '/account/webhooks': WebhookPage,
};

const SINGLE_PATH = /^(\/account\/[^/]+)\/([^/]+)$/;

/** The console of who is signed in: a section an address. */
export default function AccountPage() {
  const [address] = useLocation();
  // A session that ends meanwhile leaves what stands on the page: the secret of a key, for one.
  const [isSignedIn] = useState(holdsSession);
  const path = address.replace(/\/$/, '');
  const Section = SECTIONS[path];
  const [, section = '', id = ''] = SINGLE_PATH.exec(path) ?? [];
  const Single = SINGLE[section];
  if (Section === undefined && Single === undefined) return <NotFound />;
  if (!isSignedIn) return <SignInFirst title="Account" />;
  return Section ? <Section /> : <Single key={id} id={decoded(id)} />;
}
