import { csvOf } from '../../src/web/pages/scan/csv';

test('cells are escaped by RFC 4180, and none of them is a formula', () => {
  expect(
    csvOf(
      ['a', 'b'],
      [
        ['plain', -1.5],
        ['with, comma', null],
        ['with "quotes"', 0],
        ['two\nlines', 1e21],
        ['=HYPERLINK("x")', 2],
        ['+1', 3],
        ['-1', 4],
        ['@SUM(A1)', 5],
        ['\tx', 6],
        ['^GSPC', 7],
      ],
    ).split('\r\n'),
  ).toEqual([
    'a,b',
    'plain,-1.5',
    '"with, comma",',
    '"with ""quotes""",0',
    '"two\nlines",1e+21',
    `"'=HYPERLINK(""x"")",2`,
    "'+1,3",
    "'-1,4",
    "'@SUM(A1),5",
    "'\tx,6",
    '^GSPC,7',
    '',
  ]);
});
