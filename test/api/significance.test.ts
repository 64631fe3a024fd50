import type { components } from '../../generated/openapi';
import { drawRotations, PUBLISHED_SEED, rotationKey } from '../../src/core/significance/rotation';
import { startTestApp, type TestApp, type TestSymbol } from '../helpers/app';
import { exportsOf } from '../helpers/exports';
import { seasonalWalk } from '../helpers/universe';
import { type SlowSearch, slowStrongest } from '../oracle/slowSignificance';

/**
 * No way through the service makes a window look better than the search that found it (METHOD 9): on random walks, where
 * nothing is seasonal, every window that an answer shows is opened by itself.
 */

const WALKS = 30;
const NOW = '2024-10-16T15:00:00Z';
const WINDOW = '2024-10-16..2024-10-29';

interface Row {
  readonly analyze_url?: string;
  readonly edge_score?: number;
  readonly bias?: string;
  readonly significance: { readonly status: string; readonly p_symbol: number; readonly p_search: number } | null;
}

function walks(count: number): TestSymbol[] {
  return Array.from({ length: count }, (_, i) => {
    const bars = seasonalWalk({ seed: 1000 + i, from: '2010-01-04', to: '2024-10-15', volatility: 0.012 });
    return { symbol: `W${i}`, markets: ['0'], bars };
  });
}

describe('random walks', () => {
  let service: TestApp;
  let cards: Row[];
  beforeAll(async () => {
    service = await startTestApp({ now: NOW, symbols: walks(WALKS), nullDistributions: { rotations: 99 } });
    cards = await scanned(`markets=0&window=${WINDOW}&limit=100`);
  });
  afterAll(() => service.close());

  async function scanned(query: string): Promise<Row[]> {
    const { status, body } = await service.get(`/v1/scan?${query}`);
    expect(status).toBe(200);
    return body.opportunities;
  }

  async function opened(path: string): Promise<Required<Row>> {
    const { status, body } = await service.get(path);
    expect({ path, status }).toEqual({ path, status: 200 });
    return body.card;
  }

  test('a card opened by its link has the p-values of the scan, and no higher score', async () => {
    expect(cards.length).toBeGreaterThan(WALKS / 2);
    for (const card of cards) {
      const again = await opened(card.analyze_url!);
      const { p_symbol, p_search } = card.significance!;
      expect({ url: card.analyze_url, ...again.significance }).toMatchObject({ status: 'ready', p_symbol, p_search });
      expect(again.edge_score).toBeLessThanOrEqual(card.edge_score!);
      if (card.bias === 'neutral') expect(again.bias).toBe('neutral');
    }
  });

  test('a card of a wider or narrower scan is never judged more kindly by its link', async () => {
    for (const query of ['max_days=366', 'min_days=30&max_days=40', 'direction=short']) {
      for (const card of (await scanned(`markets=0&window=${WINDOW}&limit=10&${query}`)).slice(0, 10)) {
        const again = await opened(card.analyze_url!);
        expect(again.significance!.p_symbol).toBeGreaterThanOrEqual(card.significance!.p_symbol);
        expect(again.edge_score).toBeLessThanOrEqual(card.edge_score!);
      }
    }
  });

  test('without the link, almost every card is neutral', async () => {
    const biases: (string | undefined)[] = [];
    for (const { analyze_url } of cards) {
      const url = new URL(analyze_url!, 'http://x.test');
      for (const name of ['searched', 'searched_markets', 'searched_days']) url.searchParams.delete(name);
      biases.push((await opened(`${url.pathname}?${url.searchParams}`)).bias);
    }
    expect(biases.filter((bias) => bias !== 'neutral').length / biases.length).toBeLessThanOrEqual(0.06);
  });

  test.each([
    { list: 'the list of a day', path: '/v1/opportunities?market=0&from=2024-10-21', rows: 'opportunities' },
    { list: "a symbol's year", path: '/v1/opportunities/W3?market=0', rows: 'opportunities' },
    { list: 'other setups', path: '/v1/analyze/W3?market=0', rows: 'other_setups' },
  ])('a row of $list opens with the p_symbol that it shows', async ({ path, rows }) => {
    const { status, body } = await service.get(path);
    expect({ path, status }).toEqual({ path, status: 200 });
    // A past entry is research: it is analyzed with what was known then.
    const upcoming = (body[rows] as (Row & { entry_date: string })[]).filter(
      ({ entry_date, significance }) => entry_date >= '2024-10-16' && significance !== null,
    );
    expect(upcoming.length).toBeGreaterThan(0);
    for (const { analyze_url, significance } of upcoming.slice(0, 10)) {
      const again = await opened(analyze_url!);
      expect({ url: analyze_url, p: again.significance!.p_symbol }).toEqual({
        url: analyze_url,
        p: significance!.p_symbol,
      });
    }
  });
});

describe('the search that a caller names', () => {
  let service: TestApp;
  beforeAll(async () => {
    service = await startTestApp({ now: NOW, symbols: walks(3), nullDistributions: { rotations: 19 } });
  });
  afterAll(() => service.close());

  /** The walks trade on every weekday up to now; from then on the NYSE calendar counts. */
  const ENTRIES = 260;
  const PINNED = '/v1/analyze/W0?market=0&entry_date=2024-10-21&days_out=20&direction=long';

  test('is by default the 366 days from January 1 of the entry, holds 5 to 120 and its own, both directions', async () => {
    const { body } = await service.get(PINNED);
    const { searched, p_search, p_symbol } = body.card.significance;
    expect(searched).toEqual({ from: '2024-01-01', to: '2024-12-31', windows: ENTRIES * 116 * 2, symbols: 1 });
    expect(p_search).toBeNull();
    expect(p_symbol).toBeGreaterThan(0);
    const longer = await service.get(PINNED.replace('days_out=20', 'days_out=200'));
    expect(longer.body.card.significance.searched.windows).toBe(ENTRIES * 117 * 2);
  });

  test.each([
    {
      name: 'reversed',
      query: 'searched=2024-11-01..2024-10-01',
      says: /^searched must not end before it begins; got 2024-11-01\.\.2024-10-01/,
    },
    {
      name: 'longer than 366 days',
      query: 'searched=2024-01-01..2025-01-01',
      says: /^searched must be at most 366 days/,
    },
    {
      name: 'without the entry',
      query: 'searched=2024-01-01..2024-10-20',
      says: /^searched must contain the entry; .* 2024-10-21/,
    },
    { name: 'no such date', query: 'searched=2024-02-30..2024-10-29', says: /^searched must be YYYY-MM-DD/ },
    { name: 'not a range', query: 'searched=now', says: /searched/ },
    {
      name: 'holds out of bounds',
      query: 'searched=2024-10-01..2024-10-29&searched_days=1..400',
      says: /^searched_days must be MIN..MAX/,
    },
    {
      name: 'an unknown market',
      query: 'searched=2024-10-01..2024-10-29&searched_markets=99',
      says: /^searched_markets must be/,
    },
    {
      name: 'a scan without the market',
      query: 'searched=2024-10-01..2024-10-29&searched_markets=1',
      says: /^searched_markets must contain market 0/,
    },
    { name: 'markets without days', query: 'searched_markets=0', says: /^searched_markets needs searched/ },
  ])('is refused: $name', async ({ query, says }) => {
    const { status, body } = await service.get(`${PINNED}&${query}`);
    expect({ status, code: body.error.code }).toEqual({ status: 400, code: 'invalid_request' });
    expect(body.error.message).toMatch(says);
  });

  test('by a scan of days without a session is refused, and by the list of such a day is not', async () => {
    const sunday = `${PINNED.replace('entry_date=2024-10-21', 'entry_date=2024-10-20')}&searched_markets=0`;
    const { body } = await service.get(`${sunday}&searched=2024-10-19..2024-10-20`).expect(400);
    expect(body.error.message).toMatch(/^searched must hold a session of market 0/);
    await service.get(`${sunday}&searched=2024-10-20..2024-10-20`).expect(200);
  });

  test('names a scan of markets beyond the plan: known p-values are shown, and none are computed', async () => {
    const window = `searched=${WINDOW}&searched_markets=0,3`;
    const path = `/v1/analyze/W0?market=0&entry_date=2024-10-21&days_out=20&direction=long&${window}`;
    const ofFree = async () => (await service.get(path, 'free').expect(200)).body.card.significance;
    expect(await ofFree()).toMatchObject({
      status: 'pending',
      p_symbol: null,
      reading: expect.stringContaining('it does not reach a market searched'),
    });
    const { body } = await service.get(path).expect(200);
    const { p_symbol, p_search } = body.card.significance;
    expect(await ofFree()).toMatchObject({ status: 'ready', p_symbol, p_search });
  });

  test('is refused without a pinned window that it could have found', async () => {
    const { status, body } = await service.get('/v1/analyze/W0?market=0&searched=2024-10-01..2024-10-29');
    expect(status).toBe(400);
    expect(body.error.message).toMatch(/^searched needs entry_date or period/);
  });
});

/** q_symbol and the symbols counted in a scan's summary, compared with a slow implementation of METHOD 7 and METHOD 9. */

const ROTATIONS = 39;
const AS_OF = '2024-10-15';
const SEARCH: SlowSearch = {
  entries: ['2024-10-16', '2024-10-17'].map((date) => ({ date, asOf: AS_OF })),
  minHold: 8,
  maxHold: 9,
  years: 6,
  cycle: 'consecutive',
  gapLimit: 10,
};
const SYMBOLS: TestSymbol[] = Array.from({ length: 14 }, (_, i) => {
  const bars = seasonalWalk({ seed: 700 + i, from: '2015-01-05', to: AS_OF, volatility: 0.012 });
  return { symbol: `W${i}`, markets: ['0'], bars };
});

/** The strongest window of each symbol, as it was and in each rotation. */
function slowly(symbols = SYMBOLS, search = SEARCH) {
  const draws = drawRotations(rotationKey(PUBLISHED_SEED), ROTATIONS, 16);
  const rotations = Array.from({ length: ROTATIONS }, (_, b) => (back: number) => draws.weeks[b * draws.reach + back]);
  return symbols.map(({ bars }) => {
    const quotes = Array.from(bars.day, (day, i) => ({
      date: new Date(day * 86_400_000).toISOString().slice(0, 10),
      close: bars.close[i],
    }));
    const [own, ...rotated] = slowStrongest(quotes, search, [() => 0, ...rotations]).map((found) =>
      Math.max(found.long, found.short),
    );
    const observed = rotated.filter((z) => z >= 0).length;
    return { p: (1 + rotated.filter((z) => z >= own).length) / (observed + 1), rotated, observed };
  });
}

/** The step-up of Benjamini and Hochberg for a p_symbol among those of the strongest windows. */
function slowRate(p: number, strongest: readonly number[]): number {
  const all = [...strongest].sort((a, b) => a - b);
  const called = all.filter((other) => other <= p).length;
  return Math.min((p * 14) / called, ...all.flatMap((other, i) => (other > p ? [(other * 14) / (i + 1)] : [])));
}

type Card = Pick<components['schemas']['PatternCard'], 'significance'>;
const rateOf = (line: string): number => JSON.parse(line).q_symbol;

describe('a scan of fourteen symbols', () => {
  let service: TestApp;
  let found: ReturnType<typeof slowly>;
  beforeAll(async () => {
    found = slowly();
    service = await startTestApp({
      now: '2024-10-16T15:00:00Z',
      symbols: SYMBOLS,
      nullDistributions: { rotations: ROTATIONS },
    });
  });
  afterAll(() => service.close());

  const QUERY = 'markets=0&window=2024-10-16..2024-10-17&min_days=8&max_days=9&years=6&min_winning_years=5&limit=100';

  test('counts the symbols with a small p_symbol, and has the q_symbol of each card', async () => {
    const { status, body } = await service.get(`/v1/scan?${QUERY}`);
    expect({ status, ...(status === 200 ? {} : body) }).toEqual({ status: 200 });
    const all = found.map(({ p }) => p).sort((a, b) => a - b);
    const counts = Array.from(
      { length: ROTATIONS },
      (_, b) => found.filter(({ rotated }) => rotated.filter((z) => z >= rotated[b]).length <= 0.05 * ROTATIONS).length,
    ).sort((a, b) => a - b);
    const mean = counts.reduce((sum, count) => sum + count, 0) / ROTATIONS;
    const called = all.filter((p) => p <= 0.05).length;
    expect(body.summary).toContain(
      `${called} of 14 symbols ${called === 1 ? 'has' : 'have'} a window with p_symbol at most 0.05; ` +
        `shuffled calendars give ${Math.round(mean)} (${counts[1]} to ${counts[37]})`,
    );
    expect(body.opportunities.length).toBeGreaterThan(3);
    for (const { significance } of body.opportunities) {
      const { p_symbol: p, q_symbol } = significance;
      expect(q_symbol).toBeCloseTo(slowRate(p, all), 4);
      expect(q_symbol).toBeGreaterThanOrEqual(p);
    }
  });

  test('has q_symbol in tables and exports too', async () => {
    const all = found.map(({ p }) => p);
    const cards = (await service.get(`/v1/scan?${QUERY}`)).body.opportunities;
    const rates = (await service.get(`/v1/scan?${QUERY}&format=ndjson`)).text.trimEnd().split('\n').map(rateOf);
    expect(rates).toEqual(cards.map(({ significance }: Card) => significance.q_symbol));
    const { made, file } = exportsOf(service);
    const search = { from: '2024-10-16', to: '2024-10-17', min_days: 8, max_days: 9, years: 6, min_winning_years: 5 };
    const { export_id } = await made({ market: '0', ...search, format: 'ndjson' });
    const rows = ((await file(export_id).expect(200)).body as Buffer).toString().trimEnd().split('\n');
    expect(rows.length).toBeGreaterThan(3);
    for (const row of rows) expect(rateOf(row)).toBeCloseTo(slowRate(JSON.parse(row).p_symbol, all), 4);
  });

  test('a card opened by its link has at least the q_symbol of the scan', async () => {
    const { body } = await service.get(`/v1/scan?${QUERY}`);
    for (const { analyze_url, significance } of body.opportunities.slice(0, 3)) {
      const opened = await service.get(analyze_url);
      const { p_symbol, q_symbol, searched } = opened.body.card.significance;
      expect(searched.symbols).toBe(14);
      expect(q_symbol).toBeGreaterThanOrEqual(significance.q_symbol);
      expect(q_symbol).toBeGreaterThanOrEqual(p_symbol);
    }
  });

  test('in a search of one symbol, q_symbol equals p_symbol', async () => {
    const { opportunities } = (await service.get(`/v1/scan?${QUERY}`)).body;
    const link = opportunities[0].analyze_url.replace(/&searched(_\w+)?=[^&]*/g, '');
    const { body } = await service.get(link);
    const { p_symbol, q_symbol } = body.card.significance;
    expect(p_symbol).toEqual(expect.any(Number));
    expect(q_symbol).toBe(p_symbol);
  });
});

test('shuffled calendars that leave a young symbol no window of five years count neither for nor against it', async () => {
  // Of its five years all are needed, and the first begins a month after the listing.
  const season = { month: 10, day: 16, hold: 9, pct: 3 };
  const bars = seasonalWalk({ seed: 750, from: '2019-09-16', to: AS_OF, season, volatility: 0.012 });
  const symbols = [...SYMBOLS.slice(0, 13), { symbol: 'YOUNG', markets: ['0'], bars }];
  const found = slowly(symbols, { ...SEARCH, years: 5 });
  const { p, observed } = found[13];
  expect(observed).toBeGreaterThan(0);
  expect(observed).toBeLessThan(ROTATIONS / 3);
  const nullDistributions = { rotations: ROTATIONS };
  const service = await startTestApp({ now: '2024-10-16T15:00:00Z', symbols, nullDistributions });
  try {
    const query = 'window=2024-10-16..2024-10-17&min_days=8&max_days=9&years=5&min_winning_years=4&limit=100';
    const { body } = await service.get(`/v1/scan?markets=0&${query}`).expect(200);
    const young = body.opportunities.filter(({ symbol }: { symbol: string }) => symbol === 'YOUNG');
    expect(young.length).toBeGreaterThan(0);
    for (const { significance } of young) {
      expect(significance).toMatchObject({ status: 'ready', rotations: observed });
      // A share of these calendars and the real one; that of the symbol's strongest window is the smallest.
      const counted = significance.p_symbol * (observed + 1);
      expect(counted).toBeCloseTo(Math.round(counted), 2);
      expect(significance.p_symbol).toBeGreaterThanOrEqual(p - 1e-4);
    }
    const old = body.opportunities.find(({ symbol }: { symbol: string }) => symbol !== 'YOUNG');
    expect(old.significance.rotations).toBe(ROTATIONS);
  } finally {
    await service.close();
  }
});
