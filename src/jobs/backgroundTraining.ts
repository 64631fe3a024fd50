import type { Clock } from '../clock';
import type { Engine } from '../engine/engine';
import type { Log } from '../log';
import type { Storage } from '../storage/storage';
import { threadModule } from '../threadModule';
import type { TrainResult, TrainWork } from './trainWorker';

export interface BackgroundTrainingDeps {
  readonly engine: Pick<Engine, 'runModuleInBackground'>;
  readonly storage: Pick<Storage, 'url' | 'models' | 'work'>;
  readonly clock: Clock;
  readonly log: Log;
}

/** What it takes turns as in the background threads. */
const ACCOUNT = 'training';

/**
 * Trains in a background thread while the service answers. Requests find the model by themselves once it is stored. A
 * failure is logged: the service goes on without predictions. Tests: trainStored.test.ts.
 */
export class BackgroundTraining {
  private running: Promise<void> | null = null;
  /** What was asked for meanwhile. */
  private next: string | null = null;
  private readonly stopping = new AbortController();

  constructor(private readonly deps: BackgroundTrainingDeps) {}

  /**
   * Begins, after the one under way, unless another process is at it. What another thread cannot open it cannot read: then
   * nothing happens. Where there are no threads there is no model either.
   *
   * @param wanted names the model, the same in every process; null = one that another process began and did not end
   */
  start(wanted: string | null): void {
    const { url, work } = this.deps.storage;
    const { signal } = this.stopping;
    if (signal.aborted || url === null) return;
    if (this.running !== null) {
      this.next = wanted ?? this.next;
      return;
    }
    this.running = work
      .run('training', wanted, () => this.train(url))
      .catch((err: unknown) => {
        if (!signal.aborted) this.deps.log.error({ err }, 'training failed: there is no model of these prices');
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

  /**
   * Waits for no training: the thread ends with the engine. Nothing half-done remains: a model is stored whole or not at
   * all.
   */
  async stop(): Promise<void> {
    this.stopping.abort(new Error('the service stops'));
    await this.running;
  }

  private async train(databaseUrl: string): Promise<void> {
    const { clock, engine, log, storage } = this.deps;
    const from = performance.now();
    log.info(
      {},
      'training a prediction model in the background; until it is ready ml is that of an older one, or null',
    );
    const { filename } = threadModule(__dirname, 'trainWorker');
    const work: TrainWork = { databaseUrl, now: clock.now().getTime() };
    const { signal } = this.stopping;
    const result = await engine.runModuleInBackground<TrainResult>(filename, work, { account: ACCOUNT, signal });
    if (result === null || 'refused' in result) {
      log.info({ reason: result?.refused ?? 'there is no thread to train in' }, 'no prediction model');
      return;
    }
    await storage.models.put(result.model, clock.now());
    const seconds = Math.round((performance.now() - from) / 1000);
    log.info({ version: result.model.version, seconds }, 'prediction model in service');
  }
}
