import type { Caller } from '../access/caller';
import { compareReport } from '../answers/comparison';
import { disclaimerFor } from '../answers/disclaimer';
import { lookbackLabel } from '../answers/lookbackLabel';
import { type Day, toIso, yearOf } from '../core/calendar/dates';
import { tickerKey } from '../core/calendar/ticker';
import { type Comparison, compareSymbols } from '../core/comparison/compare';
import { type Significance, significanceOf } from '../core/significance/significance';
import { windowStrength } from '../core/significance/windowRotations';
import type { Period } from '../core/window/presets';
import { type Direction, holdOf, type WindowSpec } from '../core/window/window';
import { invalidRequest } from '../errors';
import type { Output } from '../operation';
import { mapInTurns, turns } from '../turns';
import { dataAgeOf } from './dataAge';
import { marketYearDay, presetAsked } from './dates';
import type { ServiceDeps } from './deps';
import { findListings, type Listing } from './listing';
import { type Lookback, namedWindow } from './namedWindow';
import { currentPrices, requiredBars, type Screening } from './screening';

/** Symbols in one comparison (SPEC 8.5). */
const SYMBOLS = { min: 2, max: 10 } as const;

export interface CompareQuestion extends Lookback {
  /** Tickers, comma-separated. */
  readonly symbols: string;
  /** Market id; omitted = the lowest in scope that lists each. */
  readonly market?: string;
  readonly direction: Direction;
  /** Omitted = today. */
  readonly entry?: Day;
  /** Calendar days from the entry; a period overrides both. */
  readonly hold: number;
  readonly period?: Period;
}

/**
 * Several symbols in one window, over the years that all of them have (SPEC 4.12).
 *
 * @throws invalid_request, forbidden, not_found, upstream_unavailable
 */
export async function compare(
  deps: ServiceDeps,
  caller: Caller,
  asked: CompareQuestion,
  signal: AbortSignal,
): Promise<Output<'compareSymbols'>> {
  const { screening } = deps;
  const turn = turns();
  const { market, direction, period } = asked;
  const tickers = tickersIn(asked.symbols);
  const preset = presetAsked(screening.clock, { period, reverse: false });
  const entry = marketYearDay(screening.clock, 'entry_date', asked.entry);
  const snapshot = await currentPrices(screening);
  const listings = findListings(
    deps,
    snapshot,
    caller,
    tickers.map((symbol) => ({ symbol, market })),
  );
  const symbols = listings.map((listing) => listing.symbol);
  requireDistinct(
    tickers,
    symbols.map(({ id }) => id),
  );
  // One as-of for all: the earliest of their markets, so that no symbol knows more than another.
  const window = namedWindow(preset ? { preset } : { entry, hold: asked.hold }, asked, listings);
  const barsOf = await requiredBars(screening, symbols, signal);
  await turn();
  const contenders = listings.map((listing) => ({
    symbol: listing.symbol.symbol,
    bars: barsOf(listing.symbol),
    gapLimit: listing.market.gapLimit,
  }));
  const comparison = compareSymbols(contenders, window, direction);
  await turn();
  const significance = await mapInTurns(listings, (listing) =>
    significanceOver(screening, listing, window, direction, comparison),
  );
  return {
    setup: {
      entry_date: toIso(window.entry),
      exit_date: toIso(window.end),
      hold_days: holdOf(window),
      direction,
      period: period ?? null,
    },
    years: lookbackLabel(window),
    ...compareReport(
      comparison,
      listings.map(({ market: { id, name } }) => ({ id, name })),
      significance,
    ),
    disclaimer: disclaimerFor(snapshot.simulated),
    as_of: toIso(window.asOf),
    ...dataAgeOf(screening, listings),
  };
}

/** What luck alone gives for the window, which was named, over the years that all symbols share; null without any. */
function significanceOver(
  { luck }: Screening,
  { symbol, market }: Listing,
  window: WindowSpec,
  direction: Direction,
  { years }: Comparison,
): Significance | null {
  if (years.length === 0) return null;
  const draws = luck.draws(yearOf(window.entry) - years[0] + 1);
  const strength = windowStrength(symbol, window, direction, window.entry, market.gapLimit, draws, years);
  return significanceOf(symbol.symbol, strength, draws.rotations, { kind: 'named' });
}

/** The tickers of a comma-separated list, as they were written. @throws invalid_request */
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
 * @param keys what each ticker stands for
 * @throws invalid_request naming two that are the same
 */
function requireDistinct(tickers: readonly string[], keys: readonly (string | number)[]): void {
  const first = new Map<string | number, string>();
  for (const [i, ticker] of tickers.entries()) {
    const same = first.get(keys[i]);
    if (same !== undefined) throw symbolsRefused(`'${same}' and '${ticker}' are the same symbol`);
    first.set(keys[i], ticker);
  }
}

function symbolsRefused(what: string) {
  return invalidRequest(`symbols must be ${SYMBOLS.min} to ${SYMBOLS.max} distinct tickers, comma-separated; ${what}.`);
}
