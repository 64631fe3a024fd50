import type { Request } from 'express';
import { ownTurn } from '../turns';

let loaded: ReturnType<typeof load> | undefined;

/**
 * What speaks the protocol, loaded once. Its packages take a tenth of a second: a start does not wait for them, and the
 * first client only where it comes before there was time.
 */
export function loadProtocol(): ReturnType<typeof load> {
  loaded ??= load();
  return loaded;
}

/** One package in a loop of the event loop. */
async function load() {
  await ownTurn();
  const { SUPPORTED_PROTOCOL_VERSIONS } = await import('@modelcontextprotocol/sdk/types.js');
  await ownTurn();
  const { StreamableHTTPServerTransport } = await import('@modelcontextprotocol/sdk/server/streamableHttp.js');
  await ownTurn();
  const { mcpServers } = await import('./server');
  await ownTurn();
  /** Whether the client speaks a version of the protocol that is known, and reads what it has to. */
  const isSupported = ({ headers: { accept = '', 'mcp-protocol-version': version } }: Request) =>
    ['application/json', 'text/event-stream'].every((type) => accept.includes(type)) &&
    (version === undefined || (typeof version === 'string' && SUPPORTED_PROTOCOL_VERSIONS.includes(version)));
  return { ...mcpServers(), isSupported, StreamableHTTPServerTransport };
}
