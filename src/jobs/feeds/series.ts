import { type Clock, calendarDay } from '../../clock';
import { toIso } from '../../core/calendar/dates';
import type { Market } from '../../core/calendar/market';
import { tickerKey } from '../../core/calendar/ticker';
import type { Bars } from '../../core/window/bars';
import type { Provider } from '../../feeds/provider';
import { columnsNamed } from '../../ingest/columns';
import { mergeBars } from '../../ingest/merge';
import { overlapOf, sharedRows } from '../../ingest/overlap';
import { parsePrices } from '../../ingest/parser';
import { shown } from '../../ingest/priceRange';
import { countRows, type Flag, type ParsedSeries, REFUSALS, type Refusal } from '../../ingest/readings';
import type { FeedSymbol } from '../../storage/feedSymbols';
import { concernsAbout } from '../importConcerns';

/** What a provider sent of one symbol, through the gates of ingest. */
export interface CheckedSeries {
  readonly bars: Bars;
  readonly rowsIn: number;
  readonly refused: readonly Refusal[];
  readonly flags: readonly Flag[];
}

/** Text that holds no prices of the symbol; the message is for a report. */
export class NoPricesError extends Error {
  override readonly name = 'NoPricesError';

  constructor(
    message: string,
    readonly refused: readonly Refusal[] = [],
  ) {
    super(message);
  }

  /** Whether it was an answer all the same: a header, and no row under it. */
  get isEmpty(): boolean {
    return this.refused.length > 0 && this.refused.every(({ kind }) => kind === 'no_rows' || kind === 'empty_file');
  }
}

/** What becomes of prices beside those that are stored. */
export type Verdict =
  | { readonly kind: 'take' }
  /** The stored past is out of date: the whole history is wanted. */
  | { readonly kind: 'restated'; readonly factor: number }
  | { readonly kind: 'hold'; readonly reason: string };

/** Share of the days of a restated history that must follow its factor, and how near: dividends in between are rounded. */
const FOLLOWING_SHARE = 0.95;
const FOLLOWING = 0.02;

/**
 * Reads what a provider sent by the rules of files (ingest): the same layouts, the same gates, nothing but the days that are
 * final.
 *
 * @throws NoPricesError where there are no prices of this symbol
 */
export function checkSeries(
  text: string,
  ticker: string,
  { provider, market, clock, unadjusted }: { provider: Provider; market: Market; clock: Clock; unadjusted: boolean },
): CheckedSeries {
  const { calendar, gapLimit, allowsNonPositive, priceRange } = market;
  if (provider.adjustment === 'column' && columnsNamed(headerOf(text)).adjClose < 0 && headerOf(text).length > 2) {
    throw new NoPricesError('there is no adjusted close');
  }
  const read = parsePrices(text, {
    symbol: ticker,
    unadjusted: unadjusted || provider.adjustment === 'not_needed',
    calendar,
    gapLimit,
    allowsNonPositive,
    priceRange,
    today: calendarDay(calendar, clock.now()),
    lastFinalDay: clock.lastFinalDay(calendar),
    lastFinalDayOfFile: null,
  });
  const own = read.series.filter(({ symbol }) => tickerKey(symbol) === tickerKey(ticker));
  const refused = [...read.refused, ...own.flatMap((series) => series.refused)];
  if (own.length !== 1 || read.series.length !== 1) throw new NoPricesError(whyNone(refused, read.series), refused);
  const [{ bars, rowsIn, flags }] = own;
  return { bars, rowsIn: rowsIn + countRows(read.refused), refused, flags };
}

function headerOf(text: string): string[] {
  return text.slice(0, text.indexOf('\n')).trim().split(',');
}

function whyNone(refused: readonly Refusal[], series: readonly ParsedSeries[]): string {
  if (series.length > 0)
    return `prices of ${series
      .map(({ symbol }) => symbol)
      .slice(0, 3)
      .join(', ')} came`;
  const [first] = refused;
  return first === undefined
    ? 'nothing came'
    : `${REFUSALS[first.kind]}${first.detail === '' ? '' : `: ${first.detail}`}`;
}

/** Judges the newest bars, which reach back behind the stored end, by the days that both have. */
export function judgeWindow(stored: Bars, { bars, flags }: CheckedSeries): Verdict {
  const shared = sharedRows(stored, bars);
  if (shared.length === 0) return { kind: 'hold', reason: 'it shares no day with the stored prices' };
  const overlap = overlapOf(stored, bars, shared);
  if (overlap.kind === 'factor') return { kind: 'restated', factor: overlap.factor };
  if (overlap.kind === 'different') return { kind: 'hold', reason: overlap.detail.replace(', file ', ', provider ') };
  const last = stored.day[stored.day.length - 1];
  const split = flags.find(({ kind, firstDay }) => kind === 'split_like' && firstDay !== null && firstDay > last);
  // The provider has split the price and not its past yet: tomorrow it will have.
  if (split) return { kind: 'hold', reason: `${toIso(split.firstDay!)}: ${split.detail}, and its past is as before` };
  return { kind: 'take' };
}

/**
 * Judges a whole history against the stored one. Nobody can be asked at night: what a person would be asked about is held.
 *
 * @param factor by which the newest stored closes were found to differ; null where nothing was compared
 */
export function judgeHistory(
  ticker: string,
  stored: Bars | null,
  bars: Bars,
  factor: number | null,
  market: Market,
): Verdict {
  const [concern] = concernsAbout(
    { symbol: ticker, bars: joined(stored, bars, market), stored, before: undefined, renamedTo: undefined },
    market,
    [],
  );
  if (concern !== undefined) return { kind: 'hold', reason: concern.detail };
  if (stored === null || factor === null) return { kind: 'take' };
  const merge = mergeBars(stored, bars, { replace: false, gapLimit: market.gapLimit });
  if (merge.action === 'conflict') return { kind: 'hold', reason: merge.detail.split('; import the whole')[0] };
  const shared = sharedRows(stored, bars);
  const following = shared.filter(([s, i]) => Math.abs(bars.close[i] / (stored.close[s] * factor) - 1) <= FOLLOWING);
  if (following.length >= FOLLOWING_SHARE * shared.length) return { kind: 'take' };
  const differ = shared.length - following.length;
  return {
    kind: 'hold',
    reason: `${differ} of ${shared.length} days of its history do not follow the factor ${shown(factor)}`,
  };
}

/** What would be stored; the history itself where it does not fit at all. */
function joined(stored: Bars | null, bars: Bars, { gapLimit }: Market): Bars {
  const merge = mergeBars(stored, bars, { replace: false, gapLimit });
  return merge.action === 'conflict' ? bars : merge.bars;
}

/** Sessions that are asked for a second time, to see whether the past is still the same. */
export const OVERLAP = 10;

/** The first day asked for where prices are stored already. */
export function overlapStart({ day }: Bars): number {
  return day[Math.max(0, day.length - OVERLAP)];
}

/** A symbol of which an answer was had. */
export function answered(symbol: FeedSymbol, now: Date, change: Partial<FeedSymbol>): FeedSymbol {
  return { ...symbol, state: 'active', triedAt: now, vanishedAt: null, failures: 0, fault: null, ...change };
}
