import { fromIso } from '../../../src/core/calendar/dates';
import { baselineOf } from '../../../src/core/window/baseline';
import { neighbourShare } from '../../../src/core/window/neighbours';
import type { WindowSpec } from '../../../src/core/window/window';
import { eodSeries } from '../../helpers/eodSeries';
import { describeWithRealData } from '../../helpers/realData';

// Golden values by an independent program over the same files (dates as dates, bisect, one window at a time).
describeWithRealData('p0, m0 and nb of real symbols', (folder) => {
  test.each([
    {
      file: 'dow30',
      symbol: 'AAPL',
      entry: '2024-07-01',
      hold: 15,
      years: 10,
      direction: 'long',
      n: 2516,
      p0: 0.6089030206677265,
      m0: 1.0724352227583287,
      nb: 0.8476190476190478,
    },
    {
      file: 'dow30',
      symbol: 'KO',
      entry: '2024-09-01',
      hold: 30,
      years: 20,
      direction: 'short',
      n: 5033,
      p0: 0.41307371349095967,
      m0: -0.7235867027172205,
      nb: 0.5285714285714285,
    },
    {
      file: 'dow30',
      symbol: 'JPM',
      entry: '2024-12-30',
      hold: 20,
      years: 10,
      direction: 'short',
      n: 2516,
      p0: 0.4089825119236884,
      m0: -0.867437507718807,
      nb: 0.48095238095238085,
    },
    {
      file: 'commodities',
      symbol: 'CL=F',
      entry: '2024-01-02',
      hold: 60,
      years: 10,
      direction: 'long',
      n: 2471,
      p0: 0.5443140428976123,
      m0: 1.5764712125353733,
      nb: 0.6428571428571427,
    },
    {
      file: 'crypto',
      symbol: 'BTC-USD',
      entry: '2024-02-29',
      hold: 6,
      years: 8,
      direction: 'long',
      n: 2922,
      p0: 0.5544147843942505,
      m0: 1.149138225910436,
      nb: 0.39285714285714285,
    },
  ] as const)(
    '$symbol $entry, $hold days, $direction',
    ({ file, symbol, entry, hold, years, direction, n, p0, m0, nb }) => {
      const bars = eodSeries(folder, file).find((series) => series.symbol === symbol)!.bars;
      const own = fromIso(entry);
      const window: WindowSpec = { entry: own, end: own + hold - 1, years, cycle: 'consecutive', asOf: own - 1 };
      const baseline = baselineOf(bars, window, direction, 10);
      expect(baseline.windows).toBe(n);
      expect(baseline.positiveShare).toBeCloseTo(p0, 12);
      expect(baseline.mean).toBeCloseTo(m0, 10);
      expect(neighbourShare(bars, window, direction, 10)).toBeCloseTo(nb, 12);
    },
  );
});
