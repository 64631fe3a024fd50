import type { Schemas } from '../../api/client';
import { count } from '../../ui/format';
import { InstantText } from '../../ui/instantText';

/** What was used of a budget, as a length against its limit. */
export function BudgetMeter({ name, budget }: { name: string; budget: Schemas['UsedBudget'] }) {
  const { used, limit, resets_at } = budget;
  const isLimited = limit !== null && used !== null;
  const isSpent = isLimited && used >= limit;
  const text = isLimited
    ? `${count(used)} of ${count(limit)}`
    : used === null
      ? 'not limited'
      : `${count(used)}, not limited`;
  return (
    <div class="card budget">
      <h2>{name}</h2>
      <p class="figure-text">{text}</p>
      {isLimited && <meter class={isSpent ? 'spent' : ''} aria-label={name} max={Math.max(1, limit)} value={used} />}
      <p class="small soft">
        {isSpent && 'Spent. '}Starts anew <InstantText at={resets_at} /> UTC
      </p>
    </div>
  );
}
