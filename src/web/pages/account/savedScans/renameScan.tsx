import { useState } from 'preact/hooks';
import { client, responseBody } from '../../../api/client';
import { useAction } from '../../../api/useAction';
import { Dialog } from '../../../ui/dialog';
import { inputFault } from '../../../ui/inputSchema';
import { TextField } from '../../../ui/textField';
import type { SavedScan } from '../../savedScans/savedScan';
import { NAME } from '../../savedScans/saveScan';
import { ActionFailure } from '../actionFailure';

export function RenameScan({ scan, onRenamed, close }: { scan: SavedScan; onRenamed: () => void; close: () => void }) {
  const { saved_scan_id } = scan;
  const [name, setName] = useState(scan.name);
  const trimmed = name.trim();
  const fault = inputFault(NAME, trimmed);
  const rename = useAction(
    () =>
      responseBody(
        client.PATCH('/saved-scans/{saved_scan_id}', { params: { path: { saved_scan_id } }, body: { name: trimmed } }),
      ),
    onRenamed,
  );
  return (
    <Dialog title={`Rename “${scan.name}”`} close={close}>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          rename.run();
        }}
      >
        <TextField label="Name" value={name} change={setName} fault={fault} maxLength={NAME.maxLength} />
        <ActionFailure action={rename} />
        <div class="row">
          <button type="submit" class="button main" disabled={rename.busy || trimmed === '' || fault !== null}>
            Rename it
          </button>
          <button type="button" class="button" onClick={close}>
            Cancel
          </button>
        </div>
      </form>
    </Dialog>
  );
}
