import { createHash } from 'node:crypto';
import { areAllPositive, closesIn, sameCloses } from '../../../src/core/detection/closesIn';
import { buildColumns, type PriceColumns } from '../../../src/core/detection/columns';
import { closesOn } from '../../helpers/bars';
import { syntheticBars } from '../../helpers/syntheticBars';

const GROUP = [1, 2, 3, 4].map((seed) =>
  syntheticBars({ seed, fromYear: 2001, toYear: 2012, rough: seed % 2 === 0, daily: seed > 2 }),
);
/** A gap longer than `slip` can encode, and a single session. */
const ODD = [closesOn([100, 101, 700, 701], [1, -2, 0, 3]), closesOn([5], [7])];

const digest = ({ buffer }: PriceColumns) => createHash('sha256').update(new Uint8Array(buffer)).digest('hex');

test('closes read from columns rebuild the same bytes, also after long gaps and if not positive', () => {
  const columns = buildColumns([...GROUP, ...ODD]);
  const again = [...GROUP, ...ODD].map((_, index) => closesIn(columns, index));
  expect(again.map(({ day }) => Array.from(day))).toEqual([...GROUP, ...ODD].map(({ day }) => Array.from(day)));
  expect(digest(buildColumns(again))).toBe(digest(columns));
  for (const [i, bars] of [...GROUP, ...ODD].entries()) {
    expect(sameCloses(again[i], bars)).toBe(true);
    expect(areAllPositive(columns, i)).toBe(bars.close.every((close) => close > 0));
  }
});

test.each([
  ['one session less', (day: number[]) => day.slice(1), (close: number[]) => close.slice(1)],
  ['another day', (day: number[]) => [day[0] - 1, ...day.slice(1)], (close: number[]) => close],
  ['another price', (day: number[]) => day, (close: number[]) => [...close.slice(0, -1), close.at(-1)! + 1e-9]],
])('%s is not the same', (_, days, closes) => {
  const [bars] = GROUP;
  const other = closesOn(days(Array.from(bars.day)), closes(Array.from(bars.close)));
  expect(sameCloses(closesIn(buildColumns([bars]), 0), other)).toBe(false);
});
