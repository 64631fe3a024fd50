import { answerOf, client } from '../../../api/client';
import { useAction } from '../../../api/useAction';
import type { SavedScan } from '../../savedScans/savedScan';
import { Confirm } from '../confirm';

export function DeleteScan({ of: scan, deleted, close }: { of: SavedScan; deleted: () => void; close: () => void }) {
  const { saved_scan_id } = scan;
  const remove = useAction(
    () => answerOf(client.DELETE('/saved-scans/{saved_scan_id}', { params: { path: { saved_scan_id } } })),
    deleted,
  );
  return (
    <Confirm title={`Delete “${scan.name}”?`} verb="Delete" action={remove} close={close}>
      <p>What its runs found goes with it, and nothing is told of it any more. This cannot be undone.</p>
    </Confirm>
  );
}
