import { fromIso, toIso } from '../../src/core/calendar/dates';
import { buildColumns, type Closes } from '../../src/core/detection/columns';
import { Detector } from '../../src/core/detection/detector';
import { type DetectionRequest, planDetection } from '../../src/core/detection/plan';
import { vectorScreen } from '../../src/core/detection/vectorScreen';
import { realData } from '../helpers/realData';
import { seeded } from '../helpers/syntheticBars';
import { realSeries, syntheticSeries } from './series';

const CASES = 400;
const CYCLES = ['consecutive', 'consecutive', 'pe', 'pe2'] as const;

function randomRequest(random: () => number): DetectionRequest {
  const below = (n: number) => Math.floor(random() * n);
  const first = fromIso('1996-01-01') + below(10_500);
  const step = random() < 0.2 ? 1 + below(40) : 1;
  const asOf = first - 1 - (random() < 0.3 ? below(500) : 0);
  // A year's own search knows more with every entry.
  const moves = random() < 0.3;
  const entries = Array.from({ length: 1 + below(25) }, (_, i) => {
    const day = first + i * step;
    return { day, asOf: moves ? Math.min(day - 1, first + 60) : asOf };
  });
  const minHold = 2 + below(random() < 0.6 ? 8 : 300);
  const years = 3 + below(random() < 0.6 ? 12 : 60);
  return {
    entries,
    years,
    cycle: CYCLES[below(CYCLES.length)],
    minHold,
    maxHold: Math.min(366, minHold + below(random() < 0.3 ? 4 : 200)),
    direction: random() < 0.6 ? undefined : random() < 0.5 ? 'long' : 'short',
    minWins: random() < 0.6 ? 'default' : below(years),
    minObservations: 1 + below(6),
    gapLimit: random() < 0.8 ? 10 : 20,
    liveOnly: random() < 0.5,
  };
}

test(`a search over vectors equals one hold after the other, to the last bit, in ${CASES} random searches`, () => {
  const vectors = vectorScreen();
  if (vectors === null) throw new Error('this host cannot run the vectors that are to be tested');
  const random = seeded(20240219);
  const series = [...syntheticSeries(), ...(realData === null ? [] : realSeries(realData).slice(0, 60))];
  const columns = buildColumns(series.map(({ bars }) => bars));
  let found = 0;
  for (let i = 0; i < CASES; i++) {
    const request = randomRequest(random);
    const plan = planDetection(request);
    const slow = new Detector(columns, plan, null);
    const fast = new Detector(columns, plan, vectors);
    // Another search in between, as threads have: what it leaves in the memory must not matter.
    const other = new Detector(columns, planDetection(randomRequest(random)), vectors);
    for (let k = 0; k < 3; k++) {
      const symbol = Math.floor(random() * series.length);
      other.best(Math.floor(random() * series.length));
      const name = `${series[symbol].name} ${toIso(request.entries[0].day)} ${JSON.stringify(request)}`;
      const best = slow.best(symbol);
      expect({ name, best: fast.best(symbol) }).toStrictEqual({ name, best });
      // All of them, not only those that matter for the best.
      expect({ name, distinct: fast.distinct(symbol) }).toStrictEqual({ name, distinct: slow.distinct(symbol) });
      if (best.long || best.short) found += 1;
    }
  }
  expect(found).toBeGreaterThan(CASES / 2);
});

/** Prices that hardly move or move wildly, near what a float32 holds at least and at most: what bounds by codes rest on. */
test('a window is left out for a better one only where that is better on closes, also where codes hardly tell', () => {
  const vectors = vectorScreen()!;
  const random = seeded(20241120);
  const below = (n: number) => Math.floor(random() * n);
  let found = 0;
  for (const level of [1, 1e-30, 1.17e-38, 1e30, 3e38, 2 ** 24]) {
    for (const scale of [1e-8, 1e-7, 1e-6, 1e-4, 0.02, 0.3]) {
      const still = pricesAround(level, scale, 0, random);
      const seasonal = pricesAround(level, scale, 10 * scale, random);
      // Codes of a symbol that once was at a thousandth are so coarse that most of its windows look the same.
      const coarse = { day: seasonal.day, close: seasonal.close.map((price, i) => (i === 0 ? price / 1000 : price)) };
      const columns = buildColumns([still, seasonal, coarse]);
      for (let i = 0; i < 8; i++) {
        const first = fromIso('1996-01-01') + below(10_000);
        const minHold = 2 + below(30);
        const request: DetectionRequest = {
          entries: Array.from({ length: 1 + below(20) }, (_, k) => ({ day: first + k, asOf: first - 1 })),
          years: 2 + below(random() < 0.7 ? 4 : 70),
          cycle: 'consecutive',
          minHold,
          maxHold: minHold + below(150),
          minWins: random() < 0.5 ? 'default' : 1 + below(2),
          minObservations: 1 + below(3),
          gapLimit: 10,
          liveOnly: false,
        };
        const plan = planDetection(request);
        for (const symbol of [0, 1, 2]) {
          const best = new Detector(columns, plan, null).best(symbol);
          const name = `${level} ${scale} ${JSON.stringify(request)}`;
          expect({ name, best: new Detector(columns, plan, vectors).best(symbol) }).toStrictEqual({ name, best });
          if (best.long || best.short) found += 1;
        }
      }
    }
  }
  expect(found).toBeGreaterThan(200);
});

/** Weekdays of 60 years; one in ten repeats the price before. @param yearly how far the season moves it */
function pricesAround(level: number, scale: number, yearly: number, random: () => number): Closes {
  const day: number[] = [];
  const close: number[] = [];
  let log = 0;
  for (let d = fromIso('1964-01-01'); d < fromIso('2024-12-31'); d++) {
    if (d % 7 > 4) continue;
    log += scale * (random() - 0.5);
    const price = Math.min(3.3e38, level * Math.exp(log + yearly * Math.sin((2 * Math.PI * d) / 365.25)));
    close.push(random() < 0.1 && close.length > 0 ? close[close.length - 1] : price);
    day.push(d);
  }
  return { day: Int32Array.from(day), close: Float64Array.from(close) };
}
