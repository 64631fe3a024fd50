import type { Caller } from '../../access/caller';
import type { MlReservation } from '../../access/mlAllowance';
import { isPredicted, type MlAbsence, type MlOutcome } from '../../core/model/absence';
import type { ServiceDeps } from './deps';

/** A prediction that was made, and what it is charged as. */
export interface MadePrediction {
  /** As `itemKey` has it. */
  readonly key: string;
  readonly outcome: MlOutcome;
}

const NOT_REACHED: MlAbsence = { reason: 'not_reached' };

/**
 * Predictions that one answer shows, on a hold of the caller's allowance (SPEC 4.1 rule 4): which of them it may show is
 * decided here, before the answer is made, and charged when it is there. Whoever holds some calls `show`, once.
 */
export class HeldPredictions {
  private constructor(
    private readonly deps: Pick<ServiceDeps, 'mlAllowance'>,
    private readonly reservation: MlReservation | null,
    /** What the answer may say of each, in their order. */
    readonly outcomes: readonly MlOutcome[],
    /** The caller's allowance once the answer is charged; null = unlimited. */
    readonly remaining: number | null,
  ) {}

  /** Takes units for predictions in their order, as far as the allowance reaches. */
  static async hold(
    deps: Pick<ServiceDeps, 'mlAllowance' | 'tiers'>,
    caller: Caller,
    made: readonly MadePrediction[],
  ): Promise<HeldPredictions> {
    const { mlAllowance, tiers } = deps;
    const wanted = made.filter(({ outcome }) => isPredicted(outcome)).map(({ key }) => key);
    const reservation = wanted.length === 0 ? null : await mlAllowance.reserve(caller, wanted);
    const remaining = await mlAllowance.remaining(caller);
    // The day's are spent, or requests beside this one hold them.
    const dailyLimit = remaining === 0 ? caller.tier.mlPerDay : null;
    const refusal: MlAbsence =
      dailyLimit === null ? NOT_REACHED : { reason: 'allowance', dailyLimit, upgradeUrl: tiers.upgradeUrl };
    const outcomes = made.map(({ key, outcome }) =>
      isPredicted(outcome) && !reservation?.granted.has(key) ? refusal : outcome,
    );
    return new HeldPredictions(deps, reservation, outcomes, remaining);
  }

  /**
   * Of predictions by which an answer is ranked, which of them the allowance reaches in their order. Nothing stays held: what
   * the answer comes to show is held anew.
   */
  static async reached(
    deps: Pick<ServiceDeps, 'mlAllowance' | 'tiers'>,
    caller: Caller,
    made: readonly MadePrediction[],
  ): Promise<readonly MlOutcome[]> {
    const held = await HeldPredictions.hold(deps, caller, made);
    await held.giveBack();
    return held.outcomes;
  }

  /** Whether nothing at all was granted of what was predicted. */
  get isSpent(): boolean {
    return this.reservation !== null && this.reservation.granted.size === 0;
  }

  /** Makes the answer that shows them, and charges them; where it cannot be made they are given back. */
  async show<T>(make: () => Promise<T>): Promise<T> {
    let answer: T;
    try {
      answer = await make();
    } catch (error) {
      // What cannot be given back now is nobody's after some minutes.
      await this.giveBack().catch(() => {});
      throw error;
    }
    if (this.reservation !== null) await this.deps.mlAllowance.commit(this.reservation, [...this.reservation.granted]);
    return answer;
  }

  private async giveBack(): Promise<void> {
    if (this.reservation !== null) await this.deps.mlAllowance.refund(this.reservation);
  }
}
