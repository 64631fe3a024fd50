import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inScope, loadTiers, parseTiers, requireMarket } from '../../../src/access/tiers';
import { readSeed, SeedError } from '../../../src/seedFile';
import { loadMarkets } from '../../../src/seeds';
import { callerOn, tierTable, UPGRADE_URL } from '../../helpers/access';
import { tempFolder } from '../../helpers/tempFolder';

const markets = loadMarkets();
const ids = markets.map(({ id }) => id);
const mutable = () => structuredClone(readSeed('tiers.json')) as Record<string, unknown>[];

const FREE = '0 11';
const DEV = '0 1 2 7 11';
const PRO = '0 1 2 3 4 7 9 10 11 12 16';
const ALL = ids.join(' ');

// SPEC 8 and DESIGN 5 "Tiers".
test.each<[string, number, number, number, number | null, string, number | null]>([
  ['free', 10, 100, 3, 5, FREE, 0],
  ['dev', 60, 1_000, 100, 100, DEV, 1],
  ['pro', 120, 5_000, 1_000, null, PRO, 2],
  ['business', 300, 20_000, 5_000, null, ALL, 3],
  ['demo', 10, 100, 3, 20, FREE, null],
  ['navigator', 10, 100, 3, 5, FREE, null],
  ['explorer', 60, 1_000, 100, 100, DEV, null],
  ['analyst', 120, 5_000, 1_000, null, PRO, null],
  ['strategist', 300, 20_000, 5_000, null, ALL, null],
])('%s', (id, perMinute, perDay, maxResults, mlPerDay, scope, order) => {
  const tier = tierTable().find(id);
  expect(tier).toMatchObject({ id, perMinute, perDay, maxResults, mlPerDay, order });
  expect(tier?.markets.join(' ')).toBe(scope);
});

test('no other tier exists', () => {
  expect(tierTable().all).toHaveLength(9);
  expect(tierTable().find('constructor')).toBeNull();
  expect(tierTable().assignable.map(({ id }) => id)).not.toContain('demo');
});

test.each([
  ['0', 'free'],
  ['11', 'free'],
  ['1', 'dev'],
  ['7', 'dev'],
  ['3', 'pro'],
  ['16', 'pro'],
  ['5', 'business'],
  ['15', 'business'],
])('the cheapest tier for market %s is %s', (market, want) => {
  expect(tierTable().cheapestTierFor(market)?.id).toBe(want);
});

test('a larger plan never has less', () => {
  const { purchasable } = tierTable();
  expect(purchasable.map(({ id }) => id)).toEqual(['free', 'dev', 'pro', 'business']);
  for (let i = 1; i < purchasable.length; i++) {
    const [small, large] = [purchasable[i - 1], purchasable[i]];
    expect(small.markets.filter((market) => !large.markets.includes(market))).toEqual([]);
    for (const field of ['perMinute', 'perDay', 'maxResults'] as const)
      expect(large[field]).toBeGreaterThan(small[field]);
    expect(large.mlPerDay ?? Infinity).toBeGreaterThanOrEqual(small.mlPerDay ?? Infinity);
  }
});

describe('requireMarket', () => {
  test('lets a caller into every market of its scope and no other', () => {
    for (const tier of tierTable().all) {
      for (const market of markets) {
        const enter = () => requireMarket(callerOn(tier.id), market, tierTable());
        expect(inScope(callerOn(tier.id), market.id)).toBe(tier.markets.includes(market.id));
        if (tier.markets.includes(market.id)) expect(enter).not.toThrow();
        else expect(enter).toThrow(/outside the scope/);
      }
    }
  });

  test('the refusal names the market, the tier and the cheapest tier with that market', () => {
    expect(() => requireMarket(callerOn('free'), markets[16], tierTable())).toThrow(
      expect.objectContaining({
        code: 'forbidden',
        status: 403,
        message: `Market 16 (CRYPTO CURRENCIES) is outside the scope of the Free tier. The Pro tier includes it: ${UPGRADE_URL}`,
      }),
    );
  });
});

test.each<[string, (tiers: Record<string, unknown>[]) => unknown, RegExp]>([
  ['no list', () => null, /tiers\.json: the file is null/],
  ['an id twice', (t) => [...t, t[0]], /\[9\]\.id is "free", accepted is one that no other entry has/],
  ['free missing', (t) => t.slice(1), /the file is \[\{"id":"dev".{1,200}\.\.\., accepted is a list with 'free'/],
  ['an unknown market', (t) => [{ ...t[0], markets: ['17'] }], /\[0\]\.markets\[0\] is "17", accepted is a market id/],
  ['a limit of 0', (t) => [{ ...t[0], perMinute: 0 }], /\[0\]\.perMinute is 0/],
  ['a fractional limit', (t) => [{ ...t[0], perDay: 1.5 }], /\[0\]\.perDay is 1\.5/],
  ['a negative allowance', (t) => [{ ...t[0], mlPerDay: -1 }], /\[0\]\.mlPerDay is -1/],
  ['a rank that is text', (t) => [{ ...t[0], order: '1' }], /\[0\]\.order is "1"/],
])('%s is refused', (_, change, message) => {
  const broken = () => parseTiers(change(mutable()), ids);
  expect(broken).toThrow(SeedError);
  expect(broken).toThrow(message);
});

describe("the operator's own table", () => {
  const folder = tempFolder();
  const own = (content: unknown) => {
    const file = join(folder, 'own.json');
    writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
    return file;
  };
  const load = (file: string) => loadTiers(ids, UPGRADE_URL, file);

  test('replaces the seeded table', () => {
    const tiers = mutable().filter(({ id }) => id === 'free' || id === 'demo');
    const table = load(own([...tiers, { ...tiers[0], id: 'gold', name: 'Gold', perMinute: 7, order: 1 }]));
    expect(table.all.map(({ id }) => id)).toEqual(['free', 'demo', 'gold']);
    expect(table.ofAccount('gold').perMinute).toBe(7);
    expect(table.ofAccount('pro').id).toBe('free');
  });

  test('is refused with its full path and the fault, or the reason why it cannot be read', () => {
    const tiers = mutable();
    tiers[0].perMinute = 0;
    const file = own(tiers);
    expect(() => load(file)).toThrow(`${file}: [0].perMinute is 0, accepted is 1 or more`);
    own('[{');
    expect(() => load(file)).toThrow(/^TIERS_FILE '.*own\.json' cannot be read: /);
    expect(() => load(join(folder, 'none.json'))).toThrow(/ENOENT/);
  });
});
