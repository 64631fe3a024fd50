import { useSession } from '../../api/session';
import { AccountRequired } from '../../ui/notice';
import { Page } from '../../ui/page';
import { AccountScan } from './accountScan';
import './scan.css';
import { VisitorScan } from './visitorScan';

export default function ScanPage() {
  const session = useSession();
  return (
    <Page
      title="Scan"
      lead="Calendar windows in which a symbol has risen or fallen, year by year, beside what shuffled calendars find."
    >
      {session.kind === 'account' && <AccountScan />}
      {session.kind === 'visitor' &&
        (session.demo === null ? <AccountRequired /> : <VisitorScan demo={session.demo} />)}
    </Page>
  );
}
