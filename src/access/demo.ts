import { tickerKey } from '../core/calendar/ticker';
import { demoRestricted } from '../errors';
import { deepFreeze, readSeed, SeedValue } from '../seedValue';
import type { Caller } from './caller';

/** `open` to the demo token, or open for requests about its tickers only. */
type DemoAccess = 'open' | 'tickers';

/** What the public demo token may do (SPEC 5.2, DESIGN 5 "Tiers"). Operations not named are not allowed. */
export interface DemoAllowlist {
  /** The token unless the setting DEMO_TOKEN names another or turns it off. */
  readonly token: string;
  readonly tickers: readonly string[];
  /** By operationId. */
  readonly operations: Readonly<Record<string, DemoAccess>>;
}

/** @throws SeedError */
export function loadDemoAllowlist(): DemoAllowlist {
  return parseDemoAllowlist(readSeed('demo.json'));
}

/** @throws SeedError naming the first fault */
export function parseDemoAllowlist(content: unknown): DemoAllowlist {
  const file = SeedValue.file('demo.json', content);
  return deepFreeze({
    token: file.field('token').text(),
    tickers: file.field('tickers').texts('a list of tickers', (ticker) => tickerKey(ticker) !== null),
    operations: file.field('operations').record((access) => access.oneOf(['open', 'tickers'], "'open' or 'tickers'")),
  });
}

/**
 * Holds the demo token to its allowlist; other callers pass.
 *
 * @param symbols every ticker the request names, as it came
 * @throws demoRestricted
 */
export function authorizeDemo(
  caller: Caller,
  allowlist: DemoAllowlist,
  operationId: string,
  symbols: readonly string[],
): void {
  if (!caller.demo) return;
  const tickers = allowlist.tickers.join(', ');
  // Object.hasOwn: 'constructor' is no operation.
  const access = Object.hasOwn(allowlist.operations, operationId) ? allowlist.operations[operationId] : null;
  if (access === null) {
    throw demoRestricted(
      `The demo token cannot call this endpoint; it answers about ${tickers}. Get a free key for more.`,
    );
  }
  if (access === 'open') return;
  const allowed = new Set(allowlist.tickers.map(tickerKey));
  const outside = symbols.find((symbol) => !allowed.has(tickerKey(symbol)));
  if (symbols.length === 0 || outside !== undefined) {
    const asked = outside === undefined ? 'this request' : `symbol '${outside}'`;
    throw demoRestricted(
      `The demo token does not cover ${asked}; it answers about ${tickers}. Get a free key for more.`,
    );
  }
}
