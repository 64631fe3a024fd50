import type { Clock } from '../clock';
import type { Engine } from '../engine/engine';
import type { Snapshot } from '../engine/snapshot';
import type { Look } from '../queue/schedule';
import type { Predictions } from '../services/screening/predictions';
import type { BackgroundTraining } from './backgroundTraining';

export interface TrainingWatchDeps {
  readonly engine: Pick<Engine, 'current'>;
  readonly predictions: Pick<Predictions, 'over'>;
  readonly training: Pick<BackgroundTraining, 'request'>;
  readonly clock: Clock;
}

/** While an older model serves, prices that change every hour do not keep the machine busy. */
const PAUSE_MS = 6 * 3_600_000;

/**
 * Sees to it that prices have a model of their own without anybody asking (`TRAIN=auto`). Once for each version of the prices:
 * too few of them stay too few.
 */
export class TrainingWatch {
  /** Data versions: of the last look, and of the last training. */
  private seen: string | null = null;
  private tried: string | null = null;
  private startedAt = Number.NEGATIVE_INFINITY;

  constructor(private readonly deps: TrainingWatchDeps) {}

  /** When the service starts: only where nothing can be predicted at all. */
  async atStart(snapshot: Snapshot): Promise<void> {
    if (isTrainable(snapshot) && (await this.deps.predictions.over(snapshot)) === null) await this.train(snapshot);
  }

  /** The look at prices that may have been imported. An import may be one of several: they must have stood still since the last. */
  job(): Look {
    return { id: 'train', pattern: '*/10 * * * *', run: () => this.look() };
  }

  private async look(): Promise<void> {
    const { engine, predictions, clock } = this.deps;
    const snapshot = await engine.current();
    const { dataVersion, simulated } = snapshot;
    const stoodStill = this.seen === dataVersion;
    this.seen = dataVersion;
    // The sandbox grows by a day each night, by rules that stay the same: one model will do.
    if (simulated || !stoodStill || this.tried === dataVersion || !isTrainable(snapshot)) return;
    const serving = await predictions.over(snapshot);
    if (serving?.isCurrent) return;
    if (serving !== null && clock.now().getTime() - this.startedAt < PAUSE_MS) return;
    await this.train(snapshot);
  }

  private async train({ dataVersion }: Snapshot): Promise<void> {
    this.tried = dataVersion;
    this.startedAt = this.deps.clock.now().getTime();
    await this.deps.training.request(dataVersion);
  }
}

/** Whether there are prices that a model may be trained on. */
function isTrainable({ markets }: Snapshot): boolean {
  return [...markets.values()].some(({ market, symbols }) => market.mlEligible && symbols.length > 0);
}
