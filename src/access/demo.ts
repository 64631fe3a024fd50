import { z } from 'zod';
import { tickerKey } from '../core/calendar/ticker';
import { demoRestricted } from '../errors';
import { parseSeed, readSeed, text } from '../seedFile';

/** `open` to the demo token, or open for requests about its tickers only. */
const ACCESS = z.enum(['open', 'tickers']);

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
 * Holds a caller with the demo token to the operations of its allowlist, before anything of the request is read.
 *
 * @throws demoRestricted
 */
export function admitDemo({ operations, tickers }: DemoAllowlist, operationId: string): void {
  if (Object.hasOwn(operations, operationId)) return;
  throw demoRestricted(
    `The demo token cannot call this endpoint; it is limited to ${tickers.join(', ')}. Get a free key for more.`,
  );
}

/**
 * Holds a caller with the demo token to the tickers of its allowlist, in an operation that it may call.
 *
 * @param input every ticker that the request names is in these two, as it came
 * @throws demoRestricted
 */
export function authorizeDemo(
  { operations, tickers }: DemoAllowlist,
  operationId: string,
  { symbol, symbols }: { readonly symbol?: unknown; readonly symbols?: unknown },
): void {
  if (operations[operationId] === 'open') return;
  const named = [symbol, ...(typeof symbols === 'string' ? symbols.split(',') : [])];
  const asked = named.filter((ticker) => typeof ticker === 'string');
  const allowed = new Set(tickers.map(tickerKey));
  const outside = asked.find((ticker) => !allowed.has(tickerKey(ticker)));
  if (asked.length > 0 && outside === undefined) return;
  const refused = outside === undefined ? 'this request' : `symbol '${outside}'`;
  throw demoRestricted(
    `The demo token does not cover ${refused}; it is limited to ${tickers.join(', ')}. Get a free key for more.`,
  );
}
