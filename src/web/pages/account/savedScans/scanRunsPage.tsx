import { Link } from 'wouter-preact';
import { asking } from '../../../api/question';
import { useAnswer } from '../../../api/useAnswer';
import { Curl } from '../../../ui/curl';
import { NotRunYet } from '../../savedScans/newestRun';
import { RunReport, RunTime } from '../../savedScans/runReport';
import { savedScanAddress } from '../../savedScans/savedScan';
import { AccountSection } from '../accountSection';
import { ConsoleAnswer } from '../consoleAnswer';
import { PagingButtons, usePaging } from '../paging';

const A_PAGE = 5;

/** What the runs of one saved scan found, day after day. */
export function ScanRunsPage({ id }: { id: string }) {
  const path = { saved_scan_id: id };
  const paging = usePaging();
  const runs = asking('/saved-scans/{saved_scan_id}/changes', { path, query: { ...paging.query, limit: A_PAGE } });
  const [saved, askSaved] = useAnswer(asking('/saved-scans/{saved_scan_id}', { path }));
  const [answer, again] = useAnswer(runs);
  const scan = saved.state === 'ready' ? saved.data : null;
  return (
    <AccountSection title={scan === null ? 'Saved scan' : scan.name} lead="Its last 30 runs, the newest first.">
      <p>
        <Link href="/account/saved-scans">All saved scans</Link>
        {scan && (
          <>
            {' · '}
            <Link href={savedScanAddress(scan)}>What it finds now</Link>
          </>
        )}
      </p>
      {saved.state === 'failed' ? (
        // Both are of the same scan: one failure says enough.
        <ConsoleAnswer answer={saved} again={askSaved}>
          {() => null}
        </ConsoleAnswer>
      ) : (
        <ConsoleAnswer answer={answer} again={again}>
          {(found) => (
            <>
              {found.runs.length === 0 && <NotRunYet />}
              {found.runs.map((run) => (
                <section key={run.run_id}>
                  <h2>
                    <RunTime run={run} />
                  </h2>
                  <RunReport run={run} />
                </section>
              ))}
              <PagingButtons of={paging} next={found.next_before} />
            </>
          )}
        </ConsoleAnswer>
      )}
      <Curl url={runs.url} />
    </AccountSection>
  );
}
