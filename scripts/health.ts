import { Command } from 'commander';
import { readConfig } from '../src/config';
import { runCommand, type Terminal } from './terminal/command';

/** A container engine allows a check ten seconds (scripts/deploy/Dockerfile). */
const PATIENCE_MS = 8_000;

/** `npx perennial health` */
export function healthCommand({ env, out }: Terminal): Command {
  return new Command('health')
    .description('Asks the service of HOST and PORT, on this machine, whether it is ready; exit code 1 if it is not.')
    .action(async () => {
      const { host, port } = readConfig(env);
      if (port === 0) throw new Error("PORT must be the port of the running service; got '0'");
      await requireReady(`http://${connectable(host)}:${port}/readyz`);
      out('ready\n');
    });
}

/** The command as a program of its own: a health check runs all the time, and the other commands take long to load. */
export function runHealth(argv: readonly string[], terminal: Terminal): Promise<number> {
  return runCommand(new Command('perennial').addCommand(healthCommand(terminal)), argv, terminal);
}

/** The host of a URL for the address that the service listens on, which may stand for all addresses of the machine. */
function connectable(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
}

/** @throws Error that says what is missing */
async function requireReady(url: string): Promise<void> {
  const response = await fetch(url, { signal: AbortSignal.timeout(PATIENCE_MS) }).catch(({ message, cause }) => {
    throw new Error(`${url} does not answer: ${cause?.message ?? message}`);
  });
  if (response.ok) return;
  throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
}
