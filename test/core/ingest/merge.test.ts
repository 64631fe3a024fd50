import fc from 'fast-check';
import type { Bars } from '../../../src/core/window/bars';
import { type Merge, mergeBars } from '../../../src/ingest/merge';
import { weekdayBars } from '../../helpers/bars';
import { shownBars } from '../../helpers/ingest';

const options = { replace: false, gapLimit: 10 };
const year = (from: string, to: string, factor = 1) => weekdayBars(from, to, (day) => (50 + (day % 11)) * factor);
const merged = (merge: Merge) => (merge.action === 'conflict' ? null : shownBars(merge.bars));
const but = (bars: Bars, i: number, close: number): Bars => ({ ...bars, close: bars.close.with(i, close) });

const STORED = year('2023-01-02', '2023-12-29');
const LAST = STORED.day.length - 1;

describe('mergeBars', () => {
  const longer = year('2023-01-02', '2024-01-31');
  test.each<[what: string, stored: Bars | null, incoming: Bars, action: Merge['action'], want: Bars | null]>([
    ['nothing stored', null, STORED, 'new', STORED],
    ['the same bars again', STORED, STORED, 'unchanged', STORED],
    ['a part of the stored bars', STORED, year('2023-03-01', '2023-04-28'), 'unchanged', STORED],
    ['the whole history, longer', STORED, longer, 'replaced', longer],
    [
      'the whole history, adjusted for a dividend',
      STORED,
      year('2023-01-02', '2024-01-31', 0.99),
      'replaced',
      year('2023-01-02', '2024-01-31', 0.99),
    ],
    ['a tail that agrees', STORED, year('2023-12-18', '2024-01-31'), 'appended', longer],
    ['a tail directly after them', STORED, year('2024-01-01', '2024-01-31'), 'appended', longer],
    ['a head directly before them', year('2024-01-01', '2024-01-31'), STORED, 'appended', longer],
    ['a tail that corrects the last bar', but(STORED, LAST, 44), year('2023-12-18', '2024-01-31'), 'appended', longer],
    ['a tail that disagrees', but(STORED, LAST - 3, 44), year('2023-12-18', '2024-01-31'), 'conflict', null],
    ['a part that disagrees', but(STORED, 60, 44), year('2023-03-01', '2023-06-30'), 'conflict', null],
    ['a tail long after them', STORED, year('2024-03-01', '2024-03-29'), 'conflict', null],
    [
      'a thin file over the whole span',
      STORED,
      weekdayBars(
        '2023-01-02',
        '2024-01-31',
        (day) => 50 + (day % 11),
        (day) => day % 7 !== 4,
      ),
      'conflict',
      null,
    ],
  ])('%s', (_, stored, incoming, action, want) => {
    const merge = mergeBars(stored, incoming, options);
    expect(merge.action).toBe(action);
    expect(merged(merge)).toEqual(want && shownBars(want));
    expect(merge.action === 'conflict' ? merge.detail : 'x').not.toBe('');
  });

  test('a tail adjusted for a later dividend scales the stored past', () => {
    const merge = mergeBars(STORED, year('2023-12-01', '2024-01-31', 0.98), options);
    expect(merge).toMatchObject({
      action: 'appended',
      detail: 'stored prices scaled by 0.98: a dividend or split since',
    });
    if (merge.action === 'conflict') return;
    expect(merge.bars.day.length).toBe(year('2023-01-02', '2024-01-31').day.length);
    expect(merge.bars.close[0] / STORED.close[0]).toBeCloseTo(0.98, 12);
    expect(merge.bars.high[0] / STORED.high[0]).toBeCloseTo(0.98, 12);
    // Returns, which are all that is published, do not change.
    expect(merge.bars.close[9] / merge.bars.close[0]).toBeCloseTo(STORED.close[9] / STORED.close[0], 12);
  });

  test('a conflict names the first day and both prices, and --replace settles it', () => {
    const incoming = year('2023-12-18', '2024-01-31');
    const stored = but(STORED, LAST - 3, 44);
    expect(mergeBars(stored, incoming, options)).toMatchObject({
      detail: expect.stringMatching(/^1 of 9 shared days differ, first 2023-12-26: stored 44, file \d+; .*--replace$/),
    });
    expect(mergeBars(stored, incoming, { ...options, replace: true })).toMatchObject({
      action: 'replaced',
      bars: incoming,
    });
  });

  test('merging the same bars a second time changes nothing', () => {
    const part = fc.tuple(fc.nat(LAST), fc.integer({ min: 1, max: 80 }), fc.constantFrom(1, 0.97));
    fc.assert(
      fc.property(part, ([from, length, factor]) => {
        const incoming = slice(year('2023-01-02', '2024-03-29', factor), from, from + length);
        const first = mergeBars(STORED, incoming, options);
        if (first.action === 'conflict') return;
        expect(mergeBars(first.bars, incoming, options).action).toBe('unchanged');
      }),
    );
  });
});

function slice({ day, close, high, low }: Bars, from: number, to: number): Bars {
  return {
    day: day.slice(from, to),
    close: close.slice(from, to),
    high: high.slice(from, to),
    low: low.slice(from, to),
  };
}
