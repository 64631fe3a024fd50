import type { Logger } from 'pino';
import { compose, type Parts, type Service } from '../../src/compose';
import { readConfig } from '../../src/config';
import type { Market } from '../../src/core/calendar/market';
import { parseSandboxSeed, type SandboxSeed } from '../../src/jobs/sandbox';
import { createLog } from '../../src/log';
import { readSeed } from '../../src/seedFile';
import type { FixedClock } from './clock';

export interface ComposeOptions extends Omit<Parts, 'sandbox'> {
  /** Further settings, as environment variables. */
  readonly env?: Readonly<Record<string, string>>;
  /** Which symbols the sandbox has; a few by default, since the whole universe takes seconds. */
  readonly sandbox?: readonly string[];
  /** Destination of the log; by default it is kept for `logged`. */
  readonly log?: Logger;
}

export interface ComposedService {
  readonly service: Service;
  readonly clock: FixedClock;
  /** The log entries in order; none if the options have a log. */
  logged(): Record<string, unknown>[];
}

/**
 * A service over a database, without HTTP and not warm yet: that of `startTestApp`, or one of several replicas.
 *
 * @param url as the setting DATABASE_URL
 */
export async function composeService(
  url: string,
  clock: FixedClock,
  { env, sandbox = ['AAPL', 'MSFT', 'SPY', 'QQQ'], log, ...parts }: ComposeOptions = {},
): Promise<ComposedService> {
  const lines: string[] = [];
  // On a busy machine the database answers late, so the service waits longer.
  const settings = { NODE_ENV: 'test', DATABASE_URL: url, DATABASE_WAIT_MS: '60000', WORKERS: '0', ...env };
  const config = readConfig(settings);
  const logger = log ?? createLog('info', { write: (line) => void lines.push(line) });
  const service = await compose(config, clock, logger, {
    sandbox: (markets) => sandboxOf(sandbox, markets),
    nullDistributions: { rotations: 19, mode: 'off' },
    replaySessions: 0,
    ...parts,
  });
  return { service, clock, logged: () => lines.map((line) => JSON.parse(line)) };
}

/** The sandbox with some symbols only, since checking all takes longer than simulating a few. */
function sandboxOf(symbols: readonly string[], markets: readonly Market[]): SandboxSeed {
  const seed = readSeed('sandbox.json') as { symbols: { symbol: string }[]; effects: { symbol: string }[] };
  const isNamed = ({ symbol }: { symbol: string }) => symbols.includes(symbol);
  return parseSandboxSeed(
    { ...seed, symbols: seed.symbols.filter(isNamed), effects: seed.effects.filter(isNamed) },
    markets,
  );
}
