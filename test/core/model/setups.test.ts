import { toIso, weekdayOf } from '../../../src/core/calendar/dates';
import { scaleOf } from '../../../src/core/model/features';
import type { Rows } from '../../../src/core/model/rows';
import { DEFAULT_SETTINGS } from '../../../src/core/model/settings';
import { setupsOf, type TrainingSeries } from '../../../src/core/model/setups';
import { evidenceOf, observe } from '../../../src/core/window/evidence';
import { tradeOf } from '../../../src/core/window/window';
import { modelUniverse } from '../../helpers/modelUniverse';

const settings = { ...DEFAULT_SETTINGS, everyWeeks: 4, maxHold: 40 };
const series = modelUniverse({ seed: 'setups', symbols: 3, fromYear: 2000, toYear: 2012 });
const { rows, excluded } = setupsOf(series, settings);

test('rows come in order of entry, symbol, long before short, on Mondays', () => {
  expect(rows.count).toBeGreaterThan(500);
  for (let i = 0; i < rows.count; i++) {
    expect(weekdayOf(rows.entry[i])).toBe(1);
    if (i === 0) continue;
    const key = (row: number) => rows.entry[row] * 100 + rows.symbol[row] * 2 + (1 - rows.isLong[row]);
    expect(key(i)).toBeGreaterThan(key(i - 1));
  }
});

test('every row is the hold with the best Sharpe of its lookback, by brute force', () => {
  for (const row of [0, 17, 200, 411, rows.count - 1]) {
    const { bars } = series[rows.symbol[row]];
    const entry = rows.entry[row];
    const direction = rows.isLong[row] ? 'long' : 'short';
    let best = { hold: 0, sharpe: Number.NEGATIVE_INFINITY, wins: 0, years: 0 };
    for (let hold = 10; hold <= 40; hold++) {
      const window = { entry, end: entry + hold - 1, years: 10, cycle: 'consecutive', asOf: entry - 1 } as const;
      const evidence = evidenceOf(bars, window, direction, 10)!;
      if (evidence.sharpe > best.sharpe)
        best = { hold, sharpe: evidence.sharpe, wins: evidence.wins, years: evidence.yearsTested };
    }
    expect(rows).toMatchObject({
      hold: expect.objectContaining({ [row]: best.hold }),
      wins: expect.objectContaining({ [row]: best.wins }),
      yearsTested: expect.objectContaining({ [row]: best.years }),
    });
    expect(rows.sharpe[row]).toBe(best.sharpe);
    const occurrence = { year: rows.year[row], entry, end: rows.end[row] };
    expect(rows.end[row]).toBe(entry + best.hold - 1);
    const outcome = observe(bars, occurrence, tradeOf(bars, occurrence, 10)!, direction);
    expect([rows.returnPct[row], rows.mfePct[row]]).toEqual([outcome.returnPct, outcome.mfePct]);
    expect(rows.won[row]).toBe(Number(outcome.returnPct > 0));
  }
});

test('setups still open at the end of the data are counted, not dropped', () => {
  expect(excluded.still_open).toBeGreaterThan(0);
  expect(excluded).toMatchObject({ no_volatility: 0, stale: 0 });
  const last = Math.max(...series.map(({ bars }) => bars.day[bars.day.length - 1]));
  expect(Math.max(...rows.end)).toBeLessThanOrEqual(last);
});

test('a symbol whose prices stop leaves setups without an outcome', () => {
  const [first, ...others] = series;
  const half = first.bars.day.length >> 1;
  const cut = {
    day: first.bars.day.slice(0, half),
    close: first.bars.close.slice(0, half),
    high: first.bars.high.slice(0, half),
    low: first.bars.low.slice(0, half),
  };
  const found = setupsOf([{ ...first, bars: cut }, ...others], settings);
  expect(found.excluded.missing_outcome).toBeGreaterThan(0);
  const latest = Math.max(...[...found.rows.entry].filter((_, row) => found.rows.symbol[row] === 0));
  expect(latest).toBeLessThanOrEqual(cut.day[half - 1]);
});

test('a series without a bar is refused by name', () => {
  const empty = new Float64Array(0);
  const none: TrainingSeries = {
    symbol: 'NONE',
    gapLimit: 10,
    bars: { day: new Int32Array(0), close: empty, high: empty, low: empty },
  };
  expect(() => setupsOf([none], settings)).toThrow(/NONE has no bar/);
});

/** Mutation test: prices after a day change no setup of that day, and none of its features. */
test.each(['2008-07-13', '2010-12-31', '2011-03-06'])('nothing after %s changes a setup entered by then', (date) => {
  const upTo = (found: Rows) => {
    const known = [...found.entry.keys()].filter((row) => toIso(found.entry[row] - 1) <= date);
    return known.map((row) => ({
      setup: [found.entry[row], found.symbol[row], found.isLong[row], found.hold[row], found.wins[row]],
      features: found.features.map((column) => column[row]),
      scale: found.scale[row],
      sharpe: found.sharpe[row],
      shrunk: found.shrunkWinRate[row],
    }));
  };
  const spoilt = series.map((one, s) => ({
    ...one,
    bars: {
      day: one.bars.day,
      close: one.bars.close.map((p, i) => (toIso(one.bars.day[i]) > date ? p * (2 + Math.sin(i * (s + 1))) : p)),
      high: one.bars.high.map((p, i) => (toIso(one.bars.day[i]) > date ? p * 9 : p)),
      low: one.bars.low.map((p, i) => (toIso(one.bars.day[i]) > date ? p / 9 : p)),
    },
  }));
  const before = upTo(rows);
  const changed = setupsOf(spoilt, settings).rows;
  expect(before.length).toBeGreaterThan(100);
  expect(upTo(changed)).toEqual(before);
  // The mutation does change outcomes and later setups.
  expect([...changed.returnPct]).not.toEqual([...rows.returnPct]);
});

test('the unit of the ridge targets is volatility * sqrt(hold)', () => {
  expect(scaleOf({ volatility: 1.5, hold: 36 })).toBe(9);
});
