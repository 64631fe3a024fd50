import { fromIso } from '../../../src/core/calendar/dates';
import { sessionsBetween } from '../../../src/core/calendar/sessions';
import { buildColumns } from '../../../src/core/detection/columns';
import { planDetection } from '../../../src/core/detection/plan';
import { drawRotations, rotationKey } from '../../../src/core/significance/rotation';
import { RotationKernel } from '../../../src/core/significance/rotationKernel';
import { windowStrength } from '../../../src/core/significance/windowRotations';
import { eodSeries } from '../../helpers/eodSeries';
import { describeWithRealData } from '../../helpers/realData';

/** METHOD 9's table, computed by somebody else: z to four decimals, chances within three standard errors (a key in fifty
 * puts one of the fourteen outside; 10,000 rotations put all of them within two). */
const TABLE = [
  {
    from: '2024-10-16',
    to: '2024-10-29',
    asOf: '2024-10-15',
    years: 10,
    luck: { median: 1.81, ninetyFifth: 2.3 },
    windows: [
      { symbol: 'SHW', entry: '2024-10-25', hold: 23, z: 2.1773, pSymbol: 0.005, pSearch: 0.1 },
      { symbol: 'JPM', entry: '2024-10-16', hold: 26, z: 1.7293, pSymbol: 0.058, pSearch: 0.65 },
      { symbol: 'KO', entry: '2024-10-21', hold: 47, z: 1.4109, pSymbol: 0.23, pSearch: 0.99 },
      { symbol: 'AAPL', entry: '2024-10-18', hold: 8, z: 0.7347, pSymbol: 0.95, pSearch: 1 },
    ],
  },
  {
    from: '2024-04-01',
    to: '2024-04-12',
    asOf: '2024-03-28',
    years: 20,
    luck: { median: 1.76, ninetyFifth: 2.15 },
    windows: [
      { symbol: 'MSFT', entry: '2024-04-11', hold: 17, z: 1.7433, pSymbol: 0.035, pSearch: 0.52 },
      { symbol: 'KO', entry: '2024-04-11', hold: 9, z: 1.6139, pSymbol: 0.062, pSearch: 0.77 },
      { symbol: 'HD', entry: '2024-04-01', hold: 25, z: 0.8638, pSymbol: 0.85, pSearch: 1 },
    ],
  },
];

const ROTATIONS = 999;

describeWithRealData("METHOD 9's table on the thirty stocks", (folder) => {
  const series = eodSeries(folder, 'dow30');
  const columns = buildColumns(series.map(({ bars }) => bars));
  const draws = drawRotations(rotationKey('dow30'), ROTATIONS, 32);

  describe.each(TABLE)('$from..$to over $years years', ({ from, to, asOf, years, luck, windows }) => {
    const entries = sessionsBetween('nyse', fromIso(from), fromIso(to)).map((day) => ({ day, asOf: fromIso(asOf) }));
    const plan = planDetection({
      entries,
      years,
      cycle: 'consecutive',
      minHold: 5,
      maxHold: 60,
      minWins: 0,
      minObservations: 5,
      gapLimit: 10,
      liveOnly: true,
    });
    const kernel = new RotationKernel(columns, plan);
    const strongest = (found: { long: number; short: number }) => Math.max(found.long, found.short);
    const overall = new Float64Array(ROTATIONS);
    const bySymbol = new Map(
      series.map(({ symbol }, index) => {
        if (!kernel.use(index)) throw new Error(`nothing to compare ${symbol} with`);
        const rotated = Float64Array.from({ length: ROTATIONS }, (_, b) => strongest(kernel.rotated(draws, b)));
        rotated.forEach((z, b) => {
          overall[b] = Math.max(overall[b], z);
        });
        return [symbol, { asItWas: strongest(kernel.unrotated()), rotated }];
      }),
    );
    const chance = (maxima: Float64Array, z: number) => (1 + maxima.filter((m) => m >= z).length) / (ROTATIONS + 1);

    test.each(windows)('$symbol $entry, $hold days: z $z', ({ symbol, entry, hold, z, pSymbol, pSearch }) => {
      const index = series.findIndex((one) => one.symbol === symbol);
      const day = fromIso(entry);
      const window = {
        entry: day,
        end: day + hold - 1,
        years,
        cycle: 'consecutive',
        asOf: fromIso(asOf),
      } as const;
      const found = windowStrength({ columns, index }, window, 'long', entries[0].day, 10, draws);
      const { asItWas, rotated } = bySymbol.get(symbol)!;
      expect(Math.abs(found!.z)).toBeCloseTo(z, 4);
      // The windows of the table are the strongest of their symbols.
      expect(asItWas).toBeCloseTo(Math.abs(found!.z), 9);
      expectChance(chance(rotated, asItWas), pSymbol);
      expectChance(chance(overall, asItWas), pSearch);
    });

    test('what luck alone finds in the whole search', () => {
      const sorted = [...overall].sort((a, b) => a - b);
      expect(sorted[Math.floor(ROTATIONS / 2)]).toBeCloseTo(luck.median, 1);
      expect(sorted[Math.floor(0.95 * ROTATIONS)]).toBeCloseTo(luck.ninetyFifth, 1);
    });
  });
});

/** Within three standard errors of 999 rotations, and what the table rounded away. */
function expectChance(p: number, published: number): void {
  const error = Math.sqrt((published * (1 - published)) / ROTATIONS);
  expect(Math.abs(p - published)).toBeLessThanOrEqual(3 * error + (published < 0.1 ? 0.0005 : 0.005));
}
