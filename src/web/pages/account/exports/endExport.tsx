import { answerOf, client } from '../../../api/client';
import { useAction } from '../../../api/useAction';
import { Confirm } from '../confirm';
import { type ExportJob, isReady } from './exportJob';

/** Calls an export off, or lets its file go. */
export function EndExport({ of: job, ended, close }: { of: ExportJob; ended: () => void; close: () => void }) {
  const { export_id } = job;
  const end = useAction(
    () => answerOf(client.DELETE('/exports/{export_id}', { params: { path: { export_id } } })),
    ended,
  );
  return (
    <Confirm
      title={isReady(job) ? 'Delete the file?' : 'Call the export off?'}
      verb={isReady(job) ? 'Delete' : 'Call it off'}
      action={end}
      close={close}
    >
      <p>
        Market {job.market}, entries {job.from} to {job.to}. It counts as one of the day all the same.
      </p>
    </Confirm>
  );
}
