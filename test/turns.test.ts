import { fixedClock } from '../src/clock';
import { aheadOfTurns, mapInTurns, ownTurn, turns, whenQuiet } from '../src/turns';

/** Milliseconds that a piece of work seems to take: two of them are a turn. */
const PIECE = 0.25;

let now = 0;

beforeEach(async () => {
  jest.spyOn(performance, 'now').mockImplementation(() => now);
  await loops(2);
});

afterEach(() => jest.restoreAllMocks());

async function loops(count: number): Promise<void> {
  for (let i = 0; i < count; i++) await new Promise((resolve) => setImmediate(resolve));
}

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

async function compute(
  name: string,
  pieces: number,
  done: (piece: string) => void,
  isOver = () => false,
): Promise<void> {
  const turn = turns();
  for (let piece = 0; piece < pieces && !isOver(); piece++) {
    await turn();
    done(name);
    now += PIECE;
  }
}

/** Gathers what is done by the loop that it is done in. */
function byLoop() {
  const seen = countLoops();
  const names = new Map<number, string>();
  return {
    seen,
    done: (name: string) => void names.set(seen.loops, (names.get(seen.loops) ?? '') + name),
    all: () => {
      seen.stop = true;
      return [...names.values()];
    },
  };
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

  it('gives one computation a turn in each loop, and none more than the others', async () => {
    const { done, all } = byLoop();
    await Promise.all([compute('a', 7, done), compute('b', 7, done), compute('c', 4, done)]);
    // In the first loop all begin; the others take no more than a piece of what is left of it.
    expect(all()).toEqual(['abca', 'bb', 'cc', 'aa', 'bb', 'c', 'aa', 'bb', 'a']);
  });

  it('lets one that begins late have its turn after one other at most', async () => {
    const { done, all } = byLoop();
    const long = ['a', 'b', 'c', 'd'].map((name) => compute(name, 40, done));
    await loops(9);
    await compute('s', 5, (name) => done(name));
    const upToIts = all().join(' ');
    await Promise.all(long);
    expect(upToIts).toMatch(/[^s] s+( \w\w)? s+$/);
  });

  it('lets nobody wait for ever, however many begin meanwhile', async () => {
    const order: string[] = [];
    const done = (name: string) => void order.push(name);
    let isOver = false;
    const long = ['a', 'b'].map((name) => compute(name, 20, done));
    const newcomers = async () => {
      for (const running: Promise<void>[] = []; !isOver; await loops(1)) running.push(compute('n', 3, done));
    };
    const coming = newcomers();
    await Promise.all(long);
    isOver = true;
    await coming;
    // Both end, as of two turns one goes to those that wait longest; newcomers had theirs meanwhile.
    expect(order.filter((name) => name === 'a')).toHaveLength(20);
    expect(order.indexOf('n')).toBeLessThan(order.lastIndexOf('a'));
  });

  it('counts what others have held the thread for in the same loop', async () => {
    const { done, all } = byLoop();
    const first = compute('a', 2, done).then(() => compute('b', 2, done));
    await first;
    expect(all()).toEqual(['aa', 'bb']);
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

test('pieces that cannot be split are done one in a loop, in their order', async () => {
  const { done, all } = byLoop();
  const piece = async (name: string) => {
    await ownTurn();
    done(name);
  };
  await Promise.all(['a', 'b', 'c', 'd'].map(piece));
  expect(all()).toEqual(['a', 'b', 'c', 'd']);
});

describe('what goes ahead of turns', () => {
  /** As the event loop calls for what comes by a socket: before it comes to what waits for the next loop. */
  const arrival = () => new Promise((resolve) => setTimeout(resolve, 1));

  it('is done with all that follows from it before the turn that was due', async () => {
    const order: string[] = [];
    const done = (name: string) => void order.push(name);
    let isOver = false;
    const long = ['a', 'b'].map((name) => compute(name, 1_000_000, done, () => isOver));
    for (let request = 0; request < 10; request++) {
      await arrival();
      done('(');
      await Promise.all([
        new Promise<void>((resolve) => aheadOfTurns(resolve)),
        new Promise<void>((resolve) => aheadOfTurns(resolve)),
      ]);
      await new Promise<void>((resolve) => process.nextTick(resolve));
      done(')');
    }
    isOver = true;
    await Promise.all(long);
    expect(order.join('')).toMatch(/^([ab]+\(\)){10}[ab]*$/);
  });

  it('leaves every other loop a turn, however much of it there is', async () => {
    const { done, seen, all } = byLoop();
    let isOver = false;
    const again = () => {
      if (!isOver) aheadOfTurns(again);
    };
    again();
    await compute('a', 40, done);
    isOver = true;
    const taken = all();
    expect(taken.join('')).toHaveLength(40);
    expect(taken).toHaveLength(20);
    expect(seen.loops).toBeLessThanOrEqual(40);
  });
});

test('the thread is quiet once nobody has wanted anything of it for a while', async () => {
  const clock = fixedClock('2024-12-20T15:00:00Z');
  let isQuiet = false;
  const quiet = whenQuiet(clock).then(() => {
    isQuiet = true;
  });
  for (let i = 0; i < 3; i++) {
    await turns()();
    await loops(2);
    clock.pass(300);
    await loops(2);
    expect(isQuiet).toBe(false);
  }
  clock.pass(300);
  await quiet;
});
