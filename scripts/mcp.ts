import { Command } from 'commander';
import { serveOverStdio } from '../src/mcp/stdio';
import type { Terminal } from './terminal/command';

/** `npx perennial mcp` */
export function mcpCommand({ env, err }: Terminal): Command {
  return new Command('mcp')
    .description(
      'Serves the agent interface over stdio, for clients that start their servers themselves. It calls the service at PERENNIAL_URL with PERENNIAL_API_KEY.',
    )
    .action(() => serveOverStdio(env, err));
}
