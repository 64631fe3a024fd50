import { fromIso } from '../../../src/core/calendar/dates';
import { overlapOf, sharedRows } from '../../../src/ingest/merge';
import { priceFree } from '../../../src/ingest/quality';
import { judgeMove } from '../../../src/ingest/seriesFaults';
import { barsOf } from '../../helpers/bars';
import { CONTEXT, read, readOne, weekdayCsv } from '../../helpers/ingest';

const HEADER = 'Date,Open,High,Low,Close\n';
const steady = (n: number, price = 50) => Array.from({ length: n }, (_, i) => price + (i % 2));

describe('rows that are not stored', () => {
  test.each([
    ['a price of zero', '2024-01-02,1,2,1,1\n2024-01-03,0,0,0,0\n', { non_positive: 1 }, /close 0/],
    ['a negative price', '2024-01-02,1,2,1,-1\n', { non_positive: 1 }, /close -1/],
    [
      'a price too small',
      '2024-01-02,1,2,1,1\n2024-01-03,1,2,1,4.9e-324\n',
      { implausible: 1 },
      /^close 5e-324, plausible is 0\.0001 to 10000000$/,
    ],
    ['a price too large', '2024-01-02,1,2,1,1\n2024-01-03,1,2,1,1e308\n', { implausible: 1 }, /close 1e\+308/],
    ['no price', '2024-01-02,,,,\n2024-01-03,,,,\n', { empty: 2 }, /^$/],
    ['no date', '2024-01-03,1,2,1,1\n2024-02-30,1,2,1,1\n', { bad_date: 1 }, /'2024-02-30'/],
    ['no number', '2024-01-02,1,2,1,n.a.!\n', { bad_number: 1 }, /close 'n.a.!'/],
    ['no number in the high', '2024-01-02,1,x,1,1\n', { bad_number: 1 }, /high 'x'/],
    ['too few fields', '2024-01-02,1,2,1\n', { ragged: 1 }, /4 fields, expected 5/],
    ['too many fields', '2024-01-02,1,2,1,1,7\n', { ragged: 1 }, /6 fields, expected 5/],
    ['a date after today', '2026-11-23,1,2,1,1\n', { future: 1 }, /^$/],
    ['a repeated line', '2024-01-02,1,2,1,1\n2024-01-02,1,2,1,1\n', { duplicate: 1 }, /^$/],
  ])('%s', (_, rows, want, words) => {
    // A first row without fault keeps the header and the rows under it together.
    const got = read(`${HEADER}2023-12-29,1,2,1,1\n${rows}`);
    expect(got.refused).toEqual(want);
    expect(got.findings[0].detail).toMatch(words);
    expect(got.findings[0].firstLine).toBeGreaterThan(2);
    expect(got.balanced).toBe(true);
  });

  test('a bad row directly under the header is not taken for header', () => {
    const got = read(`${HEADER}Total,1,2,1,1\n2024-01-03,1,2,1,1\n`);
    expect(got).toMatchObject({ rowsIn: 2, stored: 1, refused: { bad_date: 1 } });
    expect(got.findings[0].detail).toBe("'Total'");
  });

  test('rows marked as synthetic in the file are refused', () => {
    const marked = read(
      'date,close,is_synthetic,source_kind\n2024-01-02,1,false,real\n2024-01-03,1,True,real\n2024-01-04,1,0,SYNTHETIC_3X\n',
    );
    expect(marked).toMatchObject({ stored: 1, refused: { synthetic: 2 }, balanced: true });
    expect(marked.findings.map(({ detail }) => detail)).toEqual(["is_synthetic 'True'", "source_kind 'SYNTHETIC_3X'"]);
  });

  test('20 sessions and more without a trade are refused, in a series with volumes', () => {
    const day = (i: number) => new Date(Date.UTC(2024, 0, 1 + i + 2 * Math.floor(i / 5))).toISOString().slice(0, 10);
    const file = (flat: number, volume: number) =>
      [
        'date,open,high,low,close,volume',
        ...Array.from({ length: flat }, (_, i) => `${day(i)},${10 + i},${10 + i},${10 + i},${10 + i},0`),
        ...Array.from({ length: 3 }, (_, i) => `${day(flat + i)},50,51,49,50,${volume}`),
      ].join('\n');
    expect(read(file(20, 900))).toMatchObject({ stored: 3, refused: { untraded: 20 }, balanced: true });
    expect(read(file(19, 900))).toMatchObject({ stored: 22, refused: {} });
    // Funds and rates have no volume at all.
    expect(read(file(20, 0))).toMatchObject({ stored: 23, refused: {} });
  });

  test('flat bars that repeat the one before without a trade are flagged', () => {
    const rows = ['2024-01-02,50,51,49,50,900', '2024-01-03,50,50,50,50,0', '2024-01-04,50,50,50,50,0'];
    const got = read(`date,open,high,low,close,volume\n${rows.join('\n')}`);
    expect(got).toMatchObject({ stored: 3, flagged: { repeated: 1 } });
  });

  test('an empty field after the last column is a trailing delimiter', () => {
    expect(read(`${HEADER}2024-01-02,1,2,1,1,\n`).stored).toBe(1);
  });

  test('of two prices on one day the later line is stored, and the finding has both', () => {
    const got = read('Date,Close\n2024-01-02,1\n2024-01-03,2\n2024-01-03,2.5\n');
    expect(got.series.TEST).toEqual(['2024-01-02 1', '2024-01-03 2.5']);
    expect(got.findings[0]).toMatchObject({ kind: 'duplicate', symbol: 'TEST', firstDay: fromIso('2024-01-03') });
    expect(got.findings[0].detail).toBe('close 2, 2.5 in line 4');
  });

  test('an unusable line does not replace a usable one', () => {
    const got = read('Date,Close\n2024-01-03,2\n2024-01-03,0\n');
    expect(got.series.TEST).toEqual(['2024-01-03 2']);
    expect(got.refused).toEqual({ non_positive: 1 });
  });

  test('a price of zero or less is stored if the market allows it', () => {
    const text = 'Date,Open,High,Low,Close\n2020-04-20,17.73,17.85,-40.32,-37.63\n';
    expect(read(text, { allowsNonPositive: true }).series.TEST).toEqual(['2020-04-20 -37.63 [-40.32 17.85]']);
    expect(read(text).refused).toEqual({ non_positive: 1 });
  });
});

test('an implausible high or low is dropped and flagged, and its close is kept', () => {
  const got = read(`${HEADER}2024-01-02,1,1e308,1,1\n2024-01-03,1,2,4.9e-324,1\n2024-01-04,1,2,1,1\n`);
  expect(got.series.TEST).toEqual(['2024-01-02 1', '2024-01-03 1', '2024-01-04 1 [1 2]']);
  expect(got.flagged).toEqual({ range: 2 });
});

test('limits apply to absolute values if prices may be negative', () => {
  const futures = { allowsNonPositive: true };
  expect(read('Date,Close\n2024-01-02,-37\n2024-01-03,-1e308\n2024-01-04,-1e-300\n', futures)).toMatchObject({
    stored: 1,
    refused: { implausible: 2 },
  });
});

describe('a session that is not final', () => {
  const text = weekdayCsv('2026-11-16', [1, 2, 3, 4, 5]);

  test('is refused until it is final by the clock', () => {
    const during = { today: fromIso('2026-11-20'), lastFinalDay: fromIso('2026-11-19') };
    expect(read(text, during)).toMatchObject({ stored: 4, refused: { provisional: 1 } });
    expect(read(text, { ...during, lastFinalDay: fromIso('2026-11-20') }).stored).toBe(5);
    expect(read(text, { today: fromIso('2026-11-18'), lastFinalDay: fromIso('2026-11-17') }).refused).toEqual({
      provisional: 1,
      future: 2,
    });
  });

  test('is refused in a file written before its end, even later', () => {
    expect(read(text, { lastFinalDayOfFile: fromIso('2026-11-19') }).refused).toEqual({ provisional: 1 });
    expect(read(text, { lastFinalDayOfFile: fromIso('2026-11-20') }).refused).toEqual({});
    // A file that is older than its rows has a wrong time, which is ignored.
    expect(read(text, { lastFinalDayOfFile: fromIso('2020-01-02') }).refused).toEqual({});
  });

  const volumes = (last: number) => {
    const rows = weekdayCsv('2024-01-01', steady(80)).trim().split('\n').slice(1);
    return `Date,Close,Volume\n${rows.map((row, i) => `${row},${i === 79 ? last : 1000 + 100 * i}`).join('\n')}\n`;
  };

  test('is recognised by an exact volume after rounded ones', () => {
    expect(readOne(volumes(4_975_349))).toMatchObject({
      lastBar: 'partial',
      refused: [{ kind: 'provisional', rows: 1 }],
    });
    expect(readOne(volumes(4_975_300))).toMatchObject({ lastBar: 'settled', refused: [] });
    expect(readOne(volumes(0))).toMatchObject({ lastBar: 'unknown', refused: [] });
    expect(readOne(volumes(4_975_349).replace('1000\n', '1001\n')).lastBar).toBe('unknown');
  });

  test('is recognised by a close between cents after closes in whole cents', () => {
    const closes = (last: number) => weekdayCsv('2024-01-01', [...steady(12, 331.96), last]);
    expect(readOne(closes(334.3951110839844))).toMatchObject({
      lastBar: 'partial',
      refused: [{ kind: 'provisional' }],
    });
    expect(readOne(closes(334.3900146484375))).toMatchObject({ lastBar: 'unknown', refused: [] });
    const fx = { ...CONTEXT, calendar: 'currencies' as const };
    expect(readOne(closes(334.3951110839844), fx).refused).toEqual([]);
    expect(readOne(weekdayCsv('2024-01-01', [...steady(12, 1.5), 331.961, 332.5])).lastBar).toBe('unknown');
  });
});

describe('rows that are stored and flagged', () => {
  test.each([
    ['high below the close', '2024-01-02,5,6,4,7', 'high 6 is below close 7'],
    ['low above the open', '2024-01-02,3,6,4,5', 'low 4 is above open 3'],
    ['high below low', '2024-01-02,5,4,6,5', 'high 4 is below low 6'],
    ['high of zero', '2024-01-02,5,0,4,5', 'high 0, low 4'],
  ])('%s: the range is dropped, the close kept', (_, row, detail) => {
    const got = read(`${HEADER}2023-12-29,5,6,4,5\n${row}\n`);
    expect(got.series.TEST[1]).toBe(`2024-01-02 ${row.split(',')[4]}`);
    expect(got.flags).toMatchObject([{ kind: 'range', symbol: 'TEST', firstDay: fromIso('2024-01-02'), detail }]);
  });

  test('an open of zero counts as unknown, and the range is kept', () => {
    const got = read(`${HEADER}1990-01-02,0.0,14.75,14.625,14.75\n`);
    expect(got.series.TEST).toEqual(['1990-01-02 14.75 [14.625 14.75]']);
    expect(got.flagged).toEqual({ unknown_open: 1 });
  });

  test('rounding of single precision is no violation, and low <= close <= high holds afterwards', () => {
    const got = readOne(`${HEADER}1964-01-02,0.0,0.15192690491676328,0.15067546311228308,0.1519269049167633\n`);
    expect(got.flags.map(({ kind }) => kind)).toEqual(['unknown_open']);
    expect(got.bars.high[0]).toBe(got.bars.close[0]);
  });

  test('moves over 60 % up or down are flagged, smaller ones are not', () => {
    const got = read(weekdayCsv('2024-01-01', [10, 16.1, 16, 6.3, 6, 9.5, 4.5]));
    expect(got.flags.map(({ kind, detail }) => [kind, detail])).toEqual([
      ['jump', '10 to 16.1, +61 %'],
      ['jump', '16 to 6.3, -60.625 %'],
    ]);
    expect(got.stored).toBe(7);
  });

  test('a halving overnight is flagged as a split, one during the session is not', () => {
    const rows = (high: number) => `${HEADER}2024-01-02,100,101,99,100\n2024-01-03,${high},${high},50,50\n`;
    expect(read(rows(51)).flagged).toEqual({ split_like: 1 });
    expect(read(rows(51)).flags[0].detail).toContain('like a 2:1 split');
    expect(read(rows(98)).flagged).toEqual({});
  });

  test('a gap longer than the limit of the market is flagged', () => {
    const text = 'Date,Close\n2024-01-02,1\n2024-01-12,1\n2024-01-23,1\n';
    expect(read(text).flags).toMatchObject([{ kind: 'gap', detail: '11 days after 2024-01-12' }]);
    expect(read(text, { gapLimit: 11 }).flags).toEqual([]);
  });

  test('rows out of order are sorted in and flagged', () => {
    const got = read('Date,Close\n2024-01-02,11\n2024-01-04,13\n2024-01-03,12\n2024-01-05,14\n');
    expect(got.series.TEST.map((bar) => bar.slice(-1))).toEqual(['1', '2', '3', '4']);
    expect(got.flags).toMatchObject([{ kind: 'out_of_order', firstDay: fromIso('2024-01-03') }]);
    expect(read('Date,Close\n2024-01-05,4\n2024-01-04,3\n2024-01-03,2\n').flags).toEqual([]);
  });
});

describe('weekends', () => {
  const weekday = weekdayCsv('2024-01-01', steady(20));

  test('a single Saturday bar is refused', () => {
    const got = read(`${weekday}2024-01-27,50\n`);
    expect(got.refused).toEqual({ weekend: 1 });
    expect(read(`${weekday}2024-01-27,50\n`, { calendar: 'daily' }).refused).toEqual({});
  });

  test('regular weekend bars are kept and flagged', () => {
    const sundays = ['2024-01-07', '2024-01-14', '2024-01-21'].map((day) => `${day},50\n`).join('');
    expect(read(weekday + sundays)).toMatchObject({
      stored: 23,
      refused: {},
      flagged: { weekend: 3, out_of_order: 3 },
    });
  });
});

describe('series refused as a whole', () => {
  test.each([
    ['weekly', 7],
    ['monthly', 30],
  ])('%s rows', (_, step) => {
    const rows = Array.from(
      { length: 12 },
      (__, i) => `${new Date(Date.UTC(2024, 0, 2 + step * i)).toISOString().slice(0, 10)},5`,
    );
    const got = read(`Date,Close\n${rows.join('\n')}\n`);
    expect(got.refused).toEqual({ not_daily: 12 });
    expect(got.findings[0].detail).toContain(`${step} days apart`);
  });

  test('hourly rows', () => {
    const rows = Array.from({ length: 14 }, (_, i) => `2024-01-0${2 + Math.floor(i / 7)} 1${i % 7}:00:00,5`);
    expect(read(`Date,Close\n${rows.join('\n')}\n`).refused).toEqual({ not_daily: 14 });
  });

  test('a wrong header', () => {
    const rows = weekdayCsv(
      '2024-01-01',
      steady(20).map((p) => `${p},${p + 2},${p + 3},${p + 1}`),
      HEADER.trim(),
    );
    const got = read(rows);
    expect(got.refused).toEqual({ mislabelled: 20 });
    expect(got.findings[0].detail).toContain('on 20 of 20 rows');
  });

  const twoSplits = [...steady(10, 400), ...steady(10, 200), ...steady(10, 100)];

  test('several clear splits: the file is refused as unadjusted, unless --unadjusted is given', () => {
    const got = read(weekdayCsv('2024-01-01', twoSplits));
    expect(got.refused).toEqual({ unadjusted: 30 });
    expect(got.findings[0].detail).toContain('2 moves look like splits');
    expect(read(weekdayCsv('2024-01-01', twoSplits), { unadjusted: true })).toMatchObject({
      stored: 30,
      flagged: { split_like: 2 },
    });
  });

  test.each([
    ['one split', [...steady(10, 400), ...steady(10, 200)]],
    ['penny stocks', twoSplits.map((price) => price / 100)],
    ["a vendor's typing errors", [...steady(5, 70), 0.7, ...steady(5, 70), 0.7, ...steady(5, 70)]],
  ])('%s do not cause a refusal', (_, closes) => {
    expect(read(weekdayCsv('2024-01-01', closes)).refused).toEqual({});
  });

  test.each([
    ['contradictory orders of days and months', '13/04/2024,1\n04/13/2024,1\n'],
    ['an ambiguous order of days and months', '03/03/2024,1\n'],
  ])('%s', (_, rows) => {
    expect(Object.keys(read(`Date,Close\n${rows}`).refused)).toEqual(['date_order']);
  });
});

const bar = (close: number) => ({ day: 19_000, high: close, low: close, close });
const series = (...closes: number[]) => barsOf(closes.map((close, i) => ({ date: `2024-01-0${i + 1}`, close })));

test.each([
  ['a split', judgeMove(400, bar(100))!.detail, '-75 %, like a 4:1 split'],
  ['a jump', judgeMove(0.00001234, bar(0.5))!.detail, expect.stringMatching(/^\+[\d.e+]+ %$/)],
  ['a range', 'high 3.5 is below low 4e-7', 'high is below low'],
  ['a range without a number', 'high NaN, low -0.5', 'high, low'],
  ['an implausible price', 'close -1, plausible is 0.01 to 100', 'close, plausible is 0.01 to 100'],
  ['a duplicate date', 'close 10.5, 11 in line 4', 'another close in line 4'],
  ['a detail without prices', '1 of 9 days', '1 of 9 days'],
])('%s is shown without its prices', (_, detail, told) => {
  expect(priceFree(detail)).toEqual(told);
});

test('differing closes of a day are shown without the prices', () => {
  const [stored, file] = [series(10.5, 11.25, 12), series(10.5, 99.125, 12)];
  const overlap = overlapOf(stored, file, sharedRows(stored, file));
  const detail = overlap.kind === 'equal' ? '' : overlap.detail;
  expect(detail).toContain('99.125');
  expect(priceFree(detail)).toBe('1 of 2 shared days differ, first 2024-01-02');
  expect(priceFree(detail.replace(', file ', ', provider '))).toBe('1 of 2 shared days differ, first 2024-01-02');
});
