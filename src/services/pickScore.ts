import { type Day, toIso } from '../core/calendar/dates';
import type { OutcomeEntry } from '../core/record/ledger';
import { outcomeOf, type PickOutcome } from '../core/record/outcome';
import { randomDates, returnBetween } from '../core/record/randomDates';
import { round4 } from '../core/statistics/round';
import type { Direction } from '../core/window/window';
import type { Engine } from '../engine/engine';
import { type Snapshot, symbolNamed } from '../engine/snapshot';

/** A pick as its record says it. */
export interface PickToScore {
  readonly symbol: string;
  /** Market id. */
  readonly market: string;
  readonly direction: Direction;
  /** No entry before it. */
  readonly entry: Day;
  readonly exit: Day;
  readonly hold: number;
}

/** What an outcome record says of the pick itself. */
export type ScoredPick = Pick<
  OutcomeEntry,
  'entry_session' | 'exit_session' | 'return_pct' | 'result' | 'convention' | 'benchmark' | 'random_dates'
>;

/**
 * The outcome of a pick from the prices of a snapshot, with what it is compared to; null while it is open.
 *
 * @throws CorruptPricesError when the prices of the symbol are damaged
 */
export async function scorePick(engine: Engine, snapshot: Snapshot, pick: PickToScore): Promise<ScoredPick | null> {
  const prices = snapshot.markets.get(pick.market);
  const symbol = symbolNamed(snapshot, pick.symbol);
  if (!prices || prices.asOf === null || !symbol) return null;
  const { calendar, gapLimit, benchmarks } = prices.market;
  const bars = (await engine.read([symbol]))(symbol);
  const outcome = outcomeOf(bars, pick, { through: prices.asOf, calendar, gapLimit });
  if (outcome === null) return null;
  const { entrySession, exitSession, returnPct, convention } = outcome;
  const plain = entrySession !== null && exitSession !== null;
  const random = plain ? randomDates(bars, { ...pick, entry: entrySession, exit: exitSession }, gapLimit) : null;
  return {
    entry_session: entrySession === null ? null : toIso(entrySession),
    exit_session: exitSession === null ? null : toIso(exitSession),
    return_pct: round4(returnPct),
    result: returnPct > 0 ? 'win' : 'loss',
    convention,
    benchmark: await benchmarkReturn(engine, snapshot, benchmarks, pick.direction, outcome),
    random_dates: random && {
      windows: random.windows,
      win_rate: round4(random.winRate),
      avg_return_pct: round4(random.mean),
    },
  };
}

/** The return of the first benchmark that traded on both sessions. */
async function benchmarkReturn(
  engine: Engine,
  snapshot: Snapshot,
  benchmarks: readonly string[],
  direction: Direction,
  { entrySession, exitSession }: PickOutcome,
): Promise<OutcomeEntry['benchmark']> {
  if (entrySession === null || exitSession === null) return null;
  for (const name of benchmarks) {
    const symbol = symbolNamed(snapshot, name);
    if (!symbol) continue;
    const bars = (await engine.read([symbol]))(symbol);
    const returnPct = returnBetween(bars, entrySession, exitSession, direction);
    if (returnPct !== null) return { symbol: name, return_pct: round4(returnPct) };
  }
  return null;
}
