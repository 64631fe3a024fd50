import { startTestApp, type TestApp } from '../helpers/app';
import { type PlainBar, plainBars, plainStats, plainYears } from '../helpers/bruteForce';
import { describeWithRealData } from '../helpers/realData';
import { realSymbols } from '../helpers/realSymbols';
import { seeded } from '../helpers/syntheticBars';
import { plusDays } from '../oracle/slowWindow';

/** Random windows over real prices: every answer, or its refusal, equals that of plain loops over the bars. */

const WINDOWS = 120;
const NOW = '2024-12-31T15:00:00Z';
/** Last final day of markets that close, and of those that never do. */
const LAST = { sessions: '2024-12-30', daily: '2024-12-30' };

const WANTED = {
  dow30: { AAPL: ['0'], BA: ['0'], V: ['0'] },
  etfs: { SPY: ['11'], SQQQ: ['11'] },
  commodities: { 'CL=F': ['9'], 'NG=F': ['9'] },
  crypto: { 'BTC-USD': ['16'], 'SOL-USD': ['16'] },
};

describeWithRealData('real prices, audited', (folder) => {
  let service: TestApp;
  const bars = new Map<string, PlainBar[]>();
  let markets: Map<string, string>;
  beforeAll(async () => {
    const symbols = realSymbols(folder, WANTED);
    markets = new Map(symbols.map(({ symbol, markets: [market] }) => [symbol, market]));
    for (const symbol of symbols) bars.set(symbol.symbol, plainBars(symbol.bars));
    service = await startTestApp({ now: NOW, symbols });
  });
  afterAll(() => service.close());

  /** The last final bar over the symbols of a market. */
  function marketEnd(market: string): string {
    const limit = market === '16' ? LAST.daily : LAST.sessions;
    const ends = [...bars].filter(([symbol]) => markets.get(symbol) === market);
    return ends
      .map(([, all]) => all.filter((bar) => bar.date <= limit).at(-1)!.date)
      .sort()
      .at(-1)!;
  }

  test(`${WINDOWS} random windows, directions, lookbacks and cycles equal plain loops over the bars`, async () => {
    const random = seeded(2024);
    const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)];
    let refused = 0;
    for (let i = 0; i < WINDOWS; i++) {
      const symbol = pick([...markets.keys()]);
      const market = markets.get(symbol)!;
      // Also the days around the negative price of 2020-04-20, New Year and Feb 29.
      const base = pick(['2024-01-01', '2024-04-13', '2024-12-20', '2024-02-25', '2012-06-01', '2020-03-30']);
      const entry = plusDays(base, Math.floor(random() * 12));
      const hold = 2 + Math.floor(random() ** 2 * 200);
      const direction = pick(['long', 'short'] as const);
      const years = pick([5, 10, 20, 40]);
      const cycle = pick(['consecutive', 'consecutive', 'pe']);
      const dayBefore = plusDays(entry, -1);
      const end = marketEnd(market);
      const window = {
        entry,
        hold,
        direction,
        years,
        asOf: dayBefore < end ? dayBefore : end,
        position: cycle === 'pe' ? Number(entry.slice(0, 4)) % 4 : undefined,
      };
      const want = plainYears(bars.get(symbol)!, window);
      const query = `entry_date=${entry}&days_out=${hold}&direction=${direction}&years=${years}&pe_cycle=${cycle}`;
      const path = `/v1/analyze/${encodeURIComponent(symbol)}?market=${market}&${query}&include=chart`;
      const { status, body } = await service.get(path);
      if (want.length === 0) {
        refused += 1;
        expect([path, status]).toEqual([path, 404]);
        continue;
      }
      expect([path, status]).toEqual([path, 200]);
      const got = body.card.chart.per_year_bars;
      expect([path, got.map((bar: { year: string }) => bar.year)]).toEqual([path, want.map((bar) => bar.year)]);
      for (const [k, bar] of want.entries()) {
        for (const name of ['return_pct', 'mfe_pct', 'mae_pct'] as const)
          expect(got[k][name]).toBeCloseTo(bar[name], 3);
      }
      const { n, wins, mean, sharpe } = plainStats(want.map((bar) => bar.return_pct));
      expect([body.card.receipts.years_tested, body.card.receipts.wins]).toEqual([n, wins]);
      expect(body.card.stats.avg_return_pct).toBeCloseTo(mean, 3);
      expect(body.card.stats.sharpe_ratio).toBeCloseTo(sharpe, 3);
    }
    expect(refused).toBeLessThan(WINDOWS / 3);
  });

  test('AAPL held 15 days from 2024-07-01 has the numbers of an independent program', async () => {
    const query = 'entry_date=2024-07-01&days_out=15&direction=long&years=10';
    const { card } = (await service.get(`/v1/analyze/AAPL?${query}`).expect(200)).body;
    const returns = [1.9251, 0.1735, 3.0138, 3.8605, 2.2171, 1.816, 7.3577, 8.1664, 8.0905, -0.9194];
    expect(card.receipts.per_year).toMatchObject(
      returns.map((return_pct, i) => ({ year: String(2014 + i), return_pct, result: return_pct > 0 ? 'win' : 'loss' })),
    );
    expect(card.stats).toMatchObject({ avg_return_pct: 3.5701, median_return_pct: 2.6155, sharpe_ratio: 1.0954 });
  });
});
