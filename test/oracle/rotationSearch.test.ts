import { fromIso, toIso } from '../../src/core/calendar/dates';
import { buildColumns } from '../../src/core/detection/columns';
import { type DetectionRequest, planDetection } from '../../src/core/detection/plan';
import { type Draws, drawRotations } from '../../src/core/significance/rotation';
import { RotationSearch } from '../../src/core/significance/rotationSearch';
import { seeded } from '../helpers/syntheticBars';
import { PlainRotations } from './plainRotations';
import { realSeries, syntheticSeries } from './series';

const CASES = 24;
/** In one of four cases more than the memory holds at a time. */
const ROTATIONS = [1, 40, 97, 300];
const CYCLES = ['consecutive', 'consecutive', 'pe', 'pe2'] as const;

function randomRequest(random: () => number): DetectionRequest {
  const below = (n: number) => Math.floor(random() * n);
  const first = fromIso('1999-01-01') + below(9_400);
  // Entries a month or a day apart; some as-ofs lie within the holds of last year.
  const step = random() < 0.2 ? 30 : 1;
  const asOf = first - 1 - (random() < 0.3 ? below(500) : 0);
  const entries = Array.from({ length: 1 + below(12) }, (_, i) => ({ day: first + i * step, asOf }));
  const minHold = 2 + below(random() < 0.5 ? 8 : 300);
  return {
    entries,
    years: 3 + below(random() < 0.5 ? 10 : 30),
    cycle: CYCLES[below(CYCLES.length)],
    minHold,
    maxHold: Math.min(366, minHold + below(random() < 0.3 ? 4 : 130)),
    minWins: 'default',
    minObservations: 5,
    gapLimit: random() < 0.8 ? 10 : 20,
    liveOnly: false,
  };
}

/** Compares both searches of a symbol. @returns the result of the plain one */
function expectSame(name: string, search: RotationSearch, plain: PlainRotations, draws: Draws) {
  const still = { rotations: 1, reach: draws.reach, weeks: new Uint8Array(draws.reach) };
  const all = Array.from({ length: draws.rotations }, (_, rotation) => plain.strongest(draws, rotation));
  const last = draws.rotations - 1;
  const want = { name, asItWas: plain.strongest(still, 0), all, last: all[last] };
  const ofLast = { rotations: 1, reach: draws.reach, weeks: draws.weeks.subarray(last * draws.reach) };
  const got = { asItWas: search.unrotated(), all: search.allRotated(draws), last: search.allRotated(ofLast)[0] };
  expect({ name, ...got }).toStrictEqual(want);
  return all;
}

test(`rotations equal those of one window after the other, to the last bit, in ${CASES} random searches`, () => {
  const random = seeded(20240911);
  const series = [...syntheticSeries(), ...realSeries(['commodities', 'crypto', 'fx'])];
  const columns = buildColumns(series.map(({ bars }) => bars));
  let compared = 0;
  for (let i = 0; i < CASES; i++) {
    const request = randomRequest(random);
    const plan = planDetection(request);
    const plain = new PlainRotations(columns, plan);
    const search = new RotationSearch(plan);
    const draws = drawRotations(i, ROTATIONS[i % ROTATIONS.length], search.reach + (i % 3));
    // Two symbols, since the remains of one must not affect the next.
    for (let k = 0; k < 2; k++) {
      const symbol = Math.floor(random() * series.length);
      const name = `${series[symbol].name} ${toIso(request.entries[0].day)} ${JSON.stringify(request)}`;
      const measured = plain.use(symbol);
      expect({ name, measured: search.use(columns, symbol) }).toEqual({ name, measured });
      if (!measured) continue;
      const all = expectSame(name, search, plain, draws);
      if (all.some(({ long, short }) => long > 0 && short > 0)) compared += 1;
    }
    // The next case reuses its memory with the remains.
    search.release();
  }
  expect(compared).toBeGreaterThan(CASES / 4);
});

const OUTLIERS = [
  { name: 'none', factor: 1 },
  { name: 'a price a million times higher', factor: 1e6 },
  { name: 'a price of almost 0', factor: 1e-140 },
];

test.each(OUTLIERS)('the search of a whole year gives the same bits with this outlier: $name', ({ factor }) => {
  const [{ bars }] = syntheticSeries();
  const odd = Math.floor(bars.day.length - 900);
  const columns = buildColumns([
    { ...bars, close: bars.close.map((close, i) => (i === odd ? close * factor : close)) },
  ]);
  const first = fromIso('2024-03-04');
  const entries = Array.from({ length: 363 }, (_, i) => ({ day: first + i, asOf: first - 1 }));
  const bounds = { years: 10, minHold: 5, maxHold: 120, minObservations: 5, gapLimit: 10 };
  const plan = planDetection({ ...bounds, entries, cycle: 'consecutive', minWins: 'default', liveOnly: false });
  const plain = new PlainRotations(columns, plan);
  const search = new RotationSearch(plan);
  expect([plain.use(0), search.use(columns, 0)]).toEqual([true, true]);
  const all = expectSame('year', search, plain, drawRotations(3, 5, search.reach));
  expect(all.every(({ long, short }) => long > 0 || short > 0)).toBe(true);
});
