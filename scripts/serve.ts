import { Command } from 'commander';

/** `npx perennial serve`: the service, in this process. */
export function serveCommand(): Command {
  return new Command('serve')
    .description('Runs the service until SIGTERM or SIGINT.')
    .action(async () => void (await import('../src/main')));
}
