import { inspect } from 'node:util';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { isInitializeRequest } from '@modelcontextprotocol/sdk/types.js';
import { Command } from 'commander';
import { readRemoteSettings, remoteCalls } from '../src/mcp/remote';
import { mcpServers } from '../src/mcp/server';
import type { Terminal } from './terminal/command';

/** `npx perennial mcp` */
export function mcpCommand({ env, err }: Terminal): Command {
  return new Command('mcp')
    .description(
      'Speaks the agent interface over stdio, for clients that start their servers themselves: asks the service at PERENNIAL_URL with PERENNIAL_API_KEY.',
    )
    .action(() => serveOverStdio(env, err));
}

/** Standard output belongs to the protocol; everything else goes to standard error. */
async function serveOverStdio(env: NodeJS.ProcessEnv, err: Terminal['err']): Promise<void> {
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
