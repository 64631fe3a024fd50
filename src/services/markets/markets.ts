import type { Caller } from '../../access/caller';
import { inScope } from '../../access/tiers';
import { loadMethodProse, methodology } from '../../answers/methodology';
import { publishedEvidence, publishedModel } from '../../answers/publishedEvidence';
import { toIsoOrNull } from '../../core/calendar/dates';
import { DEFAULT_WINNING_PERCENT, detectionBand, type Market, winningYears } from '../../core/calendar/market';
import { listedIn, type Snapshot } from '../../engine/snapshot';
import type { Answer, Asker, Input, Output } from '../../operation';
import type { Feed } from '../../storage/feeds';
import type { ListedSymbol } from '../../storage/prices';
import { studiedMarkets } from '../screening/cameTrue';
import { currentPrices, type Screening, type ServiceDeps } from '../screening/deps';
import { orTable } from '../screening/written';
import { marketInScope } from '../symbol/listing';
import { dataAgeField, noPricesNote, sessionsBehind } from './dataAge';

/** Bounds of a lookback (SPEC 8.5). */
const LOOKBACK = { min: 5, max: 98 } as const;
const EXAMPLE_YEARS = 10;

/** Every market and the caller's rights there (SPEC 4.8). @throws scan_busy */
export async function listMarkets(
  { screening, storage }: ServiceDeps,
  _: object,
  { caller }: Asker,
): Promise<Output<'listMarkets'>> {
  const snapshot = await currentPrices(screening);
  const all = await storage.feeds.all();
  return { markets: screening.markets.map((market) => marketListing(screening, market, snapshot, all, caller)) };
}

type PublishedMarket = Output<'getMe'>['markets_in_scope'][number];

/** The fixed facts of a market, and whether it is in the caller's scope. */
export function publishedMarket(market: Market, caller: Caller): PublishedMarket {
  return {
    id: market.id,
    name: market.name,
    aliases: market.aliases,
    ml_eligible: market.mlEligible,
    in_scope: inScope(caller, market.id),
    pattern_detection: patternDetection(market),
  };
}

type MarketListing = Output<'listMarkets'>['markets'][number];

function marketListing(
  screening: Screening,
  market: Market,
  snapshot: Snapshot,
  feeds: readonly Feed[],
  caller: Caller,
): MarketListing {
  const prices = snapshot.markets.get(market.id);
  return {
    ...publishedMarket(market, caller),
    symbol_count: prices?.symbols.length ?? 0,
    as_of: toIsoOrNull(prices?.asOf ?? null),
    sessions_behind: prices === undefined ? null : sessionsBehind(screening, prices),
    ...marketFeed(feeds, market.id),
    ...(prices === undefined ? {} : dataAgeField(screening, [prices])),
  };
}

function patternDetection(market: Market): PublishedMarket['pattern_detection'] {
  const { min, max } = detectionBand(market, EXAMPLE_YEARS);
  const usual = winningYears(DEFAULT_WINNING_PERCENT, EXAMPLE_YEARS);
  return {
    scan: true,
    per_symbol: market.perSymbolPatterns,
    min_years: LOOKBACK.min,
    max_years: LOOKBACK.max,
    min_winning_share: market.minWinningPercent / 100,
    default_winning_share: DEFAULT_WINNING_PERCENT / 100,
    example: `years=${EXAMPLE_YEARS} accepts min_winning_years ${min} to ${max}, by default ${usual}`,
  };
}

type SymbolEntry = Output<'listSymbols'>['symbols'][number];

/** The symbols of a market that have prices (SPEC 4.9). @throws forbidden, scan_busy */
export async function listSymbols(
  deps: ServiceDeps,
  { market_id, prefix, q: words, limit }: Input<'listSymbols'>,
  asker: Asker,
): Promise<Answer<'listSymbols'>> {
  const market = marketInScope(deps, asker.caller, market_id);
  const snapshot = await currentPrices(deps.screening);
  const page = listedIn(snapshot, market.id, { prefix, words, limit });
  const cut = page.matched - page.symbols.length;
  const note =
    cut > 0
      ? `${cut} of ${page.matched} matching rows were cut by limit=${limit}.`
      : noPricesNote(snapshot, snapshot.markets.get(market.id)!);
  const answer = {
    symbols: page.symbols.map((listed) => symbolEntry(listed, snapshot)),
    total: page.total,
    matched: page.matched,
    count: page.symbols.length,
    ...(note === undefined ? {} : { note }),
  };
  return orTable(deps.screening, 'listSymbols', answer, asker);
}

function symbolEntry({ id, symbol, name }: ListedSymbol, { symbols }: Snapshot): SymbolEntry {
  const prices = symbols.get(id);
  const first_date = toIsoOrNull(prices?.firstDay ?? null);
  return { symbol, name, first_date, last_date: toIsoOrNull(prices?.lastDay ?? null) };
}

type MarketFeed = Pick<Output<'listMarkets'>['markets'][number], 'feed'>;

/**
 * The state of a market's feeds, summed over all providers, which are not named: symbols by state.
 *
 * @returns the field of the answer; no field without a feed
 */
function marketFeed(feeds: readonly Feed[], marketId: string): MarketFeed {
  const own = feeds.filter((feed) => feed.marketId === marketId);
  if (own.length === 0) return {};
  const sum = (count: (feed: Feed) => number) => own.reduce((total, feed) => total + count(feed), 0);
  const runs = own.flatMap(({ lastRun }) => (lastRun === null ? [] : [lastRun]));
  const latest = (text: (run: (typeof runs)[number]) => string) => runs.map(text).sort().at(-1) ?? null;
  const feed = {
    paused: own.every(({ paused }) => paused),
    symbols: sum(({ counts }) => counts.active + counts.held + counts.vanished + counts.paused),
    failing: sum(({ failing }) => failing),
    held: sum(({ counts }) => counts.held),
    vanished: sum(({ counts }) => counts.vanished),
    session: latest(({ session }) => session),
    last_run_at: latest(({ finishedAt }) => finishedAt),
  };
  return { feed };
}

/** Read here, so that a fault in the texts shows at start. */
const prose = loadMethodProse();

/** Definitions, the card of the model in service, published evidence, and what came true. @throws scan_busy */
export async function describeMethod({ screening, storage }: ServiceDeps): Promise<Output<'getMethodology'>> {
  const snapshot = await currentPrices(screening);
  const serving = await screening.predictions.over(snapshot);
  const trial = await screening.predictions.trialOver(snapshot);
  const model = serving && publishedModel(serving.model, serving.isCurrent, trial);
  const { simulated, dataVersion } = snapshot;
  const { clock, markets } = screening;
  const walked = await storage.evidence.latest({ simulated, through: clock.today() });
  const nameOf = (id: string) => markets.find((market) => market.id === id)?.name ?? id;
  const evidence = walked && publishedEvidence(walked, nameOf(walked.market), dataVersion);
  const found = await Promise.all(studiedMarkets(snapshot).map((prices) => screening.cameTrue.published(prices)));
  const cameTrue = found.filter((one) => one !== null);
  return methodology({ prose, simulated, model, evidence, cameTrue });
}
