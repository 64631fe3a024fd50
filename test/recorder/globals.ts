/**
 * What helpers of the tests expect of Jest while nothing of Jest runs. Imported before any of them.
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

/** Runs what the helpers left for after the last test: child processes end. */
export async function runEndings(): Promise<void> {
  for (const work of endings.splice(0).reverse()) await work();
}
