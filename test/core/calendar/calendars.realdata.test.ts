import { type CalendarName, isSession, sessionsBetween } from '../../../src/core/calendar/calendars';
import { fromIso, isWeekend, toIso } from '../../../src/core/calendar/dates';
import { eodSeries } from '../../helpers/eodSeries';
import { describeWithRealData } from '../../helpers/realData';
import { readLines } from '../../oracle/baskets';

const FROM = fromIso('2005-01-01');
const TO = fromIso('2024-12-31');

/** Days on which a calendar and the bars of futures or currencies disagree in 2005 to 2024, and the shared closures. */
function compare(folder: string, calendar: CalendarName, universe: string, suffix: string) {
  const series = eodSeries(folder, universe).filter(({ symbol }) => symbol.endsWith(suffix));
  const listed = series.map(({ bars: { day } }) => ({ days: new Set(day), first: day[0], last: day[day.length - 1] }));
  const share = (day: number) => {
    const live = listed.filter(({ first, last }) => first <= day && day <= last);
    return live.filter(({ days }) => days.has(day)).length / live.length;
  };
  const weekdays = sessionsBetween('daily', FROM, TO).filter((day) => !isWeekend(day));
  const untraded = weekdays.filter((day) => share(day) <= 0.1);
  return {
    barsOnClosedDays: weekdays.filter((day) => share(day) >= 0.5 && !isSession(calendar, day)).map(toIso),
    sessionsWithoutBars: untraded.filter((day) => isSession(calendar, day)).map(toIso),
    closedAlike: untraded.filter((day) => !isSession(calendar, day)).length,
  };
}

describeWithRealData('calendars by rule and the days on which real symbols have bars', (folder) => {
  test('futures: 178 shared closures in 20 years', () => {
    expect(compare(folder, 'cme', 'commodities', '=F')).toEqual({
      closedAlike: 178,
      // Labor Day, a bar of one source.
      barsOnClosedDays: ['2006-09-04'],
      // The Friday after Thanksgiving was a holiday of NYMEX until 2005; the rest are gaps in the files: hurricane
      // Sandy, Columbus and Veterans Day of one year, and a mourning of NYSE on which futures were settled.
      sessionsWithoutBars: ['2005-11-25', '2012-10-29', '2012-10-30', '2016-10-10', '2016-11-11', '2018-12-05'],
    });
  });

  test('currencies: quotes on every weekday, in this source at Christmas and New Year too', () => {
    const { barsOnClosedDays, sessionsWithoutBars, closedAlike } = compare(folder, 'currencies', 'fx', '=X');
    expect(new Set(barsOnClosedDays.map((day) => day.slice(5)))).toEqual(new Set(['01-01', '12-25']));
    expect([barsOnClosedDays.length, closedAlike]).toEqual([27, 0]);
    // Gaps in the files: on each of these days only one or two of 23 pairs have a bar.
    expect(sessionsWithoutBars).toEqual([
      '2007-09-10',
      '2008-04-01',
      '2008-05-01',
      '2008-07-01',
      '2017-07-11',
      '2017-11-16',
    ]);
  });

  // Files of daily bars have gaps: a day counts as traded when either of two symbols has a bar.
  test.each([
    ['1962-01-02', '1999-12-31', ['dow30', 'KO'], ['dow30', 'DIS']],
    ['2000-01-01', '2024-12-31', ['dow30', 'AAPL'], ['etfs', 'SPY']],
  ])('NYSE: sessions are exactly the days with bars, %s to %s', (from, to, ...symbols) => {
    const traded = new Set(
      symbols.flatMap(([universe, name]) => readLines(folder, universe, name).map(({ date }) => date)),
    );
    const byBars = [...traded].filter((date) => date >= from && date <= to).sort();
    expect(byBars.length).toBeGreaterThan(6000);
    expect(byBars).toEqual(sessionsBetween('nyse', fromIso(from), fromIso(to)).map(toIso));
  });
});
