import type { ClosingFields } from '../../answers/dataAge';
import { lookbackLabel } from '../../answers/phrases';
import { scenarioReport } from '../../answers/scenario';
import type { CardMarket } from '../../answers/shapes';
import { toIso } from '../../core/calendar/dates';
import { type Horizon, runScenario } from '../../core/comparison/portfolio';
import { type Direction, holdOf, type WindowSpec } from '../../core/window/window';
import { ApiError, upstreamUnavailable } from '../../errors';
import type { Output } from '../../operation';
import { type BarsReader, requiredBars, type SymbolInMarket, type Thread } from './thread';

/** A symbol as one market lists it. */
export interface ListedLeg extends SymbolInMarket {
  readonly market: CardMarket;
}

interface HeldLeg extends ListedLeg {
  readonly direction: Direction;
  /** > 0, in any unit: only the shares of the total matter. */
  readonly weight: number;
}

/** The inputs of a scenario. */
export interface PortfolioParts {
  /** In the order of the request. A symbol may occur several times. */
  readonly positions: readonly HeldLeg[];
  /** Held long; null when none is requested. */
  readonly benchmark: ListedLeg | null;
  readonly window: WindowSpec;
  readonly horizon: Horizon;
  readonly closing: ClosingFields;
}

/**
 * The answer of POST /portfolio/scenarios: the returns of a basket in a window, year by year (SPEC 4.13).
 *
 * @throws as `requiredBars`, without naming a position whose prices are damaged
 */
export async function portfolioAnswer(parts: PortfolioParts, thread: Thread): Promise<Output<'runPortfolioScenarios'>> {
  const { window, horizon } = parts;
  const barsOf = await barsOfLegs(parts, thread);
  const leg = ({ symbol, market, gapLimit }: ListedLeg) => ({
    symbol: symbol.symbol,
    bars: barsOf(symbol),
    gapLimit,
    market,
  });
  const positions = parts.positions.map((position) => ({
    ...leg(position),
    weight: position.weight,
    direction: position.direction,
  }));
  const benchmark = parts.benchmark && { ...leg(parts.benchmark), direction: 'long' as const };
  return {
    setup: {
      entry_date: toIso(window.entry),
      exit_date: toIso(window.end),
      hold_days: holdOf(window),
      horizon,
    },
    years: lookbackLabel(window),
    ...scenarioReport(runScenario(positions, window, benchmark), positions, window, benchmark),
    ...parts.closing,
  };
}

async function barsOfLegs({ positions, benchmark }: PortfolioParts, thread: Thread): Promise<BarsReader> {
  const legs: readonly ListedLeg[] = benchmark === null ? positions : [...positions, benchmark];
  const refs = legs.map(({ symbol }) => symbol);
  try {
    return await requiredBars(thread, refs);
  } catch (error) {
    throw withoutSymbol(error);
  }
}

/** Removes the symbol from an error: nothing of a request body is logged. */
export function withoutSymbol(error: unknown): unknown {
  const namesSymbol = error instanceof ApiError && error.code === 'upstream_unavailable';
  return namesSymbol ? upstreamUnavailable('the prices of a position cannot be read') : error;
}
