import { useMemo } from 'preact/hooks';
import { Legend } from '../../charts/legend';
import { weekday } from '../../ui/format';
import { Notice } from '../../ui/notice';
import { DayList } from './dayList';
import { monthName, plusDays, plusMonths, weeksOf } from './days';
import type { CalendarEntries, Entry } from './entries';
import './calendar.css';

export interface MonthState {
  /** The open day, YYYY-MM-DD; empty = none. */
  readonly day: string;
  readonly onlySignificant: boolean;
  readonly chooseDay: (day: string) => void;
  readonly filter: (onlySignificant: boolean) => void;
  /** Shows the month that starts on a date. */
  readonly move: (from: string) => void;
}

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
/** Most marks of a day; the total is shown as a number. */
const MAX_MARKS = 12;

/** A month as a grid; a click on a day with entries opens their list. */
export function CalendarMonth({ calendar, shown }: { calendar: CalendarEntries; shown: MonthState }) {
  const { from, to, starts, entries, summary, notes } = calendar;
  const [before, after] = [plusMonths(from, -1), plusDays(to, 1)];
  const chosen = shown.onlySignificant ? entries.filter(({ verdict }) => verdict === 'beaten') : entries;
  const byDay = useMemo(() => dayGroups(chosen), [entries, shown.onlySignificant]);
  const pending = entries.filter(({ verdict }) => verdict === 'pending');
  const beaten = entries.filter(({ verdict }) => verdict === 'beaten').length;
  return (
    <section class="stack" aria-label="Entries by day">
      <p>{summary}</p>
      {notes.map((note) => (
        <Notice key={note} kind="warn">
          {note}
        </Notice>
      ))}
      {pending.length > 0 && (
        <Notice title={`${pending.length} of ${entries.length} not judged`}>{pending[0].reading}</Notice>
      )}
      <div class="row">
        <button type="button" class="button" disabled={before < starts[0]} onClick={() => shown.move(before)}>
          Earlier
        </button>
        <button type="button" class="button" disabled={after > starts[1]} onClick={() => shown.move(after)}>
          Later
        </button>
        <label class="row">
          <input
            type="checkbox"
            checked={shown.onlySignificant}
            onChange={(event) => shown.filter(event.currentTarget.checked)}
          />
          Only p at most 0.05 ({beaten})
        </label>
      </div>
      <Legend
        marks={[
          ['bar-up', 'long, p at most 0.05'],
          ['bar-down', 'short, p at most 0.05'],
          ['null-tick', 'p above 0.05'],
          ['pending', 'not known'],
        ]}
      />
      {entries.length === 0 ? (
        <Notice title="No entries in these days">
          Nothing was found that begins here. That happens, and is no fault.
        </Notice>
      ) : (
        beaten === 0 &&
        pending.length === 0 && (
          <Notice title={`${entries.length} found, none with p at most 0.05`}>
            This is normal: most months have none.
          </Notice>
        )
      )}
      <MonthGrid calendar={calendar} byDay={byDay} shown={shown} />
      {shown.day !== '' && <DayList day={shown.day} entries={byDay.get(shown.day) ?? []} />}
      <p class="small soft">{calendar.disclaimer}</p>
    </section>
  );
}

function MonthGrid(props: {
  calendar: CalendarEntries;
  byDay: ReadonlyMap<string, readonly Entry[]>;
  shown: MonthState;
}) {
  const { from, to } = props.calendar;
  return (
    <table class="month">
      <caption>
        {monthName(from)}
        {monthName(to) === monthName(from) ? '' : ` to ${monthName(to)}`}
      </caption>
      <thead>
        <tr>
          {WEEKDAYS.map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeksOf(from, to).map((week) => (
          <tr key={week[0]}>
            {week.map((date) => (
              <td key={date} class={date < from || date > to ? 'outside' : undefined}>
                <DayCell date={date} entries={props.byDay.get(date) ?? []} shown={props.shown} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function DayCell({ date, entries, shown }: { date: string; entries: readonly Entry[]; shown: MonthState }) {
  const day = <span class="date">{Number(date.slice(8))}</span>;
  if (entries.length === 0) return day;
  const beaten = entries.filter(({ verdict }) => verdict === 'beaten').length;
  const isOpen = shown.day === date;
  const label = `${weekday(date)} ${date}: ${entries.length} ${entries.length === 1 ? 'entry' : 'entries'}, ${beaten} with p at most 0.05`;
  return (
    <button type="button" aria-expanded={isOpen} title={label} onClick={() => shown.chooseDay(isOpen ? '' : date)}>
      <span class="visually-hidden">{label}</span>
      <span aria-hidden="true">{day}</span>
      <span class="count" aria-hidden="true">
        {entries.length}
      </span>
      <span class="marks" aria-hidden="true">
        {entries.slice(0, MAX_MARKS).map((entry) => (
          <span
            key={`${entry.symbol} ${entry.direction} ${entry.hold}`}
            class={`entry ${entry.verdict} ${entry.direction}`}
          />
        ))}
      </span>
      <span class="names" aria-hidden="true">
        {entries
          .slice(0, 2)
          .map(({ symbol }) => symbol)
          .join(' ')}
      </span>
    </button>
  );
}

/** Entries by day, in ascending order of their p-value; those without one come last. */
function dayGroups(entries: readonly Entry[]): ReadonlyMap<string, readonly Entry[]> {
  const groups = new Map<string, Entry[]>();
  for (const entry of entries) groups.set(entry.date, [...(groups.get(entry.date) ?? []), entry]);
  for (const group of groups.values())
    group.sort((a, b) => (a.pSymbol ?? 2) - (b.pSymbol ?? 2) || a.symbol.localeCompare(b.symbol));
  return groups;
}
