import * as fc from 'fast-check';
import { DayCounts } from '../../../src/core/calendar/dayCounts';

const FINAL = new Map([
  ['0', 12],
  ['1', 14],
]);

interface Member {
  readonly markets: string[];
  readonly day: number[];
}

/** Counted one by one. */
function slowCounts(members: readonly Member[]) {
  return [...FINAL].flatMap(([id, last]) => {
    const days = members.filter(({ markets }) => markets.includes(id)).flatMap(({ day }) => day);
    const counted = days.filter((day) => day <= last);
    if (counted.length === 0) return [];
    const first = Math.min(...counted);
    const counts = Array.from(
      { length: last - first + 1 },
      (_, i) => counted.filter((day) => day === first + i).length,
    );
    return [[id, { first, counts }]];
  });
}

const told = ({ byMarket }: DayCounts) =>
  [...byMarket].map(([id, { first, counts }]) => [id, { first, counts: Array.from(counts) }]).sort();

const member = fc.record({
  markets: fc.subarray(['0', '1', '2']),
  day: fc.uniqueArray(fc.integer({ min: -3, max: 18 })).map((days) => days.sort((a, b) => a - b)),
});

test('property: members are counted by market and day through the last final one, and counts can be joined', () => {
  fc.assert(
    fc.property(fc.array(member), fc.array(member), (here, there) => {
      const [counts, elsewhere] = [new DayCounts(FINAL), new DayCounts(FINAL)];
      const add = (to: DayCounts, { markets, day }: Member) => to.add(markets, Int32Array.from(day));
      for (const one of here) add(counts, one);
      for (const one of there) add(elsewhere, one);
      counts.join(elsewhere.byMarket);
      expect(told(counts)).toEqual(slowCounts([...here, ...there]));
    }),
  );
});
