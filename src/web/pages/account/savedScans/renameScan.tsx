import { useState } from 'preact/hooks';
import { answerOf, client } from '../../../api/client';
import { useAction } from '../../../api/useAction';
import { Dialog } from '../../../ui/dialog';
import { faultOf } from '../../../ui/inputSchema';
import { TextField } from '../../../ui/textField';
import type { SavedScan } from '../../savedScans/savedScan';
import { NAME } from '../../savedScans/saveScan';
import { ActionFailure } from '../actionFailure';

export function RenameScan({ of: scan, renamed, close }: { of: SavedScan; renamed: () => void; close: () => void }) {
  const { saved_scan_id } = scan;
  const [name, setName] = useState(scan.name);
  const trimmed = name.trim();
  const fault = faultOf(NAME, trimmed);
  const rename = useAction(
    () =>
      answerOf(
        client.PATCH('/saved-scans/{saved_scan_id}', { params: { path: { saved_scan_id } }, body: { name: trimmed } }),
      ),
    renamed,
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
            Leave it
          </button>
        </div>
      </form>
    </Dialog>
  );
}
