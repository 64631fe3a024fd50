import { Link } from 'wouter-preact';
import { apiRequest } from '../../../api/apiRequest';
import { useRequest } from '../../../api/useRequest';
import { Curl } from '../../../ui/curl';
import { NotRunYet } from '../../savedScans/newestRun';
import { RunReport, RunTime } from '../../savedScans/runReport';
import { savedScanAddress } from '../../savedScans/savedScan';
import { AccountSection } from '../accountSection';
import { ConsoleResponse } from '../consoleResponse';
import { PagingButtons, usePaging } from '../paging';

const PAGE_SIZE = 5;

/** The results of the runs of a saved scan, newest first. */
export function ScanRunsPage({ id }: { id: string }) {
  const path = { saved_scan_id: id };
  const paging = usePaging();
  const runs = apiRequest('/saved-scans/{saved_scan_id}/changes', {
    path,
    query: { ...paging.query, limit: PAGE_SIZE },
  });
  const [saved, refetchScan] = useRequest(apiRequest('/saved-scans/{saved_scan_id}', { path }));
  const [response, refetch] = useRequest(runs);
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
        // Both requests are about the same scan: one failure message is enough.
        <ConsoleResponse response={saved} refetch={refetchScan}>
          {() => null}
        </ConsoleResponse>
      ) : (
        <ConsoleResponse response={response} refetch={refetch}>
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
              <PagingButtons paging={paging} next={found.next_before} />
            </>
          )}
        </ConsoleResponse>
      )}
      <Curl url={runs.url} />
    </AccountSection>
  );
}
