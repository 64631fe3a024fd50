import { mapInTurns, turns, turnToBegin } from '../src/turns';

/** Milliseconds that a piece of work seems to take. */
const PIECE = 2;

let now = 0;

beforeEach(() => {
  now = 0;
  jest.spyOn(performance, 'now').mockImplementation(() => now);
});

afterEach(() => jest.restoreAllMocks());

/** Loops of the event loop so far. */
function countLoops() {
  const seen = { loops: 0, stop: false };
  const count = () => {
    seen.loops += 1;
    if (!seen.stop) setImmediate(count);
  };
  setImmediate(count);
  return seen;
}

async function compute(name: string, pieces: number, done: (piece: string) => void): Promise<void> {
  const turn = turns();
  for (let piece = 0; piece < pieces; piece++) {
    await turn();
    done(name);
    now += PIECE;
  }
}

describe('turns', () => {
  it('lets a computation that needs less than a turn end before the event loop turns', async () => {
    const seen = countLoops();
    let loops = -1;
    await compute('short', 2, () => {
      loops = seen.loops;
    });
    seen.stop = true;
    expect(loops).toBe(0);
  });

  it('gives one computation a turn in each loop, in the order in which they came', async () => {
    const seen = countLoops();
    const byLoop = new Map<number, string[]>();
    const done = (name: string) => {
      byLoop.set(seen.loops, [...(byLoop.get(seen.loops) ?? []), name]);
    };
    await Promise.all([compute('a', 6, done), compute('b', 6, done), compute('c', 4, done)]);
    seen.stop = true;
    const [, ...later] = [...byLoop.values()].map((names) => names.join(''));
    expect(later).toEqual(['bb', 'cc', 'aa', 'bb', 'c', 'aa', 'b']);
  });
});

test('what is made in turns comes in the order of what it is made of', async () => {
  const seen = countLoops();
  const made = await mapInTurns([...'abcdef'], (letter, index) => {
    now += PIECE;
    return `${letter}${index}`;
  });
  seen.stop = true;
  expect(made).toEqual(['a0', 'b1', 'c2', 'd3', 'e4', 'f5']);
  expect(seen.loops).toBeGreaterThan(0);
});

test('of requests that come together eight begin in each loop, in the order in which they came', async () => {
  const seen = countLoops();
  const begun: { request: number; loop: number }[] = [];
  const request = async (number: number) => {
    await turnToBegin();
    begun.push({ request: number, loop: seen.loops });
  };
  await Promise.all(Array.from({ length: 20 }, (_, number) => request(number)));
  seen.stop = true;
  expect(begun.map(({ request }) => request)).toEqual([...Array(20).keys()]);
  const loops = [...new Set(begun.map(({ loop }) => loop))];
  expect(loops.map((loop) => begun.filter((one) => one.loop === loop).length)).toEqual([8, 8, 4]);
});
