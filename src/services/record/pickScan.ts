import { cardChart } from '../../answers/chart';
import { plural } from '../../answers/phrases';
import { mlBlock } from '../../answers/predictions';
import type { PatternCard } from '../../answers/shapes';
import type { Day } from '../../core/calendar/dates';
import { resolveScanWindow } from '../../core/calendar/scanWindow';
import { isPredicted } from '../../core/model/absence';
import {
  beatsChance,
  choosePick,
  type EarlierPick,
  isStillOpen,
  mayBePicked,
  PICK_SCAN,
} from '../../core/record/pickRule';
import { P_LEVELS } from '../../core/significance/significance';
import { chartInput, setupCard } from '../screening/cards';
import type { Screening } from '../screening/deps';
import type { PickPredictor } from '../screening/predictions';
import type { ScanCore, ScanRow } from '../screening/results';
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
