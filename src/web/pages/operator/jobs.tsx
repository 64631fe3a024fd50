import { useState } from 'preact/hooks';
import { listJobs } from '../../../../generated/pages.json';
import { answerOf, type Schemas } from '../../api/client';
import { askingConsole, consoleClient } from '../../api/console';
import { useAction } from '../../api/useAction';
import { useAnswer } from '../../api/useAnswer';
import { useUrlState } from '../../state/useUrlState';
import { SelectField } from '../../ui/controls';
import { ActionFailure } from '../account/actionFailure';
import { Done } from './done';
import { JobTable, STATE_TEXTS } from './jobTable';
import { OperatorAnswer } from './operatorAnswer';
import { QueueTable } from './queueTable';

const STATE = { queue: '', state: '' } as const;
const MOST_JOBS = 200;
const QUEUES: readonly string[] = listJobs.parameters.queue.enum;

/** Work in the background: the queues, and their jobs. */
export function Jobs() {
  const [{ queue, state }, setState] = useUrlState(STATE);
  const [outcome, setOutcome] = useState<string | null>(null);
  const query = { limit: MOST_JOBS, ...(isQueue(queue) && { queue }), ...(isState(state) && { state }) };
  const [answer, again] = useAnswer(askingConsole('/operator/jobs', { query }));
  const done = ({ message }: { message: string }) => {
    setOutcome(message);
    again();
  };
  const retry = useAction(
    (job_id: string) => answerOf(consoleClient.POST('/operator/jobs/{job_id}/retry', { params: { path: { job_id } } })),
    done,
  );
  const cancel = useAction(
    (job_id: string) =>
      answerOf(consoleClient.POST('/operator/jobs/{job_id}/cancel', { params: { path: { job_id } } })),
    done,
  );
  return (
    <>
      {outcome !== null && <Done what={outcome} dismiss={() => setOutcome(null)} />}
      <ActionFailure action={retry} />
      <ActionFailure action={cancel} />
      <OperatorAnswer answer={answer} again={again}>
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
                isWhole={jobs.length < MOST_JOBS}
                isBusy={retry.busy || cancel.busy}
                retry={retry.run}
                cancel={cancel.run}
              />
            )}
            <div class="row">
              <button type="button" class="button" onClick={again}>
                Look again
              </button>
            </div>
          </>
        )}
      </OperatorAnswer>
    </>
  );
}

function isQueue(text: string): text is Schemas['QueueName'] {
  return QUEUES.includes(text);
}

function isState(text: string): text is Schemas['JobState'] {
  return Object.hasOwn(STATE_TEXTS, text);
}
