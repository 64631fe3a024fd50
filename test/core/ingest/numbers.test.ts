import fc from 'fast-check';
import { readNumber, UNREADABLE } from '../../../src/ingest/numbers';

const COMMA = 44;
const SEMICOLON = 59;
const read = (text: string, delimiter = COMMA) => readNumber(Buffer.from(text), 0, Buffer.byteLength(text), delimiter);

describe('readNumber', () => {
  test.each([
    ['12', 12],
    ['-40.32', -40.32],
    ['.5', 0.5],
    ['5.', 5],
    ['+1.5', 1.5],
    ['1e-3', 0.001],
    ['114.70999908447266', 114.70999908447266],
    ['0.014526753686368465', 0.014526753686368465],
    ['9007199254740993', 9007199254740992],
    ['123456789012345678901234567890', 1.2345678901234568e29],
    ['$1,234.56', 1234.56],
    ['€ 12.5', 12.5],
    ['1,234,567', 1234567],
    ['1.234,5', 1234.5],
    ['0', 0],
  ])('%s is %d', (text, want) => expect(read(text)).toBe(want));

  test.each([
    ['1234,5', 1234.5],
    ['1,234', 1.234],
    ['1.234,5', 1234.5],
    ['1,234.5', 1234.5],
  ])('with semicolons between fields %s is %d', (text, want) => expect(read(text, SEMICOLON)).toBe(want));

  test.each(['', '.', '-', '--', 'null', 'NaN', 'N/A', '#N/A', 'None'])("'%s' is no value", (text) =>
    expect(read(text)).toBeNaN(),
  );

  test.each(['abc', '1.2.3', '12%', '1 2', '0x10', 'Infinity', '1e', '--5', '2024-01-02'])(
    "'%s' is unreadable",
    (text) => expect(read(text)).toBe(UNREADABLE),
  );

  test('every double is read as Number reads it', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(read(String(value))).toBe(value === 0 ? 0 : value);
      }),
      { numRuns: 2000 },
    );
  });

  test('every decimal is correctly rounded', () => {
    const decimal = fc.tuple(fc.nat(), fc.nat(1e9), fc.integer({ min: 0, max: 12 }));
    fc.assert(
      fc.property(decimal, ([whole, fraction, zeros]) => {
        const text = `${whole}.${'0'.repeat(zeros)}${fraction}`;
        expect(read(text)).toBe(Number(text));
      }),
      { numRuns: 2000 },
    );
  });
});
