import { toIso } from '../core/calendar/dates';
import type { ComparedSymbol, Comparison } from '../core/comparison/compare';
import { FEWEST_SHARED_YEARS } from '../core/comparison/sharedYears';
import { round4 } from '../core/statistics/round';
import { CONFIDENCE } from '../core/statistics/studentT';
import { enumerate } from './phrases';
import type { CompareFinding, FindingNumber } from './shapes';

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
  return `${shared}, at least ${FEWEST_SHARED_YEARS} are needed: nothing is ranked. ${youngestData(comparison.symbols)}`;
}

function youngestData(symbols: readonly ComparedSymbol[]): string {
  const without = symbols.filter((s) => s.dataFrom === null).map((s) => s.symbol);
  if (without.length > 0) return `No prices are known of ${enumerate(without.sort())}.`;
  const latest = Math.max(...symbols.map((s) => s.dataFrom ?? -Infinity));
  const youngest = symbols.filter((s) => s.dataFrom === latest).map((s) => s.symbol);
  return `The latest data start is ${toIso(latest)} (${enumerate(youngest.sort())}).`;
}

function highestAverage(symbols: readonly ComparedSymbol[], years: number): CompareFinding | null {
  const numbers = publishedField(symbols, 'stats.avg_return_pct', (s) => s.evidence?.mean);
  const first = highestPlace(numbers);
  if (first === null) return null;
  const verb = first.symbols.length === 1 ? 'has' : 'share';
  const text = `${enumerate(first.symbols)} ${verb} the highest average return over the ${years} shared years: ${first.value}%.`;
  return { code: 'highest_average', symbols: first.symbols, text, numbers };
}

function mostConsistent(symbols: readonly ComparedSymbol[], years: number): CompareFinding | null {
  const numbers = publishedField(symbols, 'stats.historical_win_rate', (s) => s.evidence?.winRate);
  const first = highestPlace(numbers);
  if (first === null) return null;
  const wins = symbols.find((s) => s.symbol === first.symbols[0])?.evidence?.wins;
  const verb = first.symbols.length === 1 ? 'was' : 'were each';
  const text = `${enumerate(first.symbols)} ${verb} profitable in ${wins} of the ${years} shared years, more often than the others.`;
  return { code: 'most_consistent', symbols: first.symbols, text, numbers };
}

function smallestDrop(symbols: readonly ComparedSymbol[], years: number): CompareFinding | null {
  const numbers = publishedField(symbols, 'stats.deepest_drop.mae_pct', (s) => s.deepestDrop?.maePct);
  const first = highestPlace(numbers);
  if (first === null) return null;
  const verb = first.symbols.length === 1 ? 'has' : 'share';
  const text = `${enumerate(first.symbols)} ${verb} the smallest deepest drop of a position below its entry in the ${years} shared years: ${first.value}%.`;
  return { code: 'smallest_drop', symbols: first.symbols, text, numbers };
}

/** Covers the years with a complete calendar year, when there are at least `FEWEST_SHARED_YEARS` of them. */
function beatsOwnBuyAndHold(symbols: readonly ComparedSymbol[]): CompareFinding | null {
  const enough = symbols.filter((s) => (s.buyAndHold.evidence?.yearsTested ?? 0) >= FEWEST_SHARED_YEARS);
  const window = publishedField(enough, 'buy_and_hold.window_avg_return_pct', (s) => s.buyAndHold.windowMean);
  const holding = publishedField(enough, 'buy_and_hold.avg_return_pct', (s) => s.buyAndHold.evidence?.mean);
  const beating = enough.map((s, i) => ({
    symbol: s.symbol,
    window: window[i].value,
    holding: holding[i].value,
    compared: s,
  }));
  const better = beating.filter((b) => b.window > b.holding);
  if (better.length === 0) return null;
  const each = better.map(
    (b) => `${b.symbol} (${b.window} against ${b.holding}%, ${b.compared.buyAndHold.evidence?.yearsTested} years)`,
  );
  const text = `The window averaged more than the symbol's own buy and hold through the same full calendar years: ${enumerate(each)}.`;
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
  const text = `${years} shared years do not tell these averages from that of ${leader}: the ${100 * CONFIDENCE}% interval of the paired yearly difference, in percentage points, includes 0 for ${enumerate(unclear.map((u) => u.text))}.`;
  return { code: 'differences_too_small', symbols: unclear.map((u) => u.symbol), text, numbers: [...low, ...high] };
}

/** A field of every symbol as the response shows it. */
function publishedField(
  symbols: readonly ComparedSymbol[],
  field: FindingNumber['field'],
  read: (symbol: ComparedSymbol) => number | null | undefined,
): FindingNumber[] {
  return symbols.map((s) => ({ symbol: s.symbol, field, value: round4(read(s) ?? NaN) }));
}

/** The symbols with the highest value; null when all values are equal. */
function highestPlace(numbers: readonly FindingNumber[]): { symbols: string[]; value: number } | null {
  const value = Math.max(...numbers.map((n) => n.value));
  const first = numbers.filter((n) => n.value === value);
  return first.length === numbers.length ? null : { symbols: first.map((n) => n.symbol), value };
}
