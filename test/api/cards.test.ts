import type { PatternCard as Card, LeanCard, TableRow } from '../../src/answers/shapes';
import { startTestApp, type TestApp, type TestSymbol } from '../helpers/app';
import { plantedUniverse, seasonalWalk, UNIVERSE_NOW } from '../helpers/universe';

/** What a card holds in each view, and when it is neutral (SPEC 2.2 to 2.5, DESIGN 5 "Views"). */

const YOUNG: TestSymbol = {
  symbol: 'YOUNG',
  markets: ['0'],
  bars: seasonalWalk({ seed: 8, from: '2020-06-01', to: '2024-12-19', season: { month: 1, day: 6, hold: 20, pct: 9 } }),
};
const NOISE: TestSymbol = {
  symbol: 'NOISE',
  markets: ['0'],
  bars: seasonalWalk({ seed: 3, from: '2005-01-03', to: '2024-12-19', volatility: 0.02 }),
};

let service: TestApp;
beforeAll(async () => {
  service = await startTestApp({
    now: UNIVERSE_NOW,
    symbols: [YOUNG, NOISE, ...plantedUniverse().slice(0, 30)],
    nullDistributions: { mode: 'waiting' },
  });
});
afterAll(() => service.close());

async function get(path: string) {
  return (await service.get(`/v1/${path}`).expect(200)).body;
}

describe('the neutral rule', () => {
  const reasons = ({ edge_score, stats, receipts }: Card) => [
    ...(edge_score < 40 ? ['edge'] : []),
    ...(stats.historical_win_rate < 0.55 ? ['win rate'] : []),
    ...(receipts.years_tested < 5 ? ['years'] : []),
  ];

  function judge(card: Card): string[] {
    const why = reasons(card);
    const own = card.direction === 'long' ? 'bullish' : 'bearish';
    expect(card.bias).toBe(why.length > 0 ? 'neutral' : own);
    if (why.length > 0) expect(card.next_step).not.toHaveProperty('order_ticket');
    expect(card.verdict.startsWith(why.length > 0 ? 'Neutral: ' : own === 'bullish' ? 'Bullish: ' : 'Bearish: ')).toBe(
      true,
    );
    return why;
  }

  test('applies each of its three conditions, and no other', async () => {
    const met = new Map<string, number>();
    const windows = [
      ...Array.from({ length: 12 }, (_, i) => `NOISE?entry_date=2024-12-${20 + i}&days_out=${10 + 3 * i}`),
      ...Array.from(
        { length: 6 },
        (_, i) => `NOISE?entry_date=2024-12-2${i}&days_out=30&direction=${i % 2 ? 'long' : 'short'}`,
      ),
      ...Array.from({ length: 8 }, (_, i) => `D0${i}?entry_date=2024-12-23&days_out=20`),
      'YOUNG?period=jan',
      'YOUNG?period=jan&direction=short',
      'YOUNG',
    ];
    for (const window of windows) {
      const { card } = await get(`analyze/${window}`);
      for (const why of judge(card)) met.set(why, (met.get(why) ?? 0) + 1);
      if (card.bias !== 'neutral') met.set('none', (met.get('none') ?? 0) + 1);
    }
    expect([...met.keys()].sort()).toEqual(['edge', 'none', 'win rate', 'years']);
  });

  test('four wins in four years are neutral for too few years', async () => {
    const { card } = await get('analyze/YOUNG?entry_date=2024-12-31&days_out=26&direction=long');
    expect(card.receipts).toMatchObject({ years_tested: 4, wins: 4 });
    expect(judge(card)).toContain('years');
    expect(card.verdict).toContain('4 years tested are fewer than 5');
    expect(card.edge_score).toBeLessThan(40);
  });

  // METHOD 2: 0 where the deviation is 0 or, with one year, null.
  test.each([1, 2])('the Sharpe ratio of %i years is the mean over the deviation, 0 without one', async (years) => {
    // The first bar is of June 2020, so the first January is that of 2021.
    const entry = `${2021 + years}-01-04`;
    const { card } = await get(`analyze/YOUNG?entry_date=${entry}&days_out=20&direction=long`);
    expect(card.receipts.years_tested).toBe(years);
    const [first, second = first] = card.receipts.per_year.map((year: { return_pct: number }) => year.return_pct);
    const deviation = Math.abs(first - second) / Math.SQRT2;
    expect(card.stats.sharpe_ratio).toBeCloseTo(years === 1 ? 0 : (first + second) / 2 / deviation, 2);
    expect(judge(card)).toContain('years');
    expect(card.verdict).toContain('fewer than 5');
  });

  test('a losing window is neutral', async () => {
    const { card } = await get('analyze/D01?entry_date=2024-12-20&days_out=25&direction=short');
    expect(card.stats.historical_win_rate).toBeLessThan(0.55);
    expect(judge(card)).toContain('win rate');
    expect(card.verdict).toMatch(/\d+ of 10 years won is below 55%/);
  });

  test('a scan shows neutral cards, without a ticket, like the others', async () => {
    const { opportunities } = await get('scan?markets=0&rank_by=edge&limit=100');
    const biases = new Set(opportunities.map((card: Card) => (judge(card).length > 0 ? 'neutral' : 'sided')));
    expect(biases).toEqual(new Set(['sided', 'neutral']));
    for (const card of opportunities as Card[]) {
      if (card.bias === 'neutral') continue;
      expect(card.next_step.order_ticket).toMatchObject({ side: card.direction === 'long' ? 'BUY' : 'SELL' });
    }
  });
});

function lean(card: Card): LeanCard {
  const { per_year: _1, curve_summary: _2, ...receipts } = card.receipts;
  const { set_reminder: _3, copy_text: _4, ...next_step } = card.next_step;
  const { chart: _5, ...rest } = card;
  return { ...rest, receipts, next_step };
}

function row(card: Card): TableRow {
  const {
    rank,
    symbol,
    market,
    direction,
    bias,
    setup,
    edge_score,
    significance,
    came_true,
    stats,
    receipts,
    tier_notes,
  } = card;
  const { entry_date, exit_date, entry_session, exit_session, hold_days } = setup;
  const { historical_win_rate, avg_return_pct, median_return_pct, sharpe_ratio } = stats;
  return {
    rank,
    symbol,
    market: market.id,
    direction,
    bias,
    entry_date,
    exit_date,
    entry_session,
    exit_session,
    hold_days,
    edge_score,
    historical_win_rate,
    years_tested: receipts.years_tested,
    avg_return_pct,
    median_return_pct,
    sharpe_ratio,
    ml_win_prob: null,
    tier_notes,
    significance,
    came_true,
  };
}

describe('views of a scan', () => {
  const scan = (query: string) => get(`scan?markets=0&limit=6&${query}`);

  test('full is the default; evidence, decision and table are parts of it', async () => {
    const plain = await scan('');
    const full = await scan('view=full');
    expect(full).toEqual(plain);
    const cards: Card[] = full.opportunities;
    for (const card of cards) expect(Object.keys(card.receipts)).toContain('per_year');
    expect((await scan('view=evidence')).opportunities).toEqual([cards[0], ...cards.slice(1).map(lean)]);
    expect((await scan('view=decision')).opportunities).toEqual(cards.map(lean));
    expect((await scan('view=table')).opportunities).toEqual(cards.map(row));
    for (const view of ['evidence', 'decision', 'table']) {
      const { opportunities: _, view: said, ...rest } = await scan(`view=${view}`);
      const { opportunities: _2, view: _3, ...want } = full;
      expect([said, rest]).toEqual([view, want]);
    }
  });

  test.each(['full', 'evidence', 'decision'])('include=chart in %s is on the first card only', async (view) => {
    const without = (await scan(`view=${view}`)).opportunities;
    const cards: Card[] = (await scan(`view=${view}&include=chart`)).opportunities;
    expect(cards.slice(1)).toEqual(without.slice(1));
    const { chart, ...first } = cards[0];
    expect(first).toEqual(without[0]);
    const query = `market=0&symbol=${first.symbol}&entry_date=${first.setup.entry_date}&days_out=${first.setup.hold_days}`;
    const { seasonal_curve, per_year_bars } = await get(`seasonal-chart?${query}&direction=${first.direction}`);
    expect(chart).toEqual({ seasonal_curve, per_year_bars });
  });

  test('table rows carry no chart', async () => {
    expect(await scan('view=table&include=chart')).toEqual(await scan('view=table'));
  });
});

describe('views of an analysis', () => {
  const analyze = (query: string) => get(`analyze/D03?market=0&${query}`);

  test('full and evidence are the whole card; decision and table are parts of it', async () => {
    const { card } = await analyze('');
    expect((await analyze('view=full')).card).toEqual(card);
    expect((await analyze('view=evidence')).card).toEqual(card);
    expect((await analyze('view=decision')).card).toEqual(lean(card));
    expect((await analyze('view=table')).card).toEqual(row(card));
    for (const view of ['evidence', 'decision', 'table']) expect((await analyze(`view=${view}`)).view).toBe(view);
  });

  test('include=chart adds the chart to every view but table', async () => {
    const { card } = await analyze('');
    const { chart, ...rest } = (await analyze('include=chart')).card;
    expect(rest).toEqual(card);
    expect(chart.per_year_bars.length).toBe(card.receipts.years_tested);
    expect((await analyze('view=decision&include=chart')).card).toEqual({ ...lean(card), chart });
    expect((await analyze('view=table&include=chart')).card).toEqual(row(card));
  });
});

test('every answer about patterns carries the disclaimer and its as_of, and no prices', async () => {
  for (const path of [
    'scan',
    'opportunities?market=0',
    'opportunities/D01?market=0',
    'analyze/D01',
    'patterns/0/D01',
    'seasonal-chart?market=0&symbol=D01',
  ]) {
    const body = await get(path);
    expect(body.disclaimer).toContain('not personalized advice');
    expect(body.disclaimer).not.toContain('Sandbox');
    expect(body.as_of).toBe('2024-12-19');
    // Percentages only: no field has the name of a price or a volume.
    expect(JSON.stringify(body)).not.toMatch(/"(open|high|low|close|price|volume|limit_price|stop)(?!_pct")[a-z_]*":/);
  }
});
