import { setTimeout as sleep } from 'node:timers/promises';
import type { LuckOfSearch } from '../../core/significance/significance';
import type { Work } from '../../deadline';
import type { Log } from '../../log';
import { writingOf } from '../../services/exportFormats';
import { EXPORT_LIMITS, type ExportRequest } from '../../services/exportRequest';
import { type ExportSearch, exportLuck, exportParts, exportSearch } from '../../services/exportSearch';
import { Luck } from '../../services/luck';
import { currentPrices, type Screening } from '../../services/screening';
import type { ExportFailure, ExportFile, ExportJob, ExportStage } from '../../storage/exportJobs';
import type { ExportStore } from '../../storage/exports';
import type { NullStore } from '../../storage/nulls';
import type { Presence } from '../../storage/work';
import { BlockFile } from './blockFile';

export interface ExportWorkDeps {
  readonly exports: ExportStore;
  readonly nulls: NullStore;
  readonly presence: Presence;
  readonly screening: Screening;
  readonly log: Log;
  /** Shuffled calendars; 0 = none are, and significance stays pending. */
  readonly rotations: number;
}

/** A process that nobody knows of any more leaves its claim behind for so long; while it works it renews it. */
export const CLAIM_MS = 10 * 60_000;
/** Between two looks at what another process computes. */
const LOOK_MS = 5_000;
/** Of those, before the export goes without. */
const MOST_LOOKS = 60;
/** How often it is said how far a job is, milliseconds; each time it is also heard whether it is still wanted. */
const TOLD_EVERY_MS = 500;

/** Makes one export: over the prices of one moment, whatever is imported meanwhile. */
export class ExportWork {
  private dataVersion = '';
  private stage: ExportStage = 'significance';
  private done = 0;
  private total = 0;
  private toldAt = Number.NEGATIVE_INFINITY;
  private telling: Promise<void> = Promise.resolve();

  /** @param stop aborted when the job is found to be wanted no more, or another process's */
  constructor(
    private readonly deps: ExportWorkDeps,
    private readonly job: ExportJob,
    private readonly holder: string,
    private readonly stop: AbortController,
  ) {}

  /** @throws the signal's reason once it is aborted; FileTooLargeError */
  async run(work: Required<Work>): Promise<ExportFile> {
    const { exports: store, screening } = this.deps;
    const asked: ExportRequest = JSON.parse(this.job.request);
    const search = exportSearch(await currentPrices(screening), asked);
    this.dataVersion = search.snapshot.dataVersion;
    this.total = search.symbols.length;
    await this.tell('significance', 0);
    const luck = await this.luckOf(search, work);
    await this.tell('patterns', 0);
    const { failures, file } = await this.written(search, asked, luck, work);
    const now = screening.clock.now();
    const expiresAt = new Date(now.getTime() + EXPORT_LIMITS.keptMs);
    await this.telling;
    work.signal.throwIfAborted();
    this.heard(await store.finish(this.job.id, this.holder, { state: 'ready', file, failures, expiresAt }, now));
    return file;
  }

  private async written(
    search: ExportSearch,
    asked: ExportRequest,
    luck: LuckOfSearch,
    work: Work,
  ): Promise<{ readonly failures: readonly ExportFailure[]; readonly file: ExportFile }> {
    const { exports: store, screening } = this.deps;
    const put = async (seq: number, content: Buffer) =>
      this.heard(await store.write(this.job.id, this.holder, seq, content));
    const file = new BlockFile(put, EXPORT_LIMITS.fileBytes);
    const writing = await writingOf(asked.format);
    const failures = [...search.unreadable];
    let rows = 0;
    await file.add(writing.begin());
    for await (const part of exportParts(screening, search, asked, luck, work)) {
      failures.push(...part.failures);
      rows += part.rows;
      await file.add(writing.part(part));
      this.count(part.symbols);
    }
    await file.add(writing.end());
    return { failures, file: { rows, ...(await file.end()) } };
  }

  /** What luck finds in the whole search: known, or computed for this export beside what requests wait for. */
  private async luckOf(search: ExportSearch, { account, signal }: Required<Work>): Promise<LuckOfSearch> {
    const { nulls, presence, screening, log, rotations } = this.deps;
    if (rotations === 0 || search.symbols.length === 0) return 'pending';
    const { engine, clock } = screening;
    const luck = new Luck({
      ...{ engine, account, rotations, onDone: (symbols) => this.count(symbols) },
      ...{ store: nulls, presence, clock, log, mode: 'waiting' },
    });
    const leave = () => void luck.stop();
    signal.addEventListener('abort', leave, { once: true });
    try {
      for (let look = 0; look < MOST_LOOKS; look++) {
        const found = await luck.awaited(exportLuck(search));
        signal.throwIfAborted();
        if (found !== null) return found;
        // Another process is at it.
        await sleep(LOOK_MS, undefined, { signal });
      }
      return 'pending';
    } finally {
      signal.removeEventListener('abort', leave);
      await luck.stop();
    }
  }

  private count(symbols: number): void {
    this.done += symbols;
    if (performance.now() - this.toldAt < TOLD_EVERY_MS) return;
    this.telling = this.telling.then(() => this.tell(this.stage, this.done)).catch((error) => this.stop.abort(error));
  }

  private async tell(stage: ExportStage, done: number): Promise<void> {
    const { exports: store, screening } = this.deps;
    this.toldAt = performance.now();
    this.stage = stage;
    this.done = done;
    const until = new Date(screening.clock.now().getTime() + CLAIM_MS);
    const told = { stage, done, total: this.total, dataVersion: this.dataVersion, until };
    this.heard(await store.tell(this.job.id, this.holder, told));
  }

  /** @throws once the job is not this process's any more */
  private heard(isHeld: boolean): void {
    if (isHeld) return;
    this.stop.abort(new Error('the export is called off, or another process has it'));
    this.stop.signal.throwIfAborted();
  }
}
