import { useState } from 'preact/hooks';
import { asking } from '../../api/question';
import { useAnswer } from '../../api/useAnswer';
import { Answered } from '../../ui/answered';

/** Which markets are scanned, from those there are; none chosen is the default of the contract. */
export function MarketsField({ value, change }: { value: string; change: (value: string) => void }) {
  // Most scans leave them as they are: asked when it is opened.
  const [isOpen, setOpen] = useState(false);
  const [answer, again] = useAnswer(isOpen ? asking('/markets') : null);
  const chosen = tokensOf(value);
  const toggle = (id: string) =>
    change((chosen.includes(id) ? chosen.filter((token) => token !== id) : [...chosen, id]).join(','));
  return (
    <details class="markets-field" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Markets: {value === '' ? 'stocks and ETFs of your plan' : summaryOf(chosen)}</summary>
      <Answered answer={answer} again={again} lines={2}>
        {({ markets }) => (
          <fieldset>
            <legend class="visually-hidden">Markets</legend>
            <div class="market-choices">
              {markets.map(({ id, name, in_scope, symbol_count }) => (
                <label key={id} class={in_scope ? '' : 'soft'}>
                  <input
                    type="checkbox"
                    checked={chosen.includes(id)}
                    disabled={!in_scope && !chosen.includes(id)}
                    onChange={() => toggle(id)}
                  />{' '}
                  {name} <span class="small soft">{in_scope ? symbol_count : 'beyond this plan'}</span>
                </label>
              ))}
            </div>
            {value !== '' && (
              <button type="button" class="button" onClick={() => change('')}>
                Back to the default
              </button>
            )}
          </fieldset>
        )}
      </Answered>
    </details>
  );
}

function tokensOf(value: string): string[] {
  return value
    .split(',')
    .map((token) => token.trim())
    .filter((token) => token !== '');
}

function summaryOf(tokens: readonly string[]): string {
  return tokens.length > 4 ? `${tokens.length} chosen` : tokens.join(', ');
}
