import { lastSession } from '../../core/detection/columns';
import { type DetectionRequest, planDetection, possibleCandidates } from '../../core/detection/plan';
import { partsOf } from '../../core/parts';
import { type Draws, drawRotations, PUBLISHED_SEED, rotationKey, UNOBSERVED } from '../../core/significance/rotation';
import { RotationSearch } from '../../core/significance/rotationSearch';
import {
  calledByChance,
  countFrom,
  type NullDistribution,
  observedIn,
  P_LEVELS,
} from '../../core/significance/significance';
import type { LoadedSymbol } from '../snapshot';
import { type MemberRef, memberRefOf, membersIn } from './thread';

/** The searches of a null distribution: the symbols of each market with the entries of its calendar. */
export interface NullJob {
  readonly dataVersion: string;
  readonly searches: readonly ({ readonly symbols: readonly LoadedSymbol[] } & RotatedSearch)[];
}

interface RotatedSearch {
  readonly request: DetectionRequest;
  /** A hold outside those of the request that is searched too. */
  readonly alsoHold?: number;
}

/** The rotations of a search over some symbols of a market (METHOD 9). */
interface RotationsInput extends RotatedSearch {
  readonly members: readonly MemberRef[];
  /** Ids of the symbols that may be candidates: only these are counted as called (METHOD 7). */
  readonly counted: readonly number[];
  /** Key of the draws, see `rotationKey`. */
  readonly key: number;
  readonly rotations: number;
}

/** The null distribution of some symbols. */
interface StrongestBySymbol {
  readonly ids: readonly number[];
  /** The strongest of each rotation, ascending: `rotations` elements a symbol, in the order of `ids`. */
  readonly strongest: Float32Array;
  /** The strongest of each rotation over all these symbols. */
  readonly overall: Float32Array;
  /** Number of these symbols that each rotation calls: whose strongest window is among the strongest 5 % of its rotations. */
  readonly called: Uint32Array;
}

/** Symbols of one task: a second for a year of entries, some 15 for the widest searches. */
const MOST_SYMBOLS = 8;

/** The tasks of a job, each small enough to delay another account's task by seconds only. */
function rotationTasks({ searches }: NullJob, rotations: number): RotationsInput[] {
  const key = rotationKey(PUBLISHED_SEED);
  return searches.flatMap(({ symbols, ...search }) =>
    partsOf(symbols, MOST_SYMBOLS).map((part) => {
      const counted = possibleCandidates(search.request, part).map(({ id }) => id);
      return { ...search, members: part.map(memberRefOf), counted, key, rotations };
    }),
  );
}

/** Rotates the symbols of a task. Symbols that are not searched or have no strength are left out. */
export function rotations({ key, rotations, counted, ...searched }: RotationsInput): StrongestBySymbol {
  return packed(
    strongestBySymbol(searched, (reach) => drawRotations(key, rotations, reach)),
    rotations,
    new Set(counted),
  );
}

/**
 * The null distribution of a search (METHOD 9).
 *
 * @param run runs one of its tasks in a thread
 * @param onDone called with the number of symbols that a task has done
 */
export async function nullDistribution(
  job: NullJob,
  rotations: number,
  run: (task: RotationsInput) => Promise<StrongestBySymbol>,
  onDone: (symbols: number) => void,
): Promise<NullDistribution> {
  const parts = await Promise.all(
    rotationTasks(job, rotations).map(async (task) => {
      const strongest = await run(task);
      onDone(task.members.length);
      return strongest;
    }),
  );
  return distributionOf(parts, rotations, tickersOf(job));
}

/** The largest z of each symbol of a search over the unshuffled calendar (METHOD 9), by ticker. @param run as above */
export async function largestZ(
  job: NullJob,
  run: (task: UnrotatedInput) => Promise<SymbolZ[]>,
): Promise<Map<string, number>> {
  const parts = await Promise.all(strongestTasks(job).map(run));
  const tickerOf = tickersOf(job);
  return new Map(parts.flat().map(({ id, z }) => [tickerOf(id), z]));
}

function tickersOf({ searches }: NullJob): (id: number) => string {
  const tickers = new Map(searches.flatMap(({ symbols }) => symbols.map(({ id, symbol }) => [id, symbol])));
  return (id) => tickers.get(id) ?? '';
}

/** Some symbols of a search over the unshuffled calendar. */
type UnrotatedInput = Pick<RotationsInput, 'request' | 'alsoHold' | 'members'>;

/** Symbols of one task of an unrotated search: some 10 ms. */
const MOST_UNROTATED = 32;

function strongestTasks({ searches }: NullJob): UnrotatedInput[] {
  return searches.flatMap(({ symbols, ...search }) =>
    partsOf(possibleCandidates(search.request, symbols), MOST_UNROTATED).map((part) => ({
      ...search,
      members: part.map(memberRefOf),
    })),
  );
}

interface SymbolZ {
  readonly id: number;
  readonly z: number;
}

/** The largest z of each symbol of a task over the unshuffled calendar, in the directions of the search. */
export function strongest(input: UnrotatedInput): SymbolZ[] {
  const unrotated = (reach: number): Draws => ({ rotations: 1, reach, weeks: new Uint8Array(reach) });
  return strongestBySymbol(input, unrotated).flatMap(({ id, strongest: [z] }) => (z === UNOBSERVED ? [] : [{ id, z }]));
}

interface SymbolStrongest {
  readonly id: number;
  /** One element a rotation. */
  readonly strongest: Float64Array;
}

function strongestBySymbol(
  { request, alsoHold, members }: UnrotatedInput,
  drawsOf: (reach: number) => Draws,
): SymbolStrongest[] {
  const results: SymbolStrongest[] = [];
  const also = alsoHold === undefined ? [] : [{ ...request, minHold: alsoHold, maxHold: alsoHold }];
  const searches = [request, ...also].map((one) => new RotationSearch(planDetection(one)));
  const draws = drawsOf(Math.max(...searches.map(({ reach }) => reach)));
  const [{ asOf } = { asOf: 0 }] = request.entries;
  try {
    for (const { id, columns, index } of membersIn(members)) {
      const last = lastSession(columns, index, asOf);
      if (last === null || (request.liveOnly && asOf - last > request.gapLimit)) continue;
      const used = searches.filter((search) => search.use(columns, index));
      if (used.length > 0) results.push({ id, strongest: strongestOf(used, draws, request) });
    }
  } finally {
    for (const search of searches) search.release();
  }
  return results;
}

/** The strongest windows of each rotation over all these searches of a symbol. */
function strongestOf(searches: readonly RotationSearch[], draws: Draws, { direction }: DetectionRequest): Float64Array {
  const strongest = new Float64Array(draws.rotations).fill(UNOBSERVED);
  for (const search of searches) {
    for (const [rotation, { long, short }] of search.allRotated(draws).entries()) {
      const z = direction === 'long' ? long : direction === 'short' ? short : Math.max(long, short);
      if (z > strongest[rotation]) strongest[rotation] = z;
    }
  }
  return strongest;
}

function packed(
  symbols: readonly SymbolStrongest[],
  rotations: number,
  counted: ReadonlySet<number>,
): StrongestBySymbol {
  const strongest = new Float32Array(symbols.length * rotations);
  const overall = new Float32Array(rotations).fill(UNOBSERVED);
  const called = new Uint32Array(rotations);
  for (const [i, symbol] of symbols.entries()) {
    const part = strongest.subarray(i * rotations, (i + 1) * rotations);
    part.set(symbol.strongest);
    raise(overall, part);
    const unsorted = part.slice();
    part.sort();
    if (!counted.has(symbol.id)) continue;
    const most = P_LEVELS.significant * observedIn(part);
    for (const [rotation, z] of unsorted.entries())
      if (z !== UNOBSERVED && countFrom(part, z) <= most) called[rotation] += 1;
  }
  return { ids: symbols.map(({ id }) => id), strongest, overall, called };
}

/** Element-wise maximum, written to `overall`. */
function raise(overall: Float32Array, other: Float32Array): void {
  for (let rotation = 0; rotation < overall.length; rotation++)
    if (other[rotation] > overall[rotation]) overall[rotation] = other[rotation];
}

/** Joins the results of a job's tasks: the strongest by symbol and over all symbols, ascending. */
export function distributionOf(
  parts: readonly StrongestBySymbol[],
  rotations: number,
  nameOf: (id: number) => string,
): NullDistribution {
  const bySymbol = new Map<string, Float32Array>();
  const overall = new Float32Array(rotations).fill(UNOBSERVED);
  const called = new Uint32Array(rotations);
  for (const part of parts) {
    raise(overall, part.overall);
    for (const [rotation, count] of part.called.entries()) called[rotation] += count;
    for (const [i, id] of part.ids.entries())
      bySymbol.set(nameOf(id), part.strongest.subarray(i * rotations, (i + 1) * rotations));
  }
  return { rotations, overall: overall.sort(), bySymbol, byChance: calledByChance(called) };
}
