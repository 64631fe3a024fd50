import { fromIso, toIso } from '../../../src/core/calendar/dates';
import { buildColumns } from '../../../src/core/detection/columns';
import { Detector } from '../../../src/core/detection/detector';
import { type DetectionRequest, planDetection } from '../../../src/core/detection/plan';
import { closesOn } from '../../helpers/bars';
import { syntheticBars } from '../../helpers/syntheticBars';

// test/oracle/detector.test.ts compares whole searches with a slow one; these are ties and refusals.

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

describe('equal windows', () => {
  // The same closes every year: 100, and 200 from Jun 20 on. A window across Jun 20 gains 100 %: deviation and Sharpe 0.
  function search(from: string) {
    const days = Array.from({ length: fromIso('2024-06-17') - fromIso(from) }, (_, i) => fromIso(from) + i);
    const bars = closesOn(
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
  const empty = closesOn([], []);
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
