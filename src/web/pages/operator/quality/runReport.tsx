import type { Schemas } from '../../../api/client';
import { consoleRequest } from '../../../api/console';
import { useRequest } from '../../../api/useRequest';
import { type Column, DataTable } from '../../../ui/dataTable';
import { DateText, InstantText } from '../../../ui/dateText';
import { count } from '../../../ui/format';
import { KeyValues } from '../../../ui/keyValues';
import { Notice } from '../../../ui/notice';
import { PageButtons } from '../../../ui/pageButtons';
import { OperatorResponse } from '../operatorResponse';
import { endText, type Run } from './qualityRuns';

type Finding = Schemas['RunFinding'];
type Place = Schemas['FindingPlace'];

const COLUMNS: readonly Column<Finding>[] = [
  {
    key: 'symbol',
    header: 'Symbol',
    unsortable: true,
    value: ({ symbol }) => symbol,
    cell: ({ symbol, file }) => (
      <div class="cell-text">
        {symbol ?? <span class="soft">none</span>}
        {file !== null && <div class="soft small">{file}</div>}
      </div>
    ),
  },
  {
    key: 'reason',
    header: 'What',
    unsortable: true,
    value: ({ reason }) => reason,
    cell: ({ side, reason, stands }) => (
      <div class="cell-text">
        {side}: {reason}
        {!stands && <div class="soft small">of prices that are not stored any more</div>}
      </div>
    ),
  },
  {
    key: 'rows',
    header: 'Rows',
    align: 'end',
    unsortable: true,
    value: (finding) => finding.rows,
    cell: (finding) => count(finding.rows),
  },
  {
    key: 'places',
    header: 'Where',
    unsortable: true,
    value: ({ first_date }) => first_date,
    cell: ({ sample, places }) => (
      <ul class="plain-list cell-text small">
        {sample.map((cursor, i) => (
          <li key={i}>
            <Where cursor={cursor} />
          </li>
        ))}
        {places > sample.length && <li>and {count(places - sample.length)} places more</li>}
      </ul>
    ),
  },
];

/** The findings of a run: refused and flagged rows. */
export function RunReport(props: {
  runId: number;
  after: number | null;
  goTo: (after: number | null) => void;
  back: () => void;
}) {
  const { runId, after, goTo, back } = props;
  const query = { limit: 50, ...(after !== null && after > 0 && { after }) };
  const [response, refetch] = useRequest(
    consoleRequest('/operator/data-quality/runs/{run_id}', { path: { run_id: runId }, query }),
  );
  return (
    <section class="stack" aria-label={`Report of run ${runId}`}>
      <div class="row">
        <button type="button" class="button" onClick={back}>
          Back to all prices
        </button>
      </div>
      <OperatorResponse response={response} refetch={refetch}>
        {({ run, findings, total, next_after }) => (
          <>
            <Head run={run} />
            {findings.length === 0 ? (
              <Notice title={total === 0 ? 'Nothing was refused or flagged' : 'Nothing further'}>
                <p>{total === 0 ? 'Every row that came was taken, or had no finding that is kept.' : ''}</p>
              </Notice>
            ) : (
              <DataTable
                caption={`${count(findings.length)} of ${count(total)} findings, by symbol and reason`}
                columns={COLUMNS}
                rows={findings}
                rowKey={({ finding_id }) => String(finding_id)}
              />
            )}
            {run.left_out > 0 && <p>{count(run.left_out)} more found no room; their rows are counted above.</p>}
            <PageButtons hasPrevious={after !== null} next={next_after} goTo={goTo} />
          </>
        )}
      </OperatorResponse>
    </section>
  );
}

function Head({ run }: { run: Run }) {
  const { kind, market_id, label, began_at, finished_at, rows_in, rows_taken, rows_held, rows_refused } = run;
  return (
    <>
      <h2 class="cell-wrap">
        {label} <span class="soft">({endText(run)})</span>
      </h2>
      <KeyValues
        pairs={[
          ['Run', `${kind}${market_id === null ? '' : ` into market ${market_id}`}`],
          [
            'When (UTC)',
            <span key="when">
              <InstantText at={began_at} /> to <InstantText at={finished_at} none="unknown" />
            </span>,
          ],
          ['Rows in', count(rows_in)],
          ['Taken', count(rows_taken)],
          ['Held back', count(rows_held)],
          ['Refused', count(rows_refused)],
        ]}
      />
    </>
  );
}

function Where({ cursor }: { cursor: Place }) {
  const { rows, first_date, last_date, first_line, last_line, detail } = cursor;
  const lines = first_line === last_line ? `line ${first_line}` : `lines ${first_line} to ${last_line}`;
  return (
    <>
      {first_date !== null && <DateText date={first_date} />}
      {first_date !== null && last_date !== null && last_date !== first_date && (
        <>
          {' '}
          to <DateText date={last_date} />
        </>
      )}
      {first_line > 0 && ` ${lines}`}
      {rows > 1 && `, ${count(rows)} rows`}
      {detail !== '' && `: ${detail}`}
    </>
  );
}
