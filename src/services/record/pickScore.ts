import { type Day, toIso } from '../../core/calendar/dates';
import { lastSession } from '../../core/detection/columns';
import type { OutcomeEntry, RandomDatesFigures, ScoredPick } from '../../core/record/ledger';
import {
  type MarketState,
  outcomeOf,
  type PickOutcome,
  RANDOM_SESSIONS,
  randomDates,
  returnBetween,
} from '../../core/record/outcome';
import { round4 } from '../../core/statistics/round';
import type { Direction } from '../../core/window/window';
import type { Engine } from '../../engine/engine';
import { type LoadedSymbol, type Snapshot, symbolNamed, type UnreadableSymbol } from '../../engine/snapshot';

/** A pick from its record. */
export interface PickToScore {
  readonly symbol: string;
  /** When the symbol had this ticker; it may have been renamed since. */
  readonly at: Date;
  /** Market id. */
  readonly market: string;
  readonly direction: Direction;
  /** Earliest entry. */
  readonly entry: Day;
  readonly exit: Day;
  readonly hold: number;
}

/**
 * The outcome of a pick from the prices of a snapshot, beside that of the market's benchmark; null while it is open.
 *
 * @throws CorruptPricesError when the prices of the symbol are damaged
 */
export async function scorePick(engine: Engine, snapshot: Snapshot, pick: PickToScore): Promise<ScoredPick | null> {
  const traded = tradedPick(snapshot, pick);
  if (traded === null) return null;
  const { symbol, benchmarks, state } = traded;
  const bars = await engine.bars(symbol);
  const outcome = outcomeOf(bars, pick, state);
  if (outcome === null) return null;
  const { entrySession, exitSession, returnPct, convention } = outcome;
  return {
    entry_session: entrySession === null ? null : toIso(entrySession),
    exit_session: exitSession === null ? null : toIso(exitSession),
    return_pct: round4(returnPct),
    result: returnPct > 0 ? 'win' : 'loss',
    convention,
    benchmark: await benchmarkReturn(engine, snapshot, benchmarks, pick, outcome),
  };
}

/**
 * The comparison of a scored pick with random entry dates (METHOD 9); `open` while some random dates are not over, null when
 * no random window was complete or the pick never traded.
 *
 * @param entrySession entry session of the pick's outcome
 * @throws CorruptPricesError when the prices of the symbol are damaged
 */
export async function compareToRandomDates(
  engine: Engine,
  snapshot: Snapshot,
  pick: PickToScore,
  entrySession: Day | null,
): Promise<RandomDatesFigures | null | 'open'> {
  if (entrySession === null) return null;
  const traded = tradedPick(snapshot, pick);
  // There are at least as many calendar days as sessions, so that before this day no bars need to be read.
  if (traded === null || traded.state.through < entrySession + RANDOM_SESSIONS) return 'open';
  const { symbol, state } = traded;
  const bars = await engine.bars(symbol);
  const comparison = randomDates(bars, { ...pick, entry: entrySession }, state);
  if (comparison === null || comparison === 'open') return comparison;
  return { windows: comparison.windows, win_rate: round4(comparison.winRate), avg_return_pct: round4(comparison.mean) };
}

interface TradedPick {
  readonly symbol: LoadedSymbol | UnreadableSymbol;
  readonly benchmarks: readonly string[];
  readonly state: MarketState;
}

/** The symbol of a pick and what is known of its market; null without prices. */
function tradedPick(snapshot: Snapshot, pick: PickToScore): TradedPick | null {
  const prices = snapshot.markets.get(pick.market);
  const symbol = symbolNamed(snapshot, pick.symbol, pick.at);
  if (!prices || prices.asOf === null || !symbol) return null;
  const { calendar, gapLimit, benchmarks } = prices.market;
  const through = prices.asOf;
  const others = prices.symbols.filter(({ id }) => id !== symbol.id);
  const lastSessions = () => others.flatMap(({ columns, index }) => lastSession(columns, index, through) ?? []);
  return { symbol, benchmarks, state: { through, calendar, gapLimit, lastSessions } };
}

/** The return of the first benchmark that traded on both sessions. */
async function benchmarkReturn(
  engine: Engine,
  snapshot: Snapshot,
  benchmarks: readonly string[],
  { direction, at }: PickToScore,
  { entrySession, exitSession }: PickOutcome,
): Promise<OutcomeEntry['benchmark']> {
  if (entrySession === null || exitSession === null) return null;
  for (const name of benchmarks) {
    const symbol = symbolNamed(snapshot, name, at);
    if (!symbol) continue;
    const bars = await engine.bars(symbol);
    const returnPct = returnBetween(bars, entrySession, exitSession, direction);
    if (returnPct !== null) return { symbol: name, return_pct: round4(returnPct) };
  }
  return null;
}
