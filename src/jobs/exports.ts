import { createHash } from 'node:crypto';
import type { SearchNull } from '../core/significance/significance';
import type { Work } from '../deadline';
import type { Log } from '../log';
import { type JobState, QUEUES, type Queue, type RunningJob, StoppingError } from '../queue/queue';
import { CANCELLED_BY_OPERATOR, EXPORT_LIMITS, type ExportRequest, exportWriter } from '../services/exports/request';
import { type ExportSearch, exportNote, exportNullSearch, exportParts, exportSearch } from '../services/exports/search';
import { currentPrices, type Screening } from '../services/screening/deps';
import { NullDistributions } from '../services/screening/nullDistributions';
import type { ExportFailure, ExportFile, ExportJob, ExportRun, ExportStage, ExportStore } from '../storage/exports';
import type { NullDistributionStore } from '../storage/nulls';
import { workLogged } from './logged';

export interface ExportJobDeps {
  readonly exports: ExportStore;
  readonly nulls: NullDistributionStore;
  readonly queue: Queue;
  readonly screening: Screening;
  readonly log: Log;
  /** Number of rotations; 0 leaves significance pending. */
  readonly rotations: number;
}

/** All exports share one account in the engine's scheduling, so that they do not crowd out searches of callers. */
const ACCOUNT = 'exports';

/** Runs that make the export; the last one only records that it failed. */
const MOST_ATTEMPTS = QUEUES.export.attempts - 1;
const GIVEN_UP = `${MOST_ATTEMPTS} processes ended while making this export; request a smaller one`;
const FAILED = 'The export failed; request it again.';

/** Makes bulk exports, one at a time in each process. */
export function workExports(deps: ExportJobDeps): void {
  workLogged(deps.queue, deps.log, 'export', (job) => runExport(deps, job));
}

/**
 * Recovers exports without a job: sends jobs for those of a database that was moved, restored or upgraded, and ends those whose
 * job an operator cancelled, if the process that cancelled it could not.
 */
export async function recoverExports({ exports: store, queue, screening }: ExportJobDeps): Promise<void> {
  const unfinished = await store.unfinished();
  if (unfinished.length === 0) return;
  const keysOf = async (state: JobState) =>
    new Set((await queue.list({ queue: 'export', state })).map(({ key }) => key));
  const [waiting, active, cancelled] = [await keysOf('waiting'), await keysOf('active'), await keysOf('cancelled')];
  for (const { id, accountId } of unfinished) {
    if (waiting.has(id) || active.has(id)) continue;
    if (cancelled.has(id)) await store.markFailed(id, CANCELLED_BY_OPERATOR, screening.clock.now());
    else await queue.send('export', { id }, { key: id, account: accountId });
  }
}

/** @returns the finished export, for the log */
async function runExport(
  deps: ExportJobDeps,
  { payload: { id }, isLast, signal: ofQueue }: RunningJob<'export'>,
): Promise<object | null> {
  const { exports: store, screening, log } = deps;
  // Fails before the export begins if prices cannot be read yet.
  await currentPrices(screening);
  const begun = await store.begin(id);
  if (begun === null) return null;
  const { job, attempt: runNumber } = begun;
  const run = { id, attempt: runNumber };
  const fail = (note: string) => store.finish(run, { state: 'failed', note }, screening.clock.now());
  if (isLast) {
    // Attempts also fail before the run of the export begins.
    const note = runNumber > MOST_ATTEMPTS ? GIVEN_UP : FAILED;
    await fail(note);
    throw new Error(note);
  }
  const stop = new AbortController();
  const signal = AbortSignal.any([ofQueue, stop.signal]);
  try {
    const { rows, size } = await new ExportWork(deps, job, run, stop).make({ account: ACCOUNT, signal });
    return { export: id, rows, size };
  } catch (err) {
    if (ofQueue.reason instanceof StoppingError) {
      await store.requeue(run);
      throw err;
    }
    if (ofQueue.aborted || stop.signal.reason instanceof SupersededError) return null;
    log.error({ err, export: id }, 'export failed');
    await fail(noteOf(err));
    return null;
  }
}

function noteOf(error: unknown): string {
  if (error instanceof FileTooLargeError) {
    return `The file would have more than ${EXPORT_LIMITS.fileBytes >> 20} MB: use fewer windows per symbol or a shorter span.`;
  }
  return FAILED;
}

/** Interval at which progress is stored, milliseconds. The write also detects that the run was superseded. */
const PROGRESS_EVERY_MS = 500;

/** The export was cancelled, or another run of it has begun. */
class SupersededError extends Error {
  override readonly name = 'SupersededError';

  constructor() {
    super('the export was cancelled, or another process makes it');
  }
}

/** Makes one export over one snapshot of the prices. */
class ExportWork {
  private dataVersion = '';
  private stage: ExportStage = 'significance';
  private done = 0;
  private total = 0;
  private reportedAt = Number.NEGATIVE_INFINITY;
  private reporting: Promise<void> = Promise.resolve();

  /** @param stop aborted when the export is cancelled or another run of it has begun */
  constructor(
    private readonly deps: ExportJobDeps,
    private readonly job: ExportJob,
    private readonly run: ExportRun,
    private readonly stop: AbortController,
  ) {}

  /** @throws the signal's reason once it is aborted; FileTooLargeError */
  async make(work: Required<Work>): Promise<ExportFile> {
    try {
      return await this.makeFile(work);
    } finally {
      // The caller of a failed run relies on no write being under way.
      await this.reporting;
    }
  }

  private async makeFile(work: Required<Work>): Promise<ExportFile> {
    const { exports: store, screening } = this.deps;
    const request: ExportRequest = JSON.parse(this.job.request);
    const snapshot = await currentPrices(screening);
    const search = exportSearch(snapshot, request);
    this.dataVersion = snapshot.dataVersion;
    this.total = search.symbols.length;
    await this.report('significance', 0);
    const distributions = await this.nullOf(search, work);
    // As with significance, the file is kept and must not say `pending` for good.
    await screening.cameTrue.measureMissing([search.prices], work.signal);
    await this.report('patterns', 0);
    const { failures, file } = await this.writeFile(search, request, distributions, work);
    const now = screening.clock.now();
    const expiresAt = new Date(now.getTime() + EXPORT_LIMITS.keptMs);
    await this.reporting;
    work.signal.throwIfAborted();
    const note = exportNote(screening, snapshot, search);
    this.requireHeld(await store.finish(this.run, { state: 'ready', file, failures, note, expiresAt }, now));
    return file;
  }

  private async writeFile(
    search: ExportSearch,
    request: ExportRequest,
    distributions: SearchNull,
    work: Work,
  ): Promise<{ readonly failures: readonly ExportFailure[]; readonly file: ExportFile }> {
    const { exports: store, screening } = this.deps;
    const put = async (seq: number, content: Buffer) => this.requireHeld(await store.write(this.run, seq, content));
    const file = new BlockFile(put);
    const writing = await exportWriter(request.format);
    const failures = [...search.unreadable];
    let rows = 0;
    await file.add(writing.begin());
    for await (const part of exportParts(screening, search, request, distributions, work)) {
      failures.push(...part.failures);
      rows += part.rows;
      await file.add(writing.part(part));
      this.count(part.symbols);
    }
    await file.add(writing.end());
    return { failures, file: { rows, ...(await file.end()) } };
  }

  /** The null distribution of the whole search: cached, or computed in the background threads. */
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
    const computed = await distributions.computed(exportNullSearch(search));
    signal.throwIfAborted();
    return computed ?? 'pending';
  }

  private count(symbols: number): void {
    this.done += symbols;
    if (performance.now() - this.reportedAt < PROGRESS_EVERY_MS) return;
    this.reporting = this.reporting
      .then(() => this.report(this.stage, this.done))
      .catch((error) => this.stop.abort(error));
  }

  private async report(stage: ExportStage, done: number): Promise<void> {
    this.reportedAt = performance.now();
    this.stage = stage;
    this.done = done;
    const progress = { stage, done, total: this.total, dataVersion: this.dataVersion };
    this.requireHeld(await this.deps.exports.saveProgress(this.run, progress));
  }

  /** @throws SupersededError if the run no longer holds the export */
  private requireHeld(isHeld: boolean): void {
    if (isHeld) return;
    this.stop.abort(new SupersededError());
    this.stop.signal.throwIfAborted();
  }
}

/** The file exceeds its size limit. */
class FileTooLargeError extends Error {
  override readonly name = 'FileTooLargeError';
}

/** Writes a file in blocks of equal size (the last may be shorter), and computes its size and hash. */
class BlockFile {
  private readonly hash = createHash('sha256');
  private waiting: Uint8Array[] = [];
  private held = 0;
  private seq = 0;
  private size = 0;

  /** @param put stores the next block */
  constructor(private readonly put: (seq: number, content: Buffer) => Promise<void>) {}

  /** @throws FileTooLargeError */
  async add(bytes: Uint8Array): Promise<void> {
    if (bytes.length === 0) return;
    this.size += bytes.length;
    if (this.size > EXPORT_LIMITS.fileBytes) throw new FileTooLargeError(`more than ${EXPORT_LIMITS.fileBytes} bytes`);
    this.hash.update(bytes);
    this.waiting.push(bytes);
    this.held += bytes.length;
    while (this.held >= EXPORT_LIMITS.blockBytes) await this.cut(EXPORT_LIMITS.blockBytes);
  }

  /** Writes the last block. @returns the file's size in bytes and its SHA-256 in hexadecimal */
  async end(): Promise<{ readonly size: number; readonly sha256: string }> {
    if (this.held > 0) await this.cut(this.held);
    return { size: this.size, sha256: this.hash.digest('hex') };
  }

  private async cut(length: number): Promise<void> {
    const all = Buffer.concat(this.waiting);
    const rest = all.subarray(length);
    this.waiting = rest.length > 0 ? [rest] : [];
    this.held = rest.length;
    await this.put(this.seq++, all.subarray(0, length));
  }
}
