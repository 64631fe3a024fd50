/**
 * The agent interface over stdio, for clients that start their servers themselves: asks the service at PERENNIAL_URL
 * with PERENNIAL_API_KEY. Standard output belongs to the protocol; everything else goes to standard error.
 */
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { isInitializeRequest } from '@modelcontextprotocol/sdk/types.js';
import { readRemoteSettings, remoteCalls } from '../src/mcp/remote';
import { mcpServers } from '../src/mcp/server';

async function main(): Promise<void> {
  const settings = readRemoteSettings(process.env);
  let clientVersion: string | undefined;
  const server = mcpServers().create({
    call: remoteCalls(settings),
    clientVersion: () => clientVersion,
    onFault: (fault) => console.error(fault),
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

main().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
