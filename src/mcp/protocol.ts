import { setImmediate as nextLoop } from 'node:timers/promises';
import type { Request } from 'express';

let loaded: ReturnType<typeof load> | undefined;

/**
 * What speaks the protocol, loaded once. Its packages take a tenth of a second: a start does not wait for them, and the
 * first client only where it comes before there was time.
 */
export function loadProtocol(): ReturnType<typeof load> {
  loaded ??= load();
  return loaded;
}

/** One package at a time, with requests let in between. */
async function load() {
  await nextLoop();
  const { SUPPORTED_PROTOCOL_VERSIONS } = await import('@modelcontextprotocol/sdk/types.js');
  await nextLoop();
  const { StreamableHTTPServerTransport } = await import('@modelcontextprotocol/sdk/server/streamableHttp.js');
  await nextLoop();
  const { mcpServers } = await import('./server');
  await nextLoop();
  /** Whether the client speaks a version of the protocol that is known, and reads what it has to. */
  const isSupported = ({ headers: { accept = '', 'mcp-protocol-version': version } }: Request) =>
    ['application/json', 'text/event-stream'].every((type) => accept.includes(type)) &&
    (version === undefined || (typeof version === 'string' && SUPPORTED_PROTOCOL_VERSIONS.includes(version)));
  return { ...mcpServers(), isSupported, StreamableHTTPServerTransport };
}
