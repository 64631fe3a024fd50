import { useState } from 'preact/hooks';
import { createSavedScan } from '../../../../generated/pages.json';
import { client, responseBody, type Schemas } from '../../api/client';
import { useAction } from '../../api/useAction';
import { type InputSchema, inputFault } from '../../ui/inputSchema';
import { TextField } from '../../ui/textField';
import { ActionFailure } from '../account/actionFailure';
import type { Filters } from '../scan/filters';
import { type SavedScan, savedQueryOf } from './savedScan';

export const NAME: InputSchema = createSavedScan.body.properties.name;

/** Form that saves the current filters under a name. */
export function SaveScan(props: {
  /** Null when one is invalid. */
  filters: Filters | null;
  saved: Schemas['SavedScanList'];
  onCreated: (scan: SavedScan) => void;
}) {
  const { filters, saved, onCreated } = props;
  const [name, setName] = useState('');
  const trimmed = name.trim();
  const fault = inputFault(NAME, trimmed);
  const isFull = saved.saved_scans.length >= saved.most;
  const save = useAction(
    (asked: Filters) =>
      responseBody(client.POST('/saved-scans', { body: { name: trimmed, query: savedQueryOf(asked) } })),
    (scan) => {
      setName('');
      onCreated(scan);
    },
  );
  return (
    <form
      class="stack"
      aria-label="Save this scan"
      onSubmit={(event) => {
        event.preventDefault();
        if (filters !== null) save.run(filters);
      }}
    >
      <div class="row save-scan">
        <TextField
          label="Name of this scan"
          value={name}
          change={setName}
          fault={fault}
          hint={`${saved.saved_scans.length} of ${saved.most} that your plan keeps`}
          maxLength={NAME.maxLength}
        />
        <button
          type="submit"
          class="button"
          disabled={save.busy || trimmed === '' || fault !== null || filters === null || isFull}
        >
          Save this scan
        </button>
      </div>
      {isFull && (
        <p class="small soft">
          {saved.most === 0 ? 'Your plan keeps no saved scans.' : 'The plan keeps no more: delete one to save another.'}
        </p>
      )}
      <ActionFailure action={save} />
    </form>
  );
}
