import { Link } from 'wouter-preact';
import { type Column, DataTable } from '../../ui/dataTable';
import { chance, percent, plural, share, weekday } from '../../ui/format';
import { Notice } from '../../ui/notice';
import { windowAddress } from '../symbol/windowAddress';
import type { Entry } from './entries';

/** The setups with an entry on a day. */
export function DayList({ day, entries }: { day: string; entries: readonly Entry[] }) {
  return (
    <section aria-live="polite" aria-label={`Entries of ${day}`}>
      <h2>
        {weekday(day)} {day}
      </h2>
      {entries.length === 0 ? (
        <Notice>No entries on this day among those shown.</Notice>
      ) : (
        <DataTable
          caption={`${plural(entries.length, 'setup')} that may be entered`}
          columns={COLUMNS}
          rows={entries}
          rowKey={({ symbol, direction, hold }) => `${symbol} ${direction} ${hold}`}
          heading="symbol"
        />
      )}
    </section>
  );
}

const VERDICTS = {
  beaten: 'p at most 0.05',
  likely: 'p above 0.05',
  pending: 'not known',
  unknown: 'not judged',
} as const;

const COLUMNS: readonly Column<Entry>[] = [
  {
    key: 'symbol',
    header: 'Symbol',
    value: (e) => e.symbol,
    cell: (e) => <Link href={windowAddress({ ...e, entry_date: e.date, hold_days: e.hold })}>{e.symbol}</Link>,
  },
  { key: 'direction', header: 'Direction', value: (e) => e.direction },
  {
    key: 'hold',
    header: 'Days held',
    title: 'Calendar days, the entry day included',
    align: 'end',
    value: (e) => e.hold,
  },
  { key: 'wins', header: 'Years won', align: 'end', value: (e) => e.winRate, cell: (e) => share(e.winRate) },
  { key: 'mean', header: 'Average', align: 'end', value: (e) => e.mean, cell: (e) => percent(e.mean) },
  {
    key: 'chance',
    header: 'p, this symbol',
    title: 'Share of searches of this symbol over shuffled calendars that find something at least as strong',
    align: 'end',
    value: (e) => e.pSymbol,
    cell: (e) => <span title={e.reading}>{chance(e.pSymbol)}</span>,
  },
  { key: 'verdict', header: 'Verdict', value: (e) => VERDICTS[e.verdict] },
];
