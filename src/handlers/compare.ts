import { compareReport } from '../answers/comparison';
import { disclaimerFor } from '../answers/disclaimer';
import { lookbackLabel } from '../answers/lookbackLabel';
import { toIso } from '../core/calendar/dates';
import { tickerKey } from '../core/calendar/ticker';
import { type Contender, compareSymbols } from '../core/comparison/compare';
import { holdOf } from '../core/window/window';
import { invalidRequest } from '../errors';
import type { Handler } from '../operation';
import { pinnedWindow } from '../services/analyze';
import type { HandlerDeps } from '../services/deps';
import { readingPrices } from '../services/listing';
import { listingsOf } from '../services/listings';
import { currentPrices } from '../services/screening';
import type { Listing } from '../services/symbolYear';
import { marketYearDay, presetOf } from './dates';

/** Symbols in one comparison (SPEC 8.5). */
const SYMBOLS = { min: 2, max: 10 } as const;

/** GET /compare (SPEC 4.12). */
export function compareHandler(deps: HandlerDeps): Handler<'compareSymbols'> {
  return async (input, { caller }) => {
    const { engine, clock } = deps.screening;
    const { market, direction, period, years, pe_cycle: cycle, days_out: hold } = input;
    const tickers = tickersOf(input.symbols);
    const preset = presetOf(clock, period, false);
    const entry = marketYearDay(clock, 'entry_date', input.entry_date);
    const snapshot = await currentPrices(deps.screening);
    const asked = tickers.map((symbol) => ({ symbol, market }));
    const listings = listingsOf(deps, snapshot, caller, asked);
    requireDistinct(tickers, listings);
    // One as-of for all: the earliest of their markets, so that no symbol knows more than another.
    const lastBar = Math.min(...listings.map((listing) => listing.lastBar));
    const window = pinnedWindow({ lastBar }, { preset, entry, hold, years, cycle })!;
    const comparison = await readingPrices(async () => {
      const barsOf = await engine.read(listings.map(({ symbol }) => symbol));
      const contenders = listings.map(
        ({ symbol, market: { gapLimit } }): Contender => ({
          symbol: symbol.symbol,
          bars: barsOf(symbol),
          gapLimit,
        }),
      );
      return compareSymbols(contenders, window, direction);
    });
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
      ),
      disclaimer: disclaimerFor(snapshot.simulated),
      as_of: toIso(window.asOf),
    };
  };
}

/** The tickers of the parameter, as they were written. @throws invalid_request */
function tickersOf(text: string): string[] {
  const tickers = text.split(',').map((ticker) => ticker.trim());
  if (tickers.includes('')) throw refuse(`an empty one is in '${text}'`);
  const { min, max } = SYMBOLS;
  if (tickers.length < min || tickers.length > max) throw refuse(`got ${tickers.length}`);
  requireUnique(tickers, (ticker) => tickerKey(ticker) ?? ticker);
  return tickers;
}

/** Two tickers may be spelt differently and still be one symbol: BTC and BTC-USD. @throws invalid_request */
function requireDistinct(tickers: readonly string[], listings: readonly Listing[]): void {
  requireUnique(tickers, (_, i) => String(listings[i].symbol.id));
}

function requireUnique(tickers: readonly string[], keyOf: (ticker: string, index: number) => string): void {
  const first = new Map<string, string>();
  for (const [i, ticker] of tickers.entries()) {
    const key = keyOf(ticker, i);
    const same = first.get(key);
    if (same !== undefined) throw refuse(`'${same}' and '${ticker}' are the same symbol`);
    first.set(key, ticker);
  }
}

function refuse(what: string) {
  return invalidRequest(`symbols must be ${SYMBOLS.min} to ${SYMBOLS.max} distinct tickers, comma-separated; ${what}.`);
}
