import { dayOf, fromIso, toIso } from '../../../src/core/calendar/dates';
import { bandOf, type MonthSums, type Share, shareAsOf, sharesByDecade } from '../../../src/core/cameTrue/share';
import type { Bars } from '../../../src/core/window/bars';
import { closesOn } from '../../helpers/bars';
import { marketOf, studyOf } from '../../helpers/studiedMarket';
import { seeded } from '../../helpers/syntheticBars';

const MEMBERS = 24;

/** A standard normal number by Box and Muller (1958). */
function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

/**
 * Weekday closes of 1995-2019 with a common factor. @param lift log return added to a member on a day: the yearly effect
 */
function universe(seed: number, lift: (member: number, month: number) => number = () => 0): Bars[] {
  const random = seeded(seed);
  const days: number[] = [];
  for (let day = dayOf(1995, 1, 1); day <= dayOf(2019, 12, 31); day++) if ((day + 4) % 7 < 5) days.push(day);
  const closes = Array.from({ length: MEMBERS }, () => [100]);
  for (let i = 1; i < days.length; i++) {
    const factor = 0.008 * normal(random);
    const month = Number(toIso(days[i]).slice(5, 7));
    for (let m = 0; m < MEMBERS; m++)
      closes[m].push(closes[m][i - 1] * Math.exp(factor + 0.01 * normal(random) + lift(m, month)));
  }
  return closes.map((series) => closesOn(days, series));
}

async function sharesOf(bars: readonly Bars[]): Promise<(Share | null)[]> {
  const market = marketOf(bars);
  const { months } = (await studyOf(market))!;
  return months.map((band) => shareAsOf(band, market.sessions.at(-1)!));
}

const WALKS = universe(1);

test('on random walks with a common factor the share is 0 within three standard errors', async () => {
  for (const bars of [WALKS, universe(2)]) {
    for (const share of await sharesOf(bars)) {
      expect(share!.months).toBeGreaterThan(110);
      expect(Math.abs(share!.share)).toBeLessThan(3 * share!.standardError);
    }
  }
});

test('the share of an effect that recurs every year is nearly 1', async () => {
  const shares = await sharesOf(universe(4, (member, month) => 0.002 * (((7 * member + 3 * month) % 5) - 2)));
  for (const share of shares) {
    expect(share!.share).toBeGreaterThan(0.7);
    expect(share!.share).toBeLessThan(1.1);
  }
});

test('later bars do not change months that were over', async () => {
  const cut = fromIso('2016-07-20');
  const known = WALKS.map(({ day, close }) => {
    const end = day.findIndex((d) => d > cut);
    return { day: day.slice(0, end), close: close.slice(0, end) };
  });
  const [whole, early] = [(await studyOf(marketOf(WALKS)))!, (await studyOf(marketOf(known)))!];
  for (const [band, months] of early.months.entries()) {
    expect(months).toEqual(whole.months[band].filter(({ settled }) => settled <= cut));
    expect(shareAsOf(months, cut)).toEqual(shareAsOf(whole.months[band], cut));
  }
});

test('a market with fewer than 20 members has no study', async () => {
  expect(await studyOf(marketOf(WALKS.slice(0, 19)))).toBeNull();
});

describe('the months of a share', () => {
  const from = (year: number, count: number): MonthSums[] =>
    Array.from({ length: count }, (_, i) => {
      const entry = dayOf(year, 1 + i, 2);
      return { entry, settled: entry + 9, products: 1, squares: 2 };
    });

  test.each([
    { name: '59 are too few', months: from(2015, 59), asOf: '2024-12-31', want: null },
    { name: '60 are enough', months: from(2015, 60), asOf: '2024-12-31', want: 60 },
    { name: 'months before the latest ten years are left out', months: from(2000, 300), asOf: '2024-12-31', want: 120 },
    { name: 'months whose windows are not over are left out', months: from(2015, 120), asOf: '2024-12-10', want: 119 },
  ])('$name', ({ months, asOf, want }) => {
    expect(shareAsOf(months, fromIso(asOf))?.months ?? null).toBe(want);
  });

  test('decades begin in years that end in 3, and incomplete ones are left out', () => {
    const decades = sharesByDecade(from(1990, 400), fromIso('2024-12-31'));
    expect(decades.map(({ from, to, share }) => [from, to, share.months])).toEqual([
      [1993, 2002, 120],
      [2003, 2012, 120],
      [2013, 2022, 120],
    ]);
  });
});

test.each([
  [4, null],
  [5, 0],
  [14, 0],
  [15, 1],
  [59, 2],
  [60, 3],
  [120, 3],
  [121, null],
])('the band of a hold of %i days is %s', (hold, want) => {
  expect(bandOf(hold)).toBe(want);
});
