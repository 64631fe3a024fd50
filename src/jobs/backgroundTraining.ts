import { Worker } from 'node:worker_threads';
import type { Clock } from '../clock';
import type { Log } from '../log';
import type { Storage } from '../storage/ports';
import { threadModule } from '../threadModule';
import type { TrainResult, TrainWork } from './trainWorker';

export interface BackgroundTrainingDeps {
  readonly storage: Pick<Storage, 'url' | 'records' | 'work'>;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Beyond the first the thread ends, and not the service. The young generation could take 48 MB, and training is no faster
 * for it.
 */
const TRAINING_MEMORY = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 12 } as const;

/**
 * Trains in a thread of low priority while the service answers. Requests find the model by themselves once it is
 * stored. A failure is logged: the service goes on without predictions. Tests: trainStored.test.ts.
 */
export class BackgroundTraining {
  private worker: Worker | null = null;
  private running: Promise<void> | null = null;
  /** What was asked for meanwhile. */
  private next: string | null = null;
  private stopped = false;

  constructor(private readonly deps: BackgroundTrainingDeps) {}

  /**
   * Begins, after the one under way, unless another process is at it. What another thread cannot open it cannot read: then
   * nothing happens.
   *
   * @param wanted names the model, the same in every process; null = one that another process began and did not end
   */
  start(wanted: string | null): void {
    const { url, work } = this.deps.storage;
    if (this.stopped || url === null) return;
    if (this.running !== null) {
      this.next = wanted ?? this.next;
      return;
    }
    this.running = work
      .run('training', wanted, () => this.train(url))
      .catch((err: unknown) => {
        if (!this.stopped) this.deps.log.error({ err }, 'training failed: there is no model of these prices');
      })
      .finally(() => {
        const { next } = this;
        this.running = null;
        this.next = null;
        if (next !== null) this.start(next);
      });
  }

  /** Resolves when nothing is being trained any more: for tests. */
  async settled(): Promise<void> {
    while (this.running !== null) await this.running;
  }

  /** Ends the thread wherever it is. Nothing half-done remains: a model is stored whole or not at all. */
  async stop(): Promise<void> {
    this.stopped = true;
    await this.worker?.terminate();
    await this.running;
  }

  private async train(databaseUrl: string): Promise<void> {
    const { clock, log, storage } = this.deps;
    const from = performance.now();
    log.info(
      {},
      'training a prediction model in the background; until it is ready ml is that of an older one, or null',
    );
    const result = await this.inThread({ databaseUrl, now: clock.now().getTime() });
    if (result === null) throw new Error('the service stops');
    if ('refused' in result) {
      log.info({ reason: result.refused }, 'no prediction model');
      return;
    }
    await storage.records.models.put(result.model, clock.now());
    const seconds = Math.round((performance.now() - from) / 1000);
    log.info({ version: result.model.version, seconds }, 'prediction model in service');
  }

  /** Null when it was stopped. */
  private inThread(work: TrainWork): Promise<TrainResult | null> {
    const { filename, ...options } = threadModule(__dirname, 'trainWorker');
    const worker = new Worker(filename, { workerData: work, resourceLimits: TRAINING_MEMORY, ...options });
    this.worker = worker;
    return new Promise((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', reject);
      worker.once('exit', () => resolve(null));
    });
  }
}
