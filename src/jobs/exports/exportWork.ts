import type { LuckOfSearch } from '../../core/significance/significance';
import type { Work } from '../../deadline';
import type { Log } from '../../log';
import type { Queue } from '../../queue/queue';
import { writingOf } from '../../services/exportFormats';
import { EXPORT_LIMITS, type ExportRequest } from '../../services/exportRequest';
import { type ExportSearch, exportLuck, exportParts, exportSearch } from '../../services/exportSearch';
import { Luck } from '../../services/luck';
import { currentPrices, type Screening } from '../../services/screening';
import type { ExportFailure, ExportFile, ExportJob, ExportStage } from '../../storage/exportJobs';
import type { ExportRun, ExportStore } from '../../storage/exports';
import type { NullStore } from '../../storage/nulls';
import { BlockFile } from './blockFile';

export interface ExportWorkDeps {
  readonly exports: ExportStore;
  readonly nulls: NullStore;
  readonly queue: Queue;
  readonly screening: Screening;
  readonly log: Log;
  /** Shuffled calendars; 0 = none are, and significance stays pending. */
  readonly rotations: number;
}

/** How often progress is stored, milliseconds. A run that may not write any more learns it from that. */
const TOLD_EVERY_MS = 500;

/** The export was cancelled, or another run of it has begun. */
export class SupersededError extends Error {
  override readonly name = 'SupersededError';

  constructor() {
    super('the export was cancelled, or another process makes it');
  }
}

/** Makes one export: over the prices of one moment, whatever is imported meanwhile. */
export class ExportWork {
  private dataVersion = '';
  private stage: ExportStage = 'significance';
  private done = 0;
  private total = 0;
  private toldAt = Number.NEGATIVE_INFINITY;
  private telling: Promise<void> = Promise.resolve();

  /** @param stop aborted once the export is found to be cancelled, or another run of it to have begun */
  constructor(
    private readonly deps: ExportWorkDeps,
    private readonly job: ExportJob,
    private readonly run: ExportRun,
    private readonly stop: AbortController,
  ) {}

  /** @throws the signal's reason once it is aborted; FileTooLargeError */
  async make(work: Required<Work>): Promise<ExportFile> {
    try {
      return await this.made(work);
    } finally {
      // Whoever goes on after an error relies on nothing being written any more.
      await this.telling;
    }
  }

  private async made(work: Required<Work>): Promise<ExportFile> {
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
    this.heard(await store.finish(this.run, { state: 'ready', file, failures, expiresAt }, now));
    return file;
  }

  private async written(
    search: ExportSearch,
    asked: ExportRequest,
    luck: LuckOfSearch,
    work: Work,
  ): Promise<{ readonly failures: readonly ExportFailure[]; readonly file: ExportFile }> {
    const { exports: store, screening } = this.deps;
    const put = async (seq: number, content: Buffer) => this.heard(await store.write(this.run, seq, content));
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
    const { nulls, queue, screening, log, rotations } = this.deps;
    if (rotations === 0 || search.symbols.length === 0) return 'pending';
    const { engine, clock } = screening;
    const luck = new Luck({
      engine,
      account,
      rotations,
      onDone: (symbols) => this.count(symbols),
      signal,
      store: nulls,
      queue,
      clock,
      log,
      mode: 'waiting',
    });
    const found = await luck.awaited(exportLuck(search));
    signal.throwIfAborted();
    return found ?? 'pending';
  }

  private count(symbols: number): void {
    this.done += symbols;
    if (performance.now() - this.toldAt < TOLD_EVERY_MS) return;
    this.telling = this.telling.then(() => this.tell(this.stage, this.done)).catch((error) => this.stop.abort(error));
  }

  private async tell(stage: ExportStage, done: number): Promise<void> {
    this.toldAt = performance.now();
    this.stage = stage;
    this.done = done;
    const told = { stage, done, total: this.total, dataVersion: this.dataVersion };
    this.heard(await this.deps.exports.tell(this.run, told));
  }

  /** @throws SupersededError once this run may not write any more */
  private heard(isHeld: boolean): void {
    if (isHeld) return;
    this.stop.abort(new SupersededError());
    this.stop.signal.throwIfAborted();
  }
}
