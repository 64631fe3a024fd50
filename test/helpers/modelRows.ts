import { dayOf } from '../../src/core/calendar/dates';
import { type Rows, RowsBuilder } from '../../src/core/model/rows';
import { keyOf, uniformAt } from '../../src/core/statistics/random';

interface KnownRows {
  readonly rows: Rows;
  /** The probability from which the outcome of each row was drawn. */
  readonly truth: Float64Array;
}

/**
 * Rows whose outcome is drawn with a known probability: a function of two of the four features and of the direction.
 *
 * @param probability of a win at features between -1 and 1
 */
export function knownRows(
  years: number,
  perYear: number,
  probability: (x: readonly number[], isLong: boolean) => number,
  seed = 'known',
): KnownRows {
  const key = keyOf(seed);
  const builder = new RowsBuilder();
  const truth: number[] = [];
  let counter = 0;
  const draw = () => uniformAt(key, counter++);
  for (let year = 0; year < years; year++) {
    for (let i = 0; i < perYear; i++) {
      const isLong = draw() < 0.5;
      const x = [2 * draw() - 1, 2 * draw() - 1, 2 * draw() - 1, isLong ? 1 : -1];
      const p = probability(x, isLong);
      const won = draw() < p;
      truth.push(p);
      const wins = Math.floor(11 * draw());
      builder.add({
        entry: dayOf(1980 + year, 1, 1) + Math.floor((360 * i) / perYear),
        year: 1980 + year,
        symbol: i % 40,
        features: {
          values: x,
          hold: 10 + (i % 81),
          direction: isLong ? 'long' : 'short',
          volatility: 1,
          yearsTested: 10,
          wins,
          shrunkWinRate: (wins + 75 * 0.5) / 85,
        },
        sharpe: draw(),
        returnPct: won ? 1 + draw() : -1 - draw(),
        mfePct: 3,
      });
    }
  }
  return { rows: builder.build(), truth: Float64Array.from(truth) };
}
