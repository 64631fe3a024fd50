import { useDraft } from '../../state/useDraft';
import { ChoiceField, NumberField, SelectField } from '../../ui/controls';
import {
  CYCLES,
  DEFAULT_FILTERS,
  type FilterName,
  type Filters,
  faultyFilters,
  LABELS,
  RANKINGS,
  SCHEMAS,
} from './filters';
import { MarketsField } from './marketsField';
import { WindowField } from './windowField';

const MORE = [
  ...(['min_win_rate', 'min_years', 'min_winning_years', 'min_avg_return', 'min_median_return', 'min_sharpe'] as const),
  ...(['max_p_symbol', 'max_p_search', 'pool'] as const),
] satisfies readonly FilterName[];

/** Placeholders for defaults that the contract describes in words only. */
const UNSET: Partial<Record<FilterName, string>> = {
  min_days: '5',
  max_days: '120',
  min_winning_years: 'nine tenths of the years',
};

/** The filters of a scan. A scan starts with the button only, since each one counts against the plan. */
export function FilterForm({ filters, apply }: { filters: Filters; apply: (filters: Filters) => void }) {
  const { draft, field, isChanged } = useDraft<FilterName>(filters);
  const isFaulty = faultyFilters(draft).length > 0;
  const numberOf = (name: FilterName) => (
    <NumberField key={name} label={LABELS[name]} schema={SCHEMAS[name]} {...field(name)} placeholder={UNSET[name]} />
  );
  const isMoreSet = MORE.some((name) => filters[name] !== DEFAULT_FILTERS[name]);
  return (
    <details class="filters" open={isWide()}>
      <summary>Filters</summary>
      <form
        aria-label="Filters of the scan"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isFaulty) apply(draft);
        }}
      >
        <MarketsField {...field('markets')} />
        <div class="fields">
          <WindowField {...field('window')} />
          <ChoiceField
            label={LABELS.direction}
            {...field('direction')}
            options={[['', 'Both'], ...(SCHEMAS.direction.enum ?? []).map((name): [string, string] => [name, name])]}
          />
          {numberOf('min_days')}
          {numberOf('max_days')}
          {numberOf('years')}
          <SelectField
            label={LABELS.pe_cycle}
            {...field('pe_cycle')}
            options={(SCHEMAS.pe_cycle.enum ?? []).map((name) => [name, CYCLES[name] ?? name])}
            title={SCHEMAS.pe_cycle.description}
          />
          <SelectField
            label={LABELS.rank_by}
            {...field('rank_by')}
            options={(SCHEMAS.rank_by.enum ?? []).map((name) => [name, RANKINGS[name] ?? name])}
            title={SCHEMAS.rank_by.description}
          />
          {numberOf('limit')}
        </div>
        <details open={isMoreSet}>
          <summary>More filters</summary>
          <div class="fields">{MORE.map(numberOf)}</div>
        </details>
        <div class="row">
          <button type="submit" class="button main" disabled={isFaulty}>
            Scan
          </button>
          <button type="button" class="button" onClick={() => apply(DEFAULT_FILTERS)}>
            Defaults
          </button>
          <span role="status" class="small soft">
            {isFaulty ? 'Some fields are invalid.' : isChanged ? 'Changed, not scanned yet.' : ''}
          </span>
        </div>
      </form>
    </details>
  );
}

/** On narrow screens the filters are closed, so that the results come first. */
function isWide(): boolean {
  return window.matchMedia('(min-width: 721px)').matches;
}
