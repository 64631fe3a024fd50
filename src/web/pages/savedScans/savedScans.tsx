import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { answerOf, client, type Schemas } from '../../api/client';
import { asking } from '../../api/question';
import { useAction } from '../../api/useAction';
import { useAnswer } from '../../api/useAnswer';
import { Notice } from '../../ui/notice';
import { ActionFailure } from '../account/actionFailure';
import { ConsoleAnswer } from '../account/consoleAnswer';
import type { Filters } from '../scan/filters';
import { NewestRun } from './newestRun';
import { isSame, type SavedScan, savedQueryOf, savedScanAddress } from './savedScan';
import { SaveScan } from './saveScan';

interface Shown {
  /** What the page asks with; null where it cannot be asked. */
  readonly filters: Filters | null;
  /** Id in the address; empty = none. */
  readonly id: string;
  /** Puts the id of another into the address. */
  readonly choose: (id: string) => void;
}

/** The saved scans of the account, beside the scan that is shown. Nothing is asked before it is opened. */
export function SavedScans(shown: Shown) {
  const [isOpen, setOpen] = useState(shown.id !== '');
  const [answer, again] = useAnswer(isOpen || shown.id !== '' ? asking('/saved-scans') : null);
  const list = answer.state === 'ready' ? answer.data : null;
  const current = list?.saved_scans.find(({ saved_scan_id }) => saved_scan_id === shown.id);
  return (
    <details class="filters saved-scans" open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{current === undefined ? 'Saved scans' : `Saved scan: ${current.name}`}</summary>
      <div class="stack">
        <ConsoleAnswer answer={answer} again={again}>
          {(saved) => <Saved {...shown} saved={saved} again={again} />}
        </ConsoleAnswer>
      </div>
    </details>
  );
}

function Saved({ filters, id, choose, saved, again }: Shown & { saved: Schemas['SavedScanList']; again: () => void }) {
  const current = saved.saved_scans.find(({ saved_scan_id }) => saved_scan_id === id);
  const made = (scan: SavedScan) => {
    choose(scan.saved_scan_id);
    again();
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
        <Differs scan={current} filters={filters} changed={again} />
      )}
      {current && <NewestRun key={`${current.saved_scan_id} ${current.updated_at}`} id={current.saved_scan_id} />}
      <SaveScan filters={filters} saved={saved} made={made} />
      <p class="small">
        <Link href="/account/saved-scans">Rename, delete, earlier runs</Link>
      </p>
    </>
  );
}

/** The filters are others than those that are saved: either may be had. */
function Differs({ scan, filters, changed }: { scan: SavedScan; filters: Filters; changed: () => void }) {
  const { saved_scan_id, name, query } = scan;
  const change = useAction(
    () =>
      answerOf(
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
