import { toIso } from '../../src/core/calendar/dates';
import { Detector } from '../../src/core/detection/detector';
import { type DetectionRequest, planDetection } from '../../src/core/detection/plan';
import { evidenceOf } from '../../src/core/window/evidence';
import { lookback, type WindowSpec } from '../../src/core/window/window';
import { seeded } from '../helpers/syntheticBars';
import { type Case, type CaseClass, CLASSES, classesOf, describeCase, randomCase } from './cases';
import { columnsOf, quotesOf, universes } from './series';
import { slowBest, slowDistinct, slowEntryRun, slowSearch } from './slowDetector';
import { slowEvidence } from './slowWindow';

const CASES = 2_500;
const RUN_CASES = 400;
const SLOW_CASES = 120;

const windowOf = (c: Case): WindowSpec => ({
  entry: c.entry,
  end: c.entry + c.hold - 1,
  years: c.years,
  cycle: c.cycle,
  asOf: c.asOf,
});

const requestOf = (c: Case, changes: Partial<DetectionRequest>): DetectionRequest => ({
  entries: [{ day: c.entry, asOf: c.asOf }],
  years: c.years,
  cycle: c.cycle,
  minHold: c.hold,
  maxHold: c.hold,
  direction: c.direction,
  minWins: 0,
  minObservations: 1,
  gapLimit: c.gapLimit,
  liveOnly: false,
  ...changes,
});

/** The result of both searches for a single window, which must be equal. */
function detect(c: Case, changes: Partial<DetectionRequest> = {}) {
  const detector = new Detector(columnsOf(c.series), planDetection(requestOf(c, changes)));
  const best = detector.best(0)[c.direction];
  expect(detector.distinct(0)).toStrictEqual(best === null ? [] : [best]);
  return best;
}

describe.each(universes())('on %s', (name, series, countsKinds) => {
  test(`the kernel equals the slow path to the last bit in ${CASES} random cases`, () => {
    const random = seeded(20241220);
    const seen = new Map<CaseClass, number>(CLASSES.map((name) => [name, 0]));
    let passed = 0;
    for (let i = 0; i < CASES; i++) {
      const c = randomCase(series, random);
      const evidence = evidenceOf(c.series.bars, windowOf(c), c.direction, c.gapLimit);
      const want = evidence && {
        symbol: 0,
        entry: c.entry,
        hold: c.hold,
        direction: c.direction,
        yearsTested: evidence.yearsTested,
        wins: evidence.wins,
        mean: evidence.mean,
        deviation: evidence.deviation,
        sharpe: evidence.sharpe,
      };
      const qualifies = want !== null && want.yearsTested >= 5 && 10 * want.wins >= 9 * want.yearsTested;
      const got = {
        case: describeCase(c),
        exact: detect(c),
        winningOnce: detect(c, { minWins: 1 }),
        byDefault: detect(c, { minWins: 'default', minObservations: 5 }),
      };
      // toStrictEqual tells 0 from -0 and compares doubles by Object.is.
      expect(got).toStrictEqual({
        case: describeCase(c),
        exact: want,
        winningOnce: want !== null && want.wins > 0 ? want : null,
        byDefault: qualifies ? want : null,
      });
      for (const name of classesOf(c, lookback(windowOf(c)), want?.yearsTested ?? 0))
        seen.set(name, seen.get(name)! + 1);
      if (qualifies) passed += 1;
    }
    const counts = [...seen].map(([name, count]) => `  ${String(count).padStart(6)}  ${name}`).join('\n');
    process.stdout.write(
      `oracle: ${CASES} cases on ${series.length} series of ${name}, ${passed} pass the threshold\n${counts}\n`,
    );
    if (!countsKinds) return;
    for (const [kind, count] of seen) expect({ kind, enough: count >= CASES / 250 }).toEqual({ kind, enough: true });
    expect(passed).toBeGreaterThan(CASES / 100);
  });

  test(`the days around ${RUN_CASES} random cases have the best and distinct windows and the entry runs of the slow path`, () => {
    const random = seeded(20241222);
    const met = { cut: 0, whole: 0, threshold: 0 };
    for (let i = 0; i < RUN_CASES; i++) {
      const c = randomCase(series, random);
      const request = requestOf(c, {
        entries: [-5, -3, -2, -1, 0, 1, 2, 3, 4].map((offset) => ({ day: c.entry + offset, asOf: c.asOf })),
        maxHold: Math.min(366, c.hold + 1),
        minWins: ([0, 1, 'default'] as const)[i % 3],
        minObservations: i % 2 === 0 ? 1 : 5,
      });
      const detector = new Detector(columnsOf(c.series), planDetection(request));
      const want = slowSearch(c.series.bars, request);
      const found = want[c.direction];
      const runs = found.map((one) => slowEntryRun(want, request.entries, one));
      expect({
        case: describeCase(c),
        best: detector.best(0)[c.direction],
        distinct: detector.distinct(0),
        runs: found.map((one) => detector.entryRun(one)),
      }).toStrictEqual({
        case: describeCase(c),
        best: slowBest(want)[c.direction],
        distinct: slowDistinct(want),
        runs,
      });
      if (found.length === 0) continue;
      met[runs.some(({ from, to }, k) => to - from < 6 && Math.abs(found[k].entry - c.entry) < 1) ? 'cut' : 'whole'] +=
        1;
      if (request.minWins === 'default') met.threshold += 1;
    }
    if (countsKinds) expect(Math.min(...Object.values(met))).toBeGreaterThan(RUN_CASES / 80);
  });

  test(`the slow path itself equals METHOD written out with text dates in ${SLOW_CASES} random cases`, () => {
    const random = seeded(7);
    for (let i = 0; i < SLOW_CASES; i++) {
      const c = randomCase(series, random);
      const { entry, asOf, direction } = c;
      const slow = slowEvidence(quotesOf(c.series), {
        ...c,
        entry: toIso(entry),
        asOf: toIso(asOf),
        short: direction === 'short',
      });
      const evidence = evidenceOf(c.series.bars, windowOf(c), direction, c.gapLimit);
      expect({ case: describeCase(c), observed: evidence?.yearsTested ?? 0 }).toEqual({
        case: describeCase(c),
        observed: slow.returns.length,
      });
      if (evidence === null) continue;
      const { wins, mean, deviation, sharpe } = evidence;
      const missing = evidence.missing.map(({ year }) => year);
      const returns = evidence.observations.map((o) => ({ year: o.year, value: o.returnPct }));
      expect({ returns, missing, wins, mean, deviation, sharpe }).toStrictEqual(slow);
    }
  });
});
