import { Link } from 'wouter-preact';
import type { Schemas } from '../../api/client';
import { askingConsole } from '../../api/console';
import { useAnswer } from '../../api/useAnswer';
import { InstantText } from '../../ui/instantText';
import { KeyValues } from '../../ui/keyValues';
import { AccountSection } from './accountSection';
import { BudgetMeter } from './budgetMeter';
import { ConsoleAnswer } from './consoleAnswer';
import { UsageCharts } from './usageCharts';

export function OverviewPage() {
  const [account, askAccount] = useAnswer(askingConsole('/account'));
  const [usage, askUsage] = useAnswer(askingConsole('/account/usage'));
  const again = () => {
    askAccount();
    askUsage();
  };
  return (
    <AccountSection title="Account" lead="What your keys and these pages use of the plan. Looking at it costs nothing.">
      <ConsoleAnswer answer={account} again={again}>
        {(data) => (
          <>
            <Plan account={data} />
            <Budgets budgets={data.usage} />
            <button type="button" class="button" onClick={again}>
              Look again
            </button>
            <ConsoleAnswer answer={usage} again={again}>
              {(days) => <UsageCharts usage={days} />}
            </ConsoleAnswer>
          </>
        )}
      </ConsoleAnswer>
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

/** A setting of the server: linked only where it leads to a page. */
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
