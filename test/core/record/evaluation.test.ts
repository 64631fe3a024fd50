import fc from 'fast-check';
import { evaluatedPicks } from '../../../src/answers/pickEvaluation';
import { type CountedPick, calibrationOf, excessOfPicks, trackedPicks } from '../../../src/core/record/trackRecord';
import { chainOf, outcomeEntry, pickEntry, randomDatesEntry } from '../../helpers/ledgerEntries';

const DAY_MS = 86_400_000;
const dayOf = (i: number) => new Date(Date.UTC(2024, 0, 1) + i * DAY_MS).toISOString().slice(0, 10);

interface Given {
  readonly symbol: string;
  /** Days since the first of the year, and the length of the hold. */
  readonly entry: number;
  readonly hold: number;
  /** Null while it is open. */
  readonly returnPct: number | null;
  readonly random: number | null;
}

function picksOf(given: readonly Given[]): CountedPick[] {
  return given.map(({ symbol, entry, hold, returnPct, random }) => ({
    pick: {
      symbol,
      direction: 'long',
      session: dayOf(entry),
      entry_date: dayOf(entry),
      exit_date: dayOf(entry + hold - 1),
      market: '0',
      hold_days: hold,
      edge_score: 50,
    },
    outcome: returnPct === null ? null : { convention: null, benchmark: { symbol: 'SPY', return_pct: 1 } },
    randomDates: random === null ? null : { figures: { windows: 10, win_rate: 0.5, avg_return_pct: random } },
    returnPct,
    result: returnPct === null ? 'open' : returnPct > 0 ? 'win' : 'loss',
    corrected: false,
  }));
}

const one = (symbol: string, entry: number, returnPct: number | null, random: number | null, hold = 10): Given => ({
  symbol,
  entry,
  hold,
  returnPct,
  random,
});

describe('excess', () => {
  test('accumulates in the order of picks, without open ones and those lacking random dates', () => {
    const picks = picksOf([
      one('A', 0, 3, 1),
      one('B', 1, null, null),
      one('C', 2, -2, null),
      one('D', 3, -1, 0.5),
      one('E', 4, 4, -1),
    ]);
    const { points, awaited, setups } = excessOfPicks(picks, 'random_dates');
    expect(points.map(({ pick }) => pick.symbol)).toEqual(['A', 'D', 'E']);
    expect(points.map(({ excess }) => excess)).toEqual([2, -1.5, 5]);
    expect(points.map(({ cumulative }) => cumulative)).toEqual([2, 0.5, 5.5]);
    expect([awaited, setups]).toEqual([1, 3]);
    // 1.96 sqrt(4), sqrt(4 + 2.25), sqrt(4 + 2.25 + 25), by hand.
    for (const [i, band] of [3.919928, 4.89991, 10.956532].entries()) expect(points[i].band).toBeCloseTo(band, 5);
    const benchmark = excessOfPicks(picks, 'benchmark');
    expect(benchmark.points.map(({ excess }) => excess)).toEqual([2, -3, -2, 3]);
    expect(benchmark.awaited).toBe(0);
  });

  test('the picks of a setup share one sign in the band, so that their sum counts', () => {
    const again = excessOfPicks(picksOf([one('A', 0, 3, 1), one('A', 3, 4, 1), one('A', 30, 1, 0)]), 'random_dates');
    expect(again.setups).toBe(2);
    // (2 + 3)^2 + 1
    expect(again.points[2].band / 1.959963984540054).toBeCloseTo(Math.sqrt(26), 10);
  });

  test('without picks it is empty', () => {
    expect(excessOfPicks([], 'benchmark')).toEqual({ points: [], awaited: 0, setups: 0 });
  });

  test('the band equals that over all combinations of signs, by brute force', () => {
    const given = fc.array(
      fc.record({
        symbol: fc.constantFrom('A', 'B', 'C'),
        entry: fc.integer({ min: 0, max: 60 }),
        hold: fc.integer({ min: 2, max: 30 }),
        returnPct: fc.double({ min: -20, max: 20, noNaN: true }),
        random: fc.double({ min: -5, max: 5, noNaN: true }),
      }),
      { minLength: 1, maxLength: 8 },
    );
    fc.assert(
      fc.property(given, (unsorted) => {
        const rows = [...unsorted].sort((a, b) => a.entry - b.entry);
        const setups = groupsOf(rows);
        const sums = setups.map((setup) => setup.reduce((sum, i) => sum + rows[i].returnPct - rows[i].random, 0));
        let squares = 0;
        const tries = 2 ** sums.length;
        for (let signs = 0; signs < tries; signs++) {
          const sum = sums.reduce((total, s, i) => total + ((signs >> i) % 2 === 0 ? s : -s), 0);
          squares += (sum * sum) / tries;
        }
        const { points } = excessOfPicks(picksOf(rows), 'random_dates');
        expect(points.at(-1)!.band).toBeCloseTo(1.959963984540054 * Math.sqrt(squares), 6);
        expect(points.at(-1)!.cumulative).toBeCloseTo(
          sums.reduce((a, b) => a + b, 0),
          6,
        );
      }),
    );
  });
});

/** Groups rows of a symbol whose windows overlap, directly or through others, by comparing all pairs. */
function groupsOf(rows: readonly Given[]): number[][] {
  const group = rows.map((_, i) => i);
  for (let changed = true; changed; ) {
    changed = false;
    for (let i = 0; i < rows.length; i++) {
      for (let j = 0; j < rows.length; j++) {
        const apart =
          rows[i].symbol !== rows[j].symbol ||
          rows[i].entry > rows[j].entry + rows[j].hold - 1 ||
          rows[j].entry > rows[i].entry + rows[i].hold - 1;
        if (apart || group[i] === group[j]) continue;
        group[i] = group[j] = Math.min(group[i], group[j]);
        changed = true;
      }
    }
  }
  return [...new Set(group)].map((g) => rows.flatMap((_, i) => (group[i] === g ? [i] : [])));
}

describe('calibration', () => {
  test('fewer than twenty picks are one bin, with mean, share and interval', () => {
    const bins = calibrationOf([
      { probability: 0.5, won: true },
      { probability: 0.6, won: false },
      { probability: 0.7, won: true },
    ]);
    expect(bins).toHaveLength(1);
    expect(bins[0].picks).toBe(3);
    expect(bins[0].predicted).toBeCloseTo(0.6, 12);
    expect(bins[0].observed).toBeCloseTo(2 / 3, 12);
    // Wilson's interval of 2 in 3, by bisection of the score test.
    expect(bins[0].low).toBeCloseTo(0.2076552, 4);
    expect(bins[0].high).toBeCloseTo(0.9385081, 4);
  });

  test('more picks are binned by probability, at least ten per bin and at most ten bins', () => {
    const closed = Array.from({ length: 25 }, (_, i) => ({ probability: 0.5 + i / 100, won: i % 2 === 0 }));
    expect(calibrationOf(closed).map(({ picks }) => picks)).toEqual([13, 12]);
    const many = Array.from({ length: 400 }, (_, i) => ({ probability: i / 400, won: true }));
    expect(calibrationOf(many).map(({ picks }) => picks)).toEqual(Array(10).fill(40));
    expect(calibrationOf([])).toEqual([]);
  });
});

describe('published', () => {
  const chain = chainOf(
    pickEntry('2024-12-02', { symbol: 'A' }),
    pickEntry('2024-12-03', { symbol: 'B', direction: 'short' }),
    pickEntry('2024-12-04', { symbol: 'C' }),
    (r) => outcomeEntry(r[0], 2.5),
    (r) => outcomeEntry(r[1], -1, { benchmark: null }),
    (r) => randomDatesEntry(r[0]),
  );
  const picks = trackedPicks(chain, false).map((tracked) => ({
    ...tracked,
    probability: tracked.pick.ml.ml_win_prob,
    record: { seq: tracked.pick.seq, hash: tracked.pick.hash },
  }));
  const evaluation = evaluatedPicks(picks);

  test('each pick has its ledger record, newest first', () => {
    expect(evaluation.picks.map(({ symbol, result, record }) => [symbol, result, record?.hash])).toEqual([
      ['C', 'open', chain[2].hash],
      ['B', 'loss', chain[1].hash],
      ['A', 'win', chain[0].hash],
    ]);
    expect(evaluation.picks[2]).toMatchObject({
      random_dates: { windows: 252 },
      benchmark: { symbol: 'SPY' },
      ml_win_prob: 0.61,
    });
  });

  test('the comparisons and the calibration are given in numbers and in words', () => {
    const [random, benchmark] = evaluation.excess;
    expect(random).toMatchObject({ over: 'random_dates', picks: 1, awaited: 1, setups: 1, sum_pct: 2.1 });
    expect(random.points[0]).toMatchObject({ excess_pct: 2.1, cumulative_pct: 2.1, band_low_pct: -4.1159 });
    expect(random.reading).toContain('1 closed pick of 1 setup came to +2.10 points in total beyond random dates');
    expect(random.reading).toContain(
      'between -4.12 points and +4.12 points in 95% of tries, and so this is no more than',
    );
    expect(random.reading).toContain('1 closed pick: not over yet');
    expect(benchmark).toMatchObject({ over: 'benchmark', picks: 1, awaited: 1, sum_pct: 1 });
    expect(evaluation.calibration).toMatchObject({ picks: 2, bins: [{ picks: 2, predicted: 0.61, observed: 0.5 }] });
    expect(evaluation.calibration!.reading).toContain(
      'Of 2 closed picks the model gave 61.0% on average, and 50.0% won',
    );
  });

  test('the reading of a sum outside the band names the direction', () => {
    const many = (sign: number) =>
      evaluatedPicks(
        picksOf(Array.from({ length: 6 }, (_, i) => one(`S${i}`, i * 2, sign * 2, 0))).map((pick) => ({
          ...pick,
          probability: null,
          record: null,
        })),
      );
    expect(many(1).excess[0].reading).toContain('is more than luck gives');
    expect(many(-1).excess[0].reading).toContain('is less than luck gives');
    expect(many(1).calibration).toBeNull();
  });

  test('the reading says if there is no closed pick', () => {
    const [random] = evaluatedPicks([]).excess;
    expect(random).toMatchObject({ picks: 0, awaited: 0, sum_pct: null, points: [] });
    expect(random.reading).toMatch(/^No closed pick can be compared with random dates/);
  });
});
