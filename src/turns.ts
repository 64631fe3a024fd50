/** How long a computation may hold the thread before others have their turn, milliseconds. */
const TURN_MS = 3;

/** Computations that wait for their turn, first come first served. */
const line: (() => void)[] = [];

/**
 * Lets computations take turns on this thread. The function is to be awaited between small pieces of one computation: it
 * returns at once until the computation has had its few milliseconds, and then sends it to the end of the line. Between
 * any two turns the event loop looks at the sockets: however many compute at once, a request that needs less than a turn
 * waits for one turn of one of them.
 */
export function turns(): () => Promise<void> | void {
  let began = performance.now();
  return () => {
    if (performance.now() - began < TURN_MS) return;
    return nextTurn().then(() => {
      began = performance.now();
    });
  };
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

/** How many requests begin their work in one loop of the event loop. */
const MOST_TO_BEGIN = 8;

/** Requests that wait to begin, and how many have begun since the loop last turned. */
const door: (() => void)[] = [];
let begun = 0;

/**
 * To be awaited before a request's work begins. Of requests that come together a few begin at a time, in the order in which
 * they came, and between them the event loop looks at the sockets: what each does before its first turn adds up otherwise,
 * for all others to wait through. A request that comes alone begins at once.
 */
export function turnToBegin(): Promise<void> | void {
  if (begun === 0) setImmediate(openDoor);
  if (begun < MOST_TO_BEGIN) {
    begun++;
    return;
  }
  return new Promise((resolve) => {
    door.push(resolve);
  });
}

function openDoor(): void {
  const next = door.splice(0, MOST_TO_BEGIN);
  begun = next.length;
  for (const begin of next) begin();
  if (begun > 0) setImmediate(openDoor);
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    line.push(resolve);
    if (line.length === 1) setImmediate(begin);
  });
}

/** Gives the turn to whoever has waited longest; the next one's comes a loop later. */
function begin(): void {
  const [first] = line.splice(0, 1);
  first();
  if (line.length > 0) setImmediate(begin);
}
