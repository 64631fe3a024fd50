import { useState } from 'preact/hooks';
import { apiRequest } from '../../api/apiRequest';
import { useRequest } from '../../api/useRequest';
import { ResponseView } from '../../ui/responseView';

/** The markets to scan; no choice is the default of the contract. */
export function MarketsField({ value, change }: { value: string; change: (value: string) => void }) {
  // Most scans keep the default: the markets are loaded when the field is opened.
  const [isOpen, setOpen] = useState(false);
  const [response, refetch] = useRequest(isOpen ? apiRequest('/markets') : null);
  const chosen = tokensOf(value);
  const toggle = (id: string) =>
    change((chosen.includes(id) ? chosen.filter((token) => token !== id) : [...chosen, id]).join(','));
  return (
    <details class="markets-field" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Markets: {value === '' ? 'stocks and ETFs of your plan' : summaryOf(chosen)}</summary>
      <ResponseView response={response} refetch={refetch} lines={2}>
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
                  {name} <span class="small soft">{in_scope ? symbol_count : 'not in this plan'}</span>
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
      </ResponseView>
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
