import { isSession } from '../../src/core/calendar/calendars';
import { type Day, fromIso, toIso } from '../../src/core/calendar/dates';
import { buildColumns, type PriceColumns } from '../../src/core/detection/columns';
import type { Bars } from '../../src/core/window/bars';
import { closesOn } from '../helpers/bars';
import { eodSeries } from '../helpers/eodSeries';
import { realData } from '../helpers/realData';
import { seeded, syntheticBars } from '../helpers/syntheticBars';
import type { Quote } from './slowWindow';

export interface NamedSeries {
  readonly name: string;
  readonly bars: Bars;
}

/** Series with everything that makes windows hard, so that no class of cases depends on the real files. */
export function syntheticSeries(): NamedSeries[] {
  return [
    { name: 'nyse', bars: walk(1, '1962-01-02', '2024-12-31') },
    { name: 'nyse listed late', bars: walk(2, '2009-05-18', '2024-12-31') },
    { name: 'nyse delisted', bars: walk(3, '1985-03-01', '2016-09-14') },
    { name: 'nyse halted', bars: walk(4, '1990-01-02', '2024-12-31', isInHalt) },
    { name: 'futures below zero', bars: belowZero(walk(5, '2000-08-23', '2024-12-31')) },
    { name: 'weekdays rough', bars: syntheticBars({ seed: 6, fromYear: 1980, toYear: 2024, rough: true }) },
    { name: 'daily', bars: syntheticBars({ seed: 7, fromYear: 2013, toYear: 2024, daily: true }) },
    { name: 'daily rough', bars: syntheticBars({ seed: 8, fromYear: 1998, toYear: 2024, daily: true, rough: true }) },
    { name: 'monthly', bars: thinned(walk(9, '1970-01-02', '2024-12-31'), 21) },
    { name: 'weekly', bars: thinned(walk(10, '1990-01-02', '2024-12-31'), 5) },
    { name: 'flat', bars: flat(walk(11, '1995-01-02', '2024-12-31')) },
    { name: 'climber', bars: walk(13, '1975-01-02', '2024-12-31', undefined, 0.005) },
    { name: 'sinker', bars: walk(14, '1975-01-02', '2024-12-31', undefined, -0.002) },
    { name: 'two bars', bars: walk(12, '2024-12-30', '2024-12-31') },
  ];
}

const FILES = ['commodities', 'crypto', 'fx', 'dow30'];

/** Real prices, if the files are present; of the stocks one universe is enough. */
export function realSeries(files: readonly string[] = FILES): NamedSeries[] {
  const folder = realData;
  if (folder === null) return [];
  return files.flatMap((file) => eodSeries(folder, file).map(({ symbol, bars }) => ({ name: symbol, bars })));
}

/** A name, the series, and whether the kinds of its random cases are counted. */
type Universe = [name: string, series: NamedSeries[], countsKinds: boolean];

/** The universes of random cases. Kinds are counted over simulated prices alone, which are there without the real files. */
export function universes(files?: readonly string[]): Universe[] {
  const all: Universe[] = [
    ['simulated prices', syntheticSeries(), true],
    ['real prices', realSeries(files), false],
  ];
  return all.filter(([, series]) => series.length > 0);
}

const columnsMemo = new Map<NamedSeries, PriceColumns>();
export function columnsOf(series: NamedSeries): PriceColumns {
  const known = columnsMemo.get(series) ?? buildColumns([series.bars]);
  columnsMemo.set(series, known);
  return known;
}

const quotesMemo = new Map<NamedSeries, Quote[]>();
export function quotesOf(series: NamedSeries): Quote[] {
  const { day, close } = series.bars;
  const known = quotesMemo.get(series) ?? Array.from(day, (d, i) => ({ date: toIso(d), close: close[i] }));
  quotesMemo.set(series, known);
  return known;
}

// Looking up globals is slow in Jest, and these are called for every price.
const { exp, max, round } = Math;

const HALTS = [
  ['1994-06-01', '1994-06-20'],
  ['2001-09-10', '2001-10-03'],
  ['2015-02-02', '2015-07-31'],
].map(([from, to]) => ({ from: fromIso(from), to: fromIso(to) }));

function isInHalt(day: Day): boolean {
  return HALTS.some(({ from, to }) => day >= from && day <= to);
}

function walk(
  seed: number,
  from: string,
  to: string,
  isOut: (day: Day) => boolean = () => false,
  drift = 0.0005,
): Bars {
  const random = seeded(seed);
  const days: Day[] = [];
  const closes: number[] = [];
  let price = drift < 0 ? 1e7 : 40;
  for (let day = fromIso(from); day <= fromIso(to); day++) {
    if (!isSession('nyse', day)) continue;
    // Rounded to cents, so that exact ties happen.
    price = max(0.01, round(price * exp((random() - 0.5) * 0.05 + drift) * 100) / 100);
    if (isOut(day)) continue;
    days.push(day);
    closes.push(price);
  }
  return closesOn(days, closes);
}

/** The negative price of WTI on 2020-04-20, and a longer stretch at zero. */
function belowZero(bars: Bars): Bars {
  const close = bars.close.map((price, i) => {
    if (bars.day[i] === fromIso('2020-04-20')) return -37.63;
    return bars.day[i] >= fromIso('2010-05-03') && bars.day[i] <= fromIso('2010-05-28') ? 0 : price;
  });
  return { ...bars, close };
}

function flat(bars: Bars): Bars {
  return { ...bars, close: bars.close.map((_, i) => (i % 997 < 700 ? 12.34 : 12.35)) };
}

function thinned(bars: Bars, step: number): Bars {
  const keep = Array.from(bars.day.keys()).filter((i) => i % step === 0);
  return closesOn(
    keep.map((i) => bars.day[i]),
    keep.map((i) => bars.close[i]),
  );
}
