import { type Clock, calendarDay } from '../../clock';
import { type Day, toIso } from '../../core/calendar/dates';
import type { Market } from '../../core/calendar/market';
import { tickerKey } from '../../core/calendar/ticker';
import type { Bars } from '../../core/window/bars';
import type { Provider } from '../../feeds/provider';
import { columnsNamed } from '../../ingest/columns';
import { mergeBars, overlapOf, sharedRows } from '../../ingest/merge';
import { shown } from '../../ingest/numbers';
import { parsePrices } from '../../ingest/parser';
import { countRows, FLAGS, type Flag, type ParsedSeries, REFUSALS, type Refusal } from '../../ingest/readings';
import type { FeedSymbol } from '../../storage/feedSymbols';
import { concernsAbout } from '../importConcerns';

/** A provider's prices of one symbol, after the checks of ingest. */
export type CheckedSeries = Pick<ParsedSeries, 'bars' | 'rowsIn' | 'refused' | 'flags'>;

/** The response has no usable prices of the symbol. The message goes into the report. */
export class NoPricesError extends Error {
  override readonly name = 'NoPricesError';

  constructor(
    message: string,
    readonly refused: readonly Refusal[] = [],
  ) {
    super(message);
  }

  /** Whether the response was well-formed but empty: a header without rows. */
  get isEmpty(): boolean {
    return this.refused.length > 0 && this.refused.every(({ kind }) => kind === 'no_rows' || kind === 'empty_file');
  }
}

/** How fetched prices compare with the stored ones. */
export type Verdict =
  | { readonly kind: 'take' }
  /** The provider has scaled its history by a factor: the whole history must be fetched again. */
  | { readonly kind: 'restated'; readonly factor: number }
  | { readonly kind: 'hold'; readonly reason: string };

/** Least share of days on which a restated history must follow its factor, within the tolerance: dividends are rounded. */
const FOLLOWING_SHARE = 0.95;
const FACTOR_TOLERANCE = 0.02;

/**
 * Parses and checks a provider's response as ingest does a file: same layouts, same checks, final days only.
 *
 * @throws NoPricesError if the response has no prices of this symbol, or prices of others
 */
export function checkSeries(
  text: string,
  ticker: string,
  { provider, market, clock, unadjusted }: { provider: Provider; market: Market; clock: Clock; unadjusted: boolean },
): CheckedSeries {
  const { calendar } = market;
  if (provider.adjustment === 'column' && columnsNamed(headerOf(text)).adjClose < 0 && headerOf(text).length > 2) {
    throw new NoPricesError('there is no adjusted close');
  }
  const read = parsePrices(text, {
    ...market,
    symbol: ticker,
    unadjusted: unadjusted || provider.adjustment === 'not_needed',
    today: calendarDay(calendar, clock.now()),
    lastFinalDay: clock.lastFinalDay(calendar),
    lastFinalDayOfFile: null,
  });
  const matching = read.series.filter(({ symbol }) => tickerKey(symbol) === tickerKey(ticker));
  const refused = [...read.refused, ...matching.flatMap((series) => series.refused)];
  if (matching.length !== 1 || read.series.length !== 1)
    throw new NoPricesError(whyNone(refused, read.series), refused);
  const [{ bars, rowsIn, flags }] = matching;
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
    ? 'the response is empty'
    : `${REFUSALS[first.kind]}${first.detail === '' ? '' : `: ${first.detail}`}`;
}

/** Compares the newest bars with the stored ones on the days that both have. */
export function judgeWindow(stored: Bars, series: CheckedSeries): Verdict {
  const { bars, flags } = series;
  const shared = sharedRows(stored, bars);
  if (shared.length === 0) return { kind: 'hold', reason: 'it shares no day with the stored prices' };
  const overlap = overlapOf(stored, bars, shared);
  if (overlap.kind === 'factor') return { kind: 'restated', factor: overlap.factor };
  if (overlap.kind === 'different') return { kind: 'hold', reason: overlap.detail.replace(', file ', ', provider ') };
  const last = stored.day[stored.day.length - 1];
  const split = flags.find(({ kind, firstDay }) => kind === 'split_like' && firstDay !== null && firstDay > last);
  // The provider has not adjusted its history for a new split yet, and usually does so within a day.
  if (split)
    return { kind: 'hold', reason: `${toIso(split.firstDay!)}: ${split.detail}, earlier prices are not adjusted` };
  const reason = doubtAbout(stored, series);
  return reason === null ? { kind: 'take' } : { kind: 'hold', reason };
}

/** Why new bars are held for review although the overlap agrees; null = nothing is wrong with them. */
export function doubtAbout(stored: Bars, { refused, flags }: CheckedSeries): string | null {
  const last = stored.day[stored.day.length - 1];
  const isNew = ({ firstDay }: { readonly firstDay: Day | null }) => firstDay !== null && firstDay > last;
  // A detail of a repeated date says that its closes differ.
  const repeated = refused.find((one) => one.kind === 'duplicate' && one.detail !== '' && isNew(one));
  if (repeated) return `${toIso(repeated.firstDay!)}: it came twice, ${repeated.detail}`;
  const jump = flags.find((one) => one.kind === 'jump' && isNew(one));
  if (jump) return `${toIso(jump.firstDay!)}: ${jump.detail}`;
  const flat = flags.find((one) => one.kind === 'repeated' && newestDay(one) > last);
  return flat ? `${toIso(newestDay(flat))}: ${FLAGS.repeated}` : null;
}

/** The newest day of a finding with known dates: its first row, if the file begins with the newest row. */
function newestDay({ firstDay, lastDay }: Flag): Day {
  return Math.max(firstDay!, lastDay!);
}

/**
 * Compares a whole history with the stored one. Where an import would ask for confirmation, the history is held for review.
 *
 * @param factor of the newest closes over the stored ones; null if they were not compared
 */
export function judgeHistory(
  ticker: string,
  stored: Bars | null,
  bars: Bars,
  factor: number | null,
  market: Market,
): Verdict {
  const merge = mergeBars(stored, bars, market);
  // The bars that would be stored; the fetched history if the two do not fit together.
  const joined = merge.action === 'conflict' ? bars : merge.bars;
  const intended = { symbol: ticker, bars: joined, stored, before: undefined, renamedTo: undefined };
  const [concern] = concernsAbout(intended, market, []);
  if (concern !== undefined) return { kind: 'hold', reason: concern.detail };
  if (stored === null || factor === null) return { kind: 'take' };
  if (merge.action === 'conflict') return { kind: 'hold', reason: merge.reason };
  const shared = sharedRows(stored, bars);
  const following = shared.filter(
    ([s, i]) => Math.abs(bars.close[i] / (stored.close[s] * factor) - 1) <= FACTOR_TOLERANCE,
  );
  if (following.length >= FOLLOWING_SHARE * shared.length) return { kind: 'take' };
  const differ = shared.length - following.length;
  return {
    kind: 'hold',
    reason: `${differ} of ${shared.length} days of its history do not follow the factor ${shown(factor)}`,
  };
}

/** Stored sessions that are fetched again, to detect changes of the past. */
const OVERLAP = 10;

/** The first day to request if prices are stored already. */
export function overlapStart({ day }: Bars): number {
  return day[Math.max(0, day.length - OVERLAP)];
}

/** The state of a symbol after a successful response. */
export function answered(symbol: FeedSymbol, now: Date, change: Partial<FeedSymbol>): FeedSymbol {
  return { ...symbol, state: 'active', triedAt: now, vanishedAt: null, failures: 0, fault: null, ...change };
}
