import { startTestApp, type TestApp, type TestSymbol } from '../helpers/app';
import { seasonalWalk, UNIVERSE_NOW } from '../helpers/universe';

/** Which markets a scan answers from (SPEC 2.1, 4.1): tokens, scope, bands, shared and stopped symbols. */

const SEASON = { month: 12, day: 18, hold: 20, pct: 7 };

function stock(symbol: string, markets: readonly string[], seed: number, to = '2024-12-19'): TestSymbol {
  const daily = markets[0] === '16';
  return { symbol, markets, bars: seasonalWalk({ seed, from: '2010-01-04', to, season: SEASON, daily }) };
}

const SYMBOLS = [
  stock('DOWONLY', ['0'], 1),
  stock('SHARED', ['2', '0', '1'], 2),
  stock('NDX', ['1'], 3),
  stock('FUND', ['11'], 4),
  stock('COIN-USD', ['16'], 5, '2024-12-19'),
  stock('EURO', ['6'], 6),
  stock('STOPPED', ['0'], 7, '2024-12-06'),
  stock('LATE', ['0'], 8, '2024-12-09'),
];

let service: TestApp;
beforeAll(async () => {
  service = await startTestApp({ now: UNIVERSE_NOW, symbols: SYMBOLS });
});
afterAll(() => service.close());

const scan = (query: string, key?: string) => service.get(`/v1/scan?${query}`, key);

test.each([
  ['ids', '0,11', ['0', '11']],
  ['an id twice', '0,0,dow30', ['0']],
  ['a name', 'DOW 30 STOCKS', ['0']],
  ['a name in another spelling', 'dow_30-stocks', ['0']],
  ['an alias', 'sp500,crypto,europe', ['2', '6', '16']],
  ['an alias with a sign', 's%26p500', ['2']],
  ['superfluous spaces and commas', ' 0 ,, 11 ,', ['0', '11']],
])('markets accepts %s', async (_, markets, want) => {
  const { body } = await scan(`markets=${markets}`).expect(200);
  expect(body.markets_scanned).toEqual(want);
  expect(body).not.toHaveProperty('markets_note');
});

test('without markets, the equities core is scanned within the scope of the key, without a note', async () => {
  const business = await scan('').expect(200);
  expect(business.body.markets_scanned).toEqual(['0', '1', '2', '11']);
  const free = await scan('', 'free').expect(200);
  expect(free.body.markets_scanned).toEqual(['0', '11']);
  for (const { body } of [business, free]) expect(body).not.toHaveProperty('markets_note');
});

test('unknown tokens are named in markets_note, and the other markets are scanned', async () => {
  const { body } = await scan('markets=0,moon,17,-1').expect(200);
  expect(body.markets_scanned).toEqual(['0']);
  for (const token of ['moon', '17', '-1']) expect(body.markets_note).toContain(`'${token}'`);
});

test('markets out of scope are skipped with a note that names them, the tier and the tier that includes them', async () => {
  const { body } = await scan('markets=0,crypto,europe,moon', 'free').expect(200);
  expect(body.markets_scanned).toEqual(['0']);
  for (const part of ['16 (CRYPTO CURRENCIES)', '6 (EUROPE STOCKS)', 'Free', 'Pro', 'Business', "'moon'"]) {
    expect(body.markets_note).toContain(part);
  }
});

test.each(['moon', '17', ',', 'moon,mars', '00', '+0'])('markets=%s names no market: 400', async (markets) => {
  const { body } = await scan(`markets=${encodeURIComponent(markets)}`).expect(400);
  expect(body.error.code).toBe('invalid_request');
  expect(body.error.message).toContain('markets');
  expect(body.error.message).toContain(markets);
});

test.each(['16', 'crypto,moon', '6,16'])(
  'markets=%s is all out of scope: 403 with the tier that includes it',
  async (m) => {
    const { body } = await scan(`markets=${m}`, 'dev').expect(403);
    expect(body.error.code).toBe('forbidden');
    expect(body.error.message).toMatch(/Pro|Business/);
  },
);

test('a market without prices is scanned, empty, and the summary says so', async () => {
  const { body } = await scan('markets=5,0').expect(200);
  expect(body.markets_scanned).toEqual(['0', '5']);
  expect(body.summary).toContain('Market 5 holds no prices.');
  const alone = await scan('markets=5').expect(200);
  expect(alone.body).toMatchObject({ count: 0, opportunities: [], evaluated_count: 0, as_of: null });
});

test('a symbol in several markets is one card, under the lowest market scanned', async () => {
  const marketsOf = async (markets: string) => {
    const { body } = await scan(`markets=${markets}&direction=long&limit=100`).expect(200);
    const cards: { symbol: string; market: { id: string } }[] = body.opportunities;
    return cards.filter((card) => card.symbol === 'SHARED').map((card) => card.market.id);
  };
  expect(await marketsOf('2,1,0')).toEqual(['0']);
  expect(await marketsOf('2,1')).toEqual(['1']);
  expect(await marketsOf('2')).toEqual(['2']);
});

test('a symbol whose last bar is more than 10 days older than its market’s is no candidate', async () => {
  const { body } = await scan('markets=0&direction=long&limit=100&view=table').expect(200);
  const symbols = body.opportunities.map((row: { symbol: string }) => row.symbol).sort();
  // LATE stopped 10 days before the market's last bar, STOPPED 13.
  expect(symbols).toEqual(['DOWONLY', 'LATE', 'SHARED']);
});

describe('min_winning_years', () => {
  test('outside the band of a single market is 400 with the range', async () => {
    const { body } = await scan('markets=0&years=10&min_winning_years=7').expect(400);
    expect(body.error.message).toMatch(/min_winning_years.*8\.\.10.*got 7/);
    await scan('markets=0&years=10&min_winning_years=11').expect(400);
    await scan('markets=0&years=10&min_winning_years=8').expect(200);
    await scan('markets=0&years=10&min_winning_years=10').expect(200);
  });

  test('is bounded by the market’s own band: crypto starts at 70 %', async () => {
    await scan('markets=16&years=10&min_winning_years=7').expect(200);
    await scan('markets=16&years=10&min_winning_years=6').expect(400);
    await scan('markets=0&years=98&min_winning_years=74').expect(200);
    await scan('markets=0&years=98&min_winning_years=73').expect(400);
  });

  test('leaves out markets whose band does not allow it, and names them in lookback_note', async () => {
    const { body } = await scan('markets=0,16&years=10&min_winning_years=7&limit=100').expect(200);
    expect(body.markets_scanned).toEqual(['16']);
    expect(body.lookback).toEqual({ year1: 10, year2: 7 });
    expect(body.lookback_note).toContain('market 0 (DOW 30 STOCKS)');
    expect(body.lookback_note).not.toContain('CRYPTO');
    expect(body.opportunities.map((card: { symbol: string }) => card.symbol)).not.toContain('DOWONLY');
    const { body: nothing } = await scan('markets=0,11&years=10&min_winning_years=2').expect(200);
    expect(nothing).toMatchObject({ markets_scanned: [], count: 0, opportunities: [], as_of: null });
    expect(nothing.lookback_note).toContain('market 11 (ETFs)');
  });

  test('is 400 if the request names a single market, not if the plan leaves a single one', async () => {
    const query = 'years=10&min_winning_years=2';
    const some = await scan(`markets=0,16&${query}`, 'free').expect(200);
    expect(some.body).toMatchObject({ markets_scanned: [], count: 0 });
    expect(some.body.lookback_note).toContain('market 0 (DOW 30 STOCKS)');
    expect(some.body.markets_note).toContain('CRYPTO');
    expect((await scan(query).expect(200)).body.lookback_note).toContain('market 0 (DOW 30 STOCKS)');
    await scan(`markets=0,nowhere&${query}`).expect(400);
  });

  test('is by default nine tenths of the years, rounded up; an explicit value is a floor on wins', async () => {
    for (const [years, year2] of [
      [5, 5],
      [10, 9],
      [11, 10],
      [20, 18],
      [98, 89],
    ]) {
      const { body } = await scan(`markets=0&years=${years}`).expect(200);
      expect(body.lookback).toEqual({ year1: years, year2 });
      expect(body).not.toHaveProperty('lookback_note');
    }
    const { body } = await scan('markets=0,1,2,11&years=10&min_winning_years=10&limit=100').expect(200);
    expect(body.count).toBeGreaterThan(0);
    for (const card of body.opportunities) expect(card.receipts.wins).toBe(10);
  });
});
