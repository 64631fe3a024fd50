import type { Day } from '../../core/calendar/dates';
import {
  entryRanges,
  joinedMeans,
  type MarketBasis,
  peerMeans as meansOf,
  type PeersOfHold,
  packPeers,
  studiedPeers,
} from '../../core/cameTrue/settledWindows';
import {
  type MarketStudy,
  marketBasis,
  memberSums,
  type StudyMonth,
  studyMonths,
  monthSums as sumsByMonth,
} from '../../core/cameTrue/study';
import type { SymbolColumns } from '../../core/detection/columns';
import { partsOf } from '../../core/parts';
import { type ColumnsRef, membersIn } from './thread';

interface PeerMeansInput {
  readonly members: readonly ColumnsRef[];
  readonly market: MarketBasis;
  readonly from: Day;
  readonly to: Day;
}

/** The means of all members in the windows entered on some days (METHOD 10). */
export function peerMeans({ members, market, from, to }: PeerMeansInput): Float64Array {
  return meansOf(membersIn(members), market, from, to);
}

interface MonthSumsInput {
  readonly members: readonly ColumnsRef[];
  readonly months: readonly StudyMonth[];
  readonly market: MarketBasis;
  /** One a band. */
  readonly peers: readonly PeersOfHold[];
}

/** The sums of some members by band and month (METHOD 10). */
export function monthSums({ members, months, market, peers }: MonthSumsInput): Float64Array {
  return memberSums(membersIn(members), months, market, peers);
}

/** The inputs of the tasks of a study. */
interface StudyTasks {
  readonly peerMeans: PeerMeansInput;
  readonly monthSums: MonthSumsInput;
}

/** Members of one task: some 0.1 s of a thread. */
const MEMBERS_A_TASK = 16;

/** The prices that a study is made of. */
export interface StudiedMarket {
  readonly symbols: readonly SymbolColumns[];
  readonly sessions: Int32Array;
  readonly gapLimit: number;
}

/**
 * Measures what came true in a market (METHOD 10). Members are summed in their order and in parts of one size, so that equal
 * prices give equal sums on any machine.
 *
 * @param run runs its tasks, each a small part of a second
 * @returns null when fewer than 20 members ever traded at once
 */
export async function studyMarket(
  { symbols, sessions, gapLimit }: StudiedMarket,
  run: <Name extends keyof StudyTasks>(name: Name, input: StudyTasks[Name]) => Promise<Float64Array>,
): Promise<MarketStudy | null> {
  const market = marketBasis(symbols, sessions, gapLimit);
  if (market === null) return null;
  const members = symbols.map(({ columns: { buffer }, index }) => ({ buffer, index }));
  const ranges = entryRanges(market);
  const parts = await Promise.all(ranges.map((range) => run('peerMeans', { members, market, ...range })));
  const means = joinedMeans(market, ranges, parts);
  const peers = studiedPeers(market, means);
  const months = studyMonths(sessions).filter(({ entry }) => entry >= market.first);
  const sums = await Promise.all(
    partsOf(members, MEMBERS_A_TASK).map((part) => run('monthSums', { members: part, months, market, peers })),
  );
  return {
    months: sumsByMonth(sums, months, market),
    peers: packPeers(market.first, means, market.waits),
  };
}
