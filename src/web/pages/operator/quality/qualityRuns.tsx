import type { Schemas } from '../../../api/client';
import { consoleRequest } from '../../../api/console';
import { useRequest } from '../../../api/useRequest';
import { type Column, DataTable } from '../../../ui/dataTable';
import { InstantText } from '../../../ui/dateText';
import { count } from '../../../ui/format';
import { Notice } from '../../../ui/notice';
import { OperatorResponse } from '../operatorResponse';

export type Run = Schemas['QualityRun'];

/** State of a run in words. */
export function endText({ finished_at, undone_at }: Run): string {
  if (undone_at !== null) return 'undone';
  return finished_at === null ? 'under way, or broken off' : 'finished';
}

const rows = (key: 'rows_in' | 'rows_taken' | 'rows_held' | 'rows_refused', header: string): Column<Run> => ({
  key,
  header,
  align: 'end',
  unsortable: true,
  value: (run) => run[key],
  cell: (run) => count(run[key]),
});

function columnsFor(onShowRun: (runId: number) => void): readonly Column<Run>[] {
  return [
    {
      key: 'began',
      header: 'Began',
      title: 'UTC',
      unsortable: true,
      value: ({ began_at }) => began_at,
      cell: ({ began_at, run_id }) => (
        <button type="button" class="button small" onClick={() => onShowRun(run_id)}>
          <InstantText at={began_at} />
          <span class="visually-hidden">: report</span>
        </button>
      ),
    },
    {
      key: 'what',
      header: 'What',
      unsortable: true,
      value: ({ label }) => label,
      cell: ({ kind, market_id, label }) => (
        <div class="cell-text">
          {label}
          <div class="soft small">
            {kind}
            {market_id !== null && ` into market ${market_id}`}
          </div>
        </div>
      ),
    },
    rows('rows_in', 'Rows in'),
    rows('rows_taken', 'Taken'),
    rows('rows_held', 'Held'),
    rows('rows_refused', 'Refused'),
    {
      key: 'why',
      header: 'Why, and what was flagged',
      unsortable: true,
      value: ({ refused }) => refused.length,
      cell: ({ refused, flagged }) => (
        <ul class="plain-list cell-text small">
          {refused.map(({ kind, reason, rows: n }) => (
            <li key={`refused ${kind}`}>
              {count(n)} refused: {reason}
            </li>
          ))}
          {flagged.map(({ kind, reason, rows: n }) => (
            <li key={`flagged ${kind}`}>
              {count(n)} flagged: {reason}
            </li>
          ))}
        </ul>
      ),
    },
    { key: 'end', header: 'State', unsortable: true, value: endText },
  ];
}

/** The stored reports of runs, newest first. */
export function QualityRuns(props: {
  before: number | null;
  goTo: (before: number | null) => void;
  onShowRun: (runId: number) => void;
}) {
  const { before, goTo, onShowRun } = props;
  const query = { limit: 10, ...(before !== null && before > 0 && { before }) };
  const [response, refetch] = useRequest(consoleRequest('/operator/data-quality/runs', { query }));
  return (
    <section class="stack" aria-label="Imports and feed runs">
      <h2>Imports and feed runs</h2>
      <OperatorResponse response={response} refetch={refetch}>
        {({ runs, next_before }) => (
          <>
            {runs.length === 0 ? (
              <Notice title={before === null ? 'No report yet' : 'No further report'}>
                <p>Each import and feed run leaves one, also when it stores nothing.</p>
              </Notice>
            ) : (
              <DataTable
                caption={`${count(runs.length)} runs, newest first`}
                columns={columnsFor(onShowRun)}
                rows={runs}
                rowKey={({ run_id }) => String(run_id)}
              />
            )}
            <div class="row">
              {before !== null && (
                <button type="button" class="button" onClick={() => goTo(null)}>
                  Newest
                </button>
              )}
              {next_before !== null && (
                <button type="button" class="button" onClick={() => goTo(next_before)}>
                  Earlier
                </button>
              )}
            </div>
          </>
        )}
      </OperatorResponse>
    </section>
  );
}
