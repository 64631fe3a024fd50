import { Link } from 'wouter-preact';
import type { Schemas } from '../../api/client';
import { type Column, DataTable } from '../../ui/dataTable';
import { DateText } from '../../ui/dateText';
import { percent, share } from '../../ui/format';
import { windowAddress } from '../symbol/windowAddress';

type Pick = Schemas['EvaluatedPick'];

/** Every pick with its end, and its place in the ledger. */
export function PickTable({ picks, replay }: { picks: readonly Pick[]; replay: boolean }) {
  return (
    <DataTable
      caption={`${picks.length} ${replay ? 'replayed' : 'published'} ${picks.length === 1 ? 'pick' : 'picks'}, newest first`}
      columns={replay ? COLUMNS.filter(({ key }) => key !== 'record' && key !== 'probability') : COLUMNS}
      rows={picks}
      rowKey={({ featured_date, symbol }) => `${featured_date} ${symbol}`}
      heading="session"
    />
  );
}

const COLUMNS: readonly Column<Pick>[] = [
  { key: 'session', header: 'Picked', value: (p) => p.featured_date, cell: (p) => <DateText date={p.featured_date} /> },
  {
    key: 'symbol',
    header: 'Symbol',
    value: (p) => p.symbol,
    cell: (p) => <Link href={windowAddress(p)}>{p.symbol}</Link>,
  },
  { key: 'direction', header: 'Direction', value: (p) => p.direction },
  { key: 'entry', header: 'Entry', value: (p) => p.entry_date, cell: (p) => <DateText date={p.entry_date} /> },
  { key: 'exit', header: 'Exit', value: (p) => p.exit_date, cell: (p) => <DateText date={p.exit_date} /> },
  {
    key: 'edge',
    header: 'Edge',
    title: 'edge_score when it was picked, 0 to 100',
    align: 'end',
    value: (p) => p.edge_score,
  },
  {
    key: 'rule',
    header: 'Rule',
    title: 'Version of the rule that it was picked by; the method describes each',
    align: 'end',
    value: (p) => p.rule_version,
  },
  {
    key: 'probability',
    header: 'Predicted',
    title: "The model's win probability as published",
    align: 'end',
    value: (p) => p.ml_win_prob,
    cell: (p) => share(p.ml_win_prob, 1),
  },
  {
    key: 'result',
    header: 'Result',
    value: (p) => p.result,
    cell: (p) => (
      <span class={p.result === 'win' ? 'up' : p.result === 'loss' ? 'down' : 'soft'}>
        {p.result}
        {p.convention && ` (${p.convention.replace('_', ' ')})`}
        {p.corrected && ' (corrected)'}
      </span>
    ),
  },
  { key: 'return', header: 'Return', align: 'end', value: (p) => p.return_pct, cell: (p) => percent(p.return_pct, 2) },
  {
    key: 'random',
    header: 'Random dates',
    title:
      'Average of the same symbol, direction and number of days, entered on each of the 126 sessions before and after; a dash until the last of them has ended',
    align: 'end',
    value: (p) => p.random_dates?.avg_return_pct ?? null,
    cell: (p) => percent(p.random_dates?.avg_return_pct, 2),
  },
  {
    key: 'benchmark',
    header: 'Benchmark',
    title: "The market's benchmark over the same sessions in the same direction",
    align: 'end',
    value: (p) => p.benchmark?.return_pct ?? null,
    cell: (p) => <span title={p.benchmark?.symbol}>{percent(p.benchmark?.return_pct, 2)}</span>,
  },
  {
    key: 'record',
    header: 'Record',
    title: 'Place in the ledger and the beginning of its hash',
    value: (p) => p.record?.seq ?? null,
    cell: (p) =>
      p.record && (
        <span class="nowrap" title={p.record.hash}>
          {p.record.seq} <code>{p.record.hash.slice(0, 8)}…</code>
        </span>
      ),
  },
];
