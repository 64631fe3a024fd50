import { useLayoutEffect, useState } from 'preact/hooks';
import { apiRequest } from '../../../api/apiRequest';
import type { Schemas } from '../../../api/client';
import { useRequest } from '../../../api/useRequest';
import { SelectField } from '../../../ui/controls';
import { count } from '../../../ui/format';
import { TextField } from '../../../ui/textField';

type Kind = Schemas['QualityKind'];

/** The filters as the URL has them, unchecked. */
export interface QualityFilter {
  readonly market: string;
  readonly symbol: string;
  readonly kind: string;
}

const KINDS: Readonly<Record<Kind, string>> = {
  damaged: 'Cannot be read',
  split_like: 'Looks like a missed split',
  jump: 'Other large moves',
  gap: 'Gaps',
  without_range: 'Bars without high or low',
  refused: 'Refused rows',
  flagged: 'Flagged rows',
};

const MAX_LENGTH = 40;

export function isKind(text: string): text is Kind {
  return Object.hasOwn(KINDS, text);
}

/** The filters of the list; a choice from a list applies at once. */
export function QualityFilters(props: {
  chosen: QualityFilter;
  counts: Schemas['QualityCounts'] | null;
  onFilter: (change: Partial<QualityFilter>) => void;
}) {
  const { chosen, counts, onFilter } = props;
  const [markets] = useRequest(apiRequest('/markets'));
  const [text, setText] = useState(chosen.symbol);
  useLayoutEffect(() => setText(chosen.symbol), [chosen.symbol]);
  const named = markets.state === 'ready' ? markets.data.markets.filter(({ symbol_count }) => symbol_count > 0) : [];
  const options = named.map(({ id, name }): [string, string] => [id, name]);
  // A market of the URL is listed by its id until its name is loaded.
  if (chosen.market !== '' && !options.some(([id]) => id === chosen.market))
    options.push([chosen.market, chosen.market]);
  const kinds = Object.entries(KINDS).map(([kind, name]): [string, string] => [
    kind,
    counts === null ? name : `${name} (${count(counts[kind as Kind])})`,
  ]);
  return (
    <search>
      <form
        class="row"
        onSubmit={(event) => {
          event.preventDefault();
          onFilter({ symbol: text.trim() });
        }}
      >
        <SelectField
          label="Market"
          value={chosen.market}
          change={(market) => onFilter({ market })}
          options={[['', 'All markets'], ...options]}
        />
        <SelectField
          label="What is odd"
          value={isKind(chosen.kind) ? chosen.kind : ''}
          change={(kind) => onFilter({ kind })}
          options={[['', 'All symbols'], ...kinds]}
        />
        <TextField label="Ticker, or a part of it" value={text} change={setText} maxLength={MAX_LENGTH} />
        <button type="submit" class="button main">
          Search
        </button>
      </form>
    </search>
  );
}
