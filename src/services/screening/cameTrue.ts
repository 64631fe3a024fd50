import type { CameTrueMarket } from '../../answers/shapes';
import { cameTrueMarket } from '../../answers/significance';
import type { Clock } from '../../clock';
import { FEWEST_PEERS, type PeerTable } from '../../core/cameTrue/settledWindows';
import { type MarketStudy, marketBasis } from '../../core/cameTrue/study';
import type { Engine } from '../../engine/engine';
import type { MarketPrices, Snapshot } from '../../engine/snapshot';
import type { Log } from '../../log';
import type { CameTrueStore } from '../../storage/computedResults';

/** Incremented when the code computes another study from the same prices; older ones are then ignored. */
const STUDY_CODE = 2;

/** How long a study serves while bars of its members are corrected: measuring 8,000 symbols takes minutes of a thread. */
const CORRECTIONS_WAIT_MS = 86_400_000;

/**
 * What a study must have been made of to be shown: the last session, and as many members. A changed bar of an earlier session
 * changes a share by little.
 */
function basisOf({ symbols, asOf }: MarketPrices): string {
  return [STUDY_CODE, symbols.some(({ simulated }) => simulated), symbols.length, asOf, ''].join('|');
}

/** Names a study: its basis, and the version of its prices. */
function studyVersion(prices: MarketPrices): string {
  return basisOf(prices) + prices.dataVersion;
}

/** Whether a study may be shown beside these prices. */
function isStudyOf(version: string | undefined, prices: MarketPrices): version is string {
  return version?.startsWith(basisOf(prices)) ?? false;
}

/** The version of the prices that a study was made of. */
function studiedDataVersion(version: string): string {
  return version.slice(version.lastIndexOf('|') + 1);
}

/** The markets with enough members to be studied (METHOD 10). */
export function studiedMarkets({ markets }: Snapshot): MarketPrices[] {
  return [...markets.values()].filter(({ symbols }) => symbols.length >= FEWEST_PEERS);
}

/** A study, and the prices that it was made of. */
interface NamedStudy extends MarketStudy {
  readonly version: string;
}

/** The study of a market; `pending` until it is stored, `not_applicable` where 20 members never traded at once. */
export type MarketCameTrue = 'pending' | 'not_applicable' | NamedStudy;

interface CameTrueOptions {
  readonly engine: Pick<Engine, 'studyMarket'>;
  readonly store: CameTrueStore;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Measures and reads what came true in markets (METHOD 10). A study is of a session and its members; corrections of earlier
 * bars enter it once it is a day old, so that they do not cost a study each. The newest study of a market stays in memory.
 */
export class CameTrueStudies {
  private readonly kept = new Map<string, { readonly version: string; readonly found: MarketCameTrue }>();
  private readonly shown = new Map<string, { readonly version: string; readonly market: CameTrueMarket | null }>();

  constructor(private readonly options: CameTrueOptions) {}

  async of(prices: MarketPrices): Promise<MarketCameTrue> {
    const { market, symbols, sessions } = prices;
    if (symbols.length < FEWEST_PEERS) return 'not_applicable';
    const { id, gapLimit } = market;
    const kept = this.kept.get(id);
    const current = studyVersion(prices);
    if (kept?.version === current && kept.found !== 'pending') return kept.found;
    const { store } = this.options;
    const stored = await store.made(id);
    if (isStudyOf(stored?.version, prices)) {
      if (kept?.version === stored.version && kept.found !== 'pending') return kept.found;
      const study = await store.study(id, stored.version);
      return this.keep(id, stored.version, study === null ? 'pending' : { ...study, version: stored.version });
    }
    // Computed once, since it reads every member.
    if (kept?.version === current) return kept.found;
    return this.keep(id, current, marketBasis(symbols, sessions, gapLimit) === null ? 'not_applicable' : 'pending');
  }

  /**
   * A market's study as it is published; null unless its last session is measured. Made once for a study: parsing its months and
   * summing them up takes 4 ms.
   */
  async published(prices: MarketPrices): Promise<CameTrueMarket | null> {
    const { market, asOf } = prices;
    const { id, name } = market;
    const { store } = this.options;
    const stored = await store.made(id);
    if (asOf === null || !isStudyOf(stored?.version, prices)) return null;
    const { version } = stored;
    const shown = this.shown.get(id);
    if (shown?.version === version) return shown.market;
    const months = await store.months(id, version);
    // Another process may have replaced it.
    if (months === null) return null;
    const made = cameTrueMarket({ market: id, name, dataVersion: studiedDataVersion(version) }, months, asOf);
    this.shown.set(id, { version, market: made });
    return made;
  }

  /**
   * Measures a market unless a study of its session and members is stored that is of these prices or not yet a day old.
   * Processes that measure it at the same time store equal studies.
   *
   * @returns whether it measured
   * @throws as `Engine.studyMarket`
   */
  async measure(prices: MarketPrices, signal?: AbortSignal): Promise<boolean> {
    const { engine, store, clock } = this.options;
    const { id } = prices.market;
    const version = studyVersion(prices);
    const stored = await store.made(id);
    if (stored?.version === version) return false;
    if (isStudyOf(stored?.version, prices) && clock.now().getTime() - stored!.createdAt.getTime() < CORRECTIONS_WAIT_MS)
      return false;
    const study = await engine.studyMarket(prices, { account: 'came-true', signal });
    if (study === null) return false;
    await store.put(id, version, study, clock.now());
    // Kept, since a process whose prices are older may replace the stored study.
    this.keep(id, version, { ...study, version });
    return true;
  }

  private keep(marketId: string, version: string, found: MarketCameTrue): MarketCameTrue {
    this.kept.set(marketId, { version, found });
    return found;
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
