import fc from 'fast-check';
import { fieldText, type Row, RowScanner, textRows } from '../../../src/ingest/rowScanner';

const COMMA = 44;
const rows = (text: string) => textRows(Buffer.from(text), COMMA).map(({ fields }) => fields);

function rowsInChunks(text: string, cuts: readonly number[]): string[] {
  const bytes = Buffer.from(text);
  const out: string[] = [];
  const take = (row: Row) => {
    out.push(`${row.line}: ${Array.from({ length: row.fields }, (_, i) => fieldText(row, i)).join('|')}`);
  };
  const scanner = new RowScanner(COMMA);
  const at = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
  for (let i = 1; i < at.length; i++) scanner.push(bytes.subarray(at[i - 1], at[i]), take);
  scanner.end(take);
  return out;
}

describe('RowScanner', () => {
  test.each([
    [
      'a,b\n1,2\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'a,b\r\n1,2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    ['\n\na\n \nb', [['a'], ['b']]],
    ['a,,c,', [['a', '', 'c', '']]],
    [' a , "b, c" ', [['a', 'b, c']]],
    ['"say ""hi""",2', [['say "hi"', '2']]],
    ['é,ü', [['é', 'ü']]],
    ['', []],
  ])('%j', (text, want) => expect(rows(text)).toEqual(want));

  test('a short row or an unclosed quote affects its own line only', () => {
    expect(rows('1,2,3\n4,5\n7,8,9')).toEqual([
      ['1', '2', '3'],
      ['4', '5'],
      ['7', '8', '9'],
    ]);
    expect(rows('1,"2,3\n4,5,6')).toEqual([
      ['1', '"2,3'],
      ['4', '5', '6'],
    ]);
  });

  test('lines are numbered as in an editor', () => {
    expect(textRows(Buffer.from('a\n\nb\n'), COMMA).map(({ line }) => line)).toEqual([1, 3]);
  });

  test('chunk boundaries make no difference', () => {
    const text = fc.array(fc.constantFrom('a', ',', '\n', '\r\n', '"', ' ', '1.5', 'é'), { maxLength: 40 });
    fc.assert(
      fc.property(text, fc.array(fc.nat(), { maxLength: 8 }), (parts, cuts) => {
        const whole = parts.join('');
        expect(rowsInChunks(whole, cuts)).toEqual(rowsInChunks(whole, []));
      }),
      { numRuns: 500 },
    );
  });
});
