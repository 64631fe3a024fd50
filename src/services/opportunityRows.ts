import type { Caller } from '../access/caller';
import { type NoEvidence, opportunity } from '../answers/opportunity';
import { listNotes } from '../answers/predictions';
import type { Opportunity } from '../answers/shapes';
import type { Market } from '../core/calendar/market';
import { isCutOff, type MlOutcome } from '../core/model/absence';
import type { Significance } from '../core/significance/significance';
import type { Evidence } from '../core/window/evidence';
import type { Direction, WindowSpec } from '../core/window/window';
import type { LoadedSymbol, Snapshot } from '../engine/snapshot';
import { mapInTurns } from '../turns';
import type { ServiceDeps } from './deps';
import { predictAll } from './heldPredictions';
import { predictionItem } from './predictions';

/** A window that is listed, with what became of its evidence (SPEC 2.6, `evidence_status`). */
export interface ListedWindow {
  readonly symbol: LoadedSymbol;
  readonly window: WindowSpec;
  readonly direction: Direction;
  readonly evidence: Evidence | NoEvidence;
  /** Null without evidence. */
  readonly significance: Significance | null;
}

export type VerifiedWindow = ListedWindow & { readonly evidence: Evidence };

export function isVerified(row: ListedWindow): row is VerifiedWindow {
  return typeof row.evidence !== 'string';
}

export interface PredictedRows {
  readonly opportunities: readonly Opportunity[];
  /** What to say of their predictions. */
  readonly notes: string;
  /** Whether the allowance did not reach every row that could have been predicted. */
  readonly capped: boolean;
}

/** What is listed without having been evaluated is not predicted. */
const NOT_PREDICTED: MlOutcome = { reason: 'not_reached' };

/** The rows of one market's list as they are shown, each with its prediction. */
export async function predictedRows(
  deps: ServiceDeps,
  snapshot: Snapshot,
  caller: Caller,
  market: Market,
  rows: readonly ListedWindow[],
  signal: AbortSignal,
): Promise<PredictedRows> {
  const items = rows
    .filter(isVerified)
    .map(({ symbol, window, direction }) => predictionItem(symbol, market, window, direction));
  const predicted = await predictAll(deps, snapshot, caller, items, { signal });
  const rest = predicted.values();
  const outcomes = rows.map((row) => (isVerified(row) ? rest.next().value! : NOT_PREDICTED));
  return {
    opportunities: await mapInTurns(rows, (row, i) =>
      opportunity({ ...row, symbol: row.symbol.symbol, market: market.id, ml: outcomes[i] }),
    ),
    notes: listNotes(outcomes),
    capped: predicted.some(isCutOff),
  };
}
