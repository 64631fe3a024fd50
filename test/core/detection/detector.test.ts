import { dayOf, fromIso, toIso } from '../../../src/core/calendar/dates';
import type { Candidate } from '../../../src/core/detection/candidate';
import { buildColumns } from '../../../src/core/detection/columns';
import { Detector } from '../../../src/core/detection/detector';
import { type DetectionRequest, planDetection } from '../../../src/core/detection/plan';
import type { Bars } from '../../../src/core/window/bars';
import type { Direction } from '../../../src/core/window/window';
import { barsOf, seeded, syntheticBars } from '../../helpers/syntheticBars';
import { slowBest, slowDistinct, slowSearch } from '../../oracle/slowDetector';

const request: DetectionRequest = {
  entries: [{ day: fromIso('2024-06-17'), asOf: fromIso('2024-06-16') }],
  years: 10,
  cycle: 'consecutive',
  minHold: 5,
  maxHold: 40,
  minWins: 'default',
  minObservations: 5,
  gapLimit: 10,
  liveOnly: false,
};

function randomSearch(random: () => number): { bars: Bars; asked: DetectionRequest } {
  const below = (n: number) => Math.floor(random() * n);
  const fromYear = 1995 + below(20);
  const bars = syntheticBars({
    seed: below(1e6),
    fromYear,
    toYear: 2024,
    daily: random() < 0.3,
    rough: random() < 0.7,
  });
  const minHold = 2 + below(random() < 0.8 ? 10 : 300);
  const lastDay = dayOf(2024, 1, 1) + below(366);
  const first = lastDay - 20 + below(60);
  // A third have such an early as-of that last year's window was not over for longer holds: their lookback starts earlier.
  const knownTo = random() < 0.3 ? first - 367 + minHold + below(20) : lastDay;
  const minWins = [0, 'default', 'default', 3 + below(4), 7 + below(3)][below(5)] as DetectionRequest['minWins'];
  const asked: DetectionRequest = {
    entries: Array.from({ length: 1 + below(8) }, (_, i) => ({
      day: first + 3 * i,
      asOf: Math.min(knownTo, first + 3 * i - 1),
    })),
    years: 5 + below(12),
    cycle: (['consecutive', 'consecutive', 'pe', 'pe2'] as const)[below(4)],
    minHold,
    maxHold: Math.min(366, minHold + below(30)),
    minWins,
    minObservations: random() < 0.8 ? 5 : 1,
    gapLimit: random() < 0.8 ? 10 : 20,
    liveOnly: random() < 0.5,
  };
  return { bars, asked };
}

test('finds the same best and distinct windows as a slow search through the evidence', () => {
  const random = seeded(42);
  const tally = { found: 0, several: 0 };
  for (let i = 0; i < 120; i++) {
    const { bars, asked } = randomSearch(random);
    const detector = new Detector(buildColumns([bars]), planDetection(asked));
    const slow = slowSearch(bars, asked);
    const distinct = slowDistinct(slow);
    const want = { i, best: slowBest(slow), distinct };
    expect({ i, best: detector.best(0), distinct: detector.distinct(0) }).toStrictEqual(want);
    if (distinct.length > 0) tally.found += 1;
    if (distinct.length > 2) tally.several += 1;
  }
  expect(tally.found).toBeGreaterThan(30);
  expect(tally.several).toBeGreaterThan(5);
});

test('a search of one direction finds the same as a search of both', () => {
  const bars = syntheticBars({ seed: 3, fromYear: 1995, toYear: 2024 });
  const asked = { ...request, minWins: 5 };
  const search = (direction?: Direction) =>
    new Detector(buildColumns([bars]), planDetection({ ...asked, direction })).best(0);
  const both = search();
  expect(both.long).not.toBeNull();
  expect(both.short).not.toBeNull();
  expect(search('long')).toEqual({ long: both.long, short: null });
  expect(search('short')).toEqual({ long: null, short: both.short });
});

test('the result of a symbol does not depend on other symbols or their order', () => {
  const group = [1, 2, 3, 4].map((seed) =>
    syntheticBars({ seed, fromYear: 1990 + 5 * seed, toYear: 2024, rough: true }),
  );
  const plan = planDetection({ ...request, minWins: 6 });
  const together = new Detector(buildColumns(group), plan);
  for (const symbol of [2, 0, 3, 1, 0]) {
    const alone = new Detector(buildColumns([group[symbol]]), plan).best(0);
    const rename = (c: Candidate | null) => c && { ...c, symbol };
    expect(together.best(symbol)).toEqual({ long: rename(alone.long), short: rename(alone.short) });
  }
});

describe('equal windows', () => {
  // The same closes every year: 100, and 200 from Jun 20 on. A window across Jun 20 gains 100 %: deviation and Sharpe 0.
  function search(from: string) {
    const days = Array.from({ length: fromIso('2024-06-17') - fromIso(from) }, (_, i) => fromIso(from) + i);
    const bars = barsOf(
      days,
      days.map((day) => (toIso(day).slice(5) >= '06-20' ? 200 : 100)),
    );
    const entries = [17, 18, 19].map((d) => ({ day: fromIso(`2024-06-${d}`), asOf: fromIso('2024-06-16') }));
    return new Detector(buildColumns([bars]), planDetection({ ...request, entries })).best(0);
  }
  const same = { hold: 5, direction: 'long', deviation: 0, sharpe: 0 };

  test('prefer the earlier entry, then the shorter hold', () => {
    const { long, short } = search('2010-01-01');
    expect(long).toMatchObject({ ...same, entry: fromIso('2024-06-17'), yearsTested: 10, wins: 10 });
    expect(short).toBeNull();
  });

  test('prefer more years over the earlier entry', () => {
    const { long } = search('2014-06-18');
    expect(long).toMatchObject({ ...same, entry: fromIso('2024-06-18'), yearsTested: 10, wins: 10 });
  });
});

test('a symbol without a bar by as-of has no candidate', () => {
  const empty = barsOf([], []);
  const late = syntheticBars({ seed: 1, fromYear: 2024, toYear: 2024 });
  const detector = new Detector(
    buildColumns([empty, late]),
    planDetection({ ...request, minWins: 0, minObservations: 1 }),
  );
  expect([detector.best(0), detector.best(1)]).toEqual(new Array(2).fill({ long: null, short: null }));
  expect(detector.distinct(0)).toEqual([]);
});

test.each([
  ['years', { years: 0 }, 'years must be a whole number from 1 to 98, got 0'],
  ['minHold', { minHold: 1 }, 'minHold must be a whole number from 2 to 366, got 1'],
  ['maxHold', { maxHold: 367 }, 'maxHold must be a whole number from 5 to 366, got 367'],
  ['reversed holds', { minHold: 20, maxHold: 10 }, 'maxHold must be a whole number from 20 to 366, got 10'],
  ['minWins', { minWins: 9.5 }, 'minWins must be a whole number from 0 to 98, got 9.5'],
  ['gapLimit', { gapLimit: 300 }, 'gapLimit must be a whole number from 7 to 253, got 300'],
  ['minObservations', { minObservations: 0 }, 'minObservations must be a whole number from 1 to 98, got 0'],
  [
    'entries',
    {
      entries: [
        { day: 20_001, asOf: 20_000 },
        { day: 20_001, asOf: 20_000 },
      ],
    },
    'entries must ascend: got 2024-10-05 after 2024-10-05',
  ],
])('refuses %s out of bounds', (_, changes, message) => {
  expect(() => planDetection({ ...request, ...changes })).toThrow(new RangeError(message));
});

test('the entry run of a candidate of another search is refused', () => {
  const bars = syntheticBars({ seed: 3, fromYear: 1995, toYear: 2024 });
  const detector = new Detector(buildColumns([bars]), planDetection({ ...request, minWins: 0 }));
  const { long } = detector.best(0);
  expect(detector.entryRun(long!)).toEqual({ from: long!.entry, to: long!.entry });
  expect(() => detector.entryRun({ ...long!, entry: 1 })).toThrow(RangeError);
});
