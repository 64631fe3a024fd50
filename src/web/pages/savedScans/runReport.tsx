import { Link } from 'wouter-preact';
import type { Schemas } from '../../api/client';
import { type Column, DataTable } from '../../ui/dataTable';
import { DateText, InstantText } from '../../ui/dateText';
import { plural } from '../../ui/format';
import { Notice } from '../../ui/notice';
import { windowAddress } from '../symbol/windowAddress';

type Run = Schemas['ScanRunReport'];
type Pattern = Schemas['NotedPattern'];

/** A pattern with its changes; a new pattern may also be one that enters on the next session. */
interface ReportedPattern extends Pattern {
  readonly changes: readonly string[];
}

const GONE = { entered: 'gone: its entry came', dropped: 'gone: qualifies no more' } as const;
const ENTERING = 'enters next session';

/**
 * The changes that a run of a saved scan found since the run before.
 *
 * @param folded hides the table of patterns until it is opened; used beside the results of a scan
 */
export function RunReport({ run, folded = false }: { run: Run; folded?: boolean }) {
  const rows = reportedPatterns(run);
  if (run.fault !== null) {
    return (
      <Notice kind="warn" title="It could not be run">
        <p>{run.fault}</p>
        <p>It is tried again by itself. What was found before stands.</p>
      </Notice>
    );
  }
  return (
    <>
      <Summary run={run} />
      {rows.length > 0 &&
        (folded ? (
          <details>
            <summary>Which they are</summary>
            <Patterns rows={rows} />
          </details>
        ) : (
          <Patterns rows={rows} />
        ))}
    </>
  );
}

function Patterns({ rows }: { rows: readonly ReportedPattern[] }) {
  return (
    <DataTable
      caption={`${plural(rows.length, 'pattern')}, new, gone or to be entered next`}
      columns={COLUMNS}
      rows={rows}
      rowKey={keyOf}
      heading="symbol"
    />
  );
}

function Summary({ run: { as_of, found_count, compared, added, gone, entering } }: { run: Run }) {
  const changes = compared
    ? `${added.length} new and ${gone.length} gone since the run before`
    : 'no run before to compare with';
  return (
    <p>
      {found_count} found
      {as_of !== null && (
        <>
          {' '}
          with prices through <DateText date={as_of} />
        </>
      )}
      : {changes}, {entering.length === 0 ? 'none enters' : `${entering.length} to be entered`} on the next session.
    </p>
  );
}

const COLUMNS: readonly Column<ReportedPattern>[] = [
  {
    key: 'symbol',
    header: 'Symbol',
    value: ({ symbol }) => symbol,
    cell: (pattern) => <Link href={windowAddress(pattern)}>{pattern.symbol}</Link>,
  },
  { key: 'told', header: 'What', value: ({ changes }) => changes.join(', ') },
  {
    key: 'direction',
    header: 'Direction',
    value: ({ direction }) => direction,
    cell: ({ direction }) => (
      <span class={direction === 'long' ? 'up' : 'down'}>
        <span aria-hidden="true">{direction === 'long' ? '▲' : '▼'}</span> {direction}
      </span>
    ),
  },
  {
    key: 'entry',
    header: 'Entry to exit',
    value: ({ entry_date }) => entry_date,
    cell: ({ entry_date, exit_date }) => (
      <>
        <DateText date={entry_date} /> to <DateText date={exit_date} />
      </>
    ),
  },
  {
    key: 'hold',
    header: 'Days',
    title: 'Calendar days held, the entry day included',
    align: 'end',
    value: ({ hold_days }) => hold_days,
  },
  {
    key: 'edge',
    header: 'Edge',
    title:
      'Blended score of 0 to 100; below 40 the setup is neutral. The page of the symbol has its years and p-values',
    align: 'end',
    value: ({ edge_score }) => edge_score,
  },
];

function keyOf({ symbol, market, direction, entry_date }: Pattern): string {
  return [symbol, market, direction, entry_date].join('|');
}

/** The patterns of a run with all their changes: first those that enter next, then the new ones, then those that are gone. */
function reportedPatterns({ added, gone, entering }: Run): readonly ReportedPattern[] {
  const rows = new Map<string, ReportedPattern>();
  const add = (pattern: Pattern, what: string) => {
    const key = keyOf(pattern);
    rows.set(key, { ...pattern, changes: [...(rows.get(key)?.changes ?? []), what] });
  };
  for (const pattern of entering) add(pattern, ENTERING);
  for (const pattern of added) add(pattern, 'new');
  for (const pattern of gone) add(pattern, GONE[pattern.reason]);
  return [...rows.values()];
}

/** The time of a run, for a heading. */
export function RunTime({ run }: { run: Pick<Run, 'at'> }) {
  return (
    <>
      Run of <InstantText at={run.at} /> UTC
    </>
  );
}
