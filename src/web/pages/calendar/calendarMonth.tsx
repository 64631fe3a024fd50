import { useMemo } from 'preact/hooks';
import { Legend } from '../../charts/legend';
import { weekday } from '../../ui/format';
import { Notice } from '../../ui/notice';
import { DayList } from './dayList';
import { monthName, plusDays, plusMonths, weeksOf } from './days';
import type { Entry, Listed } from './entries';
import './calendar.css';

export interface MonthState {
  /** YYYY-MM-DD, or empty. */
  readonly day: string;
  readonly onlyLuckBeaten: boolean;
  readonly chooseDay: (day: string) => void;
  readonly filter: (onlyLuckBeaten: boolean) => void;
  /** To a month that begins on a date. */
  readonly move: (from: string) => void;
}

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
/** Marks of a day, and then a number. */
const MOST_MARKS = 12;

/** Days of a month as a grid; a day with entries opens their list. */
export function CalendarMonth({ listed, shown }: { listed: Listed; shown: MonthState }) {
  const { from, to, starts, entries, summary, notes } = listed;
  const [before, after] = [plusMonths(from, -1), plusDays(to, 1)];
  const chosen = shown.onlyLuckBeaten ? entries.filter(({ luck }) => luck === 'beaten') : entries;
  const byDay = useMemo(() => dayGroups(chosen), [entries, shown.onlyLuckBeaten]);
  const pending = entries.filter(({ luck }) => luck === 'pending').length;
  const beaten = entries.filter(({ luck }) => luck === 'beaten').length;
  return (
    <section class="stack" aria-label="Entries by day">
      <p>{summary}</p>
      {notes.map((note) => (
        <Notice key={note} kind="warn">
          {note}
        </Notice>
      ))}
      {pending > 0 && (
        <Notice title={`${pending} of ${entries.length} not judged yet`}>
          What luck alone finds in a search like this is still being computed. Reload in a minute.
        </Notice>
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
            checked={shown.onlyLuckBeaten}
            onChange={(event) => shown.filter(event.currentTarget.checked)}
          />
          Only what beats luck ({beaten})
        </label>
      </div>
      <Legend
        marks={[
          ['bar-up', 'long, beats luck'],
          ['bar-down', 'short, beats luck'],
          ['null-tick', 'as luck would find'],
          ['pending', 'not judged yet'],
        ]}
      />
      {entries.length === 0 ? (
        <Notice title="No entries in these days">
          Nothing was found that begins here. That happens, and is no fault.
        </Notice>
      ) : (
        beaten === 0 &&
        pending === 0 && (
          <Notice title={`${entries.length} found, none beats luck`}>This is normal: most months have none.</Notice>
        )
      )}
      <MonthGrid listed={listed} byDay={byDay} shown={shown} />
      {shown.day !== '' && <DayList day={shown.day} entries={byDay.get(shown.day) ?? []} />}
      <p class="small soft">{listed.disclaimer}</p>
    </section>
  );
}

function MonthGrid(props: { listed: Listed; byDay: ReadonlyMap<string, readonly Entry[]>; shown: MonthState }) {
  const { from, to } = props.listed;
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
  const beaten = entries.filter(({ luck }) => luck === 'beaten').length;
  const isOpen = shown.day === date;
  const said = `${weekday(date)} ${date}: ${entries.length} ${entries.length === 1 ? 'entry' : 'entries'}, ${beaten} beating luck`;
  return (
    <button type="button" aria-expanded={isOpen} title={said} onClick={() => shown.chooseDay(isOpen ? '' : date)}>
      <span class="visually-hidden">{said}</span>
      <span aria-hidden="true">{day}</span>
      <span class="count" aria-hidden="true">
        {entries.length}
      </span>
      <span class="marks" aria-hidden="true">
        {entries.slice(0, MOST_MARKS).map((entry) => (
          <span
            key={`${entry.symbol} ${entry.direction} ${entry.hold}`}
            class={`entry ${entry.luck} ${entry.direction}`}
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

/** Entries by day, the strongest first: those that luck gives least often. */
function dayGroups(entries: readonly Entry[]): ReadonlyMap<string, readonly Entry[]> {
  const groups = new Map<string, Entry[]>();
  for (const entry of entries) groups.set(entry.date, [...(groups.get(entry.date) ?? []), entry]);
  for (const group of groups.values())
    group.sort((a, b) => (a.pSymbol ?? 2) - (b.pSymbol ?? 2) || a.symbol.localeCompare(b.symbol));
  return groups;
}
