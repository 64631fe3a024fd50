import { analyzeSymbol } from '../../../../generated/pages.json';
import { useDraft } from '../../state/useDraft';
import { ChoiceField, NumberField, SelectField } from '../../ui/controls';
import { defaultText, faultOf, type InputSchema } from '../../ui/inputSchema';
import { CYCLES } from './filters';

const SCHEMAS: Readonly<Record<'direction' | 'years' | 'pe_cycle', InputSchema>> = analyzeSymbol.parameters;

export const VISITOR_DEFAULTS = {
  direction: '',
  years: defaultText(SCHEMAS.years),
  pe_cycle: defaultText(SCHEMAS.pe_cycle),
};
type Asked = Readonly<typeof VISITOR_DEFAULTS>;

/** Whether it cannot be asked so. */
export function isFaulty({ direction, years, pe_cycle }: Asked): boolean {
  const faults = [
    faultOf(SCHEMAS.direction, direction),
    faultOf(SCHEMAS.years, years),
    faultOf(SCHEMAS.pe_cycle, pe_cycle),
  ];
  return faults.some((fault) => fault !== null);
}

/** The few filters of visitors. A request for each symbol is sent with the button, and not while something is typed. */
export function VisitorForm({ asked, ask }: { asked: Asked; ask: (asked: Asked) => void }) {
  const { typed, field, isChanged } = useDraft(asked);
  return (
    <form
      class="stack"
      aria-label="Which windows"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isFaulty(typed)) ask(typed);
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
        <button type="submit" class="button main" disabled={isFaulty(typed)}>
          Show
        </button>
        <span role="status" class="small soft">
          {isChanged ? 'Changed, not asked yet.' : ''}
        </span>
      </div>
    </form>
  );
}
