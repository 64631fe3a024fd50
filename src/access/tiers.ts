import { z } from 'zod';
import type { Market } from '../core/calendar/market';
import { tickerKey } from '../core/calendar/ticker';
import { demoRestricted, forbidden } from '../errors';
import { parseSeed, readOwn, readSeed, requireUnique, text } from '../seedFile';
import type { KeyScope } from '../storage/apiKeys';
import { type Caller, TIER, type Tier } from './caller';

/** Of accounts whose tier is unknown: the smallest. */
const FALLBACK = 'free';
/** Carried by the public token; no account can have it. */
const DEMO = 'demo';

/** The tier table (SPEC 8, DESIGN 5 "Tiers"). */
export class TierTable {
  private readonly byId: ReadonlyMap<string, Tier>;
  /** Cheapest first. */
  readonly purchasable: readonly Tier[];

  /** @param upgradeUrl where a larger plan is bought, for refusals and `upgrade_url` */
  constructor(
    readonly all: readonly Tier[],
    readonly upgradeUrl: string,
  ) {
    this.byId = new Map(all.map((tier) => [tier.id, tier]));
    this.purchasable = all.filter((tier) => tier.order !== null).sort((a, b) => a.order! - b.order!);
  }

  find(id: string): Tier | null {
    return this.byId.get(id) ?? null;
  }

  get free(): Tier {
    return this.byId.get(FALLBACK)!;
  }

  get demo(): Tier {
    return this.byId.get(DEMO)!;
  }

  /** The tier of an account; an unknown one fails closed to the smallest. */
  ofAccount(id: string): Tier {
    const tier = this.find(id);
    return tier === null || tier === this.demo ? this.free : tier;
  }

  /** The tiers an account can have. */
  get assignable(): readonly Tier[] {
    return this.all.filter((tier) => tier.id !== DEMO);
  }

  /** The cheapest tier on sale with a market in scope; null when none has it. */
  cheapestTierFor(marketId: string): Tier | null {
    return this.purchasable.find((tier) => tier.markets.includes(marketId)) ?? null;
  }
}

/**
 * @param marketIds the ids that exist
 * @param own path of the operator's own table, in the place of the seeded one (setting TIERS_FILE); null = none
 * @throws SeedError; Error when the operator's cannot be read
 */
export function loadTiers(marketIds: readonly string[], upgradeUrl: string, own: string | null = null): TierTable {
  const tiers =
    own === null ? parseTiers(readSeed(SEED), marketIds) : parseTiers(readOwn('TIERS_FILE', own), marketIds, own);
  return new TierTable(tiers, upgradeUrl);
}

const SEED = 'tiers.json';

/** @param name of the file in seeds/, or its whole path @throws SeedError naming the first fault */
export function parseTiers(content: unknown, marketIds: readonly string[], name = SEED): readonly Tier[] {
  const marketId = text().refine((id) => marketIds.includes(id), { error: 'a market id of markets.json' });
  const tier = TIER.extend({ markets: z.array(marketId).readonly() });
  const schema = z.array(tier).superRefine(requireUnique('id')).superRefine(requireFixedTiers);
  return parseSeed(name, schema, content);
}

/** Tiers that this code names. */
function requireFixedTiers(tiers: readonly Pick<Tier, 'id'>[], context: z.RefinementCtx): void {
  const ids = tiers.map(({ id }) => id);
  for (const id of [FALLBACK, DEMO])
    if (!ids.includes(id)) context.addIssue({ code: 'custom', message: `a list with '${id}'` });
}

export function inScope(caller: Caller, marketId: string): boolean {
  return caller.tier.markets.includes(marketId);
}

/**
 * Checks that a market is in the caller's scope (SPEC 5.5).
 *
 * @throws forbidden naming the market, the caller's tier and the cheapest tier that would do
 */
export function requireMarket(caller: Caller, market: Market, tiers: TierTable): void {
  if (!inScope(caller, market.id)) throw forbidden(outOfScope(caller, market, tiers));
}

/**
 * The plan of an account within the scope of a key. A read-only key gets no predictions, also on unlimited plans, so that it
 * can spend none.
 */
export function narrowed(tier: Tier, { markets, readOnly }: KeyScope): Tier {
  if (markets === null && !readOnly) return tier;
  const inKey = markets === null ? tier.markets : tier.markets.filter((id) => markets.includes(id));
  return { ...tier, markets: inKey, mlPerDay: readOnly ? 0 : tier.mlPerDay };
}

/** The cache key of callers: those with equal keys get equal answers. */
export function scopeName({ tier, key }: Caller): string {
  return key === undefined || (key.markets === null && !key.readOnly) ? tier.id : `${tier.id} ${JSON.stringify(key)}`;
}

/** Operations that a read-only key may not call. */
const READ_ONLY: Readonly<Record<string, string | undefined>> = {
  scoreSetups: 'spend predictions',
  createSavedScan: 'save scans',
  changeSavedScan: 'change saved scans',
  deleteSavedScan: 'delete saved scans',
  createCalendarLink: 'make calendar links',
  deleteCalendarLink: 'revoke calendar links',
  createTableLink: 'make table links',
  deleteTableLink: 'revoke table links',
  createWebhook: 'create webhooks',
  changeWebhook: 'change webhooks',
  deleteWebhook: 'delete webhooks',
  rotateWebhookSecret: 'replace secrets of webhooks',
  testWebhook: 'test webhooks',
  redeliverEvent: 'send events again',
  createExport: 'order exports',
  deleteExport: 'delete exports',
};

/** Refuses operations that change or spend something to read-only keys. @throws forbidden */
export function authorizeKey({ key }: Caller, operationId: string): void {
  if (!key?.readOnly) return;
  const refused = READ_ONLY[operationId];
  if (refused !== undefined) {
    throw forbidden(`This key is read-only: it cannot ${refused}. Use another key of the account.`);
  }
}

/** The refusal of a market outside the caller's scope. */
export function outOfScope(caller: Caller, { id, name }: Market, tiers: TierTable): string {
  return `Market ${id} (${name}) is outside ${outsideWhat(caller, id, tiers)}`;
}

/** The second half of a refusal: the scope, and a sufficient tier. */
export function outsideWhat({ tier, key }: Caller, marketId: string, tiers: TierTable): string {
  if (key?.markets && tiers.ofAccount(tier.id).markets.includes(marketId)) {
    return `the markets of this key (${key.markets.join(', ')}).`;
  }
  return `the scope of the ${tier.name} tier. ${upgradeHint(marketId, tiers)}`;
}

/** The hint which tier includes a market and where to get it. */
function upgradeHint(marketId: string, tiers: TierTable): string {
  const enough = tiers.cheapestTierFor(marketId);
  return enough ? `The ${enough.name} tier includes it: ${tiers.upgradeUrl}` : 'No tier on sale includes it.';
}

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
