import { csvLine, jsonLine } from '../../src/rowText';

test.each([
  { cells: ['a', 1, true, null], line: 'a,1,true,\r\n' },
  { cells: [-1.5, 1e21, 0], line: '-1.5,1e+21,0\r\n' },
  { cells: ['a,b', 'a"b', 'a\nb', 'a\r\nb'], line: '"a,b","a""b","a\nb","a\r\nb"\r\n' },
  { cells: [''], line: '\r\n' },
  { cells: [' a ', "a'b", 'é'], line: " a ,a'b,é\r\n" },
])('$cells', ({ cells, line }) => {
  expect(csvLine(cells)).toBe(line);
});

test.each([
  ['=1+1', "'=1+1"],
  ['+SUM(A1)', "'+SUM(A1)"],
  ['-A1', "'-A1"],
  ['@x', "'@x"],
  ['\tx', "'\tx"],
  ['\rx', '"\'\rx"'],
  ['=HYPERLINK("http://x","y")', '"\'=HYPERLINK(""http://x"",""y"")"'],
  // Numbers are no formulas, and spreadsheets take the others for text.
  ['-1.5', '-1.5'],
  ['+1e-3', '+1e-3'],
  ['CL=F', 'CL=F'],
  ['^GSPC', '^GSPC'],
  ['2024-07-01', '2024-07-01'],
])('a spreadsheet reads %j as text', (text, written) => {
  expect(csvLine([text])).toBe(`${written}\r\n`);
});

test('a line of NDJSON has the cells by column, encoded as JSON', () => {
  expect(jsonLine(['a', 'b', 'c'], ['=1\n"', null, 1e-7])).toBe('{"a":"=1\\n\\"","b":null,"c":1e-7}\n');
});
