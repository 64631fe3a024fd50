import type { Caller } from '../../access/caller';
import type { MlReservation } from '../../access/mlAllowance';
import { isPredicted, type MlAbsence, type MlOutcome } from '../../core/model/absence';
import { holdOf } from '../../core/window/window';
import type { ServiceDeps } from './deps';
import { itemKey } from './predictions';
import type { VerifiedSetup } from './results';

/** A prediction with the key that it is charged under. */
export interface ChargeablePrediction {
  /** The result of `itemKey`. */
  readonly key: string;
  readonly outcome: MlOutcome;
}

/** The prediction of a window, to be charged when it is shown. */
export function chargeable({
  loaded,
  window,
  direction,
  ml,
}: Pick<VerifiedSetup, 'loaded' | 'window' | 'direction' | 'ml'>): ChargeablePrediction {
  const key = itemKey({ symbol: loaded, entry: window.entry, hold: holdOf(window), direction });
  return { key, outcome: ml };
}

/** The allowance, or the verification, did not reach the setup. */
export const NOT_REACHED: MlAbsence = { reason: 'not_reached' };

/**
 * The predictions of one answer, with units of the caller's allowance reserved for them (SPEC 4.1 rule 4). The reservation
 * decides which predictions the answer may show; they are charged once the answer exists. The owner calls `show` or
 * `giveBack`, once.
 */
export class ReservedPredictions {
  private constructor(
    private readonly deps: ServiceDeps,
    private readonly reservation: MlReservation | null,
    /** The prediction that the answer may show, or the reason why it shows none, in the order of the predictions. */
    readonly outcomes: readonly MlOutcome[],
    /** The caller's allowance once the answer is charged; null = unlimited. */
    readonly remaining: number | null,
    /**
     * Whether the allowance was spent before and some prediction is new. Where all were charged the same day, the request is
     * a retry, which is answered like the first.
     */
    readonly isSpent: boolean,
  ) {}

  /** Reserves units for predictions in their order, as far as the allowance reaches. */
  static async reserve(
    deps: ServiceDeps,
    caller: Caller,
    predictions: readonly ChargeablePrediction[],
  ): Promise<ReservedPredictions> {
    const { mlAllowance, tiers } = deps;
    const keys = predictions.filter(({ outcome }) => isPredicted(outcome)).map(({ key }) => key);
    const reservation = keys.length === 0 ? null : await mlAllowance.reserve(caller, keys);
    const remaining = await mlAllowance.remaining(caller);
    // The daily allowance is spent, or concurrent requests have reserved the rest.
    const dailyLimit = remaining === 0 ? caller.tier.mlPerDay : null;
    const refusal: MlAbsence =
      dailyLimit === null ? NOT_REACHED : { reason: 'allowance', dailyLimit, upgradeUrl: tiers.upgradeUrl };
    const outcomes = predictions.map(({ key, outcome }) =>
      isPredicted(outcome) && !reservation?.granted.has(key) ? refusal : outcome,
    );
    const isSpent = reservation?.wasSpent === true && keys.some((key) => !reservation.granted.has(key));
    return new ReservedPredictions(deps, reservation, outcomes, remaining, isSpent);
  }

  /**
   * The outcomes of predictions that an answer is ranked by, as far as the allowance reaches. Nothing stays reserved: the
   * predictions that the answer shows are reserved again.
   */
  static async reached(
    deps: ServiceDeps,
    caller: Caller,
    predictions: readonly ChargeablePrediction[],
  ): Promise<readonly MlOutcome[]> {
    const reserved = await ReservedPredictions.reserve(deps, caller, predictions);
    await reserved.giveBack();
    return reserved.outcomes;
  }

  /** Makes the answer that shows the predictions, then charges them. If making it fails, the reservation is given back. */
  async show<T>(make: () => Promise<T>): Promise<T> {
    let answer: T;
    try {
      answer = await make();
    } catch (error) {
      // A reservation that cannot be given back now expires after two minutes.
      await this.giveBack().catch(() => {});
      throw error;
    }
    if (this.reservation !== null) await this.deps.mlAllowance.commit(this.reservation, [...this.reservation.granted]);
    return answer;
  }

  /** Gives the reservation back: for an answer that shows none of the predictions. */
  async giveBack(): Promise<void> {
    if (this.reservation !== null) await this.deps.mlAllowance.refund(this.reservation);
  }
}
