import { useId, useState } from 'preact/hooks';
import { createExport } from '../../../../../generated/pages.json';
import { apiRequest } from '../../../api/apiRequest';
import { client, responseBody, type Schemas } from '../../../api/client';
import { useAction } from '../../../api/useAction';
import { useRequest } from '../../../api/useRequest';
import { NumberField, SelectField } from '../../../ui/controls';
import { defaultText, type InputSchema, inputFault, inputValue } from '../../../ui/inputSchema';
import { ResponseView } from '../../../ui/responseView';
import { TextField } from '../../../ui/textField';
import { CYCLES } from '../../scan/filters';
import { ActionFailure } from '../actionFailure';

type Name = keyof Schemas['NewExport'];

const SCHEMAS: Readonly<Record<Name, InputSchema>> = createExport.body.properties;
const NUMBERS: readonly (readonly [Name, string])[] = [
  ['per_symbol', 'Most windows of a symbol'],
  ['years', 'Years looked back'],
  ['min_days', 'Shortest hold, days'],
  ['max_days', 'Longest hold, days'],
];
const FLOORS: readonly (readonly [Name, string])[] = [
  ['min_win_rate', 'Win rate from'],
  ['min_avg_return', 'Average return from, %'],
  ['min_median_return', 'Median return from, %'],
  ['min_sharpe', 'Sharpe ratio from'],
  ['min_winning_years', 'Winning years from'],
  ['max_p_symbol', 'p of the symbol: at most'],
  ['max_p_search', 'p of the search: at most'],
];
const FORMATS: Readonly<Record<string, string>> = {
  csv: 'CSV: spreadsheets',
  ndjson: 'NDJSON: a JSON object a line',
  parquet: 'Parquet: data frames',
};
const NAMES = Object.keys(SCHEMAS) as Name[];
const EMPTY_FORM = Object.fromEntries(NAMES.map((name) => [name, defaultText(SCHEMAS[name])])) as Record<Name, string>;

/** Form for a new export of a market; the default dates are the coming year. */
export function CreateExport({ have, onCreated }: { have: Schemas['ExportList']; onCreated: () => void }) {
  const { exports_per_day: perDay, exports_remaining_today: left } = have;
  const id = useId();
  const [markets, refetch] = useRequest(apiRequest('/markets'));
  const [form, setForm] = useState(EMPTY_FORM);
  const create = useAction(() => responseBody(client.POST('/exports', { body: requestBody(form) })), onCreated);
  const set = (name: Name) => (value: string) => setForm((before) => ({ ...before, [name]: value }));
  const isFaulty = [...NUMBERS, ...FLOORS].some(([name]) => inputFault(SCHEMAS[name], form[name]) !== null);
  const numberOf = ([name, label]: readonly [Name, string]) => (
    <NumberField key={name} label={label} schema={SCHEMAS[name]} value={form[name]} change={set(name)} />
  );
  const choices = (name: Name, words: Readonly<Record<string, string>> = {}) =>
    (SCHEMAS[name].enum ?? []).map((key): [string, string] => [key, words[key] ?? key]);
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>Make an export</h2>
      <p class="soft">
        All patterns of a market in one file, each with its years and its p-values: by default the entries of the coming
        year. It is made in the background.
      </p>
      <ResponseView response={markets} refetch={refetch}>
        {(all) => (
          <form
            class="stack"
            onSubmit={(event) => {
              event.preventDefault();
              create.run();
            }}
          >
            <div class="fields">
              <SelectField
                label="Market"
                value={form.market}
                change={set('market')}
                options={[
                  ['', 'Choose one'],
                  ...all.markets
                    .filter(({ in_scope, symbol_count }) => in_scope && symbol_count > 0)
                    .map((market): [string, string] => [market.id, `${market.name} (${market.symbol_count})`]),
                ]}
              />
              <TextField type="date" label="First entry (optional)" value={form.from} change={set('from')} />
              <TextField type="date" label="Last entry (optional)" value={form.to} change={set('to')} />
              <SelectField
                label="Format"
                value={form.format}
                change={set('format')}
                options={choices('format', FORMATS)}
              />
            </div>
            <details>
              <summary>More filters</summary>
              <div class="fields">
                <SelectField
                  label="Direction"
                  value={form.direction}
                  change={set('direction')}
                  options={[['', 'Both'], ...choices('direction')]}
                />
                <SelectField
                  label="Which years"
                  value={form.pe_cycle}
                  change={set('pe_cycle')}
                  options={choices('pe_cycle', CYCLES)}
                />
                {NUMBERS.map(numberOf)}
                {FLOORS.map(numberOf)}
              </div>
            </details>
            <ActionFailure action={create} />
            <div class="row">
              <button
                type="submit"
                class="button main"
                disabled={create.busy || form.market === '' || isFaulty || left === 0}
              >
                Make the export
              </button>
              <span class="small soft">
                {left} of {perDay} left today of your plan; the day begins at midnight UTC.
              </span>
            </div>
          </form>
        )}
      </ResponseView>
    </section>
  );
}

function requestBody(form: Readonly<Record<Name, string>>): Schemas['NewExport'] {
  const given = NAMES.filter((name) => form[name] !== '');
  // The schema of each name has validated its value.
  return Object.fromEntries(given.map((name) => [name, inputValue(SCHEMAS[name], form[name])])) as never;
}
