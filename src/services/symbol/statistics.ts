import { toIso } from '../../core/calendar/dates';
import type { PatternParts } from '../../engine/tasks/patternAnswer';
import { refOf } from '../../engine/tasks/thread';
import type { Answer, Asker, Input } from '../../operation';
import { closingFields } from '../markets/dataAge';
import { currentPrices, type ServiceDeps } from '../screening/deps';
import type { Lookback } from '../screening/question';
import { marketYearDay, requestedPreset } from '../screening/requestRules';
import { writeAnswer } from '../screening/written';
import { findListing, type RequestedSymbol } from './listing';
import { type NamedDates, namedWindow, nothingObserved, windowQuestion } from './namedWindow';

/**
 * The statistics of a window that begins today, or of a preset (SPEC 4.6).
 *
 * @throws invalid_request, forbidden, not_found, upstream_unavailable
 */
export async function symbolPattern(
  deps: ServiceDeps,
  input: Input<'getPattern'>,
  asker: Asker,
): Promise<Answer<'getPattern'>> {
  const { clock, engine } = deps.screening;
  const question = { ...windowQuestion(input), market: input.market_id };
  const preset = requestedPreset(clock, question);
  const dates = preset ? { preset } : { entry: clock.today(), hold: question.hold };
  return writeAnswer(engine, 'getPattern', await patternParts(deps, question, dates, asker), asker);
}

/**
 * The curve of the annual cycle that starts on the entry date, and the yearly bars of a window (SPEC 4.7).
 *
 * @throws invalid_request, forbidden, not_found, upstream_unavailable
 */
export async function seasonalChart(
  deps: ServiceDeps,
  input: Input<'getSeasonalChart'>,
  asker: Asker,
): Promise<Answer<'getSeasonalChart'>> {
  const { clock, engine } = deps.screening;
  const question = { ...windowQuestion(input), years: Number(input.years) };
  const preset = requestedPreset(clock, question);
  const dates = preset
    ? { preset }
    : { entry: marketYearDay(clock, 'entry_date', question.entry), hold: question.hold };
  const parts = { ...(await patternParts(deps, question, dates, asker)), direction: question.direction };
  return writeAnswer(engine, 'getSeasonalChart', parts, asker);
}

/** The inputs of both answers. @throws invalid_request, forbidden, not_found, upstream_unavailable */
async function patternParts(
  deps: ServiceDeps,
  question: RequestedSymbol & Lookback,
  dates: NamedDates,
  { caller }: Asker,
): Promise<PatternParts> {
  const { screening } = deps;
  const snapshot = await currentPrices(screening);
  const listing = findListing(deps, snapshot, caller, question);
  const { symbol, market } = listing;
  const window = namedWindow(dates, question, [listing]);
  return {
    symbol: refOf(symbol),
    market: market.id,
    gapLimit: market.gapLimit,
    window,
    nothingObserved: nothingObserved(listing, question, window.asOf).message,
    closing: closingFields(screening, snapshot, toIso(window.asOf), [listing]),
  };
}
