import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { apiRequest } from '../../api/apiRequest';
import { client, responseBody, type Schemas } from '../../api/client';
import { useAction } from '../../api/useAction';
import { useRequest } from '../../api/useRequest';
import { Notice } from '../../ui/notice';
import { ActionFailure } from '../account/actionFailure';
import { ConsoleResponse } from '../account/consoleResponse';
import type { Filters } from '../scan/filters';
import { NewestRun } from './newestRun';
import { isSame, type SavedScan, savedQueryOf, savedScanAddress } from './savedScan';
import { SaveScan } from './saveScan';

interface Shown {
  /** Current filters of the page; null when one is invalid. */
  readonly filters: Filters | null;
  /** Id of the saved scan in the URL; empty = none. */
  readonly id: string;
  /** Changes the id in the URL. */
  readonly choose: (id: string) => void;
}

/** The saved scans of the account, loaded when the section is opened. */
export function SavedScans(shown: Shown) {
  const [isOpen, setOpen] = useState(shown.id !== '');
  const [response, refetch] = useRequest(isOpen || shown.id !== '' ? apiRequest('/saved-scans') : null);
  const list = response.state === 'ready' ? response.data : null;
  const current = list?.saved_scans.find(({ saved_scan_id }) => saved_scan_id === shown.id);
  return (
    <details class="filters saved-scans" open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{current === undefined ? 'Saved scans' : `Saved scan: ${current.name}`}</summary>
      <div class="stack">
        <ConsoleResponse response={response} refetch={refetch}>
          {(saved) => <Saved {...shown} saved={saved} refetch={refetch} />}
        </ConsoleResponse>
      </div>
    </details>
  );
}

function Saved({
  filters,
  id,
  choose,
  saved,
  refetch,
}: Shown & { saved: Schemas['SavedScanList']; refetch: () => void }) {
  const current = saved.saved_scans.find(({ saved_scan_id }) => saved_scan_id === id);
  const onCreated = (scan: SavedScan) => {
    choose(scan.saved_scan_id);
    refetch();
  };
  return (
    <>
      {saved.saved_scans.length > 0 && (
        <nav aria-label="Saved scans" class="row">
          {saved.saved_scans.map((scan) => (
            <Link
              key={scan.saved_scan_id}
              href={savedScanAddress(scan)}
              class="button saved-scan"
              aria-current={scan === current ? 'true' : undefined}
            >
              {scan.name}
            </Link>
          ))}
        </nav>
      )}
      {id !== '' && current === undefined && (
        <Notice kind="warn" title="No such saved scan">
          <p>The address names one that your account does not have. The filters are those of the address.</p>
          <button type="button" class="button" onClick={() => choose('')}>
            Go on without it
          </button>
        </Notice>
      )}
      {current?.note && (
        <Notice kind="warn">
          <p>{current.note}</p>
        </Notice>
      )}
      {current && filters !== null && !isSame(filters, current) && (
        <Differs scan={current} filters={filters} changed={refetch} />
      )}
      {current && <NewestRun key={`${current.saved_scan_id} ${current.updated_at}`} id={current.saved_scan_id} />}
      <SaveScan filters={filters} saved={saved} onCreated={onCreated} />
      <p class="small">
        <Link href="/account/saved-scans">Rename, delete, earlier runs</Link>
      </p>
    </>
  );
}

/** Shown when the filters differ from those of the saved scan: saves them, or goes back. */
function Differs({ scan, filters, changed }: { scan: SavedScan; filters: Filters; changed: () => void }) {
  const { saved_scan_id, name, query } = scan;
  const change = useAction(
    () =>
      responseBody(
        client.PATCH('/saved-scans/{saved_scan_id}', {
          params: { path: { saved_scan_id } },
          body: { query: savedQueryOf(filters, query) },
        }),
      ),
    changed,
  );
  return (
    <Notice title={`Other filters than “${name}” has`}>
      <p>What is shown is not what is saved, and what runs each day is what is saved.</p>
      <ActionFailure action={change} />
      <div class="row">
        <button type="button" class="button" onClick={() => change.run()} disabled={change.busy}>
          Save these in their place
        </button>
        <Link href={savedScanAddress(scan)} class="button">
          Back to those saved
        </Link>
      </div>
    </Notice>
  );
}
