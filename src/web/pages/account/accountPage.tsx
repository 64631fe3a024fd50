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
import { SignInRequired } from './signInRequired';
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

/** Detail pages, whose path is that of the section followed by an id. */
const SINGLE: Readonly<Record<string, FunctionComponent<{ id: string }>>> = {
  '/account/saved-scans': ScanRunsPage,
  '/account/webhooks': WebhookPage,
};

const SINGLE_PATH = /^(\/account\/[^/]+)\/([^/]+)$/;

/** The console of an account holder; each section has its own path. */
export default function AccountPage() {
  const [address] = useLocation();
  // Read once: when the session ends, the page stays, since it may show a new secret.
  const [isSignedIn] = useState(holdsSession);
  const path = address.replace(/\/$/, '');
  const Section = SECTIONS[path];
  const [, section = '', id = ''] = SINGLE_PATH.exec(path) ?? [];
  const Single = SINGLE[section];
  if (Section === undefined && Single === undefined) return <NotFound />;
  if (!isSignedIn) return <SignInRequired title="Account" />;
  return Section ? <Section /> : <Single key={id} id={decoded(id)} />;
}
