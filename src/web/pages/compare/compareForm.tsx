import inputs from '../../../../generated/pages.json';
import { useSession } from '../../api/session';
import { useDraft } from '../../state/useDraft';
import { NumberField, SelectField } from '../../ui/controls';
import { CYCLES, PERIODS, YEARS } from '../../ui/lookback';
import { TextField } from '../../ui/textField';
import { type FormState, SYMBOLS, tickersOf } from './comparison';

const DAYS = inputs.compareSymbols.parameters.days_out;

/** Form for the comparison. */
export function CompareForm({
  submitted,
  onSubmit,
}: {
  submitted: FormState;
  onSubmit: (submitted: FormState) => void;
}) {
  const { draft, field } = useDraft(submitted);
  const session = useSession();
  const offered = session.kind === 'visitor' ? (session.demo?.tickers ?? []) : [];
  const isPeriod = draft.period !== '';
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit({ ...draft, symbols: tickersOf(draft.symbols).join(',') });
      }}
    >
      <TextField
        label={`Symbols, ${SYMBOLS.fewest} to ${SYMBOLS.most}`}
        {...field('symbols')}
        placeholder="AAPL, MSFT, JPM"
        maxLength={500}
        hint={
          offered.length > 0
            ? `Visitors may compare ${offered.join(', ')}.`
            : 'Tickers, with commas or spaces between them.'
        }
        fault={symbolsFault(draft.symbols)}
      />
      <div class="fields">
        <SelectField
          label="Window"
          {...field('period')}
          options={[
            ['', 'entry date and days'],
            ...PERIODS.map((period) => [period, period.replace('_', ' ')] as const),
          ]}
        />
        {!isPeriod && (
          <TextField label="Entry date" type="date" {...field('entry_date')} hint="Empty: today in New York." />
        )}
        {!isPeriod && (
          <NumberField
            label="Days held"
            schema={DAYS}
            {...field('days_out')}
            hint="Calendar days, the entry day included."
          />
        )}
        <SelectField
          label="Direction"
          {...field('direction')}
          options={[
            ['long', 'long'],
            ['short', 'short'],
          ]}
        />
        <NumberField label="Years" schema={YEARS} {...field('years')} hint="The latest that all symbols share." />
        <SelectField label="Which years" {...field('pe_cycle')} options={CYCLES} />
        <TextField
          label="Market"
          {...field('market')}
          placeholder="any"
          hint="Id or name, when a ticker is in several."
          maxLength={100}
        />
      </div>
      <button type="submit" class="button main">
        Compare
      </button>
    </form>
  );
}

function symbolsFault(text: string): string | null {
  const { length } = tickersOf(text);
  return length > SYMBOLS.most ? `${length} symbols: at most ${SYMBOLS.most} are compared.` : null;
}
