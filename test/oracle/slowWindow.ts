/**
 * METHOD 1 and 2 written out slowly and on their own: dates as text, `Date` only to count days, a scan over the quotes of
 * each window. Shares no code with src, so that it can detect errors of window.ts and evidence.ts as well as of the kernel.
 */
export interface Quote {
  /** YYYY-MM-DD */
  readonly date: string;
  readonly close: number;
}

export interface SlowWindow {
  readonly entry: string;
  readonly hold: number;
  readonly years: number;
  readonly cycle: string;
  readonly asOf: string;
  readonly short: boolean;
  readonly gapLimit: number;
}

export interface SlowResult {
  /** Year and return of each observation, oldest first. */
  readonly returns: readonly { readonly year: number; readonly value: number }[];
  /** Years that the lookback names and that have no observation. */
  readonly missing: readonly number[];
  readonly wins: number;
  readonly mean: number;
  readonly deviation: number | null;
  readonly sharpe: number;
}

export function slowEvidence(quotes: readonly Quote[], window: SlowWindow): SlowResult {
  const known = quotes.filter((quote) => quote.date <= window.asOf);
  const returns: { year: number; value: number }[] = [];
  const missing: number[] = [];
  for (const year of slowLookback(window)) {
    const value = slowReturn(known, window, year);
    if (value === null) missing.push(year);
    else returns.push({ year, value });
  }
  const n = returns.length;
  const mean = returns.reduce((sum, r) => sum + r.value, 0) / n;
  const squares = returns.reduce((sum, r) => sum + (r.value - mean) * (r.value - mean), 0);
  const deviation = n < 2 ? null : Math.sqrt(squares / (n - 1));
  const wins = returns.filter((r) => r.value > 0).length;
  return { returns, missing, wins, mean, deviation, sharpe: deviation ? mean / deviation : 0 };
}

/** The entry years, oldest first: walk back from the year before the window's own, and take those that are over. */
export function slowLookback({
  entry,
  hold,
  years,
  cycle,
  asOf,
}: Pick<SlowWindow, 'entry' | 'hold' | 'years' | 'cycle' | 'asOf'>): number[] {
  const ownYear = Number(entry.slice(0, 4));
  const found: number[] = [];
  for (let year = ownYear - 1; found.length < years; year--) {
    if (cycle === 'pe' && (ownYear - year) % 4 !== 0) continue;
    if (cycle.length === 3 && year % 4 !== Number(cycle[2])) continue;
    if (plusDays(inYear(entry, year), hold - 1) <= asOf) found.unshift(year);
  }
  return found;
}

function slowReturn(
  known: readonly Quote[],
  { entry, hold, gapLimit, short }: SlowWindow,
  year: number,
): number | null {
  const rise = slowRise(known, inYear(entry, year), hold, gapLimit);
  return rise !== null && short ? 0 - rise : rise;
}

/**
 * The long return of one window in percent, or null when METHOD 1 calls it missing: its clauses one after the other, in
 * its order. @param quotes up to as-of
 */
export function slowRise(quotes: readonly Quote[], entry: string, hold: number, gapLimit: number): number | null {
  const end = plusDays(entry, hold - 1);
  const known = around(quotes, entry, end);
  if (!known.some((quote) => quote.date <= entry)) return null;
  const entrySession = known.find((quote) => quote.date >= entry);
  if (!entrySession || daysBetween(entry, entrySession.date) > gapLimit) return null;
  if (!known.some((quote) => quote.date >= end)) return null;
  const inside = known.filter((quote) => quote.date >= entry && quote.date <= end);
  if (inside.some((quote, i) => i > 0 && daysBetween(inside[i - 1].date, quote.date) > gapLimit)) return null;
  const exitSession = inside.at(-1);
  if (!exitSession || !(entrySession.close > 0 && exitSession.close > 0)) return null;
  if (exitSession.date <= entrySession.date) return null;
  if (daysBetween(exitSession.date, end) > gapLimit) return null;
  return 100 * (exitSession.close / entrySession.close - 1);
}

/** The same month and day; Feb 29 is Mar 1 where there is none. */
export function inYear(date: string, year: number): string {
  const text = `${year}${date.slice(4)}`;
  return text.endsWith('-02-29') && new Date(`${text}T12:00:00Z`).getUTCDate() !== 29 ? `${year}-03-01` : text;
}

export function plusDays(date: string, days: number): string {
  const at = new Date(`${date}T12:00:00Z`);
  at.setUTCDate(at.getUTCDate() + days);
  return at.toISOString().slice(0, 10);
}

export function daysBetween(from: string, to: string): number {
  return noonOf(to) - noonOf(from);
}

const noons = new Map<string, number>();
/** Days since 1970. Remembered, only for speed. */
function noonOf(date: string): number {
  const noon = noons.get(date) ?? Math.round(Date.parse(`${date}T12:00:00Z`) / 86_400_000 - 0.5);
  noons.set(date, noon);
  return noon;
}

/** The quotes between two dates, with the one before and the one after them. By bisection, only for speed. */
export function around<T extends Quote>(quotes: readonly T[], from: string, to: string): readonly T[] {
  const countBefore = (isBefore: (date: string) => boolean) => {
    let [low, high] = [0, quotes.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (isBefore(quotes[middle].date)) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  const first = countBefore((date) => date < from);
  const after = countBefore((date) => date <= to);
  return quotes.slice(Math.max(0, first - 1), after + 1);
}

export function average(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The long return of one window as a fraction. */
export function slowFraction(known: readonly Quote[], entry: string, hold: number, gapLimit: number): number | null {
  const percent = slowRise(known, entry, hold, gapLimit);
  return percent === null ? null : percent / 100;
}

/** Sum of the squared log returns from bar to bar after the entry session through the exit session. */
export function realisedVariance(known: readonly Quote[], entry: string, hold: number): number {
  const end = plusDays(entry, hold - 1);
  const inside = around(known, entry, end).filter(({ date, close }) => date >= entry && date <= end && close > 0);
  const closes = inside.map(({ close }) => close);
  return closes.slice(1).reduce((sum, close, i) => sum + Math.log(close / closes[i]) ** 2, 0);
}
