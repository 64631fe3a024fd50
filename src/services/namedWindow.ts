import { toIso } from '../core/calendar/dates';
import type { PresetWindow } from '../core/window/presets';
import { type EvaluatedSetup, evaluateSetup } from '../core/window/setup';
import type { Cycle, Direction, WindowSpec } from '../core/window/window';
import { type ApiError, notFound } from '../errors';
import type { Listing } from './listing';
import { type ServingModel, tiltOfWindow } from './predictions';
import { requiredBarsOfOne, type Screening } from './screening';

/** The dates of a window: those of a preset, or an entry and calendar days. */
export type NamedDates = { readonly preset: PresetWindow } | { readonly entry: number; readonly hold: number };

/** How far back a window is looked at. */
export interface Lookback {
  readonly years: number;
  readonly cycle: Cycle;
}

/**
 * The exact window that a caller named, known through the day before its entry. A preset's own occurrence of this year
 * may lie in the past: it is known through the last bar.
 *
 * @param lastBar last final bar of the market
 */
export function namedWindow(dates: NamedDates, { years, cycle }: Lookback, lastBar: number): WindowSpec {
  if ('preset' in dates) {
    const { entry, end, preset } = dates.preset;
    return { entry, end, years, cycle, asOf: lastBar, preset };
  }
  const { entry, hold } = dates;
  return { entry, end: entry + hold - 1, years, cycle, asOf: Math.min(lastBar, entry - 1) };
}

/**
 * A named window in the direction asked for, or in the one with the higher win share, then the higher mean.
 *
 * @param model the one in service, where the edge score is shown
 * @returns null when no year could be observed
 * @throws upstream_unavailable
 */
export async function judgeWindow(
  screening: Screening,
  { symbol, market }: Listing,
  window: WindowSpec,
  direction: Direction | undefined,
  model: ServingModel | null,
  signal: AbortSignal,
): Promise<EvaluatedSetup | null> {
  const bars = await requiredBarsOfOne(screening, symbol, signal);
  const judge = async (d: Direction) =>
    evaluateSetup(bars, window, d, market.gapLimit, await tiltOfWindow(model, symbol, market, window, d));
  if (direction) return judge(direction);
  const long = await judge('long');
  const short = await judge('short');
  return long && short && isBetter(short, long) ? short : long;
}

function isBetter(a: EvaluatedSetup, b: EvaluatedSetup): boolean {
  const byShare = a.evidence.winRate - b.evidence.winRate;
  return byShare > 0 || (byShare === 0 && a.evidence.mean > b.evidence.mean);
}

/** 404: there is nothing to show (METHOD 1). */
export function nothingObserved({ symbol }: Listing, { years, cycle }: Lookback): ApiError {
  return notFound(
    `No year of this window could be observed for ${symbol.symbol} (years=${years}, pe_cycle=${cycle}): ` +
      `its prices run from ${toIso(symbol.firstDay)} to ${toIso(symbol.lastDay)}.`,
  );
}
