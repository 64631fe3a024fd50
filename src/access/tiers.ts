import { deepFreeze, readOwn, readSeed, SeedValue } from '../seedValue';
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

/** @param name of the file, as SeedValue has it @throws SeedError naming the first fault */
export function parseTiers(content: unknown, marketIds: readonly string[], name = SEED): readonly Tier[] {
  const file = SeedValue.file(name, content);
  const tiers = file.items('a list of tiers').map((entry) => parseTier(entry, marketIds));
  const ids = tiers.map(({ id }) => id);
  for (const [i, id] of ids.entries())
    file.derived(`[${i}].id`, id).require(ids.indexOf(id) === i, 'a text no other tier has');
  for (const id of [FALLBACK, DEMO])
    file.derived('the list of ids', ids).require(ids.includes(id), `a list with '${id}'`);
  return deepFreeze(tiers);
}

function parseTier(entry: SeedValue, marketIds: readonly string[]): Tier {
  const field = (name: keyof Tier) => entry.field(name, 'a tier');
  return {
    id: field('id').text(),
    name: field('name').text(),
    perMinute: field('perMinute').whole(1, 1e6, 'a whole number from 1'),
    perDay: field('perDay').whole(1, 1e9, 'a whole number from 1'),
    maxResults: field('maxResults').whole(1, 1e5),
    mlPerDay: field('mlPerDay').nullable((limit) => limit.whole(0, 1e9, 'a whole number, or null = unlimited')),
    searchesPerHour: field('searchesPerHour').whole(0, 1e6),
    // A table that an operator wrote before there were any has none.
    savedScans: field('savedScans').optional((most) => most.whole(0, 1e6)) ?? 0,
    exportsPerDay: field('exportsPerDay').optional((most) => most.whole(0, 1e4)) ?? 0,
    // Tables of operators that are older than webhooks or calendars allow none.
    webhooks: field('webhooks').optional((most) => most.whole(0, 1e4)) ?? 0,
    calendarLinks: field('calendarLinks').optional((most) => most.whole(0, 1e4)) ?? 0,
    markets: field('markets').texts('a list of market ids of markets.json', (id) => marketIds.includes(id), 0),
    order: field('order').nullable((place) => place.whole(0, 100, 'a place on the price list, or null')),
  };
}
