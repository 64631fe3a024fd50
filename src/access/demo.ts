import { z } from 'zod';
import { tickerKey } from '../core/calendar/ticker';
import { demoRestricted } from '../errors';
import { parseSeed, readSeed, text } from '../seedFile';
import type { Caller } from './caller';

/** `open` to the demo token, or open for requests about its tickers only. */
const ACCESS = z.enum(['open', 'tickers']);
type DemoAccess = z.infer<typeof ACCESS>;

const ALLOWLIST = z.object({
  /** The token unless the setting DEMO_TOKEN names another or turns it off. */
  token: text(),
  tickers: z
    .array(text().refine((ticker) => tickerKey(ticker) !== null, { error: 'a ticker' }))
    .min(1)
    .readonly(),
  /** By operationId. */
  operations: z.record(z.string(), ACCESS).readonly(),
});

/** What the public demo token may do (SPEC 5.2, DESIGN 5 "Tiers"). Operations not named are not allowed. */
export type DemoAllowlist = Readonly<z.infer<typeof ALLOWLIST>>;

/** @throws SeedError */
export function loadDemoAllowlist(): DemoAllowlist {
  return parseDemoAllowlist(readSeed('demo.json'));
}

/** @throws SeedError naming the first fault */
export function parseDemoAllowlist(content: unknown): DemoAllowlist {
  return parseSeed('demo.json', ALLOWLIST, content);
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
    `The demo token cannot call this endpoint; it is limited to ${tickers}. Get a free key for more.`,
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
    const refused = outside === undefined ? 'this request' : `symbol '${outside}'`;
    throw demoRestricted(
      `The demo token does not cover ${refused}; it is limited to ${allowlist.tickers.join(', ')}. Get a free key for more.`,
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
