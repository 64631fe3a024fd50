import { cardChart } from '../../answers/chart';
import { plural } from '../../answers/phrases';
import { mlBlock } from '../../answers/predictions';
import type { PatternCard } from '../../answers/shapes';
import type { Day } from '../../core/calendar/dates';
import { resolveScanWindow } from '../../core/calendar/scanWindow';
import { isPredicted, type MlOutcome } from '../../core/model/absence';
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
import { type PickPredictor, predictionItem } from '../screening/predictions';
import type { ScanCore, ScanRow } from '../screening/results';
import { scanCore } from '../screening/scanCore';

/** Prices that end more than this many calendar days before the session are too old to pick from. */
const OLDEST_PRICES = 10;

/** A setup that may be picked, with its prediction: `replay` where the model takes no part. */
export interface PickRow extends ScanRow {
  readonly ml: MlOutcome;
}

/** The result of a session's scan. */
export interface PickScan {
  readonly core: ScanCore;
  /** The rows that the pick is chosen from. */
  readonly pool: readonly ScanRow[];
  /** Null when there is no pick; `reason` says why. */
  readonly row: PickRow | null;
  readonly reason: string;
}

/** The model that every card of the pick needs, or `edge_only` for a replay that has none. */
export type PickModel = PickPredictor | 'edge_only';

/**
 * Scans for the daily pick and chooses it (core/record/pickRule.ts). The scan equals GET /scan over the ML-eligible
 * markets with holds of 10 to 90 days.
 *
 * @param start first possible entry day, on which `window=now` is resolved
 * @param earlier picks over the same kind of prices: setups of open picks are not picked again
 * @throws Error when no market could be read; the signal's reason once it is aborted
 */
export async function scanForPick(
  screening: Screening,
  model: PickModel,
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
  const rows = model === 'edge_only' ? free.map(withoutPrediction) : await predictRows(free, model);
  return { core, pool, row: choosePick(rows), reason: noPickReason(pool, fresh, strong.length, free.length) };
}

function withoutPrediction(row: ScanRow): PickRow {
  return { ...row, ml: { reason: 'replay' } };
}

/** The rows that have a prediction. */
async function predictRows(rows: readonly ScanRow[], model: PickPredictor): Promise<PickRow[]> {
  const picks: PickRow[] = [];
  for (const row of rows) {
    const ml = await model.predict(predictionItem(row.loaded, row.market, row.window, row.direction));
    // The choice uses the published, rounded probability, so that anyone can repeat it.
    if (isPredicted(ml)) picks.push({ ...row, ml, mlWinProb: mlBlock(ml.prediction).ml_win_prob });
  }
  return picks;
}

/** The card of a pick as it is published, with its charts. */
export function pickCard({ today }: ScanCore, row: PickRow): PatternCard {
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
