import { packPeers } from '../core/cameTrue/peers';
import {
  entryRanges,
  joinedMeans,
  type MarketStudy,
  marketBasis,
  monthSums,
  studiedPeers,
  studyMonths,
} from '../core/cameTrue/study';
import { partsOf } from '../core/parts';
import type { LoadedSymbol } from './snapshot';
import type { TaskInput } from './tasks';

/** Members of one task: some 0.1 s of a thread. */
const MEMBERS_A_TASK = 16;

/** The prices that a study is made of. */
export interface StudiedMarket {
  readonly symbols: readonly Pick<LoadedSymbol, 'columns' | 'index'>[];
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
  run: <Name extends 'peerMeans' | 'monthSums'>(name: Name, input: TaskInput<Name>) => Promise<Float64Array>,
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
    months: monthSums(sums, months, market),
    peers: packPeers(market.first, means, market.waits),
  };
}
