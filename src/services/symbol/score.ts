import type { Caller } from '../../access/caller';
import { inScope, outsideWhat } from '../../access/tiers';
import { disclaimerFor } from '../../answers/phrases';
import { absenceNote, type UpgradeAnswer } from '../../answers/predictions';
import { type Day, fromIso } from '../../core/calendar/dates';
import type { Market } from '../../core/calendar/market';
import { exclusionOf, ML_DAYS_AHEAD, type MlOutcome } from '../../core/model/absence';
import { partsOf } from '../../core/parts';
import type { Direction } from '../../core/window/window';
import { inTime } from '../../deadline';
import type { Engine } from '../../engine/engine';
import type { Snapshot } from '../../engine/snapshot';
import type { AnswerParts } from '../../engine/tasks/answer';
import type { Predictor } from '../../engine/tasks/evidence';
import { forbidden } from '../../errors';
import type { Answer, Asker, Input } from '../../operation';
import type { ListedSymbol } from '../../storage/prices';
import { dataAgeField } from '../markets/dataAge';
import { currentPrices, type ServiceDeps } from '../screening/deps';
import { itemKey, type PredictionItem, requestedPrediction, threadPredictor } from '../screening/predictions';
import { type ChargeablePrediction, ReservedPredictions } from '../screening/reservedPredictions';
import { writeAnswer } from '../screening/written';
import { type Listing, listingWithPrices, matchingSymbols, type RequestedSymbol } from './listing';
import { knownBefore } from './namedWindow';

/** A setup of the request. */
interface RequestedSetup extends RequestedSymbol {
  readonly entry: Day;
  /** Calendar days. */
  readonly hold: number;
  readonly direction: Direction;
}

/**
 * The model's prediction of each setup, or a note why there is none (SPEC 4.11).
 *
 * @throws forbidden naming every item whose market is not eligible or out of scope; scan_busy
 */
export async function score(
  deps: ServiceDeps,
  { body }: Input<'scoreSetups'>,
  asker: Asker,
): Promise<Answer<'scoreSetups'>> {
  const { screening } = deps;
  const requested = requestedSetups(body);
  const { caller } = asker;
  const snapshot = await currentPrices(screening);
  const today = screening.clock.today();
  const listings = listingsToScore(deps, snapshot, caller, requested);
  const items = requested.map((setup, i) => scorableItem(setup, listings[i], today));
  const scorable = items.filter((item) => typeof item !== 'string');
  const model = await screening.predictions.over(snapshot);
  const predictions = await predictedItems(screening.engine, threadPredictor(model, today), scorable, asker);
  const reserved = await ReservedPredictions.reserve(deps, caller, predictions);
  // Predictions made before the time ran out are shown, so only a closed connection aborts the writing.
  const write = (parts: AnswerParts<'scoreSetups'>) =>
    writeAnswer(screening.engine, 'scoreSetups', parts, { ...asker, signal: asker.gone });
  if (reserved.isSpent) {
    await reserved.giveBack();
    return write({ upgrade: upgradeAnswer(deps, caller) });
  }
  const outcomes = reserved.outcomes.values();
  const rows = requested.map(({ symbol, entry, direction, hold }, i) => {
    const item = items[i];
    const outcome = typeof item === 'string' ? item : outcomes.next().value!;
    return { symbol, entry, direction, hold, outcome };
  });
  const priced = listings.filter((listing) => typeof listing !== 'string');
  const notes = {
    model_version: model?.version ?? null,
    disclaimer: disclaimerFor(snapshot.simulated),
    ...dataAgeField(screening, priced),
  };
  return reserved.show(() => write({ rows, remaining: reserved.remaining, notes }));
}

/** The items of either form of the body; the body's market stands for items without one. */
function requestedSetups(body: Input<'scoreSetups'>['body']): RequestedSetup[] {
  const { opportunities, market } = 'opportunities' in body ? body : { opportunities: body, market: undefined };
  return opportunities.map((item) => ({
    symbol: item.symbol,
    market: item.market ?? market,
    entry: fromIso(item.date),
    hold: item.days_out,
    direction: item.direction,
  }));
}

/** Setups per task: some tens of milliseconds of a thread when their prices have to be read. */
const SETUP_BATCH = 32;

/** The prediction of each item; items without time left get the reason `time`. */
async function predictedItems(
  engine: Engine,
  predictor: Predictor,
  items: readonly PredictionItem[],
  asker: Asker,
): Promise<ChargeablePrediction[]> {
  const predictBatch = (batch: readonly PredictionItem[]): Promise<MlOutcome[]> =>
    inTime(
      () => engine.run('predict', { predictor, setups: batch.map(requestedPrediction) }, asker),
      asker.signal,
      batch.map(() => ({ reason: 'time' as const })),
    );
  const outcomes = (await Promise.all(partsOf(items, SETUP_BATCH).map(predictBatch))).flat();
  return items.map((item, i) => ({ key: itemKey(item), outcome: outcomes[i] }));
}

/** The prediction item of a setup, or the note why it cannot be scored. Nothing is reserved for the latter (SPEC 4.11 rules 4, 5). */
function scorableItem(
  { entry, hold, direction }: RequestedSetup,
  listing: Listing | string,
  today: Day,
): PredictionItem | string {
  if (typeof listing === 'string') return listing;
  const { symbol, market } = listing;
  const item = { symbol, market, entry, hold, direction, asOf: knownBefore(entry, [listing]) };
  const excluded = exclusionOf({ ...item, mlEligible: market.mlEligible }, today);
  if (excluded !== null && excluded.reason !== 'past') return absenceNote(excluded, hold);
  const inReach = entry >= today && entry <= today + ML_DAYS_AHEAD;
  return inReach ? item : absenceNote({ reason: 'entry_date' });
}

/** The answer in place of scores once the daily allowance is spent (SPEC 4.11 rule 3). */
function upgradeAnswer({ tiers }: ServiceDeps, { tier }: Caller): UpgradeAnswer {
  return {
    requires: 'upgrade',
    reason: 'ml_daily_limit',
    message: `The daily limit of ${tier.mlPerDay} predictions is reached; it resets at 00:00 UTC, or upgrade at ${tiers.upgradeUrl}.`,
    upgrade_url: tiers.upgradeUrl,
    ml_remaining_today: 0,
  };
}

/** Most items that a refusal names. */
const MAX_NAMED_ITEMS = 5;

/**
 * The listing of each item: in its own market, or in the first ML-eligible one that lists the symbol, one in scope
 * before others (DESIGN 5, "POST /score"). A string is the note of an unscored item, which is no error.
 *
 * @throws forbidden naming every item whose market is not eligible or out of scope (SPEC 4.11 rule 1)
 */
function listingsToScore(
  deps: ServiceDeps,
  snapshot: Snapshot,
  caller: Caller,
  requested: readonly RequestedSymbol[],
): (Listing | string)[] {
  const refusals = new Set<string>();
  const listings = requested.map((setup): Listing | string => {
    const candidates = matchingSymbols(snapshot, setup.symbol);
    const market = marketToScoreIn(deps, caller, setup, candidates);
    if (market === null) return ambiguousSymbolNote(setup, candidates);
    const refusal = marketRefusal(deps, caller, setup, market);
    if (refusal !== null) refusals.add(refusal);
    return refusal ?? listingToScore(snapshot, setup, candidates, market);
  });
  if (refusals.size > 0) throw forbidden([...refusals].slice(0, MAX_NAMED_ITEMS).join(' '));
  return listings;
}

/** Null when the symbol is unknown or could mean several. */
function marketToScoreIn(
  { screening }: ServiceDeps,
  caller: Caller,
  { market }: RequestedSymbol,
  candidates: readonly ListedSymbol[],
): Market | null {
  if (market !== undefined) return screening.markets.find(({ id }) => id === market)!;
  if (candidates.length !== 1) return null;
  const listed = screening.markets.filter(({ id }) => candidates[0].markets.includes(id));
  const eligible = listed.filter(({ mlEligible }) => mlEligible);
  return eligible.find(({ id }) => inScope(caller, id)) ?? eligible[0] ?? listed[0];
}

function marketRefusal(
  { screening, tiers }: ServiceDeps,
  caller: Caller,
  { symbol }: RequestedSymbol,
  { id, name, mlEligible }: Market,
): string | null {
  if (!mlEligible) {
    const eligible = screening.markets.filter((market) => market.mlEligible).map((market) => market.id);
    return `'${symbol}': market ${id} (${name}) is not eligible for predictions; eligible are ${eligible.join(', ')}.`;
  }
  if (inScope(caller, id)) return null;
  return `'${symbol}': market ${id} (${name}) is outside ${outsideWhat(caller, id, tiers)}`;
}

function listingToScore(
  snapshot: Snapshot,
  requested: RequestedSymbol,
  candidates: readonly ListedSymbol[],
  market: Market,
): Listing | string {
  const members = candidates.filter(({ markets }) => markets.includes(market.id));
  if (candidates.length === 0 || members.length > 1) return ambiguousSymbolNote(requested, candidates);
  if (members.length === 0)
    return `symbol '${requested.symbol}' is not listed in market ${market.id} (${market.name}).`;
  return (
    listingWithPrices(snapshot, members[0], market) ?? `there are no prices of '${requested.symbol}' to predict from.`
  );
}

function ambiguousSymbolNote({ symbol }: RequestedSymbol, candidates: readonly ListedSymbol[]): string {
  if (candidates.length === 0) return `unknown symbol '${symbol}'.`;
  return `symbol '${symbol}' could mean ${candidates.map((setup) => setup.symbol).join(' or ')}; give it in full.`;
}
