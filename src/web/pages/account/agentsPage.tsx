import { Link } from 'wouter-preact';
import { settings } from '../../settings';
import { CopyButton } from '../../ui/copyButton';
import { AccountSection } from './accountSection';

const SERVER = `${location.origin}${settings.base}`;
const MCP = `${SERVER}/mcp`;

const SNIPPETS = [
  {
    name: 'Claude Code',
    note: null,
    text: `claude mcp add --transport http perennial ${MCP} --header "Authorization: Bearer prn_..."`,
  },
  {
    name: 'Clients with a JSON file',
    note: 'Cursor, VS Code and others; the name of the outer key differs.',
    text: JSON.stringify(
      { mcpServers: { perennial: { url: MCP, headers: { Authorization: 'Bearer prn_...' } } } },
      null,
      2,
    ),
  },
  {
    name: 'Clients that start their servers themselves',
    note: 'Claude Desktop: over stdio, from a checkout.',
    text: JSON.stringify(
      {
        mcpServers: {
          perennial: {
            command: 'npm',
            args: ['--prefix', '/path/to/perennial', 'run', '--silent', 'mcp'],
            env: { PERENNIAL_URL: SERVER, PERENNIAL_API_KEY: 'prn_...' },
          },
        },
      },
      null,
      2,
    ),
  },
  {
    name: 'MCP Inspector',
    note: 'Tries the tools by hand; it needs Node 22.19 or later.',
    text: `npx @modelcontextprotocol/inspector --cli ${MCP} --transport http --header "Authorization: Bearer prn_..." --method tools/list`,
  },
] as const;

/** How to connect an agent, with the address of this server filled in. */
export function AgentsPage() {
  return (
    <AccountSection
      title="Agents"
      lead={
        <>
          Agents ask over the Model Context Protocol at <code>{MCP}</code>, within the limits of your account.
        </>
      }
    >
      <p>
        Put a key of yours where <code>prn_...</code> stands: <Link href="/account/keys">make one</Link> for each agent,
        so that each can be revoked alone.
      </p>
      {SNIPPETS.map(({ name, note, text }) => (
        <section key={name}>
          <h2>{name}</h2>
          {note && <p>{note}</p>}
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
          <pre tabIndex={0}>{text}</pre>
          <CopyButton text={text} />
        </section>
      ))}
    </AccountSection>
  );
}
