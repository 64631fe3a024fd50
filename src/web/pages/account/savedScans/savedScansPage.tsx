import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { apiRequest } from '../../../api/apiRequest';
import { client, responseBody } from '../../../api/client';
import { useAction } from '../../../api/useAction';
import { useRequest } from '../../../api/useRequest';
import type { SavedScan } from '../../savedScans/savedScan';
import { AccountSection } from '../accountSection';
import { Confirm } from '../confirm';
import { ConsoleResponse } from '../consoleResponse';
import { RenameScan } from './renameScan';
import { type PendingAction, SavedScanTable } from './savedScanTable';
import { TableLinks } from './tableLinks';

/** The saved scans of the account with their last runs. */
export function SavedScansPage() {
  const [response, refetch] = useRequest(apiRequest('/saved-scans'));
  const [pending, setPending] = useState<PendingAction | null>(null);
  const close = () => setPending(null);
  const onDone = () => {
    close();
    refetch();
  };
  return (
    <AccountSection
      title="Saved scans"
      lead="Each runs by itself, once over each new state of the prices, and tells what is new, gone and entered next."
    >
      <ConsoleResponse response={response} refetch={refetch}>
        {({ saved_scans, most }) => (
          <>
            {saved_scans.length === 0 ? (
              <p>
                There is none yet: <Link href="/">scan</Link>, and save what you see under “Saved scans” there.
              </p>
            ) : (
              <SavedScanTable scans={saved_scans} onAction={setPending} />
            )}
            <p class="small soft">
              {saved_scans.length} of {most} that your plan keeps.{' '}
              <Link href="/account/webhooks">Webhooks tell other programs</Link> of what they find.
            </p>
            <TableLinks scans={saved_scans} />
          </>
        )}
      </ConsoleResponse>
      {pending?.act === 'rename' && <RenameScan scan={pending.scan} onRenamed={onDone} close={close} />}
      {pending?.act === 'delete' && <DeleteScan scan={pending.scan} onDeleted={onDone} close={close} />}
    </AccountSection>
  );
}

function DeleteScan({ scan, onDeleted, close }: { scan: SavedScan; onDeleted: () => void; close: () => void }) {
  const { saved_scan_id } = scan;
  const remove = useAction(
    () => responseBody(client.DELETE('/saved-scans/{saved_scan_id}', { params: { path: { saved_scan_id } } })),
    onDeleted,
  );
  return (
    <Confirm title={`Delete “${scan.name}”?`} verb="Delete" action={remove} close={close}>
      <p>The results of its runs are deleted too, and its webhooks stop. This cannot be undone.</p>
    </Confirm>
  );
}
