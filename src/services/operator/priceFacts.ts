import { type Day, yearOf } from '../../core/calendar/dates';
import type { Market } from '../../core/calendar/market';
import { type Bars, emptyBars } from '../../core/window/bars';
import { judgeMove, type Move } from '../../ingest/moves';
import { priceFree } from '../../ingest/quality';
import { CorruptPricesError } from '../../storage/errors';

/** Facts about the stored prices of a symbol, without any price. */
export interface PriceFacts {
  /** Why they cannot be read; null when they can, or there are none. */
  readonly damage: string | null;
  /** Calendar days; null for a symbol without a market. */
  readonly gapLimit: number | null;
  /** Two bars each that are further apart than the market's gap limit (METHOD 1). */
  readonly gaps: readonly { readonly from: Day; readonly to: Day }[];
  /** Moves that look like a missed split, or are large. */
  readonly moves: readonly { readonly day: Day; readonly kind: 'split_like' | 'jump'; readonly detail: string }[];
  /** Number of bars without high or low. */
  readonly withoutRange: number;
  readonly firstYear: number;
  /** Number of bars of each year, from the first on. */
  readonly barsByYear: Uint16Array;
}

/** Facts for a terminal: details of moves hold prices. */
export type SeriesFacts = Pick<PriceFacts, 'damage' | 'gaps' | 'moves' | 'withoutRange'>;

/** The facts of stored prices without any price. @param gapLimit as `seriesFacts` */
export function factsOf(read: Bars | CorruptPricesError | undefined, gapLimit: number | null): PriceFacts {
  const { moves, ...facts } = seriesFacts(read, gapLimit);
  return {
    ...facts,
    gapLimit,
    moves: moves.map(({ day, kind, detail }) => ({ day, kind, detail: priceFree(detail) })),
    ...barsByYear(read instanceof CorruptPricesError ? undefined : read),
  };
}

function barsByYear(bars: Bars | undefined): Pick<PriceFacts, 'firstYear' | 'barsByYear'> {
  if (bars === undefined || bars.day.length === 0) return { firstYear: 0, barsByYear: new Uint16Array(0) };
  const firstYear = yearOf(bars.day[0]);
  const counts = new Uint16Array(yearOf(bars.day[bars.day.length - 1]) - firstYear + 1);
  for (const day of bars.day) counts[yearOf(day) - firstYear] += 1;
  return { firstYear, barsByYear: counts };
}

/** @param gapLimit calendar days; null for a symbol without a market, whose gaps are not computed */
export function seriesFacts(read: Bars | CorruptPricesError | undefined, gapLimit: number | null): SeriesFacts {
  const bars = read === undefined || read instanceof CorruptPricesError ? emptyBars(0) : read;
  return {
    damage: read instanceof CorruptPricesError ? read.message : null,
    gaps: gapLimit === null ? [] : gapsIn(bars, gapLimit),
    moves: movesIn(bars),
    withoutRange: withoutRangeIn(bars),
  };
}

/** The smallest gap limit of a symbol's markets, calendar days; null for a symbol without a market. */
export function gapLimitOf(
  { markets: ids }: { readonly markets: readonly string[] },
  markets: readonly Market[],
): number | null {
  const limits = markets.flatMap(({ id, gapLimit }) => (ids.includes(id) ? [gapLimit] : []));
  return limits.length === 0 ? null : Math.min(...limits);
}

function withoutRangeIn({ high, low }: Bars): number {
  let count = 0;
  for (let i = 0; i < high.length; i++) if (Number.isNaN(high[i] + low[i])) count += 1;
  return count;
}

function gapsIn({ day }: Bars, limit: number): SeriesFacts['gaps'] {
  const gaps: { from: Day; to: Day }[] = [];
  for (let i = 1; i < day.length; i++) if (day[i] - day[i - 1] > limit) gaps.push({ from: day[i - 1], to: day[i] });
  return gaps;
}

function movesIn({ day, close, high, low }: Bars): Move[] {
  const moves: Move[] = [];
  for (let i = 1; i < day.length; i++) {
    const move = judgeMove(close[i - 1], { day: day[i], high: high[i], low: low[i], close: close[i] });
    if (move) moves.push(move);
  }
  return moves;
}
