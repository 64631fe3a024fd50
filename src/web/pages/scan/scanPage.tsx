import { Failure } from '../../api/failure';
import { useSession } from '../../api/session';
import { FailureNotice } from '../../ui/notice';
import { Page } from '../../ui/page';
import { AccountScan } from './accountScan';
import './scan.css';
import { VisitorScan } from './visitorScan';

const NO_TOKEN = new Failure(401, 'unauthorized', 'This server requires an account.');

export default function ScanPage() {
  const session = useSession();
  return (
    <Page
      title="Scan"
      lead="Calendar windows in which a symbol has risen or fallen, year by year, beside what shuffled calendars find."
    >
      {session.kind === 'account' && <AccountScan />}
      {session.kind === 'visitor' &&
        (session.demo === null ? <FailureNotice failure={NO_TOKEN} /> : <VisitorScan demo={session.demo} />)}
    </Page>
  );
}
