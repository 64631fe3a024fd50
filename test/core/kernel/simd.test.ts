import { fromIso } from '../../../src/core/calendar/dates';
import { buildColumns } from '../../../src/core/detection/columns';
import { planDetection } from '../../../src/core/detection/plan';
import { drawRotations } from '../../../src/core/significance/draws';
import { syntheticBars } from '../../helpers/syntheticBars';

const LAST = fromIso('2024-06-28');
const REQUEST = {
  entries: [1, 2, 3].map((days) => ({ day: LAST + days, asOf: LAST })),
  years: 10,
  cycle: 'consecutive',
  minHold: 5,
  maxHold: 40,
  minWins: 'default',
  minObservations: 5,
  gapLimit: 10,
  liveOnly: true,
} as const;

/** The modules as a host with or without vectors loads them, and whether it has functions to run. */
function loadedOn(hasVectors: boolean) {
  const validate = jest.spyOn(WebAssembly, 'validate');
  if (!hasVectors) validate.mockReturnValue(false);
  let loaded: Record<'functions' | 'strongest' | 'best', unknown> = { functions: 0, strongest: 0, best: 0 };
  jest.isolateModules(() => {
    const { simdFunctions } = require('../../../src/core/kernel/simd');
    const { RotationKernel } = require('../../../src/core/significance/rotationKernel');
    const { Detector } = require('../../../src/core/detection/detector');
    const columns = buildColumns([syntheticBars({ seed: 3, fromYear: 2008, toYear: 2024, rough: true })]);
    const kernel = new RotationKernel(columns, planDetection(REQUEST));
    kernel.use(0);
    loaded = {
      functions: simdFunctions(new WebAssembly.Memory({ initial: 1 })),
      best: new Detector(columns, planDetection({ ...REQUEST, minWins: 6 })).best(0),
      strongest: kernel.allRotated(drawRotations(1, 50, kernel.reach)),
    };
  });
  validate.mockRestore();
  return loaded;
}

test('a host without vectors is told so, and gets the same results from scalar code', () => {
  const without = loadedOn(false);
  const withVectors = loadedOn(true);
  expect(without.functions).toBeNull();
  expect(withVectors.functions).not.toBeNull();
  expect(without.strongest).toStrictEqual(withVectors.strongest);
  expect(without.strongest).toHaveLength(50);
  expect(without.best).toStrictEqual(withVectors.best);
  expect(without.best).not.toEqual({ long: null, short: null });
});
