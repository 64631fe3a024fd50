import { cardChart } from '../../answers/patternStats';
import { plural } from '../../answers/phrases';
import { mlBlock } from '../../answers/predictions';
import type { PatternCard } from '../../answers/shapes';
import { type Day, toIso } from '../../core/calendar/dates';
import { resolveScanWindow } from '../../core/calendar/marketSessions';
import { lastSession } from '../../core/detection/columns';
import { isPredicted } from '../../core/model/absence';
import type { OutcomeEntry, RandomDatesFigures, ScoredPick } from '../../core/record/ledger';
import {
  type MarketState,
  outcomeOf,
  type PickOutcome,
  RANDOM_SESSIONS,
  randomDates,
  returnBetween,
} from '../../core/record/outcome';
import {
  beatsChance,
  choosePick,
  type EarlierPick,
  isStillOpen,
  mayBePicked,
  PICK_SCAN,
} from '../../core/record/pickRule';
import { P_LEVELS } from '../../core/significance/significance';
import { round4 } from '../../core/statistics/round';
import type { Direction } from '../../core/window/window';
import type { Engine } from '../../engine/engine';
import { type LoadedSymbol, type Snapshot, symbolNamed, type UnreadableSymbol } from '../../engine/snapshot';
import type { Screening } from '../screening/deps';
import type { PickPredictor } from '../screening/predictions';
import { chartInput, type ScanCore, type ScanRow, setupCard } from '../screening/results';
import { scanCore } from '../screening/scanCore';

/** Prices that end more than this many calendar days before the session are too old to pick from. */
const OLDEST_PRICES = 10;

/** The result of a session's scan. */
export interface PickScan {
  readonly core: ScanCore;
  /** The pick with its prediction, `replay` where the model takes no part. Null when there is no pick; `reason` says why. */
  readonly row: ScanRow | null;
  readonly reason: string;
}

/**
 * Scans for the daily pick and chooses it (core/record/pickRule.ts). The scan equals GET /scan over the ML-eligible
 * markets with holds of 10 to 90 days.
 *
 * @param model that every pick needs a prediction of, or `edge_only` for a replay that has none
 * @param start first possible entry day, on which `window=now` is resolved
 * @param earlier picks over the same kind of prices: setups of open picks are not picked again
 * @throws Error when no market could be read; the signal's reason once it is aborted
 */
export async function scanForPick(
  screening: Screening,
  model: PickPredictor | 'edge_only',
  start: Day,
  earlier: readonly EarlierPick[],
  signal?: AbortSignal,
): Promise<PickScan> {
  const { window, ...question } = PICK_SCAN;
  const range = resolveScanWindow(window, start);
  if ('fault' in range) throw new RangeError(range.fault);
  const markets = screening.markets.filter((market) => market.mlEligible);
  const query = { markets, range, question };
  const core = await scanCore(screening, query, 'service', { account: 'pick', signal });
  if (core.scanned.length === 0) throw new Error(`no answer from markets ${core.marketFailures.join(', ')}`);
  const { pool } = core;
  const fresh = pool.filter(({ window }) => start - window.asOf <= OLDEST_PRICES);
  const strong = fresh.filter(mayBePicked);
  const free = strong.filter((row) => !isStillOpen(row, earlier, start));
  const rows =
    model === 'edge_only'
      ? free.map((row): ScanRow => ({ ...row, ml: { reason: 'replay' } }))
      : await predictRows(free, model);
  return { core, row: choosePick(rows), reason: noPickReason(pool, fresh, strong.length, free.length) };
}

/** The rows that have a prediction. */
async function predictRows(rows: readonly ScanRow[], model: PickPredictor): Promise<ScanRow[]> {
  const picks: ScanRow[] = [];
  for (const row of rows) {
    const { loaded: symbol, market, entry, hold, direction, window } = row;
    const ml = await model.predict({ symbol, market, entry, hold, direction, asOf: window.asOf });
    // The choice uses the published, rounded probability, so that anyone can repeat it.
    if (isPredicted(ml)) picks.push({ ...row, ml, mlWinProb: mlBlock(ml.prediction).ml_win_prob });
  }
  return picks;
}

/** The card of a pick as it is published, with its charts. */
export function pickCard({ today }: ScanCore, row: ScanRow): PatternCard {
  return { ...setupCard(row, { rank: 1, ml: row.ml, today, openFrom: today }), chart: cardChart(chartInput(row)) };
}

function noPickReason(pool: readonly ScanRow[], fresh: readonly ScanRow[], strong: number, free: number): string {
  if (pool.length === 0) return 'no setup qualified';
  if (fresh.length === 0) return `prices are more than ${OLDEST_PRICES} days old`;
  const level = `a p_symbol of at most ${P_LEVELS.significant}`;
  const cards = plural(fresh.length, 'card');
  if (!fresh.some(({ significance }) => beatsChance(significance))) return `none of ${cards} has ${level}`;
  if (strong === 0) return `of ${cards}, those with ${level} were neutral`;
  if (free === 0)
    return strong === 1
      ? `the only card with ${level} was of a pick still open`
      : `all ${strong} cards with ${level} were of picks still open`;
  return `the model had no prediction for any of ${plural(free, 'card')}`;
}

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
