import { lookbackLabel } from '../../answers/phrases';
import { type Day, toIso } from '../../core/calendar/dates';
import { sessionsOver } from '../../core/calendar/marketSessions';
import type { HeatMapSpec } from '../../core/window/heatMap';
import type { AnswerParts } from '../../engine/tasks/answer';
import type { PatternParts } from '../../engine/tasks/symbolAnswers';
import { refOf } from '../../engine/tasks/thread';
import { invalidRequest } from '../../errors';
import type { Answer, Asker, Input } from '../../operation';
import { closingFields } from '../markets/dataAge';
import { currentPrices, type Screening, type ServiceDeps } from '../screening/deps';
import type { Lookback } from '../screening/question';
import { holdBounds, marketYearDay, requestedPreset, requireHoldOrder } from '../screening/requestRules';
import { writeAnswer } from '../screening/written';
import { findListing, type Listing, type RequestedSymbol } from './listing';
import { knownBefore, type NamedDates, namedWindow, nothingObserved, windowQuestion, yearSpan } from './namedWindow';

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

/** Most holds of one map. With every day of a leap year: 44,000 cells, 0.3 to 3 s of a thread depending on the lookback. */
const MAX_HOLDS = 120;

type HeatMapInput = Input<'getHeatMap'>;

/**
 * One value for each entry day of the market year and each hold, equal to that of a pinned analysis (METHOD 1, 2, 9).
 *
 * @throws invalid_request, forbidden, not_found, upstream_unavailable
 */
export async function heatMap(deps: ServiceDeps, input: HeatMapInput, asker: Asker): Promise<Answer<'getHeatMap'>> {
  return writeAnswer(deps.screening.engine, 'getHeatMap', await heatMapParts(deps, input, asker), asker);
}

/** The same as a figure of Plotly. @throws as `heatMap` */
export async function heatMapFigure(
  deps: ServiceDeps,
  { theme, ...input }: Input<'getHeatMapWidget'>,
  asker: Asker,
): Promise<Answer<'getHeatMapWidget'>> {
  const parts = await heatMapParts(deps, { ...input, pe_cycle: 'consecutive' }, asker);
  return writeAnswer(deps.screening.engine, 'getHeatMapWidget', { ...parts, theme }, asker);
}

async function heatMapParts(deps: ServiceDeps, input: HeatMapInput, asker: Asker): Promise<AnswerParts<'getHeatMap'>> {
  const { screening } = deps;
  const { engine } = screening;
  const holds = requestedHolds(input);
  const snapshot = await currentPrices(screening);
  const listing = findListing(deps, snapshot, asker.caller, input);
  const spec = heatMapSpec(screening, listing, input, holds);
  const rows = await engine.heatMap(listing.symbol, spec, asker);
  const asOf = spec.entries[spec.entries.length - 1].asOf;
  const lookback = { years: input.years, cycle: input.pe_cycle };
  if (rows.every(({ yearsTested }) => yearsTested.every((n) => n === 0)))
    throw nothingObserved(listing, lookback, asOf);
  const { symbol, market, note } = listing;
  const { measure, direction } = input;
  return {
    facts: {
      symbol: symbol.symbol,
      market: market.id,
      direction,
      measure,
      years: lookbackLabel({ ...lookback, entry: spec.entries[0].day }),
    },
    entries: spec.entries.map(({ day }) => day),
    rows: rows.map((row, i) => ({ hold: holds[i], ...row })),
    notes: {
      ...(note === undefined ? {} : { note }),
      ...closingFields(screening, snapshot, toIso(asOf), [listing]),
    },
  };
}

/** The holds of a map. @throws invalid_request when min_days is above max_days, or there would be too many holds */
function requestedHolds({ min_days, max_days, days_step: holdStep }: HeatMapInput): number[] {
  const requested = { minHold: min_days, maxHold: max_days };
  requireHoldOrder(requested);
  const { minHold, maxHold } = holdBounds(requested);
  const count = Math.floor((maxHold - minHold) / holdStep) + 1;
  if (count > MAX_HOLDS) {
    const fewest = Math.ceil((maxHold - minHold + 1) / MAX_HOLDS);
    throw invalidRequest(
      `days_step must be at least ${fewest} for holding periods of ${minHold} to ${maxHold} days, which makes at most ` +
        `${MAX_HOLDS} of them; got ${holdStep}`,
    );
  }
  return Array.from({ length: count }, (_, i) => minHold + i * holdStep);
}

function heatMapSpec(
  { clock }: Screening,
  listing: Listing,
  { entry_step: entryStep, years, pe_cycle: cycle, direction, measure }: HeatMapInput,
  holds: readonly number[],
): HeatMapSpec {
  const { from, to } = yearSpan(clock.marketYear());
  const days: Day[] = [];
  for (let day = from; day <= to; day += entryStep) days.push(day);
  const entries = days.map((day) => ({ day, asOf: knownBefore(day, [listing]) }));
  const searchEntry = sessionsOver(listing.market, listing.sessions, from, to)[0] ?? from;
  return { entries, searchEntry, holds, years, cycle, direction, measure, gapLimit: listing.market.gapLimit };
}
