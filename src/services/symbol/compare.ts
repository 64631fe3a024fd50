import { type Day, optionalDay, toIso, yearOf } from '../../core/calendar/dates';
import { tickerKey } from '../../core/calendar/ticker';
import { shareFor } from '../../core/cameTrue/share';
import { horizonWindow } from '../../core/comparison/portfolio';
import type { Draws } from '../../core/significance/rotation';
import type { WindowSpec } from '../../core/window/window';
import { type ListedLeg, withoutSymbol } from '../../engine/tasks/symbolAnswers';
import { refOf } from '../../engine/tasks/thread';
import { invalidRequest } from '../../errors';
import type { Answer, Asker, Input } from '../../operation';
import { closingFields } from '../markets/dataAge';
import type { MarketCameTrue } from '../screening/cameTrue';
import { currentPrices, type Screening, type ServiceDeps } from '../screening/deps';
import { marketYearDay, requestedPreset, requireResearchDay } from '../screening/requestRules';
import { writeAnswer } from '../screening/written';
import { findListings, type Listing, type RequestedSymbol } from './listing';
import { knownBefore, knownThrough, namedWindow, windowQuestion } from './namedWindow';
import { pinnedSearch } from './pinnedSearch';

/** Symbols in one comparison (SPEC 8.5). */
const SYMBOLS = { min: 2, max: 10 } as const;

/**
 * Several symbols in one window, over the years that all of them have (SPEC 4.12).
 *
 * @throws invalid_request, forbidden, not_found, upstream_unavailable
 */
export async function compare(
  deps: ServiceDeps,
  input: Input<'compareSymbols'>,
  asker: Asker,
): Promise<Answer<'compareSymbols'>> {
  const { screening } = deps;
  const question = windowQuestion(input);
  const { market, direction, period } = question;
  const tickers = tickersIn(question.symbols);
  const preset = requestedPreset(screening.clock, { period, reverse: false });
  // A preset overrides the date, which is then not judged.
  if (!preset) requireResearchDay(screening.clock, question.entry);
  const { entry = screening.clock.today() } = question;
  const snapshot = await currentPrices(screening);
  const listings = findListings(
    deps,
    snapshot,
    asker.caller,
    tickers.map((symbol) => ({ symbol, market })),
  );
  requireDistinct(
    tickers,
    listings.map(({ symbol }) => symbol.id),
  );
  // All symbols share the earliest as_of of their markets, so that none uses later data than another.
  const window = namedWindow(preset ? { preset } : { entry, hold: question.hold }, question, listings);
  const contenders = await Promise.all(
    listings.map(async (listing) => {
      const { symbol, market: listed } = listing;
      const { id, name, gapLimit } = listed;
      const { firstEntry, context } = pinnedSearch(screening, snapshot, listing, window, {});
      const { origin } = await context(asker);
      const cameTrue = cameTrueFor(await screening.cameTrue.of(listing), window);
      return { symbol: refOf(symbol), market: { id, name }, gapLimit, searchEntry: firstEntry, origin, cameTrue };
    }),
  );
  const parts = {
    contenders,
    window,
    direction,
    period: period ?? null,
    draws: sharedYearsDraws(screening, window, listings),
    closing: closingFields(screening, snapshot, toIso(window.asOf), listings, knownThrough(window)),
  };
  return writeAnswer(screening.engine, 'compareSymbols', parts, asker);
}

/** What the thread needs of a market's study for one window. */
function cameTrueFor(market: MarketCameTrue, window: WindowSpec) {
  return typeof market === 'string' ? market : { share: shareFor(market, window), peers: market.peers };
}

/** The shared years may be older than the lookback, but not older than the shortest price series (SPEC 4.12). */
function sharedYearsDraws(
  { nulls }: Pick<Screening, 'nulls'>,
  { entry }: WindowSpec,
  listings: readonly Listing[],
): Draws {
  const firstDay = Math.max(...listings.map(({ symbol }) => symbol.firstDay));
  // A symbol may have begun to trade after a past entry: then no year is shared.
  return nulls.draws(Math.max(0, yearOf(entry) - yearOf(firstDay)) + 1);
}

/** The tickers of a comma-separated list, as written. @throws invalid_request */
function tickersIn(text: string): string[] {
  const tickers = text.split(',').map((ticker) => ticker.trim());
  if (tickers.includes('')) throw symbolsRefused(`an empty one is in '${text}'`);
  const { min, max } = SYMBOLS;
  if (tickers.length < min || tickers.length > max) throw symbolsRefused(`got ${tickers.length}`);
  requireDistinct(
    tickers,
    tickers.map((ticker) => tickerKey(ticker) ?? ticker),
  );
  return tickers;
}

/**
 * Two tickers may be spelt differently and still be one symbol: BTC and BTC-USD.
 *
 * @param keys the key or symbol id of each ticker
 * @throws invalid_request naming two that are the same
 */
function requireDistinct(tickers: readonly string[], keys: readonly (string | number)[]): void {
  const first = new Map<string | number, string>();
  for (const [i, ticker] of tickers.entries()) {
    const earlier = first.get(keys[i]);
    if (earlier !== undefined) throw symbolsRefused(`'${earlier}' and '${ticker}' are the same symbol`);
    first.set(keys[i], ticker);
  }
}

function symbolsRefused(problem: string) {
  return invalidRequest(
    `symbols must be ${SYMBOLS.min} to ${SYMBOLS.max} distinct tickers, comma-separated; ${problem}.`,
  );
}

/**
 * The past returns of a basket in a window, year by year (SPEC 4.13): weights in, percentages out.
 *
 * @throws invalid_request, forbidden, not_found, upstream_unavailable
 */
export async function portfolioScenario(
  deps: ServiceDeps,
  { body }: Input<'runPortfolioScenarios'>,
  asker: Asker,
): Promise<Answer<'runPortfolioScenarios'>> {
  const { screening } = deps;
  const start = marketYearDay(screening.clock, 'start_date', optionalDay(body.start_date));
  const dates = windowDates(body, start);
  const snapshot = await currentPrices(screening);
  const symbols: RequestedSymbol[] = [...body.positions];
  if (body.benchmark !== undefined) symbols.push({ symbol: body.benchmark });
  const listings = withoutSymbolNames(() => findListings(deps, snapshot, asker.caller, symbols));
  const positions = listings.slice(0, body.positions.length);
  const legs = listings.map(basketLeg);
  // The benchmark does not count: the result of a basket must not depend on what it is compared with.
  const asOf = knownBefore(dates.entry, positions);
  const parts = {
    positions: body.positions.map(({ weight_pct: weight, direction }, i) => ({ ...legs[i], weight, direction })),
    benchmark: body.benchmark === undefined ? null : legs[positions.length],
    window: { ...dates, years: body.years, cycle: body.pe_cycle, asOf },
    horizon: body.horizon,
    closing: closingFields(screening, snapshot, toIso(asOf), listings),
  };
  return writeAnswer(screening.engine, 'runPortfolioScenarios', parts, asker);
}

function basketLeg({ symbol, market: { id, name, gapLimit } }: Listing): ListedLeg {
  return { symbol: refOf(symbol), market: { id, name }, gapLimit };
}

/** Runs a lookup; its errors do not name the symbol. */
function withoutSymbolNames<T>(lookUp: () => T): T {
  try {
    return lookUp();
  } catch (error) {
    throw withoutSymbol(error);
  }
}

type WindowDates = Pick<WindowSpec, 'entry' | 'end' | 'preset'>;

/** The days of the horizon that begins on `start`. @throws invalid_request */
function windowDates({ horizon, days, end_date }: Input<'runPortfolioScenarios'>['body'], start: Day): WindowDates {
  const end = optionalDay(end_date);
  const dateFields = [days === undefined ? [] : 'days', end === undefined ? [] : 'end_date'].flat();
  if (horizon === 'custom' && dateFields.length !== 1) {
    throw invalidRequest(
      `horizon 'custom' takes either days or end_date; got ${dateFields.join(' and ') || 'neither'}.`,
    );
  }
  if (horizon !== 'custom' && dateFields.length > 0) {
    throw invalidRequest(
      `${dateFields.join(' and ')} is accepted with horizon 'custom' only; got horizon '${horizon}'.`,
    );
  }
  const customDays = end === undefined ? (days ?? null) : end - start + 1;
  try {
    return horizonWindow(horizon, start, customDays);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const field = end === undefined ? `horizon '${horizon}'` : `end_date ${toIso(end)}`;
    throw invalidRequest(`${field} does not go with start_date ${toIso(start)}: ${error.message}.`);
  }
}
