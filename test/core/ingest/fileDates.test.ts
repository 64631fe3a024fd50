import fc from 'fast-check';
import { dateOf, fromIso, toIso } from '../../../src/core/calendar/dates';
import { dayOfPair, FileDates, isPair, orderByChronology } from '../../../src/ingest/fileDates';

const value = (text: string, dates = new FileDates()) => dates.read(Buffer.from(text), 0, Buffer.byteLength(text));
const two = (n: number) => String(n).padStart(2, '0');

describe('FileDates', () => {
  test.each([
    ['2024-02-29', '2024-02-29'],
    ['2024/02/29', '2024-02-29'],
    ['2024.02.29', '2024-02-29'],
    ['2024-2-9', '2024-02-09'],
    ['20240229', '2024-02-29'],
    ['1973-02-21 00:00:00-05:00', '1973-02-21'],
    ['2024-02-29T21:00:00Z', '2024-02-29'],
    ['29-Feb-2024', '2024-02-29'],
    ['29 February 2024', '2024-02-29'],
    ['Feb 29, 2024', '2024-02-29'],
    ['Thu, 29 Feb 2024', '2024-02-29'],
    ['1709164800', '2024-02-29'],
    ['1709164800000', '2024-02-29'],
    ['1709164800000000000', '2024-02-29'],
    ['-252374400', '1962-01-02'],
  ])('%s is %s', (text, want) => expect(toIso(value(text))).toBe(want));

  test.each([
    '2026-02-30',
    '2024-13-01',
    '2024-00-10',
    '20240230',
    '2024',
    'yesterday',
    '',
    '31/02/2024',
    '13/13/2024',
    '1/2/24',
    'Foo 3, 2024',
    '2024-02-29x',
  ])("'%s' is no date", (text) => expect(value(text)).toBeNaN());

  test('every date is read back from every format', () => {
    const day = fc.integer({ min: fromIso('1900-01-01'), max: fromIso('2099-12-31') });
    fc.assert(
      fc.property(day, (want) => {
        const { year, month, day: dom } = dateOf(want);
        const iso = toIso(want);
        for (const text of [iso, iso.replaceAll('-', '/'), iso.replaceAll('-', ''), `${iso} 16:00:00`]) {
          expect(value(text)).toBe(want);
        }
        expect(dayOfPair(value(`${two(dom)}-${two(month)}-${year}`), 'day-first')).toBe(want);
        expect(dayOfPair(value(`${month}/${dom}/${year}`), 'month-first')).toBe(want);
      }),
    );
  });

  test.each([
    [['03/04/2024', '13/04/2024'], 'day-first'],
    [['03/04/2024', '03/14/2024'], 'month-first'],
    [['13/04/2024', '03/14/2024'], 'mixed'],
    [['03/04/2024', '04/05/2024'], null],
  ])('numbers above 12 determine the order of %j: %s', (texts, want) => {
    const dates = new FileDates();
    for (const text of texts) expect(isPair(value(text, dates))).toBe(true);
    expect(dates.order()).toBe(want);
  });

  test.each([
    ['ascending days', ['03/04/2024', '04/04/2024', '05/04/2024'], 'day-first'],
    ['newest first', ['04/05/2024', '04/04/2024', '04/03/2024'], 'month-first'],
    ['a single date', ['03/04/2024'], null],
    ['ambiguous dates', ['03/03/2024', '04/04/2024'], null],
  ])('without such numbers the sequence of days determines it: %s', (_, texts, want) => {
    expect(orderByChronology(texts.map((text) => value(text)))).toBe(want);
  });
});
