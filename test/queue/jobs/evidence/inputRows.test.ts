import { dateOf, dayOf, fromIso, toIso, weekdayOf } from '../../../../src/core/calendar/dates';
import { buildColumns } from '../../../../src/core/detection/columns';
import { planDetection } from '../../../../src/core/detection/plan';
import { type Features, featuresOf, scaleOf } from '../../../../src/core/model/features';
import type { TrialRows } from '../../../../src/core/model/inputTrial';
import { DEFAULT_SETTINGS } from '../../../../src/core/model/settings';
import { setupsOf, type TrainingSeries } from '../../../../src/core/model/setups';
import { drawRotations, PUBLISHED_SEED, rotationKey } from '../../../../src/core/significance/rotation';
import { RotationSearch } from '../../../../src/core/significance/rotationSearch';
import { keyOf, normalAt } from '../../../../src/core/statistics/random';
import { evidenceOf, observe } from '../../../../src/core/window/evidence';
import { tradeOf } from '../../../../src/core/window/window';
import { inputRows } from '../../../../src/jobs/evidence/inputs';
import { modelUniverse } from '../../../helpers/modelUniverse';
import { slowReference, slowStrength } from '../../../oracle/slowSignificance';

const ROTATIONS = 29;
const LAST = fromIso('2015-12-31');
const series = modelUniverse({ seed: 'inputs', symbols: 3, fromYear: 2000, toYear: 2015, season: 0.08 });
const settings = { ...DEFAULT_SETTINGS, everyWeeks: 3 };

let trial: TrialRows;
beforeAll(async () => {
  trial = inputRows(series, { settings, rotations: ROTATIONS });
});

const rowsOf = ({ rows, isSelected }: TrialRows, kind: number) =>
  [...rows.entry.keys()].filter((row) => isSelected[row] === kind);
const nameOf = ({ rows }: TrialRows, row: number) =>
  [rows.entry[row], rows.symbol[row], rows.isLong[row], rows.hold[row]].join(' ');

/** The day before the first of the month whose scan shows a window, or the day before its entry. */
function asOfOf({ rows, isSelected }: TrialRows, row: number): number {
  const { year, month } = dateOf(rows.entry[row]);
  return isSelected[row] === 1 ? weekdayThrough(dayOf(year, month, 1) - 1) : rows.entry[row] - 1;
}

/** Every weekday is a session of these prices. */
function weekdayThrough(day: number): number {
  return [0, 1, 2].map((back) => day - back).find((d) => weekdayOf(d) % 6 !== 0)!;
}

function firstWeekdays(from: number, count: number): number[] {
  return Array.from({ length: 30 }, (_, i) => from + i)
    .filter((day) => weekdayOf(day) % 6 !== 0)
    .slice(0, count);
}

test('the weekly setups are those of the training data, and all setups are ordered by entry', () => {
  const { rows } = setupsOf(series, settings);
  const weekly = rowsOf(trial, 0);
  expect(weekly.map((row) => nameOf(trial, row))).toEqual(
    [...rows.entry.keys()].map((row) => nameOf({ ...trial, rows }, row)),
  );
  expect(weekly.map((row) => trial.rows.features[0][row])).toEqual([...rows.features[0]]);
  expect(weekly.map((row) => trial.rows.won[row])).toEqual([...rows.won]);
  expect([...trial.rows.entry]).toEqual([...trial.rows.entry].sort((a, b) => a - b));
});

test.each(['2010-05-01', '2012-11-01', '2014-02-01'])(
  'the selected setups of %s are the best that pass a scan, by brute force',
  (month) => {
    const from = fromIso(month);
    const asOf = weekdayThrough(from - 1);
    const expected = series.flatMap(({ bars }, symbol) =>
      (['long', 'short'] as const).flatMap((direction) => {
        let best = { entry: 0, hold: 0, sharpe: Number.NEGATIVE_INFINITY };
        for (const entry of firstWeekdays(from, 10)) {
          for (let hold = 5; hold <= 120; hold++) {
            const window = { entry, end: entry + hold - 1, years: 10, cycle: 'consecutive', asOf } as const;
            const evidence = evidenceOf(bars, window, direction, 10);
            // Of ten known years nine must be observed, and about 90 % of the observed years must be wins.
            if (!evidence || evidence.yearsTested < 9 || evidence.wins < Math.ceil(0.9 * evidence.yearsTested))
              continue;
            if (evidence.sharpe > best.sharpe) best = { entry, hold, sharpe: evidence.sharpe };
          }
        }
        const isPredicted = best.hold >= 10 && best.hold <= 90;
        return isPredicted ? [[best.entry, symbol, direction === 'long' ? 1 : 0, best.hold].join(' ')] : [];
      }),
    );
    const found = rowsOf(trial, 1).filter((row) => toIso(trial.rows.entry[row]).startsWith(month.slice(0, 7)));
    expect(expected.length).toBeGreaterThan(0);
    expect(found.map((row) => nameOf(trial, row)).sort()).toEqual(expected.sort());
    for (const row of found) {
      const { rows } = trial;
      const occurrence = { year: rows.year[row], entry: rows.entry[row], end: rows.end[row] };
      const { bars } = series[rows.symbol[row]];
      const direction = rows.isLong[row] === 1 ? 'long' : 'short';
      // As of the scan, which may lie days before the entry.
      const setup = { entry: rows.entry[row], hold: rows.hold[row], direction, asOf } as const;
      const features = featuresOf(bars, setup, 10, settings) as Features;
      expect(rows.features.map((column) => column[row])).toEqual(features.values);
      expect(rows.scale[row]).toBe(scaleOf(features));
      expect(rows.returnPct[row]).toBe(observe(bars, occurrence, tradeOf(bars, occurrence, 10)!, direction).returnPct);
    }
  },
);

test('z is the strength of the window alone, as a direct computation from METHOD 9 gives it', () => {
  const { rows, inputs } = trial;
  for (const row of [
    ...rowsOf(trial, 0)
      .slice(100, 1100)
      .filter((_, i) => i % 250 === 0),
    ...rowsOf(trial, 1).slice(40, 44),
  ]) {
    const { bars } = series[rows.symbol[row]];
    const quotes = Array.from(bars.day, (day, i) => ({ date: toIso(day), close: bars.close[i] }));
    const hold = rows.hold[row];
    const entry = { date: toIso(rows.entry[row]), asOf: toIso(asOfOf(trial, row)) };
    const search = { entries: [entry], minHold: hold, maxHold: hold, years: 10, cycle: 'consecutive', gapLimit: 10 };
    const long = slowStrength(quotes, search, slowReference(quotes, search, entry, hold), entry, hold)!;
    expect(inputs.z[row]).toBeCloseTo(rows.isLong[row] === 1 ? long : -long, 9);
  }
});

test('log p_symbol counts shuffled calendars that are as strong, in a default search at the start of the quarter', () => {
  const { rows, inputs, isSelected } = trial;
  const columns = buildColumns(series.map(({ bars }) => bars));
  let selected = 0;
  for (const first of ['2011-01-01', '2013-07-01']) {
    const from = fromIso(first);
    const asOf = weekdayThrough(from - 1);
    // New York's calendar does not matter here: these prices have a bar on every weekday.
    const entries = firstWeekdays(from, 10).map((day) => ({ day, asOf }));
    const plan = planDetection({
      entries,
      years: 10,
      cycle: 'consecutive',
      minHold: 5,
      maxHold: 120,
      minWins: 'default',
      minObservations: 9,
      gapLimit: 10,
      liveOnly: true,
    });
    const search = new RotationSearch(plan);
    const draws = drawRotations(rotationKey(PUBLISHED_SEED), ROTATIONS, search.reach);
    for (const [symbol] of series.entries()) {
      search.use(columns, symbol);
      const maxima = search.allRotated(draws).map(({ long, short }) => Math.fround(Math.max(long, short)));
      const within = [...rows.entry.keys()].filter(
        (row) => rows.symbol[row] === symbol && rows.entry[row] >= from && rows.entry[row] < from + 90,
      );
      selected += within.filter((row) => isSelected[row] === 1).length;
      for (const row of within) {
        const exceeding = maxima.filter((strongest) => strongest >= inputs.z[row]).length;
        expect(inputs.log_p_symbol[row]).toBeCloseTo(Math.log((1 + exceeding) / (1 + ROTATIONS)), 12);
      }
    }
  }
  expect(selected).toBeGreaterThan(3);
});

test.each(['2012-03-14', '2013-09-30', '2014-06-01'])(
  'no input of a setup depends on bars after its as-of: prices after %s are altered',
  async (after) => {
    const day = fromIso(after);
    const key = keyOf(after);
    const altered: TrainingSeries[] = series.map(({ symbol, bars, gapLimit }, s) => {
      const move = (price: number, i: number) =>
        bars.day[i] <= day ? price : price * Math.exp(0.4 * normalAt(key, 100_000 * s + i));
      const [close, high, low] = [bars.close, bars.high, bars.low].map((prices) => prices.map(move));
      return { symbol, gapLimit, bars: { day: bars.day, close, high, low } };
    });
    const changed = inputRows(altered, { settings, rotations: ROTATIONS });
    const known = (of: TrialRows) => [...of.rows.entry.keys()].filter((row) => of.rows.entry[row] <= day + 1);
    const inputsOf = (of: TrialRows, row: number) => [
      nameOf(of, row),
      of.isSelected[row],
      ...of.rows.features.map((column) => column[row]),
      of.inputs.z[row],
      of.inputs.log_p_symbol[row],
    ];
    const before = known(trial);
    expect(before.filter((row) => trial.isSelected[row] === 1).length).toBeGreaterThan(20);
    expect(known(changed).map((row) => inputsOf(changed, row))).toEqual(before.map((row) => inputsOf(trial, row)));
    const lasts = (of: TrialRows) => known(of).map((row) => of.rows.returnPct[row]);
    expect(lasts(changed)).not.toEqual(lasts(trial));
    expect(Math.max(...trial.rows.end)).toBeLessThanOrEqual(LAST);
  },
);
