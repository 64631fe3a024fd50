import type { Day } from '../../core/calendar/dates';
import { peerMeans as meansOf, type PeersOfHold } from '../../core/cameTrue/peers';
import type { MarketBasis } from '../../core/cameTrue/settledWindows';
import { memberSums, type StudyMonth } from '../../core/cameTrue/study';
import { openColumns, type SymbolColumns } from '../../core/detection/columns';

/** A member of a market: its columns are shared memory, not a copy. */
export interface MemberRef {
  readonly buffer: SharedArrayBuffer;
  readonly index: number;
}

interface PeerMeansInput {
  readonly members: readonly MemberRef[];
  readonly market: MarketBasis;
  readonly from: Day;
  readonly to: Day;
}

/** The means of all members in the windows entered on some days (METHOD 10). */
export function peerMeans({ members, market, from, to }: PeerMeansInput): Float64Array {
  return meansOf(opened(members), market, from, to);
}

interface MonthSumsInput {
  readonly members: readonly MemberRef[];
  readonly months: readonly StudyMonth[];
  readonly market: MarketBasis;
  /** One a band. */
  readonly peers: readonly PeersOfHold[];
}

/** The sums of some members by band and month (METHOD 10). */
export function monthSums({ members, months, market, peers }: MonthSumsInput): Float64Array {
  return memberSums(opened(members), months, market, peers);
}

function opened(members: readonly MemberRef[]): SymbolColumns[] {
  const blocks = new Map<SharedArrayBuffer, SymbolColumns['columns']>();
  return members.map(({ buffer, index }) => {
    const columns = blocks.get(buffer) ?? openColumns(buffer);
    blocks.set(buffer, columns);
    return { columns, index };
  });
}
