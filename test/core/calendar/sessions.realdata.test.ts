import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { isSession, sessionsBetween } from '../../../src/core/calendar/calendars';
import { fromIso, toIso } from '../../../src/core/calendar/dates';
import { describeWithRealData } from '../../helpers/realData';

/** The dates on which a symbol has a bar. */
function barDays(folder: string, universe: string, symbol: string): Set<string> {
  const text = gunzipSync(readFileSync(join(folder, 'eod', `${universe}.csv.gz`))).toString();
  const lines = text.split('\n').filter((line) => line.startsWith(`${symbol},`));
  return new Set(lines.map((line) => line.split(',')[1]));
}

describeWithRealData('NYSE sessions by rule equal the days with real bars', (folder) => {
  // Files of daily bars have gaps: a day counts as traded when either of two symbols has a bar.
  test.each([
    ['1962-01-02', '1999-12-31', 'dow30', 'KO', 'dow30', 'DIS'],
    ['2000-01-01', '2024-12-31', 'dow30', 'AAPL', 'etfs', 'SPY'],
  ])('%s to %s', (from, to, universeA, a, universeB, b) => {
    const traded = new Set([...barDays(folder, universeA, a), ...barDays(folder, universeB, b)]);
    const byRule = sessionsBetween('nyse', fromIso(from), fromIso(to)).map(toIso);
    const byBars = [...traded].filter((day) => day >= from && day <= to);
    expect(byBars.length).toBeGreaterThan(6000);
    expect({
      barsOnClosedDays: byBars.filter((day) => !isSession('nyse', fromIso(day))),
      sessionsWithoutBars: byRule.filter((day) => !traded.has(day)),
    }).toEqual({ barsOnClosedDays: [], sessionsWithoutBars: [] });
  });
});
