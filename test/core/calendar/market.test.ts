import { DEFAULT_WINNING_PERCENT, detectionBand, winningYears } from '../../../src/core/calendar/market';
import { loadMarkets } from '../../../src/seeds';

test.each([
  [90, 10, 9],
  [90, 11, 10],
  [90, 5, 5],
  [90, 1, 1],
  [75, 10, 8],
  [75, 8, 6],
  [70, 10, 7],
  [100, 98, 98],
])('%s %% of %s years, rounded up, are %s', (percent, years, want) => expect(winningYears(percent, years)).toBe(want));

test("a band reaches from the market's share of the lookback to all of it, and includes the default", () => {
  for (const market of loadMarkets()) {
    for (let years = 1; years <= 98; years++) {
      const { min, max } = detectionBand(market, years);
      const byDefault = winningYears(DEFAULT_WINNING_PERCENT, years);
      expect(min).toBe(Math.ceil((market.minWinningPercent * years) / 100));
      expect(max).toBe(years);
      expect(byDefault >= min && byDefault <= max).toBe(true);
    }
  }
});
