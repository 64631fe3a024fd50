import { useId } from 'preact/hooks';
import { apiRequest } from '../../../api/apiRequest';
import { useRequest } from '../../../api/useRequest';

/** The markets that a key may use; null = all of the plan, including those added to it later. */
export function MarketChoice(props: {
  /** Ids of the markets of the plan. */
  available: readonly string[];
  chosen: readonly string[] | null;
  choose: (markets: readonly string[] | null) => void;
}) {
  const { available, chosen, choose } = props;
  const id = useId();
  // The names cost a request of the plan: they are loaded when they are shown.
  const [response] = useRequest(chosen === null ? null : apiRequest('/markets'));
  const names = new Map(
    response.state === 'ready' ? response.data.markets.map((market) => [market.id as string, market.name]) : [],
  );
  return (
    <fieldset>
      <legend>Markets</legend>
      <div class="choice-list">
        <label>
          <input type="radio" name={id} checked={chosen === null} onChange={() => choose(null)} />
          All of the plan
        </label>
        <label>
          <input type="radio" name={id} checked={chosen !== null} onChange={() => choose([])} />
          Only some
        </label>
      </div>
      {chosen !== null && (
        <div class="choice-list narrower">
          {available.map((market) => (
            <label key={market}>
              <input
                type="checkbox"
                checked={chosen.includes(market)}
                onChange={({ currentTarget }) =>
                  choose(available.filter((id) => (id === market ? currentTarget.checked : chosen.includes(id))))
                }
              />
              {names.get(market) ?? `Market ${market}`}
            </label>
          ))}
        </div>
      )}
      {chosen?.length === 0 && <p class="small soft">Choose at least one.</p>}
    </fieldset>
  );
}
