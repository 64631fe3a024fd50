import { analyzeSymbol } from '../../../../generated/pages.json';
import { useDraft } from '../../state/useDraft';
import { ChoiceField, NumberField, SelectField } from '../../ui/controls';
import { defaultText, type InputSchema, inputFault } from '../../ui/inputSchema';
import { CYCLES } from './filters';

const SCHEMAS: Readonly<Record<'direction' | 'years' | 'pe_cycle', InputSchema>> = analyzeSymbol.parameters;

export const VISITOR_DEFAULTS = {
  direction: '',
  years: defaultText(SCHEMAS.years),
  pe_cycle: defaultText(SCHEMAS.pe_cycle),
};
type FormState = Readonly<typeof VISITOR_DEFAULTS>;

/** Whether a filter has an invalid value. */
export function isFaulty({ direction, years, pe_cycle }: FormState): boolean {
  const faults = [
    inputFault(SCHEMAS.direction, direction),
    inputFault(SCHEMAS.years, years),
    inputFault(SCHEMAS.pe_cycle, pe_cycle),
  ];
  return faults.some((fault) => fault !== null);
}

/** The filters of visitors. The button sends one request for each symbol. */
export function VisitorForm({
  submitted,
  onSubmit,
}: {
  submitted: FormState;
  onSubmit: (submitted: FormState) => void;
}) {
  const { draft, field, isChanged } = useDraft(submitted);
  return (
    <form
      class="stack"
      aria-label="Which windows"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isFaulty(draft)) onSubmit(draft);
      }}
    >
      <div class="fields">
        <ChoiceField
          label="Direction"
          {...field('direction')}
          options={[['', 'Either'], ...(SCHEMAS.direction.enum ?? []).map((name): [string, string] => [name, name])]}
        />
        <NumberField label="Years looked back" schema={SCHEMAS.years} {...field('years')} />
        <SelectField
          label="Which years"
          {...field('pe_cycle')}
          options={(SCHEMAS.pe_cycle.enum ?? []).map((name) => [name, CYCLES[name] ?? name])}
        />
      </div>
      <div class="row">
        <button type="submit" class="button main" disabled={isFaulty(draft)}>
          Show
        </button>
        <span role="status" class="small soft">
          {isChanged ? 'Changed, not shown yet.' : ''}
        </span>
      </div>
    </form>
  );
}
