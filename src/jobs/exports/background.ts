import { setTimeout as sleep } from 'node:timers/promises';
import { EXPORT_LIMITS } from '../../services/exportRequest';
import type { ExportJob } from '../../storage/exportJobs';
import type { Job } from '../schedule';
import { FileTooLargeError } from './blockFile';
import { CLAIM_MS, ExportWork, type ExportWorkDeps } from './exportWork';

/** All exports take the turns of one account: however many are asked for, searches of others come in between. */
const ACCOUNT = 'exports';

/**
 * Makes bulk exports in the background, one at a time in each process: whichever comes first takes the one that has waited
 * longest, and what a process left that ended is begun anew. Tests: test/handlers/exports.test.ts.
 */
export class BackgroundExports {
  private running: Promise<void> | null = null;
  private asked = false;
  private current: { readonly id: string; readonly stop: AbortController } | null = null;
  private readonly stopping = new AbortController();
  private holder: string | null = null;

  constructor(private readonly deps: ExportWorkDeps) {}

  /** The look at what waits, or was left by a process that ended; and at files whose time is over. */
  job(): Job {
    const run = async () => {
      const now = this.deps.screening.clock.now();
      await this.deps.exports.prune(now, new Date(now.getTime() - EXPORT_LIMITS.rememberedMs));
      this.wake();
      return null;
    };
    return { id: 'exports', pattern: '*/15 * * * * *', once: false, run };
  }

  /** Something was asked for. */
  wake(): void {
    this.asked = true;
    if (this.running !== null || this.stopping.signal.aborted) return;
    this.running = this.work()
      .catch((err: unknown) =>
        this.deps.log.error({ err }, 'exports could not be looked at; they are at the next time'),
      )
      .finally(() => {
        this.running = null;
        // Somebody may have asked between the last look and here.
        if (this.asked) this.wake();
      });
  }

  /** An export is not wanted any more: one that is under way here stops at once, elsewhere with its next step. */
  callOff(id: string): void {
    if (this.current?.id === id) this.current.stop.abort(new Error('the export was called off'));
  }

  /** Resolves when nothing is under way here. */
  async settled(): Promise<void> {
    await this.running;
  }

  /** Gives back what is under way. */
  async stop(): Promise<void> {
    this.stopping.abort(new Error('the service is closing'));
    this.current?.stop.abort(this.stopping.signal.reason);
    await this.running;
  }

  private async work(): Promise<void> {
    const { signal } = this.stopping;
    while (this.asked && !signal.aborted) {
      this.asked = false;
      for (let job = await this.claim(); job !== null; job = signal.aborted ? null : await this.claim()) {
        await this.make(job);
        // Others may have asked meanwhile, and the loop of the event loop is theirs.
        await sleep(0);
      }
    }
  }

  private async claim(): Promise<ExportJob | null> {
    const { exports: store, presence, screening } = this.deps;
    if (!screening.engine.ready) return null;
    this.holder ??= await presence.name();
    const now = screening.clock.now();
    const claim = { holder: this.holder, now, until: new Date(now.getTime() + CLAIM_MS) };
    return store.claim(claim, (name) => presence.isGone(name));
  }

  private async make(job: ExportJob): Promise<void> {
    const { exports: store, screening, log } = this.deps;
    const holder = this.holder!;
    const stop = new AbortController();
    this.current = { id: job.id, stop };
    const from = performance.now();
    try {
      const work = new ExportWork(this.deps, job, holder, stop);
      const { rows, size } = await work.run({ account: ACCOUNT, signal: stop.signal });
      const seconds = Math.round((performance.now() - from) / 1000);
      log.info({ export: job.id, rows, size, seconds }, 'export made');
    } catch (err) {
      if (this.stopping.signal.aborted) await store.release(job.id, holder);
      else if (!stop.signal.aborted) {
        log.error({ err, export: job.id }, 'export failed');
        await store.finish(job.id, holder, { state: 'failed', note: noteOf(err) }, screening.clock.now());
      }
    } finally {
      this.current = null;
    }
  }
}

function noteOf(error: unknown): string {
  if (error instanceof FileTooLargeError) {
    return `The file would have more than ${EXPORT_LIMITS.fileBytes >> 20} MB: ask for fewer windows a symbol, or a shorter span.`;
  }
  return 'The export could not be made; ask for it again.';
}
