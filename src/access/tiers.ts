import { checkOf, deepFreeze, isRecord, isText, isWhole, readSeed } from '../seeds';
import type { Tier } from './caller';

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

  /** The tier of an account; one that is unknown fails closed to the smallest. */
  ofAccount(id: string): Tier {
    const found = this.find(id);
    return found === null || found === this.demo ? this.free : found;
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

/** @param marketIds the ids that exist @throws SeedError */
export function loadTiers(marketIds: readonly string[], upgradeUrl: string): TierTable {
  return new TierTable(parseTiers(readSeed('tiers.json'), marketIds), upgradeUrl);
}

/** @throws SeedError naming the first fault */
export function parseTiers(content: unknown, marketIds: readonly string[]): readonly Tier[] {
  const check = checkOf('tiers.json');
  check('the file', content, Array.isArray(content), 'a list of tiers');
  const tiers = content as Tier[];
  const ids = new Set<string>();
  tiers.forEach((tier, i) => {
    const at = (field: string) => `[${i}].${field}`;
    check(`[${i}]`, tier, isRecord(tier), 'a tier');
    const { id, name, perMinute, perDay, maxResults, mlPerDay, markets, order } = tier;
    check(at('id'), id, isText(id) && !ids.has(id), 'a text no other tier has');
    check(at('name'), name, isText(name), 'a text');
    check(at('perMinute'), perMinute, isWhole(perMinute, 1, 1e6), 'a whole number from 1');
    check(at('perDay'), perDay, isWhole(perDay, 1, 1e9), 'a whole number from 1');
    check(at('maxResults'), maxResults, isWhole(maxResults, 1, 1e5), '1 to 100000');
    check(
      at('mlPerDay'),
      mlPerDay,
      mlPerDay === null || isWhole(mlPerDay, 0, 1e9),
      'a whole number, or null = unlimited',
    );
    const known = Array.isArray(markets) && markets.every((market) => marketIds.includes(market));
    check(at('markets'), markets, known, 'a list of market ids of markets.json');
    check(at('order'), order, order === null || isWhole(order, 0, 100), 'a place on the price list, or null');
    ids.add(id);
  });
  for (const id of [FALLBACK, DEMO]) check('the list of ids', [...ids], ids.has(id), `a list with '${id}'`);
  return deepFreeze(tiers);
}
