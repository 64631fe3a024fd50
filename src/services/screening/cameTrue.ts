import { MarketShares, notStudied } from '../../core/cameTrue/cameTrue';
import { FEWEST_PEERS, type PeerTable } from '../../core/cameTrue/peers';
import { type MarketStudy, marketBasis } from '../../core/cameTrue/study';
import type { WindowSpec } from '../../core/window/window';
import type { MarketPrices, Snapshot } from '../../engine/snapshot';
import type { CameTrueStore } from '../../storage/cameTrue';

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

/** The study of a market's prices; `pending` until it is stored, `not_applicable` where 20 members never traded at once. */
export type MarketCameTrue = 'pending' | 'not_applicable' | StudiedMarket;

class StudiedMarket extends MarketShares {
  constructor(readonly study: MarketStudy) {
    super(study.months);
  }
}

/** Reads what came true in markets (METHOD 10). The study of each market's newest prices stays in memory. */
export class CameTrueStudies {
  private readonly kept = new Map<string, { readonly version: string; readonly found: MarketCameTrue }>();

  constructor(private readonly store: Pick<CameTrueStore, 'study' | 'versionOf'>) {}

  async of(prices: MarketPrices): Promise<MarketCameTrue> {
    if (prices.symbols.length < FEWEST_PEERS) return 'not_applicable';
    const { id } = prices.market;
    const version = studyVersion(prices);
    const kept = this.kept.get(id);
    if (kept?.version === version) return kept.found;
    const found = await this.read(prices, version);
    if (found !== 'pending') this.kept.set(id, { version, found });
    return found;
  }

  private async read({ market, symbols, sessions }: MarketPrices, version: string): Promise<MarketCameTrue> {
    if ((await this.store.versionOf(market.id)) === version) {
      const study = await this.store.study(market.id, version);
      if (study !== null) return new StudiedMarket(study);
    }
    return marketBasis(symbols, sessions, market.gapLimit) === null ? 'not_applicable' : 'pending';
  }
}

/** The members of a market, for a thread that measures what windows showed beyond them; null until it is studied. */
export function peersOf(market: MarketCameTrue): PeerTable | null {
  return typeof market === 'string' ? null : market.study.peers;
}

/** The same for one window; null for one that has no share. */
export function peersFor(market: MarketCameTrue, window: WindowSpec): PeerTable | null {
  return notStudied(window) === null ? peersOf(market) : null;
}
