import { LRUCache } from 'lru-cache';
import { type Day, toIso } from '../core/calendar/dates';
import { lastSessionBefore } from '../core/calendar/marketSessions';
import { lastSession } from '../core/detection/columns';
import type { Bars } from '../core/window/bars';
import { type SeasonalCurve, seasonalCurve } from '../core/window/curve';
import { type Evidence, evidenceOf } from '../core/window/evidence';
import type { PresetWindow } from '../core/window/presets';
import { type EvaluatedSetup, observedSetup } from '../core/window/setup';
import type { Cycle, Direction, WindowSpec } from '../core/window/window';
import { type ApiError, notFound } from '../errors';
import { marketAge } from './dataAge';
import type { Listing } from './listing';
import { type ServingModel, tiltOfWindow } from './predictions';
import type { Screening } from './screening';
import { serialOf } from './serials';
import { type Judgement, nameOfJudgement, significanceIn } from './significance';

/** The dates of a window: those of a preset, or an entry and calendar days. */
export type NamedDates = { readonly preset: PresetWindow } | { readonly entry: number; readonly hold: number };

/** How far back a window is looked at. */
export interface Lookback {
  readonly years: number;
  readonly cycle: Cycle;
}

/**
 * The exact window that a caller named, known through the last session before its entry. A preset's own occurrence of
 * this year may lie in the past: it is known through the last bar.
 *
 * @param listings of the symbols it is looked at for: the earliest of their markets decides what is known
 */
export function namedWindow(dates: NamedDates, { years, cycle }: Lookback, listings: readonly Listing[]): WindowSpec {
  if ('preset' in dates) {
    const { entry, end, preset } = dates.preset;
    return { entry, end, years, cycle, asOf: Math.min(...listings.map(({ lastBar }) => lastBar)), preset };
  }
  const { entry, hold } = dates;
  return { entry, end: entry + hold - 1, years, cycle, asOf: knownBefore(entry, listings) };
}

/** `as_of` of a window that is entered on a day (METHOD 1): the earliest of the markets'. */
export function knownBefore(entry: Day, listings: readonly Listing[]): Day {
  return Math.min(...listings.map(({ sessions }) => lastSessionBefore(sessions, entry)));
}

/** What an edge score rests on besides prices; all of it null where no score is shown. */
export interface Scoring {
  /** The model in service. */
  readonly model: ServingModel | null;
  /** What luck alone finds. */
  readonly judgement: Judgement | null;
}

/** No edge score is shown. */
export const UNSCORED: Scoring = { model: null, judgement: null };

/** A listing with the bars that it is judged by. */
export interface ReadListing extends Listing {
  readonly bars: Bars;
}

/**
 * A named window in the direction asked for, or in the one with the higher win share, then the higher mean. Equal windows
 * are judged once and briefly kept.
 *
 * @param scored what the edge score rests on besides prices
 * @returns null when no year could be observed; the same object as long as nothing changed that it says
 */
export function judgeWindow(
  screening: Screening,
  listing: ReadListing,
  window: WindowSpec,
  direction: Direction | undefined,
  scored: Scoring,
  signal: AbortSignal,
): Promise<EvaluatedSetup | null> {
  const daysBehind = marketAge(screening, listing, knownThrough(window));
  const { symbol, market, bars } = listing;
  const asked = { window, direction, daysBehind };
  const version = scored.model?.tilts ? [scored.model.version, screening.clock.today()] : [];
  // Bars are other ones as soon as prices are; of closes there is no other version.
  const key = [
    serialOf(bars),
    symbol.id,
    market.id,
    JSON.stringify(asked),
    ...version,
    scored.judgement === null ? 'unscored' : nameOfJudgement(scored.judgement),
  ];
  return screening.setups.get(key.join('|'), () => judge(listing, asked, scored), { signal });
}

/** What is asked of one window. */
interface AskedJudgement {
  readonly window: WindowSpec;
  readonly direction: Direction | undefined;
  readonly daysBehind: number | null;
}

async function judge(
  listing: ReadListing,
  { window, direction, daysBehind }: AskedJudgement,
  { model, judgement }: Scoring,
): Promise<EvaluatedSetup | null> {
  const { symbol, market, bars } = listing;
  const found = observedIn(bars, window, direction, market.gapLimit);
  if (found === null) return null;
  const tilt = await tiltOfWindow(model, symbol, market, window, found.direction);
  const significance = judgement && significanceIn(judgement, symbol, window, found.direction, market);
  const { columns, index } = symbol;
  const rest = { tilt, daysBehind, significance };
  return observedSetup({ bars, columns, index }, found, market.gapLimit, rest, drawnByEntry(listing, window));
}

/** How many curves are kept, some three kilobytes each. */
const MOST_CURVES = 200;

/** Curves themselves: what they were drawn of is not held on to. */
const curves = new LRUCache<string, { readonly curve: SeasonalCurve | null }>({ max: MOST_CURVES });

/** Windows of one entry share a curve, however long they are held: whoever tries holds has it drawn once. */
function drawnByEntry(
  { symbol, market, bars }: ReadListing,
  { entry, years, cycle, asOf }: WindowSpec,
): () => SeasonalCurve | null {
  const key = [serialOf(bars), market.gapLimit, entry, years, cycle, asOf].join('|');
  return () => {
    const known = curves.get(key);
    if (known) return known.curve;
    const curve = seasonalCurve(symbol, { start: entry, years, cycle, asOf }, market.gapLimit);
    curves.set(key, { curve });
    return curve;
  };
}

/**
 * The evidence of a window in the direction asked for, or in the one of the higher win share, then of the higher mean;
 * long where they are equal. Null when nothing was observed.
 */
function observedIn(bars: Bars, window: WindowSpec, asked: Direction | undefined, gapLimit: number) {
  const first = asked ?? 'long';
  const evidence = evidenceOf(bars, window, first, gapLimit);
  if (evidence === null) return null;
  if (asked !== undefined || !isLikelierShort(evidence)) return { window, direction: first, evidence };
  const short = evidenceOf(bars, window, 'short', gapLimit);
  return short && { window, direction: 'short' as const, evidence: short };
}

/** A short's returns are exactly the negated ones, and so is their mean: the long side tells of both. */
function isLikelierShort({ observations, wins, mean }: Evidence): boolean {
  const falls = observations.filter(({ returnPct }) => returnPct < 0).length;
  return falls > wins || (falls === wins && mean < 0);
}

/** The last day a window may know of: the day before its entry; a preset, whatever is known at all (METHOD 1). */
export function knownThrough({ entry, preset }: Pick<WindowSpec, 'entry' | 'preset'>): Day {
  return preset ? Infinity : entry - 1;
}

/** 404: there is nothing to show (METHOD 1). @param asOf what comes after it is not named */
export function nothingObserved({ symbol }: Listing, { years, cycle }: Lookback, asOf: Day): ApiError {
  const last = lastSession(symbol.columns, symbol.index, asOf);
  const known =
    last === null
      ? `it has no prices up to ${toIso(asOf)}.`
      : `its prices run from ${toIso(symbol.firstDay)} to ${toIso(last)}.`;
  return notFound(
    `No year of this window could be observed for ${symbol.symbol} (years=${years}, pe_cycle=${cycle}): ${known}`,
  );
}
