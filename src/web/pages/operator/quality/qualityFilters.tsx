import { useLayoutEffect, useState } from 'preact/hooks';
import type { Schemas } from '../../../api/client';
import { asking } from '../../../api/question';
import { useAnswer } from '../../../api/useAnswer';
import { SelectField } from '../../../ui/controls';
import { count } from '../../../ui/format';
import { TextField } from '../../../ui/textField';

type Kind = Schemas['QualityKind'];

/** As the address has it. */
export interface Chosen {
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

const LONGEST = 40;

export function isKind(text: string): text is Kind {
  return Object.hasOwn(KINDS, text);
}

/** Which symbols are wanted; each choice is asked for at once. */
export function QualityFilters(props: {
  chosen: Chosen;
  counts: Schemas['QualityCounts'] | null;
  look: (change: Partial<Chosen>) => void;
}) {
  const { chosen, counts, look } = props;
  const [markets] = useAnswer(asking('/markets'));
  const [text, setText] = useState(chosen.symbol);
  useLayoutEffect(() => setText(chosen.symbol), [chosen.symbol]);
  const named = markets.state === 'ready' ? markets.data.markets.filter(({ symbol_count }) => symbol_count > 0) : [];
  const options = named.map(({ id, name }): [string, string] => [id, name]);
  // One of an address stands in the list also while nobody knows its name.
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
          look({ symbol: text.trim() });
        }}
      >
        <SelectField
          label="Market"
          value={chosen.market}
          change={(market) => look({ market })}
          options={[['', 'All markets'], ...options]}
        />
        <SelectField
          label="What is odd"
          value={isKind(chosen.kind) ? chosen.kind : ''}
          change={(kind) => look({ kind })}
          options={[['', 'All symbols'], ...kinds]}
        />
        <TextField label="Ticker, or a part of it" value={text} change={setText} maxLength={LONGEST} />
        <button type="submit" class="button main">
          Look
        </button>
      </form>
    </search>
  );
}
