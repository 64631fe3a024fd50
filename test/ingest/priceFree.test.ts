import { judgeMove } from '../../src/ingest/moves';
import { overlapOf, sharedRows } from '../../src/ingest/overlap';
import { priceFree } from '../../src/ingest/priceFree';
import { barsOf } from '../helpers/bars';

const bar = (close: number) => ({ day: 19_000, high: close, low: close, close });
const series = (...closes: number[]) => barsOf(closes.map((close, i) => ({ date: `2024-01-0${i + 1}`, close })));

test.each([
  ['a split', judgeMove(400, bar(100))!.detail, '-75 %, like a 4:1 split'],
  ['a jump', judgeMove(0.00001234, bar(0.5))!.detail, expect.stringMatching(/^\+[\d.e+]+ %$/)],
  ['a range', 'high 3.5 is below low 4e-7', 'high is below low'],
  ['a range without a number', 'high NaN, low -0.5', 'high, low'],
  ['a price that cannot be', 'close -1, plausible is 0.01 to 100', 'close, plausible is 0.01 to 100'],
  ['a date that comes twice', 'close 10.5, 11 in line 4', 'another close in line 4'],
  ['what tells no price', '1 of 9 days', '1 of 9 days'],
])('%s is told without its prices', (_, detail, told) => {
  expect(priceFree(detail)).toEqual(told);
});

test('so are the two closes of a day that differs', () => {
  const [stored, file] = [series(10.5, 11.25, 12), series(10.5, 99.125, 12)];
  const overlap = overlapOf(stored, file, sharedRows(stored, file));
  const detail = overlap.kind === 'equal' ? '' : overlap.detail;
  expect(detail).toContain('99.125');
  expect(priceFree(detail)).toBe('1 of 2 shared days differ, first 2024-01-02');
  expect(priceFree(detail.replace(', file ', ', provider '))).toBe('1 of 2 shared days differ, first 2024-01-02');
});
