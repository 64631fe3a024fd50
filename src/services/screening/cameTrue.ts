import { FEWEST_PEERS } from '../../core/cameTrue/peers';
import type { MarketPrices, Snapshot } from '../../engine/snapshot';

/** Incremented when the code computes another study from the same prices; older ones are then ignored. */
const STUDY_CODE = 1;

/** Names everything that a market's study depends on: its prices, and the last day that is visible. */
export function studyVersion({ dataVersion, asOf }: MarketPrices): string {
  return [STUDY_CODE, dataVersion, asOf].join('|');
}

/** The markets with enough members to be studied (METHOD 10). */
export function studiedMarkets({ markets }: Snapshot): MarketPrices[] {
  return [...markets.values()].filter(({ symbols }) => symbols.length >= FEWEST_PEERS);
}
