import { fixedClock } from '../../src/clock';
import { compose, type Parts, type Service } from '../../src/compose';
import { readConfig } from '../../src/config';
import { loadSandboxSeed } from '../../src/jobs/sandboxSeed';
import { createLog } from '../../src/log';

/** Few symbols: the whole universe takes seconds. */
const SANDBOX = new Set(['AAPL', 'MSFT', 'SPY', 'QQQ']);

export interface Replica {
  readonly service: Service;
  readonly clock: ReturnType<typeof fixedClock>;
  /** What was logged, in its order. */
  readonly said: () => Record<string, unknown>[];
}

/** One of several services over a database, without its HTTP shell and not warm yet. */
export async function startReplica(
  url: string,
  now: string,
  { env = {}, ...parts }: Parts & { readonly env?: Readonly<Record<string, string>> } = {},
): Promise<Replica> {
  const lines: string[] = [];
  const clock = fixedClock(now);
  // A database on a busy machine is not away.
  const settings = { NODE_ENV: 'test', DATABASE_URL: url, DATABASE_WAIT_MS: '60000', WORKERS: '0', ...env };
  const config = readConfig(settings);
  const log = createLog('info', { write: (line) => void lines.push(line) });
  const service = await compose(config, clock, log, {
    sandbox: (markets) => {
      const seed = loadSandboxSeed(markets);
      return { ...seed, symbols: seed.symbols.filter(({ symbol }) => SANDBOX.has(symbol)) };
    },
    nullDistributions: { rotations: 19, mode: 'off' },
    replaySessions: 0,
    ...parts,
  });
  return { service, clock, said: () => lines.map((line) => JSON.parse(line)) };
}
