import { Link } from 'wouter-preact';
import type { Schemas } from '../../api/client';
import { consoleRequest } from '../../api/console';
import { useRequest } from '../../api/useRequest';
import { InstantText } from '../../ui/dateText';
import { count } from '../../ui/format';
import { KeyValues } from '../../ui/keyValues';
import { AccountSection } from './accountSection';
import { ConsoleResponse } from './consoleResponse';
import { UsageCharts } from './usageCharts';

export function OverviewPage() {
  const [account, refetchAccount] = useRequest(consoleRequest('/account'));
  const [usage, refetchUsage] = useRequest(consoleRequest('/account/usage'));
  const refetch = () => {
    refetchAccount();
    refetchUsage();
  };
  return (
    <AccountSection title="Account" lead="What your keys and these pages use of the plan. Looking at it costs nothing.">
      <ConsoleResponse response={account} refetch={refetch}>
        {(data) => (
          <>
            <Plan account={data} />
            <Budgets budgets={data.usage} />
            <button type="button" class="button" onClick={refetch}>
              Refresh
            </button>
            <ConsoleResponse response={usage} refetch={refetch}>
              {(days) => <UsageCharts usage={days} />}
            </ConsoleResponse>
          </>
        )}
      </ConsoleResponse>
    </AccountSection>
  );
}

function Plan({ account }: { account: Schemas['AccountOverview'] }) {
  const { email, tier_name, role, created_at, upgrade_url } = account;
  const upgrade = webAddress(upgrade_url);
  return (
    <KeyValues
      pairs={[
        ['Account', email],
        [
          'Plan',
          <span class="row">
            {tier_name}
            {upgrade && <a href={upgrade}>Change the plan</a>}
          </span>,
        ],
        ...(role === 'admin' ? [['Role', <Link href="/operator">Operator of this service</Link>] as const] : []),
        ['Since', <InstantText at={created_at} />],
      ]}
    />
  );
}

/** An http(s) URL of the server's settings; null for any other text, which must not become a link. */
function webAddress(text: string): string | null {
  try {
    const { protocol, href } = new URL(text, location.href);
    return ['https:', 'http:'].includes(protocol) ? href : null;
  } catch {
    return null;
  }
}

function Budgets({ budgets: { minute, day, predictions } }: { budgets: Schemas['AccountBudgets'] }) {
  return (
    <div class="budgets">
      <BudgetMeter name="Requests this minute" budget={minute} />
      <BudgetMeter name="Requests today" budget={day} />
      <BudgetMeter name="Predictions today" budget={predictions} />
    </div>
  );
}

/** Usage of a budget as a meter. */
function BudgetMeter({ name, budget }: { name: string; budget: Schemas['UsedBudget'] }) {
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
