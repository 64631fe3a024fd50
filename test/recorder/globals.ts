/** The globals of Jest that test helpers expect, since Jest does not run here. Imported before all helpers. */

type Work = () => unknown;

const beginnings: Work[] = [];
const endings: Work[] = [];

Object.assign(globalThis, {
  describe: (_name: string, suite: Work) => suite(),
  test: {
    skip(reason: string) {
      throw new Error(reason);
    },
  },
  beforeAll: (work: Work) => void beginnings.push(work),
  afterAll: (work: Work) => void endings.push(work),
  afterEach: () => undefined,
});

/** Runs the `beforeAll` functions of the helpers. */
export async function runBeginnings(): Promise<void> {
  for (const work of beginnings.splice(0)) await work();
}

/** Runs the `afterAll` functions of the helpers, which end child processes and drop databases. */
export async function runEndings(): Promise<void> {
  for (const work of endings.splice(0).reverse()) await work();
}
