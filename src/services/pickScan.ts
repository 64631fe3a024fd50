import type { Day } from '../core/calendar/dates';
import { resolveScanWindow } from '../core/calendar/scanWindow';
import { choosePick, PICK_SCAN } from '../core/record/pickRule';
import { isNeutral } from '../core/window/bias';
import { type PickPredictor, withPrediction } from './predictor';
import type { ScanCore, ScanRow } from './results';
import { scan } from './scan';
import type { Screening } from './screening';

/** Prices that end more than this many calendar days before the session are too old to pick from. */
export const OLDEST_PRICES = 10;

/** What a session's scan came to. */
export interface PickScan {
  readonly core: ScanCore;
  /** Null when nothing may be picked; `reason` says why. */
  readonly row: ScanRow | null;
  readonly reason: string;
}

/** The model that every card of the pick needs, or `edge_only` for a replay that has none. */
export type PickModel = PickPredictor | 'edge_only';

/**
 * The scan of the daily pick and its choice (core/record/pickRule.ts): the one that GET /scan makes of the ML-eligible markets
 * with holds of 10 to 90 days.
 *
 * @param start first day that may be entered on: `window=now` as seen on it
 * @throws Error when no market could be read
 */
export async function scanForPick(screening: Screening, model: PickModel, start: Day): Promise<PickScan> {
  const { minHold, maxHold, years, cycle, minWins, window } = PICK_SCAN;
  const range = resolveScanWindow(window, start);
  if ('fault' in range) throw new RangeError(range.fault);
  const markets = screening.markets.filter((market) => market.mlEligible);
  const core = await scan(screening, { markets, range, minHold, maxHold, years, cycle, minWins });
  if (core.scanned.length === 0) throw new Error(`no answer from markets ${core.marketFailures.join(', ')}`);
  const fresh = core.pool.filter(({ setup }) => start - setup.window.asOf <= OLDEST_PRICES);
  const strong = fresh.filter(({ edgeScore, evidence }) => !isNeutral(edgeScore, evidence));
  const rows = model === 'edge_only' ? strong : await predictedRows(strong, model);
  return { core, row: choosePick(rows), reason: reasonOf(core, fresh.length, strong.length) };
}

async function predictedRows(rows: readonly ScanRow[], model: PickPredictor): Promise<ScanRow[]> {
  const predicted: ScanRow[] = [];
  for (const row of rows) {
    const { loaded: symbol, market, entry, hold, direction, setup } = row;
    const ml = await model.predict({ symbol, market, entry, hold, direction, asOf: setup.window.asOf });
    if (ml !== null) predicted.push(withPrediction(row, ml, model.version));
  }
  return predicted;
}

function reasonOf({ pool }: ScanCore, fresh: number, strong: number): string {
  if (pool.length === 0) return 'no setup qualified';
  if (fresh === 0) return `prices are more than ${OLDEST_PRICES} days old`;
  if (strong === 0) return `all ${fresh} cards were neutral`;
  return `the model had no prediction for any of ${strong} cards`;
}
