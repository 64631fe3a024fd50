import { useId, useLayoutEffect, useState } from 'preact/hooks';
import type { SetUrlState } from '../../state/useUrlState';
import { type Card, type Field, NO_SEARCH, type PageState } from './symbolQuery';

const PRESETS: readonly (readonly [string, readonly (readonly [string, string])[]])[] = [
  [
    'Months',
    [
      ['jan', 'January'],
      ['feb', 'February'],
      ['mar', 'March'],
      ['apr', 'April'],
      ['may', 'May'],
      ['jun', 'June'],
      ['jul', 'July'],
      ['aug', 'August'],
      ['sep', 'September'],
      ['oct', 'October'],
      ['nov', 'November'],
      ['dec', 'December'],
    ],
  ],
  [
    'Quarters',
    [
      ['q1', 'First quarter'],
      ['q2', 'Second quarter'],
      ['q3', 'Third quarter'],
      ['q4', 'Fourth quarter'],
    ],
  ],
  [
    'Seasons',
    [
      ['spring', 'Spring'],
      ['summer', 'Summer'],
      ['fall', 'Fall'],
      ['winter', 'Winter'],
    ],
  ],
  [
    'Year',
    [
      ['ytd', 'Year to date'],
      ['year_end', 'To the end of the year'],
      ['buy_hold', 'Buy and hold'],
    ],
  ],
];
const LOOKBACKS = ['5', '10', '15', '20', '30', '50', '98'];
const DIRECTIONS = [
  ['', 'likelier one'],
  ['long', 'long'],
  ['short', 'short'],
] as const;
const CYCLES = [
  ['consecutive', 'all years'],
  ['pe', 'same year of the presidential cycle'],
] as const;

/** Form for the window and the lookback. A choice from a list applies at once. */
export function WindowForm(props: { state: PageState; setState: SetUrlState<Field>; shown: Card | null }) {
  const { state, setState, shown } = props;
  const [entry, setEntry] = useState('');
  const [hold, setHold] = useState('');
  // The fields follow the shown window, also when the API has chosen it.
  useLayoutEffect(() => {
    setEntry(shown?.setup.entry_date ?? state.entry_date);
    setHold(shown ? String(shown.setup.hold_days) : state.days_out);
  }, [shown?.setup.entry_date, shown?.setup.hold_days, state.entry_date, state.days_out]);
  const id = useId();
  const submit = (event: Event) => {
    event.preventDefault();
    const isSame = shown?.setup.entry_date === entry && String(shown.setup.hold_days) === hold && state.period === '';
    // Another window was not found by the search of this one.
    setState({ entry_date: entry, days_out: hold, period: '', reverse: '', ...(!isSame && NO_SEARCH) });
  };
  return (
    <form class="window-form" onSubmit={submit} aria-label="Window">
      <div class="field">
        <label for={`${id}-entry`}>Entry date</label>
        <input id={`${id}-entry`} type="date" value={entry} onInput={(event) => setEntry(event.currentTarget.value)} />
      </div>
      <div class="field">
        <label for={`${id}-hold`}>Days held</label>
        <input
          id={`${id}-hold`}
          type="number"
          min={2}
          max={366}
          value={hold}
          onInput={(event) => setHold(event.currentTarget.value)}
        />
      </div>
      <div class="row window-buttons">
        <button type="submit" class="button main">
          Show window
        </button>
        <button
          type="button"
          class="button"
          onClick={() => setState({ entry_date: '', days_out: '', period: '', reverse: '', ...NO_SEARCH })}
        >
          Best of the coming year
        </button>
      </div>
      <div class="field">
        <label for={`${id}-preset`}>Named period</label>
        <select
          id={`${id}-preset`}
          value={state.period}
          onChange={(event) => {
            const period = event.currentTarget.value;
            setState({ period, ...(period === '' && { reverse: '' }), ...NO_SEARCH });
          }}
        >
          <option value="">none</option>
          {PRESETS.map(([group, presets]) => (
            <optgroup key={group} label={group}>
              {presets.map(([key, name]) => (
                <option key={key} value={key}>
                  {name}
                </option>
              ))}
            </optgroup>
          ))}
        </select>
      </div>
      <label class="check">
        <input
          type="checkbox"
          checked={state.reverse !== ''}
          disabled={state.period === '' || state.period === 'buy_hold'}
          onChange={(event) => setState({ reverse: event.currentTarget.checked ? 'true' : '', ...NO_SEARCH })}
        />
        the rest of the year instead
      </label>
      <Choice
        label="Direction"
        value={state.direction}
        options={DIRECTIONS}
        choose={(direction) => setState({ direction })}
      />
      <Choice
        label="Lookback, years"
        value={state.years}
        options={withChosen(LOOKBACKS, state.years).map((years) => [years, years] as const)}
        choose={(years) => setState({ years })}
      />
      <Choice
        label="Years that count"
        value={state.pe_cycle}
        options={CYCLES}
        choose={(pe_cycle) => setState({ pe_cycle })}
      />
    </form>
  );
}

/** The listed numbers, with the number of the URL when it is not among them. */
function withChosen(listed: readonly string[], chosen: string): string[] {
  return listed.includes(chosen) ? [...listed] : [...listed, chosen].sort((a, b) => Number(a) - Number(b));
}

function Choice(props: {
  label: string;
  value: string;
  options: readonly (readonly [string, string])[];
  choose: (value: string) => void;
}) {
  const { label, value, options, choose } = props;
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select id={id} value={value} onChange={(event) => choose(event.currentTarget.value)}>
        {options.map(([key, name]) => (
          <option key={key} value={key}>
            {name}
          </option>
        ))}
      </select>
    </div>
  );
}
