import { sessionsBetween } from '../../../src/core/calendar/calendars';
import { fromIso } from '../../../src/core/calendar/dates';
import { buildColumns } from '../../../src/core/detection/columns';
import { planDetection } from '../../../src/core/detection/plan';
import { drawRotations, rotationKey, windowStrength } from '../../../src/core/significance/rotation';
import { RotationSearch } from '../../../src/core/significance/rotationSearch';
import { eodSeries } from '../../helpers/eodSeries';
import { describeWithRealData } from '../../helpers/realData';

/** METHOD 9's table, computed independently from 999 rotations: z to four decimals, p within three standard errors. */
const TABLE = [
  {
    from: '2024-10-16',
    to: '2024-10-29',
    asOf: '2024-10-15',
    years: 10,
    maximum: { median: 3.07, ninetyFifth: 3.76 },
    windows: [
      { symbol: 'HON', entry: '2024-10-28', hold: 14, z: 3.8473, pSymbol: 0.002, pSearch: 0.03 },
      { symbol: 'SHW', entry: '2024-10-25', hold: 31, z: 3.4271, pSymbol: 0.008, pSearch: 0.17 },
      { symbol: 'JPM', entry: '2024-10-16', hold: 26, z: 2.9146, pSymbol: 0.07, pSearch: 0.69 },
      { symbol: 'KO', entry: '2024-10-21', hold: 47, z: 2.2856, pSymbol: 0.34, pSearch: 1 },
      { symbol: 'AAPL', entry: '2024-10-18', hold: 6, z: 1.7578, pSymbol: 0.76, pSearch: 1 },
    ],
  },
  {
    from: '2024-04-01',
    to: '2024-04-12',
    asOf: '2024-03-28',
    years: 20,
    maximum: { median: 3.09, ninetyFifth: 3.72 },
    windows: [
      { symbol: 'JNJ', entry: '2024-04-11', hold: 7, z: 3.2553, pSymbol: 0.019, pSearch: 0.32 },
      { symbol: 'KO', entry: '2024-04-01', hold: 19, z: 2.3722, pSymbol: 0.22, pSearch: 0.99 },
      { symbol: 'MSFT', entry: '2024-04-11', hold: 17, z: 2.3236, pSymbol: 0.25, pSearch: 1 },
      { symbol: 'HD', entry: '2024-04-01', hold: 18, z: 1.8018, pSymbol: 0.75, pSearch: 1 },
    ],
  },
];

/** More than the 999 of the table, so that only the error of the table matters. */
const ROTATIONS = 3999;
const ROTATIONS_OF_TABLE = 999;

describeWithRealData("METHOD 9's table on the thirty stocks", (folder) => {
  const series = eodSeries(folder, 'dow30');
  const columns = buildColumns(series.map(({ bars }) => bars));
  const draws = drawRotations(rotationKey('dow30'), ROTATIONS, 32);

  describe.each(TABLE)('$from..$to over $years years', ({ from, to, asOf, years, maximum, windows }) => {
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
    const search = new RotationSearch(plan);
    const strongest = (found: { long: number; short: number }) => Math.max(found.long, found.short);
    const overall = new Float64Array(ROTATIONS);
    const bySymbol = new Map(
      series.map(({ symbol }, index) => {
        if (!search.use(columns, index)) throw new Error(`nothing to compare ${symbol} with`);
        const rotated = Float64Array.from(search.allRotated(draws), strongest);
        rotated.forEach((z, b) => {
          overall[b] = Math.max(overall[b], z);
        });
        return [symbol, { asItWas: strongest(search.unrotated()), rotated }];
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
      const searchEntry = entries[0].day;
      const symbolColumns = { columns, index };
      const found = windowStrength(
        { symbol: symbolColumns, window, direction: 'long', searchEntry, gapLimit: 10 },
        draws,
      );
      const { asItWas, rotated } = bySymbol.get(symbol)!;
      expect(Math.abs(found!.z)).toBeCloseTo(z, 4);
      // The windows of the table are the strongest of their symbols.
      expect(asItWas).toBeCloseTo(Math.abs(found!.z), 9);
      expectChance(chance(rotated, asItWas), pSymbol);
      expectChance(chance(overall, asItWas), pSearch);
    });

    test('median and 95th percentile of the strongest window over the rotations', () => {
      const sorted = [...overall].sort((a, b) => a - b);
      expect(sorted[Math.floor(ROTATIONS / 2)]).toBeCloseTo(maximum.median, 1);
      // The standard error of a 95th percentile of 999 maxima is about .04.
      expect(Math.abs(sorted[Math.floor(0.95 * ROTATIONS)] - maximum.ninetyFifth)).toBeLessThan(0.12);
    });
  });
});

/** Within three standard errors of the table's rotations, plus its rounding. */
function expectChance(p: number, published: number): void {
  const error = Math.sqrt((published * (1 - published)) / ROTATIONS_OF_TABLE);
  expect(Math.abs(p - published)).toBeLessThanOrEqual(3 * error + (published < 0.1 ? 0.00051 : 0.0051));
}
