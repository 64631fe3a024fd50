import type { OpportunityInput } from '../../answers/opportunity';
import type { Market } from '../../core/calendar/market';
import { isCutOff, type MlOutcome } from '../../core/model/absence';
import { holdOf } from '../../core/window/window';
import type { LoadedSymbol } from '../../engine/snapshot';
import type { Asker } from '../../operation';
import type { ServiceDeps } from './deps';
import { HeldPredictions } from './heldPredictions';
import { itemKey } from './predictions';

/** A listed window, with its evidence or the reason why there is none (SPEC 2.6, `evidence_status`). */
export interface ListedWindow extends Omit<OpportunityInput, 'symbol' | 'market'> {
  readonly symbol: LoadedSymbol;
}

export type VerifiedWindow = ListedWindow & { readonly evidence: Exclude<ListedWindow['evidence'], string> };

export function isVerified(row: ListedWindow): row is VerifiedWindow {
  return typeof row.evidence !== 'string';
}

/** The prediction of a window that was listed without evidence. */
export const NOT_PREDICTED: MlOutcome = { reason: 'not_reached' };

/** The rows of a list with their predictions, for which the caller's allowance is reserved. */
export interface HeldRows {
  readonly rows: readonly OpportunityInput[];
  readonly held: HeldPredictions;
  /** Whether the allowance did not reach every row that could have been predicted. */
  readonly capped: boolean;
}

export async function rowsWithPredictions(
  deps: ServiceDeps,
  market: Market,
  listed: readonly ListedWindow[],
  { caller }: Pick<Asker, 'caller'>,
): Promise<HeldRows> {
  const made = listed.filter(isVerified).map(({ symbol, window, direction, ml }) => ({
    key: itemKey({ symbol, entry: window.entry, hold: holdOf(window), direction }),
    outcome: ml,
  }));
  const held = await HeldPredictions.hold(deps, caller, made);
  const outcomes = held.outcomes.values();
  const rows = listed.map((row) => ({
    ...row,
    symbol: row.symbol.symbol,
    market: market.id,
    ml: isVerified(row) ? outcomes.next().value! : NOT_PREDICTED,
  }));
  return { rows, held, capped: held.outcomes.some(isCutOff) };
}
