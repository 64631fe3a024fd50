import { useState } from 'preact/hooks';
import { listJobs } from '../../../../generated/pages.json';
import { responseBody, type Schemas } from '../../api/client';
import { consoleClient, consoleRequest } from '../../api/console';
import { useAction } from '../../api/useAction';
import { useRequest } from '../../api/useRequest';
import { useUrlState } from '../../state/useUrlState';
import { SelectField } from '../../ui/controls';
import { ActionFailure } from '../account/actionFailure';
import { OutcomeNotice } from './done';
import { JobTable, STATE_TEXTS } from './jobTable';
import { OperatorResponse } from './operatorResponse';
import { QueueTable } from './queueTable';

const STATE = { queue: '', state: '' } as const;
const MAX_JOBS = 200;
const QUEUES: readonly string[] = listJobs.parameters.queue.enum;

/** The queues and their jobs. */
export function Jobs() {
  const [{ queue, state }, setState] = useUrlState(STATE);
  const [message, setMessage] = useState<string | null>(null);
  const query = { limit: MAX_JOBS, ...(isQueue(queue) && { queue }), ...(isState(state) && { state }) };
  const [response, refetch] = useRequest(consoleRequest('/operator/jobs', { query }));
  const onDone = ({ message }: { message: string }) => {
    setMessage(message);
    refetch();
  };
  const retry = useAction(
    (job_id: string) =>
      responseBody(consoleClient.POST('/operator/jobs/{job_id}/retry', { params: { path: { job_id } } })),
    onDone,
  );
  const cancel = useAction(
    (job_id: string) =>
      responseBody(consoleClient.POST('/operator/jobs/{job_id}/cancel', { params: { path: { job_id } } })),
    onDone,
  );
  return (
    <>
      {message !== null && <OutcomeNotice what={message} dismiss={() => setMessage(null)} />}
      <ActionFailure action={retry} />
      <ActionFailure action={cancel} />
      <OperatorResponse response={response} refetch={refetch}>
        {({ queues, jobs }) => (
          <>
            <QueueTable queues={queues} />
            <search class="row">
              <SelectField
                label="Queue"
                value={isQueue(queue) ? queue : ''}
                change={(next) => setState({ queue: next })}
                options={[['', 'All queues'], ...QUEUES.map((name): [string, string] => [name, name])]}
              />
              <SelectField
                label="State"
                value={isState(state) ? state : ''}
                change={(next) => setState({ state: next })}
                options={[['', 'All states'], ...Object.entries(STATE_TEXTS)]}
              />
            </search>
            {jobs.length === 0 ? (
              <p>No jobs.</p>
            ) : (
              <JobTable
                jobs={jobs}
                isWhole={jobs.length < MAX_JOBS}
                isBusy={retry.busy || cancel.busy}
                retry={retry.run}
                cancel={cancel.run}
              />
            )}
            <div class="row">
              <button type="button" class="button" onClick={refetch}>
                Refresh
              </button>
            </div>
          </>
        )}
      </OperatorResponse>
    </>
  );
}

function isQueue(text: string): text is Schemas['QueueName'] {
  return QUEUES.includes(text);
}

function isState(text: string): text is Schemas['JobState'] {
  return Object.hasOwn(STATE_TEXTS, text);
}
