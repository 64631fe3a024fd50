import type { Schemas } from '../../../api/client';
import { askingConsole } from '../../../api/console';
import { useAnswer } from '../../../api/useAnswer';
import { type Column, DataTable } from '../../../ui/dataTable';
import { count } from '../../../ui/format';
import { InstantText } from '../../../ui/instantText';
import { Notice } from '../../../ui/notice';
import { OperatorAnswer } from '../operatorAnswer';

export type Run = Schemas['QualityRun'];

/** What became of a run itself. */
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

function columnsFor(show: (runId: number) => void): readonly Column<Run>[] {
  return [
    {
      key: 'began',
      header: 'Began',
      title: 'UTC',
      unsortable: true,
      value: ({ began_at }) => began_at,
      cell: ({ began_at, run_id }) => (
        <button type="button" class="button small" onClick={() => show(run_id)}>
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

/** The reports that are kept, newest first. */
export function QualityRuns(props: {
  before: number | null;
  go: (before: number | null) => void;
  show: (runId: number) => void;
}) {
  const { before, go, show } = props;
  const query = { limit: 10, ...(before !== null && before > 0 && { before }) };
  const [answer, again] = useAnswer(askingConsole('/operator/data-quality/runs', { query }));
  return (
    <section class="stack" aria-label="Imports and feed runs">
      <h2>Imports and feed runs</h2>
      <OperatorAnswer answer={answer} again={again}>
        {({ runs, next_before }) => (
          <>
            {runs.length === 0 ? (
              <Notice title={before === null ? 'No report yet' : 'No further report'}>
                <p>Each import and feed run leaves one, also when it stores nothing.</p>
              </Notice>
            ) : (
              <DataTable
                caption={`${count(runs.length)} runs, newest first`}
                columns={columnsFor(show)}
                rows={runs}
                rowKey={({ run_id }) => String(run_id)}
              />
            )}
            <div class="row">
              {before !== null && (
                <button type="button" class="button" onClick={() => go(null)}>
                  Newest
                </button>
              )}
              {next_before !== null && (
                <button type="button" class="button" onClick={() => go(next_before)}>
                  Earlier
                </button>
              )}
            </div>
          </>
        )}
      </OperatorAnswer>
    </section>
  );
}
