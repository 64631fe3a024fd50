/**
 * The globals of Jest that test helpers expect, since Jest does not run here. Imported before all helpers.
 */

type Work = () => unknown;

const endings: Work[] = [];
const atOnce = (work: Work) => void work();

Object.assign(globalThis, {
  beforeAll: atOnce,
  beforeEach: atOnce,
  afterAll: (work: Work) => void endings.push(work),
  afterEach: () => undefined,
});

/** Runs the `afterAll` functions of the helpers, which end child processes. */
export async function runEndings(): Promise<void> {
  for (const work of endings.splice(0).reverse()) await work();
}
