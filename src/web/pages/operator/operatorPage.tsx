import type { FunctionComponent } from 'preact';
import { useState } from 'preact/hooks';
import { useLocation } from 'wouter-preact';
import { holdsSession } from '../../api/client';
import { Page } from '../../ui/page';
import { Sections } from '../account/accountSection';
import { SignInRequired } from '../account/signInRequired';
import { NotFound } from '../notFound';
import { Accounts } from './accounts';
import { Feeds } from './feeds';
import { HeldPrices } from './heldPrices';
import { Jobs } from './jobs';
import { DataQuality } from './quality/dataQuality';
import '../../style/console.css';

interface Section {
  readonly name: string;
  readonly title: string;
  readonly lead: string;
  readonly body: FunctionComponent;
}

const SECTIONS: Readonly<Record<string, Section>> = {
  '/operator': {
    name: 'Accounts',
    title: 'Operator',
    body: Accounts,
    lead: 'The accounts of this service, in the order in which they were made.',
  },
  '/operator/feeds': {
    name: 'Feeds',
    title: 'Feeds',
    body: Feeds,
    lead: 'Which providers are asked for prices after each session, and what came of it.',
  },
  '/operator/jobs': {
    name: 'Jobs',
    title: 'Jobs',
    body: Jobs,
    lead: 'Work in the background, over all processes: what waits, what runs, and what failed.',
  },
  '/operator/held-prices': {
    name: 'Held prices',
    title: 'Held prices',
    body: HeldPrices,
    lead: 'What feeds fetched and did not store, since it does not fit what is stored. Nothing changes until somebody decides.',
  },
  '/operator/data-quality': {
    name: 'Data quality',
    title: 'Data quality',
    body: DataQuality,
    lead: 'What is odd about the stored prices, worst first, and what imports and feeds refused.',
  },
};

const LINKS = Object.entries(SECTIONS).map(([path, { name }]) => [path, name] as const);

/** The pages of operators. The server checks the role. */
export default function OperatorPage() {
  const [path] = useLocation();
  const [isSignedIn] = useState(holdsSession);
  const section = SECTIONS[path.replace(/\/$/, '')];
  if (section === undefined) return <NotFound />;
  if (!isSignedIn) return <SignInRequired title="Operator" />;
  const { title, lead, body: Body } = section;
  return (
    <Page key={title} title={title} lead={lead}>
      <div class="console-top">
        <Sections label="Operator" sections={LINKS} />
      </div>
      <Body />
    </Page>
  );
}
