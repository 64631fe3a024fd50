import type { Schemas } from '../../api/client';
import { type Column, DataTable } from '../../ui/dataTable';
import { InstantText } from '../../ui/dateText';
import { count } from '../../ui/format';

type Job = Schemas['OperatorJob'];

export const STATE_TEXTS: Readonly<Record<Job['state'], string>> = {
  waiting: 'waiting',
  active: 'running',
  failed: 'failed',
  cancelled: 'cancelled',
};

interface Actions {
  readonly isBusy: boolean;
  readonly retry: (jobId: string) => void;
  readonly cancel: (jobId: string) => void;
}

/** @param isWhole true = these are all jobs; false = only the newest */
export function JobTable({ jobs, isWhole, ...actions }: Actions & { jobs: readonly Job[]; isWhole: boolean }) {
  const shown = `${count(jobs.length)} ${jobs.length === 1 ? 'job' : 'jobs'}`;
  return (
    <DataTable
      caption={`${isWhole ? `${shown}, the newest first` : `The newest ${shown}`}; times in UTC`}
      // Sorting only the newest jobs would look like sorting all of them.
      columns={columnsFor(actions).map((column) => ({ ...column, unsortable: !isWhole }))}
      rows={jobs}
      rowKey={({ job_id }) => job_id}
      heading="job"
    />
  );
}

function columnsFor(actions: Actions): readonly Column<Job>[] {
  return [
    {
      key: 'job',
      header: 'Job',
      value: nameOf,
      cell: ({ queue, key }) => (
        <div class="cell-text">
          {queue}
          {key !== queue && (
            <>
              <br />
              <code class="soft">{key}</code>
            </>
          )}
        </div>
      ),
    },
    {
      key: 'state',
      header: 'State',
      value: ({ state }) => STATE_TEXTS[state] ?? state,
      cell: (job) => (
        <>
          {STATE_TEXTS[job.state] ?? job.state}
          <JobButton job={job} {...actions} />
        </>
      ),
    },
    {
      key: 'account',
      header: 'Account',
      title: 'Id of the account whose job it is',
      align: 'end',
      value: ({ account_id }) => account_id,
      cell: ({ account_id }) => (account_id === null ? <span class="soft">none</span> : String(account_id)),
    },
    {
      key: 'runs',
      header: 'Runs',
      title: 'That have begun',
      align: 'end',
      value: ({ attempts }) => attempts,
      cell: ({ attempts }) => count(attempts),
    },
    {
      key: 'created',
      header: 'Created',
      title: 'UTC',
      value: ({ created_at }) => created_at,
      cell: ({ created_at }) => <InstantText at={created_at} />,
    },
    {
      key: 'starts',
      header: 'Starts',
      title: 'At the earliest, UTC',
      value: ({ run_at }) => run_at,
      cell: ({ run_at }) => <InstantText at={run_at} none="–" />,
    },
    {
      key: 'error',
      header: 'Why it failed',
      title: 'Of the last run',
      value: ({ error }) => error,
      cell: ({ error }) => <div class="cell-text">{error}</div>,
    },
  ];
}

function JobButton({ job, isBusy, retry, cancel }: Actions & { job: Job }) {
  const mayRetry = job.state === 'failed' || job.state === 'cancelled';
  const [verb, act] = mayRetry ? (['Retry', retry] as const) : (['Cancel', cancel] as const);
  return (
    <span class="acts">
      <button
        type="button"
        class="button"
        disabled={isBusy}
        aria-label={`${verb} ${nameOf(job)}`}
        onClick={() => act(job.job_id)}
      >
        {verb}
      </button>
    </span>
  );
}

function nameOf({ queue, key }: Job): string {
  return key === queue ? queue : `${queue} ${key}`;
}
