import type { SearchNull } from '../../core/significance/significance';
import type { Work } from '../../deadline';
import type { Log } from '../../log';
import type { Queue } from '../../queue/queue';
import { exportWriter } from '../../services/exports/formats';
import { EXPORT_LIMITS, type ExportRequest } from '../../services/exports/request';
import { type ExportSearch, exportNullSearch, exportParts, exportSearch } from '../../services/exports/search';
import { NullDistributions } from '../../services/screening/nullDistributions';
import { currentPrices, type Screening } from '../../services/screening/screening';
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
  private reportedAt = Number.NEGATIVE_INFINITY;
  private reporting: Promise<void> = Promise.resolve();

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
      await this.reporting;
    }
  }

  private async made(work: Required<Work>): Promise<ExportFile> {
    const { exports: store, screening } = this.deps;
    const asked: ExportRequest = JSON.parse(this.job.request);
    const search = exportSearch(await currentPrices(screening), asked);
    this.dataVersion = search.snapshot.dataVersion;
    this.total = search.symbols.length;
    await this.report('significance', 0);
    const distributions = await this.nullOf(search, work);
    await this.report('patterns', 0);
    const { failures, file } = await this.written(search, asked, distributions, work);
    const now = screening.clock.now();
    const expiresAt = new Date(now.getTime() + EXPORT_LIMITS.keptMs);
    await this.reporting;
    work.signal.throwIfAborted();
    this.requireHeld(await store.finish(this.run, { state: 'ready', file, failures, expiresAt }, now));
    return file;
  }

  private async written(
    search: ExportSearch,
    asked: ExportRequest,
    distributions: SearchNull,
    work: Work,
  ): Promise<{ readonly failures: readonly ExportFailure[]; readonly file: ExportFile }> {
    const { exports: store, screening } = this.deps;
    const put = async (seq: number, content: Buffer) => this.requireHeld(await store.write(this.run, seq, content));
    const file = new BlockFile(put, EXPORT_LIMITS.fileBytes);
    const writing = await exportWriter(asked.format);
    const failures = [...search.unreadable];
    let rows = 0;
    await file.add(writing.begin());
    for await (const part of exportParts(screening, search, asked, distributions, work)) {
      failures.push(...part.failures);
      rows += part.rows;
      await file.add(writing.part(part));
      this.count(part.symbols);
    }
    await file.add(writing.end());
    return { failures, file: { rows, ...(await file.end()) } };
  }

  /** The null distribution of the whole search: known, or computed for this export in the background threads. */
  private async nullOf(search: ExportSearch, { account, signal }: Required<Work>): Promise<SearchNull> {
    const { nulls, queue, screening, log, rotations } = this.deps;
    if (rotations === 0 || search.symbols.length === 0) return 'pending';
    const { engine, clock } = screening;
    const distributions = new NullDistributions({
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
    const found = await distributions.computed(exportNullSearch(search));
    signal.throwIfAborted();
    return found ?? 'pending';
  }

  private count(symbols: number): void {
    this.done += symbols;
    if (performance.now() - this.reportedAt < TOLD_EVERY_MS) return;
    this.reporting = this.reporting
      .then(() => this.report(this.stage, this.done))
      .catch((error) => this.stop.abort(error));
  }

  private async report(stage: ExportStage, done: number): Promise<void> {
    this.reportedAt = performance.now();
    this.stage = stage;
    this.done = done;
    const told = { stage, done, total: this.total, dataVersion: this.dataVersion };
    this.requireHeld(await this.deps.exports.tell(this.run, told));
  }

  /** @throws SupersededError once this run may not write any more */
  private requireHeld(isHeld: boolean): void {
    if (isHeld) return;
    this.stop.abort(new SupersededError());
    this.stop.signal.throwIfAborted();
  }
}
