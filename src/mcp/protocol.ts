import { setImmediate as nextLoop } from 'node:timers/promises';
import type { Request } from 'express';

let loaded: ReturnType<typeof load> | undefined;

/**
 * Loads the protocol's packages once, which takes a tenth of a second. The service does so before it is ready.
 */
export function loadProtocol(): ReturnType<typeof load> {
  loaded ??= load();
  return loaded;
}

/** Loads one package at a time, so that requests are served in between. */
async function load() {
  await nextLoop();
  const { SUPPORTED_PROTOCOL_VERSIONS } = await import('@modelcontextprotocol/sdk/types.js');
  await nextLoop();
  const { StreamableHTTPServerTransport } = await import('@modelcontextprotocol/sdk/server/streamableHttp.js');
  await nextLoop();
  const { mcpServers } = await import('./server');
  await nextLoop();
  /** Whether the client's protocol version and Accept header are supported. */
  const isSupported = ({ headers: { accept = '', 'mcp-protocol-version': version } }: Request) =>
    ['application/json', 'text/event-stream'].every((type) => accept.includes(type)) &&
    (version === undefined || (typeof version === 'string' && SUPPORTED_PROTOCOL_VERSIONS.includes(version)));
  return { ...mcpServers(), isSupported, StreamableHTTPServerTransport };
}
