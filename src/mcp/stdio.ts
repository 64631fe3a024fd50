import { inspect } from 'node:util';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { isInitializeRequest } from '@modelcontextprotocol/sdk/types.js';
import { readRemoteSettings, remoteCalls } from './remote';
import { mcpServers } from './server';

/**
 * Speaks the agent interface over standard input and output, for the service that `env` names. Standard output belongs to
 * the protocol; everything else goes to `err`.
 *
 * @throws Error that names a wrong setting
 */
export async function serveOverStdio(
  env: Readonly<Record<string, string | undefined>>,
  err: (text: string) => void,
): Promise<void> {
  const settings = readRemoteSettings(env);
  let clientVersion: string | undefined;
  const server = mcpServers().create({
    call: remoteCalls(settings),
    clientVersion: () => clientVersion,
    onFault: (fault) => err(`${inspect(fault)}\n`),
  });
  const transport = new StdioServerTransport();
  await server.connect(transport);
  const { onmessage } = transport;
  transport.onmessage = (message) => {
    if (isInitializeRequest(message)) clientVersion = message.params.protocolVersion;
    onmessage?.(message);
  };
  // The client ends us by closing our input.
  process.stdin.once('end', () => void server.close());
}
