import { Readable } from 'node:stream';
import fc from 'fast-check';
import { PriceFileParser, parsePrices } from '../../../src/ingest/parser';
import { countRows } from '../../../src/ingest/readings';
import { isSortedBySymbol } from '../../../src/ingest/symbolOrder';
import { CONTEXT, read, shownBars } from '../../helpers/ingest';

const cell = fc.constantFrom('1', '2.5', '0', '-3', '', 'x', '"1"', '1e3', '99');
const date = fc.constantFrom('2024-01-02', '2024-01-03', '2024-01-04', '2026-11-23', '2024-02-30', '03/04/2024', '');
const line = fc.oneof(
  { weight: 8, arbitrary: fc.tuple(date, cell, cell, cell, cell).map((cells) => cells.join(',')) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('', 'garbage', '{"error": 1}', '2024-01-02,1', '2024-01-05,1,1,1,1,1,1', '"'),
  },
);
const text = fc
  .tuple(
    fc.constantFrom('Date,Open,High,Low,Close', 'symbol,date,high,low,close', 'DATE,ABC', 'nothing'),
    fc.array(line, { maxLength: 30 }),
  )
  .map(([header, lines]) => [header, ...lines].join('\n'));

describe('PriceFileParser', () => {
  test('property: each row of a file is either stored or refused, once', () => {
    fc.assert(
      fc.property(text, (content) => {
        const got = read(content);
        expect(got.balanced).toBe(true);
        const rows = content.split('\n').filter((row) => row.trim() !== '').length;
        expect([rows, rows - 1]).toContain(got.rowsIn);
      }),
      { numRuns: 1000 },
    );
  });

  test('property: bars ascend, closes are positive and within their range', () => {
    fc.assert(
      fc.property(text, (content) => {
        for (const { bars } of parsePrices(content, CONTEXT).series) {
          bars.day.forEach((day, i) => {
            expect(i === 0 || day > bars.day[i - 1]).toBe(true);
            expect(bars.close[i]).toBeGreaterThan(0);
            expect(bars.high[i] < bars.close[i] || bars.low[i] > bars.close[i]).toBe(false);
          });
        }
      }),
      { numRuns: 500 },
    );
  });

  test('chunk boundaries of a file make no difference', () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 50 }), (content, size) => {
        const parser = new PriceFileParser(CONTEXT);
        const bytes = Buffer.from(content);
        const series = [];
        for (let at = 0; at < bytes.length; at += size) series.push(...parser.push(bytes.subarray(at, at + size)));
        series.push(...parser.end());
        expect({ ...parser.reading(), series }).toEqual(parsePrices(content, CONTEXT));
      }),
    );
  });

  test('files with the newest row first give the same bars', () => {
    const rows = fc.uniqueArray(fc.integer({ min: 0, max: 400 }), { minLength: 2, maxLength: 60 });
    fc.assert(
      fc.property(rows, (days) => {
        const sorted = days
          .sort((a, b) => a - b)
          .map((day) => `${(1_700_000_000 + day * 86_400).toString()},${50 + (day % 7)}`);
        const file = (lines: string[]) => read(`date,close\n${lines.join('\n')}\n`).series;
        expect(file([...sorted].reverse())).toEqual(file(sorted));
      }),
    );
  });

  describe('long files', () => {
    const rows = (symbol: string, n: number) =>
      Array.from(
        { length: n },
        (_, i) => `${symbol},${new Date(Date.UTC(2000, 0, 3 + i)).toISOString().slice(0, 10)},${50 + (i % 3)}`,
      );
    const header = 'symbol,date,close';
    const context = { ...CONTEXT, calendar: 'daily' as const };

    test('sorted by symbol, each series is emitted when the next begins', () => {
      const parser = new PriceFileParser(context, true);
      const chunk = (symbol: string) => Buffer.from(`${rows(symbol, 5000).join('\n')}\n`);
      expect(parser.push(Buffer.from(`${header}\n`))).toEqual([]);
      expect(parser.push(chunk('AAA')).map(({ symbol }) => symbol)).toEqual([]);
      expect(parser.push(chunk('BBB')).map(({ symbol, rowsIn }) => [symbol, rowsIn])).toEqual([['AAA', 5000]]);
      expect(parser.end().map(({ symbol, rowsIn }) => [symbol, rowsIn])).toEqual([['BBB', 5000]]);
    });

    test('sorted by date, all series are emitted at the end, equal to those of a file sorted by symbol', () => {
      const bySymbol = ['AAA', 'BBB', 'CCC'].map((symbol) => rows(symbol, 30));
      const byDate = bySymbol[0].flatMap((_, i) => bySymbol.map((of) => of[i]));
      const of = (lines: string[]) => read([header, ...lines].join('\n'), context).series;
      expect(of(byDate)).toEqual(of(bySymbol.flat()));
    });

    test.each([
      [true, ['AAA', 'AAA', 'BBB']],
      [true, ['AAA', 'aaa.us', '', 'AAA', 'BBB']],
      [false, ['AAA', 'BBB', 'AAA']],
      [false, ['AAA', 'BBB', 'aaa.us']],
    ])('sorted by symbol: %s for %s', async (want, symbols) => {
      const lines = [header, ...symbols.flatMap((symbol) => rows(symbol, 5000)), ''].join('\n');
      expect(await isSortedBySymbol(Readable.from([Buffer.from(lines)]))).toBe(want);
    });

    test('a file that changed after its order was looked at is not stored in parts', () => {
      const parser = new PriceFileParser(context, true);
      const lines = [header, ...['AAA', 'BBB', 'AAA'].flatMap((symbol) => rows(symbol, 5000)), ''].join('\n');
      expect(() => parser.push(Buffer.from(lines))).toThrow('the file changed while it was read: AAA came twice');
    });

    test('rows without a ticker are refused by line', () => {
      const got = read(`${header}\nAAA,2024-01-02,1\n,2024-01-02,1\nAAA,2024-01-03,1\n`);
      expect(got.refused).toEqual({ bad_symbol: 1 });
      expect(got.findings[0].firstLine).toBe(3);
    });
  });

  test('an aborted file refuses all rows that were not emitted', () => {
    const parser = new PriceFileParser(CONTEXT);
    parser.push(Buffer.from(`Date,Close\n${'2024-01-02,1\n'.repeat(6000)}`));
    const [series] = parser.abort({ reason: 'damaged', detail: 'unexpected end of file' });
    expect(countRows(series.refused)).toBe(6000);
    expect(shownBars(series.bars)).toEqual([]);
    expect(parser.reading().refused).toMatchObject([{ kind: 'damaged', rows: 0, detail: 'unexpected end of file' }]);
  });
});
