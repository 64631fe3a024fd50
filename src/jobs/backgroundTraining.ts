import type { Clock } from '../clock';
import { MODEL_CODE } from '../core/model/settings';
import type { Engine } from '../engine/engine';
import type { Snapshot } from '../engine/snapshot';
import type { Log } from '../log';
import type { Queue } from '../queue/queue';
import type { LocalTask } from '../queue/schedule';
import type { Predictions } from '../services/screening/predictions';
import type { Storage } from '../storage/storage';
import { threadModule } from '../threadModule';
import { workLogged } from './logged';
import type { TrainResult, TrainWork } from './trainWorker';

export interface BackgroundTrainingDeps {
  readonly engine: Pick<Engine, 'current' | 'runModuleInBackground'>;
  readonly predictions: Pick<Predictions, 'over'>;
  readonly storage: Pick<Storage, 'url' | 'models'>;
  readonly queue: Queue;
  readonly clock: Clock;
  readonly log: Log;
}

/** Shortest interval between trainings while an older model serves. */
const PAUSE_MS = 6 * 3_600_000;

/**
 * Trains in a background thread of the service when the prices have no current model (`TRAIN=auto`), once for each version of the
 * prices. Requests use the new model as soon as it is stored; until then they use an older one, or have no predictions.
 */
export class BackgroundTraining {
  /** Data versions at the last check, and of the last training. */
  private seen: string | null = null;
  private tried: string | null = null;
  private startedAt = Number.NEGATIVE_INFINITY;

  constructor(private readonly deps: BackgroundTrainingDeps) {
    workLogged(deps.queue, deps.log, 'train', ({ signal }) => this.train(signal));
  }

  /** Trains at the start of the service if no model at all can serve. */
  async atStart(snapshot: Snapshot): Promise<void> {
    if (isTrainable(snapshot) && (await this.deps.predictions.over(snapshot)) === null) await this.request(snapshot);
  }

  /** Checks for new prices. A training waits until they are unchanged between two checks, as several imports may follow. */
  job(): LocalTask {
    return { id: 'train', pattern: '*/10 * * * *', run: () => this.check() };
  }

  private async check(): Promise<void> {
    const { engine, predictions, clock } = this.deps;
    const snapshot = await engine.current();
    const { dataVersion, simulated } = snapshot;
    const isUnchanged = this.seen === dataVersion;
    this.seen = dataVersion;
    // The sandbox gains a day each night by the same rules, so one model is enough.
    if (simulated || !isUnchanged || this.tried === dataVersion || !isTrainable(snapshot)) return;
    const serving = await predictions.over(snapshot);
    if (serving?.isCurrent) return;
    if (serving !== null && clock.now().getTime() - this.startedAt < PAUSE_MS) return;
    await this.request(snapshot);
  }

  /** Sends a training job, once for each data version over all processes. Does nothing for a database in memory. */
  private async request({ dataVersion }: Snapshot): Promise<void> {
    const { clock, queue, storage } = this.deps;
    if (storage.url !== null) {
      await queue.send('train', {}, { key: 'model', occurrence: `train ${MODEL_CODE} ${dataVersion}` });
    }
    this.tried = dataVersion;
    this.startedAt = clock.now().getTime();
  }

  /** An aborted training stores nothing. */
  private async train(signal: AbortSignal): Promise<object | null> {
    const { clock, engine, log, storage } = this.deps;
    if (storage.url === null) return null;
    log.info(
      {},
      'training a prediction model in the background; until it is ready ml is that of an older one, or null',
    );
    const { filename } = threadModule(__dirname, 'trainWorker');
    const work: TrainWork = { databaseUrl: storage.url, now: clock.now().getTime() };
    const result = await engine.runModuleInBackground<TrainResult>(filename, work, signal);
    if (result === null || 'refused' in result) {
      log.info({ reason: result?.refused ?? 'there is no thread to train in' }, 'no prediction model');
      return null;
    }
    await storage.models.put(result.model, clock.now());
    return { model: result.model.version };
  }
}

/** Whether an ML-eligible market has prices. */
function isTrainable({ markets }: Snapshot): boolean {
  return [...markets.values()].some(({ market, symbols }) => market.mlEligible && symbols.length > 0);
}
