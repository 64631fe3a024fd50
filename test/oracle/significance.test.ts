import { dateOf, toIso, yearOf } from '../../src/core/calendar/dates';
import { settledOf } from '../../src/core/cameTrue/settledWindows';
import { planDetection } from '../../src/core/detection/plan';
import { drawRotations, rotationKey, UNOBSERVED, windowStrength } from '../../src/core/significance/rotation';
import { RotationSearch } from '../../src/core/significance/rotationSearch';
import { barsThrough } from '../../src/core/window/bars';
import { occurrenceIn, tradeOf } from '../../src/core/window/window';
import { seeded } from '../helpers/syntheticBars';
import { type Case, describeCase, randomCase } from './cases';
import { columnsOf, quotesOf, realSeries, syntheticSeries } from './series';
import { type SlowSearch, slowReference, slowStrength, slowStrongest, type WeeksEarlier } from './slowSignificance';

const SEARCHES = 40;
const WINDOWS = 50;
const RETURNS = 2_000;

const synthetic = syntheticSeries();
const series = [...synthetic, ...synthetic, ...synthetic, ...realSeries()];

const draws = drawRotations(rotationKey('oracle'), 4, 500);

/** A search around a random window: up to four entries from it on, up to four holds; few years, as the slow side is slow. */
function randomSearch(random: () => number) {
  const below = (n: number) => Math.floor(random() * n);
  const c = randomCase(series, random);
  const years = Math.min(c.years, c.cycle === 'consecutive' ? 12 : 7);
  const days = [c.entry];
  while (days.length < 4 && random() < 0.6) days.push(days[days.length - 1] + 1 + below(9));
  // As the last entry in a search of a whole year: its occurrence of last year is not over, that of the first entry is.
  if (random() < 0.25) days.push(c.entry + 364 - below(Math.min(c.hold, 300)));
  const request = {
    entries: days.map((day) => ({ day, asOf: c.asOf })),
    years,
    cycle: c.cycle,
    minHold: c.hold,
    maxHold: Math.min(366, c.hold + below(4)),
    minWins: 0,
    minObservations: 1,
    gapLimit: c.gapLimit,
    liveOnly: false,
  } as const;
  const slow: SlowSearch = {
    ...request,
    entries: request.entries.map(({ day, asOf }) => ({ date: toIso(day), asOf: toIso(asOf) })),
  };
  return { c, request, slow };
}

/** How far a rotation moves the calendar by the number of years back; null = unshuffled. */
function weeksOf(rotation: number | null): WeeksEarlier {
  return (back) => (rotation === null ? 0 : draws.weeks[rotation * draws.reach + back]);
}

/** Counts the cases of each kind, to ensure that every kind occurs. */
function tally() {
  const seen = new Map<string, number>();
  return {
    seen,
    count(name: string, met: boolean) {
      seen.set(name, (seen.get(name) ?? 0) + (met ? 1 : 0));
    },
    expectEach() {
      for (const [name, count] of seen) expect({ name, met: count > 0 }).toEqual({ name, met: true });
    },
  };
}

const kindsOf = (c: Case, last: number): Record<string, boolean> => ({
  'Feb 29 entry': dateOf(c.entry).month === 2 && dateOf(c.entry).day === 29,
  'crosses New Year': yearOf(last) > yearOf(c.entry),
  'in a cycle': c.cycle !== 'consecutive',
  'gap limit 20': c.gapLimit === 20,
});

test(`the strongest windows of ${SEARCHES} random searches, as they were and rotated, equal METHOD 9 written out`, () => {
  const random = seeded(9);
  const met = tally();
  for (let i = 0; i < SEARCHES; i++) {
    const { c, request, slow } = randomSearch(random);
    const search = new RotationSearch(planDetection(request));
    const usable = search.use(columnsOf(c.series), 0);
    const asked = [null, i % draws.rotations];
    const want = slowStrongest(quotesOf(c.series), slow, asked.map(weeksOf));
    for (const [k, rotation] of asked.entries()) {
      const of = () => (rotation === null ? search.unrotated() : search.allRotated(draws)[rotation]);
      const got = usable ? of() : { long: UNOBSERVED, short: UNOBSERVED };
      const name = { case: describeCase(c), entries: request.entries.length, rotation };
      expect({ ...name, ...rounded(got) }).toEqual({ ...name, ...rounded(want[k]) });
      met.count('has a strongest long', want[k].long > 0);
      met.count('has a strongest short', want[k].short > 0);
      met.count('has none', want[k].long === UNOBSERVED);
    }
    const last = request.entries[request.entries.length - 1].day + request.maxHold - 1;
    for (const [name, is] of Object.entries(kindsOf(c, last))) met.count(name, is);
  }
  met.expectEach();
});

test(`z of ${WINDOWS} random windows and the rotations that reach it equal METHOD 9 written out`, () => {
  const random = seeded(19);
  const met = tally();
  for (let i = 0; i < WINDOWS; i++) {
    const { c, request, slow } = randomSearch(random);
    const entry = slow.entries[slow.entries.length - 1];
    const { day } = request.entries[request.entries.length - 1];
    const window = { entry: day, end: day + c.hold - 1, years: request.years, cycle: c.cycle, asOf: c.asOf };
    const symbol = { columns: columnsOf(c.series), index: 0 };
    const { direction, gapLimit } = c;
    const got = windowStrength({ symbol, window, direction, searchEntry: c.entry, gapLimit }, draws);
    const quotes = quotesOf(c.series);
    const reference = slowReference(quotes, slow, entry, c.hold);
    const sign = c.direction === 'long' ? 1 : -1;
    const zOf = (rotation: number | null) => {
      const z = slowStrength(quotes, slow, reference, entry, c.hold, weeksOf(rotation));
      return z === null ? null : sign * z;
    };
    const z = zOf(null);
    const rotated = [0, 1, 2, 3].map(zOf);
    const want =
      z === null || reference === null
        ? null
        : {
            z: round(z),
            rotations: rotated.filter((other) => other !== null).length,
            exceeding: rotated.filter((other) => other !== null && other >= z).length,
            drift: round(reference),
          };
    expect({ case: describeCase(c), got: got && { ...got, z: round(got.z), drift: round(got.drift) } }).toEqual({
      case: describeCase(c),
      got: want,
    });
    met.count('its years are not those of the first entry', day - c.entry + c.hold > 366 && z !== null);
    met.count('has a strength', z !== null);
    met.count('has none', z === null);
    met.count('is reached by a rotation', (want?.exceeding ?? 0) > 0);
    met.count('is not observed in a rotation', (want?.rotations ?? 4) < 4);
    for (const [name, is] of Object.entries(kindsOf(c, window.end))) met.count(name, is);
  }
  met.expectEach();
});

test(`the return between two dates over columns equals that over bars to the last bit in ${RETURNS} random cases`, () => {
  const random = seeded(29);
  let observed = 0;
  for (let i = 0; i < RETURNS; i++) {
    const c = randomCase(series, random);
    const window = { entry: c.entry, end: c.entry + c.hold - 1, years: c.years, cycle: c.cycle, asOf: c.asOf };
    const { entry, end } = occurrenceIn(window, yearOf(c.asOf) - Math.floor(random() * 12));
    const bars = barsThrough(c.series.bars, c.asOf);
    const trade = tradeOf(bars, { year: 0, entry, end }, c.gapLimit);
    const want = trade && bars.close[trade.exitIndex] / bars.close[trade.entryIndex] - 1;
    // Every window is settled.
    const basis = { first: end, waits: Uint8Array.of(254), asOf: c.asOf, gapLimit: c.gapLimit };
    const symbol = { columns: columnsOf(c.series), index: 0 };
    const got = settledOf(symbol, basis)?.returnOf(entry, end - entry + 1) ?? Number.NaN;
    const of = { case: describeCase(c), entry };
    expect({ ...of, got }).toStrictEqual({ ...of, got: want ?? Number.NaN });
    if (want !== null) observed += 1;
  }
  expect(observed).toBeGreaterThan(RETURNS / 4);
  expect(observed).toBeLessThan(RETURNS * 0.9);
});

/** Eight decimals, since the two sides sum in different orders. */
function round(z: number): number {
  return Number(z.toFixed(8));
}

function rounded({ long, short }: { long: number; short: number }) {
  return { long: round(long), short: round(short) };
}
