import type { Candidate } from '../../core/detection/candidate';
import { Detector } from '../../core/detection/detector';
import { type DetectionRequest, planDetection, windowsIn } from '../../core/detection/plan';
import { partsOf } from '../../core/parts';
import type { WindowSpec } from '../../core/window/window';
import type { LoadedSymbol } from '../snapshot';
import { type MemberRef, memberRefOf, membersIn } from './thread';

interface SearchInput {
  readonly request: DetectionRequest;
  readonly members: readonly MemberRef[];
}

/** Most symbols of one task. */
const MOST_SYMBOLS = 64;
/** Most window-years of a task of several symbols, which take some 10 ms. */
const MOST_WINDOW_YEARS = 20_000_000;

/** The tasks of a search, each small enough to delay another account's task by some milliseconds at most. */
export function searchTasks(symbols: readonly LoadedSymbol[], request: DetectionRequest): SearchInput[] {
  const ofOne = Math.max(1, windowsIn(request) * request.years);
  const size = Math.max(1, Math.min(MOST_SYMBOLS, Math.floor(MOST_WINDOW_YEARS / ofOne)));
  return partsOf(symbols, size).map((part) => ({ request, members: part.map(memberRefOf) }));
}

/** The best candidate of each symbol of a task in each direction (METHOD 5). @returns see `packed` */
export function search({ request, members }: SearchInput): Float64Array {
  const plan = planDetection(request);
  const candidates: Candidate[] = [];
  let detector: Detector | null = null;
  for (const { id, columns, index } of membersIn(members)) {
    if (detector === null) detector = new Detector(columns, plan);
    else detector.useColumns(columns);
    const { long, short } = detector.best(index, id);
    for (const candidate of [long, short]) if (candidate !== null) candidates.push(candidate);
  }
  return packed(candidates);
}

/** Numbers per packed candidate. */
const WIDTH = 9;
const LONG = 0;
const SHORT = 1;

/** Candidates as numbers: cloning objects between threads takes longer than the search (`npm run bench -- kernel`). */
function packed(candidates: readonly Candidate[]): Float64Array {
  const numbers = new Float64Array(candidates.length * WIDTH);
  for (const [i, c] of candidates.entries()) {
    const direction = c.direction === 'long' ? LONG : SHORT;
    const statistics = [c.yearsTested, c.wins, c.mean, c.deviation ?? Number.NaN, c.sharpe];
    numbers.set([c.symbol, c.entry, c.hold, direction, ...statistics], i * WIDTH);
  }
  return numbers;
}

export function unpacked(numbers: Float64Array): Candidate[] {
  return Array.from({ length: numbers.length / WIDTH }, (_, i): Candidate => {
    const at = i * WIDTH;
    return {
      symbol: numbers[at],
      entry: numbers[at + 1],
      hold: numbers[at + 2],
      direction: numbers[at + 3] === LONG ? 'long' : 'short',
      yearsTested: numbers[at + 4],
      wins: numbers[at + 5],
      mean: numbers[at + 6],
      deviation: Number.isNaN(numbers[at + 7]) ? null : numbers[at + 7],
      sharpe: numbers[at + 8],
    };
  });
}

/** The window of a candidate, with the lookback and as-of of its search. */
export function windowIn(
  { entry, hold }: Pick<Candidate, 'entry' | 'hold'>,
  { entries, years, cycle }: DetectionRequest,
): WindowSpec {
  const match = entries.find(({ day }) => day === entry);
  if (!match)
    throw new RangeError(`windowIn: entry is day ${entry}, accepted is one of the search's ${entries.length} entries`);
  return { entry, end: entry + hold - 1, years, cycle, asOf: match.asOf };
}
