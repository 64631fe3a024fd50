import fc from 'fast-check';
import { buildColumns, lastSession, openColumns, symbolRecord } from '../../../src/core/detection/columns';
import { closesOn } from '../../helpers/bars';
import { syntheticBars } from '../../helpers/syntheticBars';

test('lays closes out by calendar day, by hand', () => {
  const columns = buildColumns([
    closesOn([], []),
    closesOn([100, 101, 104, 105, 120, 121], [10, 20, -1, 0, 40, 30]),
    closesOn([7], [5]),
  ]);
  const record = (symbol: number) => Object.values(symbolRecord(columns, symbol));
  expect([record(0), record(1), record(2)]).toEqual([
    [0, 0, -1, 0, 0, 0, 0, 0, 0],
    // One gap of 15 days (offsets 5 to 20), and no positive price from day 104 to 119.
    // 10 is 0x41200000 as float32, 40 two binades above it: steps of 2^10 leave 16,384 codes, of 2^9 too many.
    [0, 100, 121, 0, 2, 2, 4, 0x41200000, 10],
    [22, 7, 7, 4, 4, 4, 4, 0x40a00000, 0],
  ]);
  expect(Array.from(columns.runs)).toEqual([5, 20, 4, 19]);
  const zeros = new Array(16).fill(0);
  expect(Array.from(columns.close)).toEqual([10, 20, 20, 20, ...zeros, 40, 30, 5]);
  expect(Array.from(columns.slip)).toEqual([0, 0, 2, 1, 0, 0, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 0, 0]);
  expect(columns.buffer).toBeInstanceOf(SharedArrayBuffer);
});

test('openColumns gives the same columns from the shared buffer', () => {
  const columns = buildColumns(
    [1, 2].map((seed) => syntheticBars({ seed, fromYear: 2020, toYear: 2021, rough: true })),
  );
  expect(openColumns(columns.buffer)).toEqual(columns);
});

test('codes keep the order of prices, with possible ties', () => {
  const price = fc.double({ min: 1e-12, max: 1e9, noNaN: true });
  const near = fc.tuple(price, fc.double({ min: 0.999999, max: 1.000001, noNaN: true })).map(([p, f]) => p * f);
  fc.assert(
    fc.property(fc.array(fc.oneof(price, near, fc.constantFrom(0, -3)), { minLength: 2, maxLength: 60 }), (closes) => {
      const { close, code } = buildColumns([
        closesOn(
          closes.map((_, i) => i),
          closes,
        ),
      ]);
      for (let i = 0; i < closes.length; i++) {
        expect(code[i] === 0).toBe(closes[i] <= 0);
        for (let j = 0; j < closes.length; j++) if (close[i] < close[j]) expect(code[i]).toBeLessThanOrEqual(code[j]);
      }
    }),
  );
});

test('codes distinguish prices of a stock that differ by .05 %', () => {
  const closes = Array.from({ length: 2000 }, (_, i) => 1.0005 ** i * (i < 1000 ? 1 : 200));
  const { code } = buildColumns([
    closesOn(
      closes.map((_, i) => i),
      closes,
    ),
  ]);
  for (let i = 1; i < code.length; i++) expect(code[i]).toBeGreaterThan(code[i - 1]);
});

test('thirty years of a stock take at most 125 kB', () => {
  const { buffer } = buildColumns([syntheticBars({ seed: 1, fromYear: 1995, toYear: 2024 })]);
  expect(buffer.byteLength).toBeLessThanOrEqual(125_000);
});

test('eight bytes of codes or slips are never NaN, so that they can be copied as a float64', () => {
  const price = fc.constantFrom(1e-30, 1, 1e30);
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.integer({ min: 1, max: 900 }), price), { maxLength: 40 }), (sessions) => {
      let day = 0;
      const days = sessions.map(([wait]) => (day += wait));
      const closes = closesOn(
        days,
        sessions.map(([, close]) => close),
      );
      const { buffer, code, slip } = buildColumns([closes]);
      for (const column of [code, slip]) {
        const words = new Float64Array(buffer, column.byteOffset, Math.ceil(column.byteLength / 8));
        expect(words.findIndex(Number.isNaN)).toBe(-1);
      }
    }),
  );
});

test('the last session on or before a day', () => {
  const columns = buildColumns([closesOn([100, 101, 104, 500], [1, 2, 3, 4]), closesOn([], [])]);
  const given = [99, 100, 102, 103, 104, 499, 500, 9_999];
  expect(given.map((day) => lastSession(columns, 0, day))).toEqual([null, 100, 101, 101, 104, 104, 500, 500]);
  expect(lastSession(columns, 1, 100)).toBeNull();
});

test('refuses days that do not ascend', () => {
  expect(() => buildColumns([closesOn([3, 3], [1, 1])])).toThrow(new RangeError('days must ascend: got 3 after 3'));
});
