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
 * Holds the demo token to the operations of its allowlist, before anything of the request is read; other callers pass.
 *
 * @throws demoRestricted
 */
export function admitDemo(caller: Caller, allowlist: DemoAllowlist, operationId: string): void {
  if (!caller.demo || accessTo(operationId, allowlist) !== null) return;
  const tickers = allowlist.tickers.join(', ');
  throw demoRestricted(
    `The demo token cannot call this endpoint; it answers about ${tickers}. Get a free key for more.`,
  );
}

/**
 * Holds the demo token to the tickers of its allowlist; other callers pass.
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
  admitDemo(caller, allowlist, operationId);
  if (!caller.demo || accessTo(operationId, allowlist) === 'open') return;
  const allowed = new Set(allowlist.tickers.map(tickerKey));
  const outside = symbols.find((symbol) => !allowed.has(tickerKey(symbol)));
  if (symbols.length === 0 || outside !== undefined) {
    const asked = outside === undefined ? 'this request' : `symbol '${outside}'`;
    throw demoRestricted(
      `The demo token does not cover ${asked}; it answers about ${allowlist.tickers.join(', ')}. Get a free key for more.`,
    );
  }
}

function accessTo(operationId: string, { operations }: DemoAllowlist): DemoAccess | null {
  // Object.hasOwn: 'constructor' is no operation.
  return Object.hasOwn(operations, operationId) ? operations[operationId] : null;
}

/** The tickers a request names. */
export function tickersIn({ symbol, symbols }: { readonly symbol?: unknown; readonly symbols?: unknown }): string[] {
  const named = [symbol, ...(typeof symbols === 'string' ? symbols.split(',') : [])];
  return named.filter((ticker) => typeof ticker === 'string');
}
