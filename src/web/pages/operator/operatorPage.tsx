import { Page } from '../../ui/page';

const COMMANDS = [
  ['npm run keys -- list', 'accounts with their plans and keys'],
  ['npm run keys -- set-tier --email EMAIL --tier TIER', 'another plan, from the next request on'],
  ['npm run keys -- invite EMAIL', 'a link that signs in once; the account is made where there is none'],
  ['npm run keys -- set-role --email EMAIL --role admin', 'who operates this service'],
  ['npm run feeds -- status', 'where prices come from, and when next'],
  ['npm run feeds -- review', 'what waits for a decision; takes it with --accept or --reject'],
  ['npm run symbols -- show SYMBOL', 'gaps, odd moves and restatements of one symbol'],
] as const;

/** What whoever runs this service does on its machine. */
export default function OperatorPage() {
  return (
    <Page title="Operator" lead="Accounts, feeds and prices are looked after on the machine of the server.">
      <dl class="stack">
        {COMMANDS.map(([command, what]) => (
          <div key={command}>
            <dt>
              <code>{command}</code>
            </dt>
            <dd class="soft">{what}</dd>
          </div>
        ))}
      </dl>
    </Page>
  );
}
