import type { Timer } from './clock';

/** How long the thread may be held before others have their turn, milliseconds. */
const TURN_MS = 0.5;

/** One loop of the event loop, from one look at the sockets to the next. */
interface Loop {
  /** When work began in it. */
  since: number;
}

/** The one under way; null = nothing has been done in it yet. */
let loop: Loop | null = null;
/** In which something was done. */
let loops = 0;

/** A computation that waits for its turn. */
interface Waiting {
  /** Turns it has had. */
  readonly had: number;
  readonly resume: () => void;
}

/** Computations in the order in which they came. */
const line: Waiting[] = [];
/** Whether the next turn is for the one that has waited longest, or for one that has had fewest. */
let isForLongest = false;

/**
 * Lets computations take turns on this thread. The function is to be awaited between small pieces of one computation: it
 * returns at once until the thread has been held for half a millisecond, by this one or by others, and has the computation
 * wait for its turn then. Between any two turns the event loop looks at the sockets: however many compute at once, a
 * request that needs less than a turn waits for one turn of one of them. Every other turn goes to a computation that has
 * had fewest, so that a short one does not wait for all the long ones.
 */
export function turns(): () => Promise<void> | void {
  let had = 0;
  return () => {
    if (performance.now() - thisLoop().since < TURN_MS) return;
    had += 1;
    return nextTurn(had);
  };
}

/** What is to be done ahead of the next turn; null = nothing. */
let ahead: (() => void)[] | null = null;
/** Whether a turn that was due waits for it. */
let isPutOff = false;

/**
 * Does a short piece of work once the event loop has looked at the sockets, and with it what follows from it at once, before
 * any computation has its next turn: a request that has just come waits for none between its first step and the next.
 * However much of it there is, every other loop has its turn.
 */
export function aheadOfTurns(work: () => void): void {
  if (ahead !== null) {
    ahead.push(work);
    return;
  }
  ahead = [work];
  setImmediate(() => {
    const all = ahead ?? [];
    ahead = null;
    for (const piece of all) piece();
  });
  // In the same loop, after what follows from that.
  setImmediate(() => {
    if (!isPutOff) return;
    isPutOff = false;
    takeTurn();
    setImmediate(endLoop);
  });
}

/** Makes one thing of each of many, in turns. */
export async function mapInTurns<T, R>(items: readonly T[], make: (item: T, index: number) => R): Promise<R[]> {
  const turn = turns();
  const made: R[] = [];
  for (const [index, item] of items.entries()) {
    await turn();
    made.push(make(item, index));
  }
  return made;
}

/** A turn for a piece of work that cannot be split: no two of them are done in one loop. */
export function ownTurn(): Promise<void> {
  return nextTurn(0);
}

/** How long nobody has wanted anything of the thread when it counts as quiet, milliseconds. */
const QUIET_MS = 300;

/** Resolves when the thread is quiet: for what takes longer than a turn and need not be done at once. */
export async function whenQuiet(timer: Pick<Timer, 'after'>): Promise<void> {
  for (let before = -1; before !== loops; ) {
    before = loops;
    await new Promise<void>((resolve) => {
      timer.after(QUIET_MS, resolve);
    });
  }
}

function thisLoop(): Loop {
  if (loop === null) {
    loop = { since: performance.now() };
    loops += 1;
    setImmediate(endLoop);
  }
  return loop;
}

function endLoop(): void {
  loop = null;
}

function nextTurn(had: number): Promise<void> {
  return new Promise((resume) => {
    line.push({ had, resume });
    if (line.length === 1) giveTurn();
  });
}

/** One turn in the next loop, for as long as any computation waits. */
function giveTurn(): void {
  setImmediate(() => {
    if (ahead === null) takeTurn();
    else isPutOff = true;
  });
  setImmediate(endLoop);
}

function takeTurn(): void {
  const { resume } = takeNext();
  // All of the turn is its own, whatever has begun in this loop.
  loop = { since: performance.now() };
  loops += 1;
  resume();
  isForLongest = line.length > 0 && !isForLongest;
  if (line.length > 0) giveTurn();
}

function takeNext(): Waiting {
  const fewest = Math.min(...line.map(({ had }) => had));
  const next = isForLongest ? 0 : line.findIndex(({ had }) => had === fewest);
  return line.splice(next, 1)[0];
}
