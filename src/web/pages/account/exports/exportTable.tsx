import { useAction } from '../../../api/useAction';
import { type Column, DataTable } from '../../../ui/dataTable';
import { InstantText } from '../../../ui/dateText';
import { count, plural } from '../../../ui/format';
import { ActionFailure } from '../actionFailure';
import { download, type ExportJob, filtersText, isReady, isUnfinished, type ReadyExport } from './exportJob';

const STATES: Readonly<Record<ExportJob['state'], string>> = {
  queued: 'queued',
  running: 'running',
  ready: 'ready',
  failed: 'failed',
  expired: 'expired: the file was deleted',
  cancelled: 'cancelled',
};

const STAGES = { significance: 'shuffled calendars', patterns: 'patterns' } as const;

/** The exports of the last days with their progress and files. */
export function ExportTable({ jobs, end }: { jobs: readonly ExportJob[]; end: (job: ExportJob) => void }) {
  const columns: readonly Column<ExportJob>[] = [
    {
      key: 'what',
      header: 'Export',
      value: titleOf,
      cell: (job) => (
        <div class="cell-text">
          {titleOf(job)}
          <span class="cell-note soft">{filtersText(job)}</span>
        </div>
      ),
    },
    { key: 'state', header: 'State', value: ({ state }) => state, cell: (job) => <State job={job} end={end} /> },
    {
      key: 'rows',
      header: 'Rows',
      align: 'end',
      value: ({ file }) => file?.rows ?? null,
      cell: ({ file }) => count(file?.rows),
    },
    {
      key: 'size',
      header: 'kB',
      align: 'end',
      value: ({ file }) => file?.size ?? null,
      cell: ({ file }) => <span title={file ? `SHA-256 ${file.sha256}` : undefined}>{kilobytes(file?.size)}</span>,
    },
    {
      key: 'until',
      header: 'Kept until',
      title: 'UTC',
      value: (job) => job.expires_at,
      cell: (job) => <InstantText at={job.expires_at} none="–" />,
    },
    {
      key: 'created',
      header: 'Asked for',
      title: 'UTC',
      value: (job) => job.created_at,
      cell: (job) => <InstantText at={job.created_at} />,
    },
  ];
  return (
    <DataTable
      caption="Exports of the last 7 days, times in UTC"
      columns={columns}
      rows={jobs}
      rowKey={({ export_id }) => export_id}
      heading="what"
    />
  );
}

function titleOf({ market, from, to, format }: ExportJob): string {
  return `Market ${market}, entries ${from} to ${to}, ${format}`;
}

function kilobytes(bytes: number | undefined): string {
  return count(bytes === undefined ? undefined : Math.ceil(bytes / 1000));
}

function State({ job, end }: { job: ExportJob; end: (job: ExportJob) => void }) {
  const { state, note, failures } = job;
  return (
    <div class="cell-text">
      <span>{STATES[state] ?? state}</span>
      {isUnfinished(job) && <Progress job={job} />}
      {note !== null && <span class="cell-note soft">{note}</span>}
      {failures.length > 0 && (
        <details>
          <summary>{plural(failures.length, 'symbol')} missing</summary>
          <ul>
            {failures.map(({ symbol, reason }) => (
              <li key={symbol}>
                {symbol}: {reason}
              </li>
            ))}
          </ul>
        </details>
      )}
      {isReady(job) && <Download job={job} />}
      {(isUnfinished(job) || isReady(job)) && (
        <span class="acts">
          <button
            type="button"
            class="button"
            onClick={() => end(job)}
            aria-label={`${isReady(job) ? 'Delete' : 'Call off'} ${titleOf(job)}`}
          >
            {isReady(job) ? 'Delete' : 'Call off'}
          </button>
        </span>
      )}
    </div>
  );
}

function Progress({ job }: { job: ExportJob }) {
  const { stage, done, total } = job.progress;
  if (stage === null) return null;
  return (
    <>
      <progress
        class="export-progress"
        aria-label={`${titleOf(job)}: ${STAGES[stage]}`}
        max={total || 1}
        value={done}
      />
      <span class="cell-note soft">
        {STAGES[stage]}: {count(done)} of {count(total)} symbols
      </span>
    </>
  );
}

function Download({ job }: { job: ReadyExport }) {
  const fetchFile = useAction(
    () => download(job),
    () => {},
  );
  return (
    <>
      <span class="acts">
        <button
          type="button"
          class="button main"
          onClick={() => fetchFile.run()}
          disabled={fetchFile.busy}
          aria-label={`Download ${titleOf(job)}`}
        >
          {fetchFile.busy ? 'Downloading' : 'Download'}
        </button>
      </span>
      <ActionFailure action={fetchFile} />
    </>
  );
}
