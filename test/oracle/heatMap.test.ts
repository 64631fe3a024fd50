import { type Day, dayOf, toIso } from '../../src/core/calendar/dates';
import { lastSession } from '../../src/core/detection/columns';
import { drawRotations, rotationKey, windowStrength } from '../../src/core/significance/rotation';
import { baselineOf } from '../../src/core/window/baseline';
import { evidenceOf } from '../../src/core/window/evidence';
import { type HeatMapSpec, heatRow } from '../../src/core/window/heatMap';
import type { Cycle } from '../../src/core/window/window';
import { columnsOf, seeded } from '../helpers/syntheticBars';
import { syntheticSeries } from './series';

/** Compares every cell of heat maps over all kinds of series with the functions that cards use. */

const CYCLES: readonly Cycle[] = ['consecutive', 'consecutive', 'pe'];
const MEASURES = ['z', 'avg_return', 'win_rate'] as const;

const series = syntheticSeries().map(({ bars }) => ({ bars, symbol: columnsOf(bars) }));
const draws = drawRotations(rotationKey('heat map'), 0, 512);
const random = seeded(77);
const any = (count: number) => Math.floor(random() * count);

/** Leap and common years; past and future entries; holds that cross New Year. */
function randomSpec(today: Day): HeatMapSpec {
  const first = dayOf(2014 + any(11), 1, 1);
  const entries: HeatMapSpec['entries'][number][] = [];
  for (let day = first; day < first + 366; day += 1 + any(12)) entries.push({ day, asOf: Math.min(day - 1, today) });
  const holds = [2, 5 + any(10), 30 + any(60), 100 + any(260)];
  const direction = random() < 0.5 ? ('long' as const) : ('short' as const);
  const rest = { years: 5 + any(30), cycle: CYCLES[any(3)], measure: MEASURES[any(3)], gapLimit: [7, 10, 40][any(3)] };
  return { entries, searchEntry: first + any(4), holds, direction, ...rest };
}

test('each cell equals the values of a card of its window, even after the last prices', () => {
  const seen = { cells: 0, values: 0, missing: 0, cut: 0 };
  for (const { bars, symbol } of series) {
    const spec = randomSpec(dayOf(2014 + any(11), 1 + any(12), 1 + any(28)));
    const { holds, entries, years, cycle, direction, measure, gapLimit } = spec;
    for (const [row, hold] of holds.entries()) {
      const { values, anyDate, yearsTested } = heatRow(symbol, spec, hold);
      for (const [i, { day: entry, asOf }] of entries.entries()) {
        const window = { entry, end: entry + holds[row] - 1, years, cycle, asOf };
        const evidence = evidenceOf(bars, window, direction, gapLimit);
        const baseline = baselineOf(bars, window, direction, gapLimit);
        const of = {
          z: () => windowStrength({ symbol, window, ...spec }, draws)?.z ?? Number.NaN,
          avg_return: () => evidence?.mean ?? Number.NaN,
          win_rate: () => evidence?.winRate ?? Number.NaN,
        };
        const drift = { z: null, avg_return: baseline.mean, win_rate: baseline.positiveShare }[measure];
        const cell = { entry: toIso(entry), hold: holds[row], years, cycle, measure };
        const want = [of[measure](), drift ?? Number.NaN, evidence?.yearsTested ?? 0];
        expect({ ...cell, is: [values[i], anyDate[i], yearsTested[i]].map(rounded) }).toEqual({
          ...cell,
          is: want.map(rounded),
        });
        seen.cells += 1;
        seen.values += Number.isNaN(values[i]) ? 0 : 1;
        seen.missing += yearsTested[i] === 0 ? 1 : 0;
        seen.cut += asOf - (lastSession(symbol.columns, symbol.index, asOf) ?? asOf) > gapLimit ? 1 : 0;
      }
    }
  }
  expect(seen.values).toBeGreaterThan(seen.cells / 3);
  expect(seen.missing).toBeGreaterThan(100);
  expect(seen.cut).toBeGreaterThan(100);
}, 120_000);

/** Ten decimals: realised variances are differences of sums that begin on different days. */
function rounded(value: number): number {
  return Number.isNaN(value) ? value : Number(value.toFixed(10));
}
