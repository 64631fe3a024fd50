import { withoutBarsUnderWay } from '../../../src/ingest/seriesFaults';
import { readOne, weekdayCsv } from '../../helpers/ingest';

const closes = (last: number, n = 12) => [...Array.from({ length: n }, (_, i) => 331.96 + (i % 2)), last];
const snapshot = readOne(weekdayCsv('2024-01-01', closes(334.3951)), { symbol: 'SNAP' });
const silent = readOne(weekdayCsv('2024-01-01', closes(334.39)), { symbol: 'SILENT' });
const older = readOne(weekdayCsv('2023-12-29', closes(334.39)), { symbol: 'OLDER' });
const format = 'close only';
const bars = (files: Parameters<typeof withoutBarsUnderWay>[0]) =>
  withoutBarsUnderWay(files).map((series) => [series.symbol, series.bars.day.length, series.refused.length]);

describe('withoutBarsUnderWay', () => {
  test('files fetched together with a snapshot lose their last bar of that day, with the reason', () => {
    const files = [silent, snapshot, older].map((series) => ({ format, series }));
    expect(bars(files)).toEqual([
      ['SILENT', 12, 1],
      ['SNAP', 12, 1],
      ['OLDER', 13, 0],
    ]);
    const [{ refused, rowsIn }] = withoutBarsUnderWay(files);
    expect(refused).toMatchObject([{ kind: 'provisional', symbol: 'SILENT', detail: expect.stringContaining('SNAP') }]);
    expect(rowsIn).toBe(13);
  });

  test('files of another layout, or whose volume shows a settled session, keep it', () => {
    const settled = { ...silent, lastBar: 'settled' as const };
    expect(
      bars([
        { format, series: snapshot },
        { format: 'OHLC', series: silent },
      ])[1],
    ).toEqual(['SILENT', 13, 0]);
    expect(
      bars([
        { format, series: snapshot },
        { format, series: settled },
      ])[1],
    ).toEqual(['SILENT', 13, 0]);
  });
});
