import { type Day, fromIso } from '../../src/core/calendar/dates';
import { HOLD_BANDS, sharesByDecade } from '../../src/core/cameTrue/share';
import type { Bars } from '../../src/core/window/bars';
import { eodSeries } from '../helpers/eodSeries';
import { describeWithRealData } from '../helpers/realData';
import { marketOf, studyOf } from '../helpers/studiedMarket';

jest.setTimeout(300_000);

async function sharesOf(members: readonly { readonly bars: Bars }[], from: Day = 0) {
  const bars = members.map(({ bars: { day, close } }) => {
    const first = day.findIndex((date) => date >= from);
    return { day: day.subarray(first), close: close.subarray(first) };
  });
  const study = (await studyOf(marketOf(bars)))!;
  const byBand = HOLD_BANDS.map((_, band) => sharesByDecade(study.months[band], fromIso('2024-12-31')));
  return (band: number, year: number) => byBand[band].find(({ from }) => from === year)!.share;
}

/** METHOD 10 on real prices: the results of its own study, within the errors of fewer members. */
describeWithRealData('the share that came true, on real prices', (folder) => {
  test('is nearly 0 from 2013 to 2022 for all holds, on a fifth of the S&P 500', async () => {
    const members = eodSeries(folder, 'sp500').filter((_, i) => i % 5 === 0);
    const shareFrom = await sharesOf(members, fromIso('2002-01-01'));
    for (const [band] of HOLD_BANDS.entries()) {
      const { share, standardError, months } = shareFrom(band, 2013);
      expect(months).toBeGreaterThanOrEqual(118);
      expect(Math.abs(share)).toBeLessThan(0.15);
      expect(standardError).toBeLessThan(0.12);
    }
  });

  test('falls in each decade from 1993 on for holds of 30 to 120 days, on the Dow 30', async () => {
    const shareFrom = await sharesOf(eodSeries(folder, 'dow30'));
    for (const band of [2, 3]) {
      const [first, second, third] = [1993, 2003, 2013].map((year) => shareFrom(band, year).share);
      expect(first).toBeGreaterThan(0.1);
      expect(first).toBeLessThan(0.4);
      expect(second).toBeGreaterThan(0.02);
      expect(second).toBeLessThan(first);
      expect(Math.abs(third)).toBeLessThan(0.1);
    }
  });
});
