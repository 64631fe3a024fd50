import { compareReport } from '../../answers/comparison';
import type { ClosingFields } from '../../answers/dataAge';
import { lookbackLabel } from '../../answers/phrases';
import type { CardMarket } from '../../answers/shapes';
import { type Day, toIso } from '../../core/calendar/dates';
import type { PeerTable } from '../../core/cameTrue/peers';
import { type CameTrue, cameTrueOf, type shareFor } from '../../core/cameTrue/share';
import { windowExcess } from '../../core/cameTrue/shown';
import { type Comparison, compareSymbols } from '../../core/comparison/compare';
import type { Draws } from '../../core/significance/rotation';
import { type SearchOrigin, type Significance, significanceOf } from '../../core/significance/significance';
import { windowStrength } from '../../core/significance/windowRotations';
import type { Period } from '../../core/window/presets';
import { type Direction, holdOf, type WindowSpec } from '../../core/window/window';
import type { Output } from '../../operation';
import { columnsOf, requiredBars, type SymbolInMarket, type Thread } from './thread';

/** A symbol as one market lists it. */
interface ListedContender extends SymbolInMarket {
  readonly market: CardMarket;
  /** First entry of the search that the window is judged by, and its null distribution (METHOD 9). */
  readonly searchEntry: Day;
  readonly origin: SearchOrigin;
  /** The share of the symbol's market and its members (METHOD 10), or why there is none. */
  readonly cameTrue:
    | 'pending'
    | 'not_applicable'
    | { readonly share: ReturnType<typeof shareFor>; readonly peers: PeerTable };
}

/** The inputs of a comparison. */
interface CompareParts {
  /** In the order of the request. */
  readonly contenders: readonly ListedContender[];
  readonly window: WindowSpec;
  readonly direction: Direction;
  /** Null when the window was given by its dates. */
  readonly period: Period | null;
  /** Draws back to the first day of the youngest prices; no older year is shared. */
  readonly draws: Draws;
  readonly closing: ClosingFields;
}

/**
 * The answer of GET /compare: symbols in one window, over the years that all of them have (SPEC 4.12).
 *
 * @throws as `requiredBars`
 */
export async function compareAnswer(parts: CompareParts, thread: Thread): Promise<Output<'compareSymbols'>> {
  const { contenders, window, direction, period } = parts;
  const refs = contenders.map(({ symbol }) => symbol);
  const barsOf = await requiredBars(thread, refs);
  const comparison = compareSymbols(
    contenders.map(({ symbol, gapLimit }) => ({ symbol: symbol.symbol, bars: barsOf(symbol), gapLimit })),
    window,
    direction,
  );
  return {
    setup: {
      entry_date: toIso(window.entry),
      exit_date: toIso(window.end),
      hold_days: holdOf(window),
      direction,
      period,
    },
    years: lookbackLabel(window),
    ...compareReport(
      comparison,
      contenders.map(({ market }) => market),
      contenders.map((contender) => significanceOver(contender, parts, comparison)),
      contenders.map((contender) => cameTrueIn(contender, parts)),
    ),
    ...parts.closing,
  };
}

/** What came true of windows like the named one, and what it showed in all years of the symbol. */
function cameTrueIn({ symbol, gapLimit, cameTrue }: ListedContender, { window, direction }: CompareParts): CameTrue {
  if (typeof cameTrue === 'string') return cameTrueOf(cameTrue, window, direction, null);
  const { share, peers } = cameTrue;
  return cameTrueOf(share, window, direction, windowExcess(columnsOf(symbol), window, gapLimit, peers));
}

/** Significance of the named window over the years that all symbols share; null without any. */
function significanceOver(
  { symbol, gapLimit, searchEntry, origin }: ListedContender,
  { window, direction, draws }: CompareParts,
  { years }: Comparison,
): Significance | null {
  if (years.length === 0) return null;
  const found = { symbol: columnsOf(symbol), window, direction, searchEntry, gapLimit };
  const strength = windowStrength(found, draws, years);
  return significanceOf(symbol.symbol, strength, draws.rotations, origin);
}
