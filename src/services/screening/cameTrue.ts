import type { Clock } from '../../clock';
import { FEWEST_PEERS, type PeerTable } from '../../core/cameTrue/peers';
import { type MarketStudy, marketBasis } from '../../core/cameTrue/study';
import type { Engine } from '../../engine/engine';
import type { MarketPrices, Snapshot } from '../../engine/snapshot';
import type { Log } from '../../log';
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
export type MarketCameTrue = 'pending' | 'not_applicable' | MarketStudy;

interface CameTrueOptions {
  readonly engine: Pick<Engine, 'studyMarket'>;
  readonly store: CameTrueStore;
  readonly clock: Clock;
  readonly log: Log;
}

/** Measures and reads what came true in markets (METHOD 10). The study of each market's newest prices stays in memory. */
export class CameTrueStudies {
  private readonly kept = new Map<string, { readonly version: string; readonly found: MarketCameTrue }>();

  constructor(private readonly options: CameTrueOptions) {}

  async of(prices: MarketPrices): Promise<MarketCameTrue> {
    const { market, symbols, sessions } = prices;
    if (symbols.length < FEWEST_PEERS) return 'not_applicable';
    const { id, gapLimit } = market;
    const version = studyVersion(prices);
    const kept = this.kept.get(id);
    const known = kept?.version === version ? kept.found : undefined;
    if (known !== undefined && known !== 'pending') return known;
    const { store } = this.options;
    const study = (await store.versionOf(id)) === version ? await store.study(id, version) : null;
    let found: MarketCameTrue = 'pending';
    if (study !== null) found = study;
    else if (known === undefined && marketBasis(symbols, sessions, gapLimit) === null) found = 'not_applicable';
    this.kept.set(id, { version, found });
    return found;
  }

  /**
   * Measures a market unless the study of its prices is stored. Processes that measure it at the same time store equal studies.
   *
   * @returns whether it measured
   * @throws as `Engine.studyMarket`
   */
  async measure(prices: MarketPrices, signal?: AbortSignal): Promise<boolean> {
    const { engine, store, clock } = this.options;
    const { id } = prices.market;
    const version = studyVersion(prices);
    if ((await store.versionOf(id)) === version) return false;
    const study = await engine.studyMarket(prices, { account: 'came-true', signal });
    if (study === null) return false;
    await store.put(id, version, study, clock.now());
    // Kept, since a process whose prices are older may replace the stored study.
    this.kept.set(id, { version, found: study });
    return true;
  }

  /**
   * Measures the markets whose study is missing, one after another. For exports, daily picks and replays, which are stored: they
   * wait for it. A failure is logged and `of` stays `pending`; the export or pick is then made without it.
   *
   * @throws the signal's reason once it is aborted
   */
  async measureMissing(markets: readonly MarketPrices[], signal?: AbortSignal): Promise<void> {
    for (const prices of markets) {
      if ((await this.of(prices)) !== 'pending') continue;
      try {
        await this.measure(prices, signal);
      } catch (err) {
        signal?.throwIfAborted();
        const { log } = this.options;
        log.error({ err, market: prices.market.id }, 'what came true in a market could not be measured');
      }
    }
  }
}

/** The mean returns of a market's members, which threads measure windows against; null until the market is studied. */
export function peersOf(market: MarketCameTrue): PeerTable | null {
  return typeof market === 'string' ? null : market.peers;
}
