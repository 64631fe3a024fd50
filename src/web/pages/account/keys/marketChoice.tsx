import { useId } from 'preact/hooks';
import { asking } from '../../../api/question';
import { useAnswer } from '../../../api/useAnswer';

/** Which of the plan's markets a key is for; null is all of them, those too that the plan gains later. */
export function MarketChoice(props: {
  /** Ids. */
  of: readonly string[];
  chosen: readonly string[] | null;
  choose: (markets: readonly string[] | null) => void;
}) {
  const { of, chosen, choose } = props;
  const id = useId();
  // Names cost a request of the plan: they are asked for by who needs them.
  const [answer] = useAnswer(chosen === null ? null : asking('/markets'));
  const names = new Map(
    answer.state === 'ready' ? answer.data.markets.map((market) => [market.id as string, market.name]) : [],
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
          {of.map((market) => (
            <label key={market}>
              <input
                type="checkbox"
                checked={chosen.includes(market)}
                onChange={({ currentTarget }) =>
                  choose(of.filter((one) => (one === market ? currentTarget.checked : chosen.includes(one))))
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
