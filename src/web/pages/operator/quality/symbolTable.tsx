import { Link } from 'wouter-preact';
import type { Schemas } from '../../../api/client';
import { CoverageLegend, CoverageStrip, type Span, sharedSpan } from '../../../charts/coverageStrip';
import { symbolAddress } from '../../../routes';
import { type Column, DataTable } from '../../../ui/dataTable';
import { DateText, InstantText } from '../../../ui/dateText';
import { count } from '../../../ui/format';

type Quality = Schemas['SymbolQuality'];

/** Symbols with a picture of their prices, in the order of the response. */
export function SymbolTable(props: { rows: readonly Quality[]; total: number; onShowRun: (runId: number) => void }) {
  const { rows, total, onShowRun } = props;
  const span = sharedSpan(rows);
  if (span === null) return null;
  return (
    <>
      <CoverageLegend />
      <DataTable
        caption={`${count(rows.length)} of ${count(total)} symbols, worst first`}
        columns={columnsFor(span, onShowRun)}
        rows={rows}
        rowKey={({ symbol }) => symbol}
        heading="symbol"
      />
    </>
  );
}

function columnsFor(span: Span, onShowRun: (runId: number) => void): readonly Column<Quality>[] {
  return [
    {
      key: 'symbol',
      header: 'Symbol',
      unsortable: true,
      value: ({ symbol }) => symbol,
      cell: ({ symbol, name, markets }) => (
        <div class="cell-name">
          {markets.length === 0 ? symbol : <Link href={symbolAddress(symbol, markets[0])}>{symbol}</Link>}
          {name !== symbol && <div class="soft small">{name}</div>}
        </div>
      ),
    },
    {
      key: 'prices',
      header: 'Stored prices',
      unsortable: true,
      value: ({ bars }) => bars,
      cell: (row) => (
        <div>
          {row.years.length > 0 && <CoverageStrip quality={row} span={span} />}
          <div class="soft small">
            <DateText date={row.first_date} /> to <DateText date={row.last_date} />, {count(row.bars)} bars
          </div>
        </div>
      ),
    },
    { key: 'odd', header: 'What is odd', unsortable: true, value: oddText, cell: (row) => <Odd quality={row} /> },
    {
      key: 'told',
      header: 'Imports and feeds said',
      unsortable: true,
      value: ({ refused }) => refused.length,
      cell: (row) => <RowFindings quality={row} onShowRun={onShowRun} />,
    },
    {
      key: 'last',
      header: 'Last change',
      title: 'UTC',
      unsortable: true,
      value: ({ last_run }) => last_run?.at ?? null,
      cell: ({ last_run, source, simulated, restatements, restated_at }) => (
        <div class="cell-text">
          {last_run === null ? null : (
            <>
              <InstantText at={last_run.at} /> by {last_run.kind}
            </>
          )}
          <div class="soft small">
            {simulated ? 'invented by the sandbox' : source}
            {restatements > 0 && (
              <>
                ; restated {restatements === 1 ? 'once' : `${count(restatements)} times`}, last{' '}
                <InstantText at={restated_at} />
              </>
            )}
          </div>
        </div>
      ),
    },
  ];
}

/** The suspicious properties of a symbol's prices in words; empty when there are none. */
function oddText({ damage, split_like, jumps, gap_count, without_range, bars }: Quality): string {
  const some = (n: number, one: string, many: string) => (n === 0 ? [] : [`${count(n)} ${n === 1 ? one : many}`]);
  return [
    ...(damage === null ? [] : ['cannot be read']),
    ...some(split_like, 'move like a missed split', 'moves like missed splits'),
    ...some(jumps, 'other large move', 'other large moves'),
    ...some(gap_count, 'gap', 'gaps'),
    ...(without_range === bars
      ? ['no highs and lows']
      : some(without_range, 'bar without high or low', 'bars without high or low')),
  ].join(', ');
}

function Odd({ quality }: { quality: Quality }) {
  const { damage, moves, gaps, gap_limit_days, gap_count, split_like, jumps } = quality;
  const text = oddText(quality);
  if (text === '') return <span class="soft">nothing</span>;
  const left = gap_count + split_like + jumps - gaps.length - moves.length;
  return (
    <div class="cell-text">
      {damage ?? text}
      {gaps.length + moves.length > 0 && (
        <details>
          <summary>Which</summary>
          <ul class="plain-list small">
            {moves.map(({ date, detail }) => (
              <li key={`move ${date}`}>
                <DateText date={date} /> {detail}
              </li>
            ))}
            {gaps.map(({ from, to, days }) => (
              <li key={`gap ${from}`}>
                <DateText date={from} /> to <DateText date={to} />: {days} days, {gap_limit_days} are allowed
              </li>
            ))}
            {left > 0 && <li>and {count(left)} older ones</li>}
          </ul>
        </details>
      )}
    </div>
  );
}

function RowFindings({ quality, onShowRun }: { quality: Quality; onShowRun: (runId: number) => void }) {
  const findings = [
    ...quality.refused.map((rows) => ({ ...rows, side: 'refused' })),
    ...quality.flagged.map((rows) => ({ ...rows, side: 'flagged' })),
  ];
  if (findings.length === 0) return <span class="soft">nothing</span>;
  const runs = [...new Set(findings.map(({ run_id }) => run_id))];
  return (
    <div class="cell-text">
      <ul class="plain-list">
        {findings.map(({ side, kind, reason, rows }) => (
          <li key={`${side} ${kind}`}>
            {count(rows)} {side}: {reason}
          </li>
        ))}
      </ul>
      {runs.map((id) => (
        <button
          key={id}
          type="button"
          class="button small"
          aria-label={`Report of run ${id}`}
          onClick={() => onShowRun(id)}
        >
          run {id}
        </button>
      ))}
    </div>
  );
}
