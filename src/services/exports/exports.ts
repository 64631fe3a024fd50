import { randomBytes } from 'node:crypto';
import type { Caller } from '../../access/caller';
import { inScope } from '../../access/tiers';
import { EXPORT_COLUMNS } from '../../answers/exportRow';
import { disclaimerFor } from '../../answers/phrases';
import { DAY_MS, type Day, dateOf, inYear, optionalDay, toIso } from '../../core/calendar/dates';
import { ApiError, forbidden, gone, internal, invalidRequest, notFound, scanBusy } from '../../errors';
import { CreatedAnswer, FileAnswer } from '../../fileAnswer';
import type { Asker, FileType, Input, Output } from '../../operation';
import type { ExportCreated, ExportJob } from '../../storage/exports';
import { canonical } from '../../storage/hashes';
import { exportsLeft, midnightBefore } from '../account/account';
import type { ServiceDeps } from '../screening/deps';
import { questionFrom } from '../screening/question';
import { holdBounds, marketYearDay, requireBand, requireHoldOrder } from '../screening/requestRules';
import { marketInScope } from '../symbol/listing';
import { EXPORT_LIMITS, type ExportFormat, type ExportRequest } from './request';

type PublishedExport = Output<'getExport'>;

/** Retry-After while the account has two exports under way, seconds. */
const RETRY_SECONDS = 30;

/**
 * Creates an export. If an equal export is under way, or its file of the same prices still exists, that one is returned, so
 * that a repeated request has no further effect.
 *
 * @throws forbidden naming a sufficient tier, invalid_request, rate_limited, scan_busy
 */
export async function createExport(
  deps: ServiceDeps,
  { body }: Input<'createExport'>,
  { caller }: Asker,
): Promise<CreatedAnswer<Output<'createExport'>>> {
  const { screening, storage } = deps;
  const accountId = requireExporter(deps, caller);
  const question = questionFrom(body);
  const market = marketInScope(deps, caller, body.market);
  requireHoldOrder(question);
  requireBand(market, question);
  const request: ExportRequest = {
    ...question,
    ...holdBounds(question),
    ...entrySpan(deps, body),
    market: market.id,
    perSymbol: body.per_symbol,
    format: body.format,
  };
  const createdAt = screening.clock.now();
  const midnight = midnightBefore(createdAt);
  const { underWay, waiting, bytes } = EXPORT_LIMITS;
  const limits = { perDay: caller.tier.exportsPerDay, since: midnight, underWay, waiting, bytes };
  const job = { id: randomBytes(10).toString('hex'), accountId, request: canonical(request), createdAt };
  const dataVersion = screening.engine.ready ? screening.engine.snapshot().dataVersion : null;
  const created = await storage.exports.create({ ...job, dataVersion }, limits);
  if ('limit' in created) throw refusal(created, caller, midnight.getTime() + DAY_MS - createdAt.getTime());
  const published = publishedExport(deps, created.job);
  return new CreatedAnswer(published, `/exports/${published.export_id}`);
}

/** The account's exports in markets of the caller's scope. */
export async function listExports(deps: ServiceDeps, _: object, { caller }: Asker): Promise<Output<'listExports'>> {
  const jobs = caller.accountId === null ? [] : await deps.storage.exports.of(caller.accountId);
  const reached = jobs.filter((job) => isReached(caller, job));
  return { exports: reached.map((job) => publishedExport(deps, job)), ...(await exportsLeft(deps, caller)) };
}

/** @throws not_found */
export async function describeExport(
  deps: ServiceDeps,
  { export_id }: Input<'getExport'>,
  { caller }: Asker,
): Promise<PublishedExport> {
  return publishedExport(deps, await ownExport(deps, caller, export_id));
}

/** Cancels an export or deletes its file. @throws not_found */
export async function deleteExport(
  deps: ServiceDeps,
  { export_id: id }: Input<'deleteExport'>,
  { caller }: Asker,
): Promise<PublishedExport> {
  const { storage, screening } = deps;
  const { accountId } = await ownExport(deps, caller, id);
  const job = await storage.exports.cancel(accountId, id, screening.clock.now());
  if (job === null) throw unknownExport();
  await storage.queue.cancel('export', id);
  return publishedExport(deps, job);
}

/** An export of the caller's account. @throws not_found, also for another account's */
async function ownExport({ storage }: ServiceDeps, caller: Caller, id: string): Promise<ExportJob> {
  const job = caller.accountId === null ? null : await storage.exports.find(caller.accountId, id);
  if (job === null || !isReached(caller, job)) throw unknownExport();
  return job;
}

/** The note of a file goes with it. */
function noteOf(deps: ServiceDeps, job: ExportJob): string | null {
  return isOver(deps, job) ? null : job.note;
}

/** Whether the file of a finished export has expired, deleted or not. */
function isOver({ screening }: ServiceDeps, { state, expiresAt }: ExportJob): boolean {
  return state === 'ready' && expiresAt !== null && expiresAt <= screening.clock.now();
}

/** @throws forbidden */
function requireExporter({ tiers }: ServiceDeps, { accountId, tier }: Caller): number {
  if (accountId !== null && tier.exportsPerDay > 0) return accountId;
  const sufficient = tiers.purchasable.find(({ exportsPerDay }) => exportsPerDay > 0);
  const hint = sufficient
    ? `The ${sufficient.name} tier includes them: ${tiers.upgradeUrl}`
    : 'No tier on sale includes them.';
  throw forbidden(`Exports are outside the scope of the ${tier.name} tier. ${hint}`);
}

/** The entry dates of an export. @throws invalid_request */
function entrySpan(
  { screening }: ServiceDeps,
  body: { readonly from?: string; readonly to?: string },
): { from: Day; to: Day } {
  const from = marketYearDay(screening.clock, 'from', optionalDay(body.from));
  const latest = inYear(dateOf(from), dateOf(from).year + 1) - 1;
  const to = optionalDay(body.to) ?? latest;
  if (to >= from && to <= latest) return { from, to };
  throw invalidRequest(
    `to must lie between ${toIso(from)} (from) and ${toIso(latest)}, a year less a day later; got ${toIso(to)}`,
  );
}

function refusal(
  { limit }: Extract<ExportCreated, { limit: unknown }>,
  { tier }: Caller,
  untilMidnight: number,
): ApiError {
  if (limit === 'perDay') {
    const message = `The ${tier.name} tier allows ${tier.exportsPerDay} exports per UTC day, and all of them are used.`;
    return new ApiError('rate_limited', message, { retryAfter: Math.max(1, Math.ceil(untilMidnight / 1000)) });
  }
  if (limit === 'underWay') {
    const message = `${EXPORT_LIMITS.underWay} exports of the account are queued or running, which is the most: wait for one, or delete it.`;
    return new ApiError('rate_limited', message, { retryAfter: RETRY_SECONDS });
  }
  return scanBusy(RETRY_SECONDS, `exports: ${limit}`);
}

function isReached(caller: Caller, { request }: ExportJob): boolean {
  return inScope(caller, parseRequest(request).market);
}

function parseRequest(text: string): ExportRequest {
  return JSON.parse(text);
}

function unknownExport(): ApiError {
  return notFound('The account has no such export; GET /exports lists those it has.');
}

function publishedExport(deps: ServiceDeps, job: ExportJob): PublishedExport {
  const { screening } = deps;
  const { market, from, to, format, perSymbol, ...filters } = parseRequest(job.request);
  const over = isOver(deps, job);
  const { engine } = screening;
  return {
    export_id: job.id,
    state: over ? 'expired' : job.state,
    market,
    from: toIso(from),
    to: toIso(to),
    format,
    per_symbol: perSymbol,
    filters: publishedFilters(filters),
    data_version: job.dataVersion,
    progress: { ...job.progress, unit: 'symbols' },
    created_at: job.createdAt.toISOString(),
    finished_at: job.finishedAt?.toISOString() ?? null,
    expires_at: job.expiresAt?.toISOString() ?? null,
    failures: [...job.failures],
    note: noteOf(deps, job),
    file: job.state === 'ready' && !over ? publishedFile(job) : null,
    disclaimer: disclaimerFor(engine.ready && engine.snapshot().simulated),
  };
}

const TYPES: Readonly<Record<ExportFormat, FileType<'downloadExport'>>> = {
  csv: 'text/csv',
  ndjson: 'application/x-ndjson',
  parquet: 'application/vnd.apache.parquet',
};

/** @throws not_found, gone, invalid_request while it is not ready */
export async function exportFile(
  deps: ServiceDeps,
  { export_id: id }: Input<'downloadExport'>,
  { caller }: Asker,
): Promise<FileAnswer<FileType<'downloadExport'>>> {
  const job = await ownExport(deps, caller, id);
  if (isOver(deps, job) || job.state === 'expired') {
    // The note says that the account deleted the file.
    throw gone(
      `${noteOf(deps, job) ?? `The file was kept until ${job.expiresAt?.toISOString()}.`} POST /exports makes it anew.`,
    );
  }
  const { file } = job;
  if (job.state !== 'ready' || file === null) {
    throw notFound(`There is no file: the export is ${job.state}. GET /exports/${id} says how far it is.`);
  }
  const { market, from, format } = parseRequest(job.request);
  return new FileAnswer({
    contentType: TYPES[format],
    body: { size: file.size, part: (start, end) => readBlocks(deps, id, start, end) },
    fileName: `patterns-${market}-${toIso(from)}.${format}`,
    etag: `"${file.sha256}"`,
    headers: { 'Repr-Digest': `sha-256=:${Buffer.from(file.sha256, 'hex').toString('base64')}:` },
  });
}

async function* readBlocks({ storage }: ServiceDeps, id: string, start: number, end: number): AsyncGenerator<Buffer> {
  const size = EXPORT_LIMITS.blockBytes;
  for (let seq = Math.floor(start / size); seq * size <= end; seq++) {
    const block = await storage.exports.block(id, seq);
    if (block === null) throw internal(`block ${seq} of export ${id} is gone`);
    yield block.subarray(Math.max(0, start - seq * size), Math.min(block.length, end + 1 - seq * size));
  }
}

function publishedFilters(
  filters: Omit<ExportRequest, 'market' | 'from' | 'to' | 'format' | 'perSymbol'>,
): PublishedExport['filters'] {
  const { years, cycle, minHold, maxHold, direction, minWins, floors } = filters;
  return {
    years,
    pe_cycle: cycle === 'pe' ? 'pe' : 'consecutive',
    min_days: minHold,
    max_days: maxHold,
    direction,
    min_winning_years: minWins,
    min_win_rate: floors.minWinRate,
    min_avg_return: floors.minAvgReturn,
    min_median_return: floors.minMedianReturn,
    min_sharpe: floors.minSharpe,
    max_p_symbol: floors.maxPSymbol,
    max_p_search: floors.maxPSearch,
  };
}

function publishedFile({ id, file }: ExportJob): PublishedExport['file'] {
  if (file === null) return null;
  const { size, sha256, rows } = file;
  return { url: `/v1/exports/${id}/file`, size, sha256, rows, columns: [...EXPORT_COLUMNS] };
}
