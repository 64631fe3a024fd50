import { toIso } from '../core/calendar/dates';
import type { CameTrue } from '../core/cameTrue/share';
import type { BuyAndHold, ComparedSymbol, Comparison, Difference } from '../core/comparison/compare';
import { FEWEST_SHARED_YEARS } from '../core/comparison/sharedYears';
import type { Significance as Judged } from '../core/significance/significance';
import { CONFIDENCE_LEVEL } from '../core/statistics/intervals';
import { round4, round4OrNull } from '../core/statistics/round';
import type { Evidence, Observation } from '../core/window/evidence';
import type { Schema } from '../schema';
import { publishedRecord, yearResult, yearReturn } from './patternStats';
import { enumerate } from './phrases';
import type { CardMarket, CompareEntry, CompareFinding } from './shapes';
import { cameTrueBlock, significanceBlock } from './significance';

/** The part of a GET /compare answer about the symbols, without the window. */
type CompareReport = Omit<Schema<'CompareResponse'>, 'setup' | 'years' | 'disclaimer' | 'as_of'>;

/**
 * A comparison as GET /compare publishes it.
 *
 * @param markets of the symbols, in their order
 * @param significance of the window for each symbol, over the shared years; null without any
 * @param cameTrue of the window for each symbol
 */
export function compareReport(
  comparison: Comparison,
  markets: readonly CardMarket[],
  significance: readonly (Judged | null)[],
  cameTrue: readonly CameTrue[],
): CompareReport {
  return {
    can_compare: comparison.canCompare,
    reason: cannotCompareReason(comparison),
    years_needed: FEWEST_SHARED_YEARS,
    shared_years: comparison.years.map(String),
    skipped_years: comparison.skipped.map(({ year, symbols }) => ({ year: String(year), symbols: [...symbols] })),
    symbols: comparison.symbols.map((compared, i) => entryOf(compared, markets[i], significance[i], cameTrue[i])),
    findings: findingsOf(comparison),
  };
}

function entryOf(
  compared: ComparedSymbol,
  market: CardMarket,
  judged: Judged | null,
  cameTrue: CameTrue,
): CompareEntry {
  const { symbol, dataFrom, evidence, deepestDrop, difference } = compared;
  return {
    symbol,
    market,
    data_from: dataFrom === null ? null : toIso(dataFrom),
    stats: evidence === null || deepestDrop === null ? null : statsOf(evidence, deepestDrop),
    significance: judged && significanceBlock(judged),
    came_true: cameTrueBlock(cameTrue),
    per_year: (evidence?.observations ?? []).map((o) => ({
      ...yearResult(o, null),
      mfe_pct: round4(o.mfePct),
      mae_pct: round4(o.maePct),
    })),
    any_date: {
      windows: compared.anyDate.windows,
      win_rate: round4OrNull(compared.anyDate.positiveShare),
      avg_return_pct: round4OrNull(compared.anyDate.mean),
    },
    buy_and_hold: buyAndHoldOf(compared.buyAndHold),
    difference_from_highest: difference === null ? null : differenceOf(difference),
  };
}

function statsOf(evidence: Evidence, deepest: Observation): Schema<'CompareStats'> {
  return {
    ...publishedRecord(evidence),
    avg_mfe_pct: round4(evidence.meanMfe),
    avg_mae_pct: round4(evidence.meanMae),
    deepest_drop: { year: String(deepest.year), mae_pct: round4(deepest.maePct) },
    sharpe_ratio: round4(evidence.sharpe),
    cumulative_return_pct: round4(evidence.cumulative),
  };
}

function buyAndHoldOf({ evidence, leftOut, windowMean }: BuyAndHold): Schema<'CompareBuyAndHold'> {
  return {
    years_tested: evidence?.yearsTested ?? 0,
    years_left_out: leftOut.map(String),
    avg_return_pct: round4OrNull(evidence?.mean ?? null),
    median_return_pct: round4OrNull(evidence?.median ?? null),
    best_year: evidence === null ? null : yearReturn(evidence.best),
    worst_year: evidence === null ? null : yearReturn(evidence.worst),
    cumulative_return_pct: round4OrNull(evidence?.cumulative ?? null),
    window_avg_return_pct: round4OrNull(windowMean),
    per_year: (evidence?.observations ?? []).map(yearReturn),
  };
}

function differenceOf({ leader, mean, low, high }: Difference): Schema<'CompareDifference'> {
  return {
    highest: leader,
    avg_difference_pct: round4(mean),
    interval_low_pct: round4(low),
    interval_high_pct: round4(high),
    confidence_pct: 100 * CONFIDENCE_LEVEL,
  };
}

/**
 * Findings of a comparison, from published (rounded) values; each sentence comes with the numbers it compares, so that a
 * reader can check it. Symbols are sorted by name, so that the order of the request changes nothing. Equal values share a
 * place. When all values are equal, or the symbols cannot be compared, there is no finding.
 */
export function findingsOf(comparison: Comparison): CompareFinding[] {
  if (!comparison.canCompare) return [];
  const symbols = [...comparison.symbols].sort((a, b) => (a.symbol < b.symbol ? -1 : 1));
  const years = comparison.years.length;
  return [
    highestAverage(symbols, years),
    mostConsistent(symbols, years),
    smallestDrop(symbols, years),
    beatsOwnBuyAndHold(symbols),
    differencesTooSmall(symbols, years),
  ].filter((finding) => finding !== null);
}

/** Why nothing is ranked; null when it is. */
export function cannotCompareReason(comparison: Comparison): string | null {
  if (comparison.canCompare) return null;
  const count = comparison.years.length;
  const shared = `${count} completed ${count === 1 ? 'year is' : 'years are'} shared by all symbols`;
  const start = `${shared}, at least ${FEWEST_SHARED_YEARS} are needed: nothing is ranked.`;
  return [start, skippedYears(comparison), youngestData(comparison.symbols)].flat().join(' ');
}

/** The symbols that lack years with prices; none when the prices simply begin too late. */
function skippedYears({ skipped }: Comparison): string[] {
  if (skipped.length === 0) return [];
  const symbols = [...new Set(skipped.flatMap((year) => year.symbols))].sort();
  const lack = `${enumerate(symbols)} ${symbols.length === 1 ? 'lacks' : 'lack'}`;
  return [
    `Of the years with prices, ${lack} ${skipped.length}: the window then holds fewer than two sessions, or a gap.`,
  ];
}

function youngestData(symbols: readonly ComparedSymbol[]): string {
  const without = symbols.filter((s) => s.dataFrom === null).map((s) => s.symbol);
  if (without.length > 0) return `No prices are known of ${enumerate(without.sort())}.`;
  const latest = Math.max(...symbols.map((s) => s.dataFrom ?? -Infinity));
  const youngest = symbols.filter((s) => s.dataFrom === latest).map((s) => s.symbol);
  return `The latest data start is ${toIso(latest)} (${enumerate(youngest.sort())}).`;
}

/**
 * The symbols with the highest value of a field; null when all values are equal.
 *
 * @param textOf of their names, the value and the number of other symbols
 */
function leaders(
  code: CompareFinding['code'],
  numbers: Schema<'FindingNumber'>[],
  textOf: (names: string, isOne: boolean, value: number, others: number) => string,
): CompareFinding | null {
  const value = Math.max(...numbers.map((n) => n.value));
  const symbols = numbers.filter((n) => n.value === value).map((n) => n.symbol);
  const others = numbers.length - symbols.length;
  if (others === 0) return null;
  return { code, symbols, text: textOf(enumerate(symbols), symbols.length === 1, value, others), numbers };
}

function highestAverage(symbols: readonly ComparedSymbol[], years: number): CompareFinding | null {
  const numbers = publishedField(symbols, 'stats.avg_return_pct', (s) => s.evidence?.mean);
  return leaders(
    'highest_average',
    numbers,
    (names, isOne, value) =>
      `${names} ${isOne ? 'has' : 'share'} the highest average return over the ${years} shared years: ${value}%.`,
  );
}

function mostConsistent(symbols: readonly ComparedSymbol[], years: number): CompareFinding | null {
  const numbers = publishedField(symbols, 'stats.historical_win_rate', (s) => s.evidence?.winRate);
  const mostWins = Math.max(...symbols.map((s) => s.evidence?.wins ?? 0));
  return leaders(
    'most_consistent',
    numbers,
    (names, isOne, _, others) =>
      `${names} ${isOne ? 'was' : 'were each'} profitable in ${mostWins} of the ${years} shared years, more often than the ${others === 1 ? 'other' : 'others'}.`,
  );
}

function smallestDrop(symbols: readonly ComparedSymbol[], years: number): CompareFinding | null {
  const numbers = publishedField(symbols, 'stats.deepest_drop.mae_pct', (s) => s.deepestDrop?.maePct);
  return leaders(
    'smallest_drop',
    numbers,
    (names, isOne, value) =>
      `${names} ${isOne ? 'has' : 'share'} the smallest deepest drop of a position below its entry in the ${years} shared years: ${value}%.`,
  );
}

/** Covers the years with a complete calendar year, when there are at least `FEWEST_SHARED_YEARS` of them. */
function beatsOwnBuyAndHold(symbols: readonly ComparedSymbol[]): CompareFinding | null {
  const enough = symbols.filter((s) => (s.buyAndHold.evidence?.yearsTested ?? 0) >= FEWEST_SHARED_YEARS);
  const window = publishedField(enough, 'buy_and_hold.window_avg_return_pct', (s) => s.buyAndHold.windowMean);
  const holding = publishedField(enough, 'buy_and_hold.avg_return_pct', (s) => s.buyAndHold.evidence?.mean);
  const better = enough.flatMap(({ symbol, buyAndHold }, i) => {
    const [inWindow, held] = [window[i].value, holding[i].value];
    const text = `${symbol} (${inWindow} against ${held}%, ${buyAndHold.evidence?.yearsTested} years)`;
    return inWindow > held ? [{ symbol, text }] : [];
  });
  if (better.length === 0) return null;
  const text = `The window averaged more than the symbol's own buy and hold through the same full calendar years: ${enumerate(better.map((b) => b.text))}.`;
  return {
    code: 'beats_own_buy_and_hold',
    symbols: better.map((b) => b.symbol),
    text,
    numbers: [...window, ...holding],
  };
}

/** The symbols whose interval includes 0: their mean does not differ significantly from the highest one. */
function differencesTooSmall(symbols: readonly ComparedSymbol[], years: number): CompareFinding | null {
  const others = symbols.filter((s) => s.difference !== null);
  const low = publishedField(others, 'difference_from_highest.interval_low_pct', (s) => s.difference?.low);
  const high = publishedField(others, 'difference_from_highest.interval_high_pct', (s) => s.difference?.high);
  const unclear = others.flatMap((s, i) => {
    const [from, to] = [low[i].value, high[i].value];
    return from <= 0 && to >= 0 ? [{ symbol: s.symbol, text: `${s.symbol} (${from} to ${to})` }] : [];
  });
  if (unclear.length === 0) return null;
  const leader = others[0].difference?.leader;
  const averages = `${unclear.length === 1 ? 'average' : 'averages'} of ${enumerate(unclear.map((u) => u.symbol))}`;
  const text = `${years} shared years cannot distinguish the ${averages} from that of ${leader}: the ${100 * CONFIDENCE_LEVEL}% interval of the paired yearly difference, in percentage points, includes 0 for ${enumerate(unclear.map((u) => u.text))}.`;
  return { code: 'differences_too_small', symbols: unclear.map((u) => u.symbol), text, numbers: [...low, ...high] };
}

/** A field of every symbol as the response shows it. */
function publishedField(
  symbols: readonly ComparedSymbol[],
  field: Schema<'FindingNumber'>['field'],
  read: (symbol: ComparedSymbol) => number | null | undefined,
): Schema<'FindingNumber'>[] {
  return symbols.map((s) => ({ symbol: s.symbol, field, value: round4(read(s) ?? NaN) }));
}
