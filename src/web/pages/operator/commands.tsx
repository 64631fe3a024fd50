const COMMANDS = [
  ['npm run keys -- invite EMAIL', 'a link that signs in once; the account is made where there is none'],
  ['npm run keys -- list', 'the keys of all accounts'],
  ['npm run feeds -- add PROVIDER', 'asks a provider for symbols of a market from now on'],
  ['npm run symbols -- show SYMBOL', 'gaps, odd moves and restatements of one symbol'],
] as const;

/** Commands for what no page offers. */
export function Commands() {
  return (
    <section>
      <h2>On the machine of the server</h2>
      <p class="soft">Invitations and new feeds are made by command.</p>
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
    </section>
  );
}
