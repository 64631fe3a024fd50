import { Link } from 'wouter-preact';
import { apiRequest } from '../../api/apiRequest';
import { useRequest } from '../../api/useRequest';
import { ConsoleResponse } from '../account/consoleResponse';
import { RunReport, RunTime } from './runReport';
import { scanRunsAddress } from './savedScan';

/** The changes that the newest run of a saved scan found. */
export function NewestRun({ id }: { id: string }) {
  const [response, refetch] = useRequest(
    apiRequest('/saved-scans/{saved_scan_id}/changes', { path: { saved_scan_id: id }, query: { limit: 1 } }),
  );
  return (
    <section aria-label="Changes" class="stack">
      <ConsoleResponse response={response} refetch={refetch}>
        {({ runs: [run] }) =>
          run === undefined ? (
            <NotRunYet />
          ) : (
            <>
              <h2>
                <RunTime run={run} />
              </h2>
              <RunReport run={run} folded />
              <p>
                <Link href={scanRunsAddress(id)}>Earlier runs</Link>
              </p>
            </>
          )
        }
      </ConsoleResponse>
    </section>
  );
}

export function NotRunYet() {
  return (
    <p class="soft">
      It has not run yet. Every saved scan runs by itself, once over each new state of the prices, within minutes after
      they come in: from then on this says what is new, gone and entered next.
    </p>
  );
}
