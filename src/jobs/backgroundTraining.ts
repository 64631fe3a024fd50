import type { Clock } from '../clock';
import { MODEL_CODE } from '../core/model/settings';
import type { Engine } from '../engine/engine';
import type { Log } from '../log';
import type { Queue } from '../queue/queue';
import type { Storage } from '../storage/storage';
import { threadModule } from '../threadModule';
import { logged } from './logged';
import type { TrainResult, TrainWork } from './trainWorker';

export interface BackgroundTrainingDeps {
  readonly engine: Pick<Engine, 'runModuleInBackground'>;
  readonly storage: Pick<Storage, 'url' | 'models'>;
  readonly queue: Queue;
  readonly clock: Clock;
  readonly log: Log;
}

/** Account of its tasks in the engine's scheduling. */
const ACCOUNT = 'training';

/**
 * Trains in a background thread of the service. Requests use the new model as soon as it is stored; until then they use an older
 * one, or have no predictions.
 */
export class BackgroundTraining {
  constructor(private readonly deps: BackgroundTrainingDeps) {
    const { queue, log } = deps;
    queue.work(
      'train',
      logged(log, 'train', ({ signal }) => this.train(signal)),
    );
  }

  /** Sends a training job, once for each data version over all processes. Does nothing for a database in memory. */
  async request(dataVersion: string): Promise<void> {
    if (this.deps.storage.url === null) return;
    await this.deps.queue.send('train', {}, { key: 'model', occurrence: `train ${MODEL_CODE} ${dataVersion}` });
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
    const result = await engine.runModuleInBackground<TrainResult>(filename, work, { account: ACCOUNT, signal });
    if (result === null || 'refused' in result) {
      log.info({ reason: result?.refused ?? 'there is no thread to train in' }, 'no prediction model');
      return null;
    }
    await storage.models.put(result.model, clock.now());
    return { model: result.model.version };
  }
}
