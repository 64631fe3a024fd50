import { fromIso } from '../../../src/core/calendar/dates';
import { baselineOf } from '../../../src/core/window/baseline';
import { neighbourShare } from '../../../src/core/window/measures';
import type { WindowSpec } from '../../../src/core/window/window';
import { describeWithRealData } from '../../helpers/realData';
import { realSymbols } from '../../helpers/realSymbols';

// Golden values by an independent program over the same files (dates as dates, bisect, one window at a time).
describeWithRealData('p0, m0 and nb of real symbols', (folder) => {
  test.each([
    ['dow30', 'AAPL', '2024-07-01', 15, 10, 'long', 2516, 0.6089030206677265, 1.0724352227583287, 0.8476190476190478],
    ['dow30', 'KO', '2024-09-01', 30, 20, 'short', 5033, 0.41307371349095967, -0.7235867027172205, 0.5285714285714285],
    ['dow30', 'JPM', '2024-12-30', 20, 10, 'short', 2516, 0.4089825119236884, -0.867437507718807, 0.48095238095238085],
    ['commodities', 'CL=F', '2024-01-02', 60, 10, 'long', 2471, 0.5443140428976123, 1.5764712125353733, 9 / 14],
    ['crypto', 'BTC-USD', '2024-02-29', 6, 8, 'long', 2922, 0.5544147843942505, 1.149138225910436, 11 / 28],
  ] as const)(
    '%s: %s %s, %i days, %i years, %s',
    (file, symbol, entry, hold, years, direction, windows, p0, m0, nb) => {
      const [{ bars }] = realSymbols(folder, { [file]: { [symbol]: [] } });
      const own = fromIso(entry);
      const window: WindowSpec = { entry: own, end: own + hold - 1, years, cycle: 'consecutive', asOf: own - 1 };
      const baseline = baselineOf(bars, window, direction, 10);
      expect(baseline.windows).toBe(windows);
      expect(baseline.positiveShare).toBeCloseTo(p0, 12);
      expect(baseline.mean).toBeCloseTo(m0, 10);
      expect(neighbourShare(bars, window, direction, 10)).toBeCloseTo(nb, 12);
    },
  );
});
