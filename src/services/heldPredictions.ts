import type { Caller } from '../access/caller';
import type { MlReservation } from '../access/mlAllowance';
import { isPredicted, type MlAbsence, type MlOutcome } from '../core/model/absence';
import { isLate, type Until } from '../deadline';
import type { Snapshot } from '../engine/snapshot';
import { turns } from '../turns';
import type { ServiceDeps } from './deps';
import { exclusionOf, itemKey, type PredictionItem, type ServingModel } from './predictions';

const NO_MODEL: MlAbsence = { reason: 'no_model' };
/** Told apart from an allowance that is spent only when everything is settled. */
const NOT_GRANTED: MlAbsence = { reason: 'not_reached' };
const OUT_OF_TIME: MlAbsence = { reason: 'time' };

/**
 * Predictions made for one request, on a hold of the caller's allowance (SPEC 4.1 rule 4): reserved before anything is
 * scored, charged for what the answer shows and nothing else. Whoever makes one settles it.
 */
export class HeldPredictions {
  private constructor(
    private readonly deps: ServiceDeps,
    private readonly caller: Caller,
    private readonly items: readonly PredictionItem[],
    private readonly provisional: readonly MlOutcome[],
    private readonly reservation: MlReservation | null,
  ) {}

  /**
   * Reserves units for the items that can be predicted, in their order, and scores those that were granted, as far as the
   * time reaches.
   *
   * @throws AbandonedError when nobody waits any more: then nothing is reserved
   */
  static async reserve(
    deps: ServiceDeps,
    snapshot: Snapshot,
    caller: Caller,
    items: readonly PredictionItem[],
    until: Until,
  ): Promise<HeldPredictions> {
    const { predictions, clock } = deps.screening;
    const model = await predictions.over(snapshot);
    const today = clock.today();
    const excluded = items.map((item) => exclusionOf(item, today) ?? (model === null ? NO_MODEL : null));
    const wanted = items.filter((_, i) => excluded[i] === null).map(itemKey);
    if (model === null || wanted.length === 0) {
      return new HeldPredictions(deps, caller, items, excluded as MlAbsence[], null);
    }
    const reservation = await deps.mlAllowance.reserve(caller, wanted);
    try {
      const outcomes = await scored(
        model,
        items,
        (item, i) => excluded[i] ?? (reservation.granted.has(itemKey(item)) ? null : NOT_GRANTED),
        until,
      );
      return new HeldPredictions(deps, caller, items, outcomes, reservation);
    } catch (error) {
      await deps.mlAllowance.refund(reservation);
      throw error;
    }
  }

  /** What is known of each item before it is settled: to rank by, not to be shown. */
  get outcomes(): readonly MlOutcome[] {
    return this.provisional;
  }

  /** Whether nothing at all was granted of what could have been predicted. */
  get isSpent(): boolean {
    return this.reservation !== null && this.reservation.granted.size === 0;
  }

  /**
   * Charges the items that are shown and gives the others back.
   *
   * @param shown positions of the items in the answer
   * @returns their outcomes, in the order of `shown`
   */
  async settle(shown: readonly number[]): Promise<MlOutcome[]> {
    const predicted = shown.filter((i) => isPredicted(this.provisional[i]));
    const charged = await this.charge(predicted.map((i) => itemKey(this.items[i])));
    const isRefused = (i: number) =>
      this.provisional[i] === NOT_GRANTED || (isPredicted(this.provisional[i]) && !charged.has(itemKey(this.items[i])));
    if (!shown.some(isRefused)) return shown.map((i) => this.provisional[i]);
    const refusal = await this.refusal();
    return shown.map((i) => (isRefused(i) ? refusal : this.provisional[i]));
  }

  private async charge(keys: readonly string[]): Promise<ReadonlySet<string>> {
    if (this.reservation === null) return new Set();
    return this.deps.mlAllowance.commit(this.reservation, keys);
  }

  /** Why an item got no unit: the day's are spent, or requests beside this one hold them. */
  private async refusal(): Promise<MlAbsence> {
    const { mlPerDay } = this.caller.tier;
    if (mlPerDay === null || (await this.deps.mlAllowance.remaining(this.caller)) !== 0) return NOT_GRANTED;
    return { reason: 'allowance', dailyLimit: mlPerDay, upgradeUrl: this.deps.tiers.upgradeUrl };
  }
}

/** @param absence why an item is not scored; null = it is */
async function scored(
  model: ServingModel,
  items: readonly PredictionItem[],
  absence: (item: PredictionItem, i: number) => MlAbsence | null,
  until: Until,
): Promise<MlOutcome[]> {
  const pause = turns();
  const outcomes: MlOutcome[] = [];
  for (const [i, item] of items.entries()) {
    await pause();
    const predicted = () => (isLate(until.signal) ? OUT_OF_TIME : model.predict(item));
    outcomes.push(absence(item, i) ?? (await predicted()));
  }
  return outcomes;
}

/** The predictions of items all of which are shown. */
export async function predictAll(
  deps: ServiceDeps,
  snapshot: Snapshot,
  caller: Caller,
  items: readonly PredictionItem[],
  until: Until,
): Promise<MlOutcome[]> {
  const held = await HeldPredictions.reserve(deps, snapshot, caller, items, until);
  return held.settle([...items.keys()]);
}
