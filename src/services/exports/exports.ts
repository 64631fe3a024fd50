import { randomBytes } from 'node:crypto';
import type { Caller } from '../../access/caller';
import { requireMarket } from '../../access/tiers';
import { EXPORT_COLUMNS } from '../../answers/exportRow';
import { disclaimerFor } from '../../answers/phrases';
import { DAY_MS, type Day, dateOf, inYear, toIso } from '../../core/calendar/dates';
import { ApiError, forbidden, gone, internal, invalidRequest, notFound, scanBusy } from '../../errors';
import type { Output } from '../../operation';
import { canonical } from '../../storage/canonical';
import type { ExportFile, ExportJob } from '../../storage/exportJobs';
import type { ExportCreated } from '../../storage/exports';
import { exportsLeft, midnightBefore } from '../account/account';
import type { ServiceDeps } from '../screening/deps';
import { type HoldRequest, holdBounds, marketYearDay, requireBand, requireHoldOrder } from '../screening/requestRules';
import { EXPORT_LIMITS, type ExportRequest } from './request';

/** An export as requested, before the defaults that depend on the day. */
export interface ExportQuestion extends Omit<ExportRequest, 'from' | 'to' | keyof HoldRequest>, HoldRequest {
  readonly from?: Day;
  readonly to?: Day;
}

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
  caller: Caller,
  question: ExportQuestion,
): Promise<Output<'createExport'>> {
  const { screening, exports: bulk } = deps;
  const accountId = requireExporter(deps, caller);
  const market = screening.markets.find(({ id }) => id === question.market)!;
  requireMarket(caller, market, deps.tiers);
  requireHoldOrder(question);
  requireBand(market, question);
  const request: ExportRequest = { ...question, ...holdBounds(question), ...entrySpan(deps, question) };
  const createdAt = screening.clock.now();
  const midnight = midnightBefore(createdAt);
  const { underWay, waiting, bytes } = EXPORT_LIMITS;
  const limits = { perDay: caller.tier.exportsPerDay, since: midnight, underWay, waiting, bytes };
  const job = { id: randomBytes(10).toString('hex'), accountId, request: canonical(request), createdAt };
  const dataVersion = screening.engine.ready ? screening.engine.snapshot().dataVersion : null;
  const created = await bulk.store.create({ ...job, dataVersion }, limits);
  if ('limit' in created) throw refusal(created, caller, midnight.getTime() + DAY_MS - createdAt.getTime());
  return publishedExport(deps, created.job);
}

/** The account's exports in markets of the caller's scope. */
export async function listExports(deps: ServiceDeps, caller: Caller): Promise<Output<'listExports'>> {
  const jobs = caller.accountId === null ? [] : await deps.exports.store.of(caller.accountId);
  const reached = jobs.filter((job) => isReached(caller, job));
  return { exports: reached.map((job) => publishedExport(deps, job)), ...(await exportsLeft(deps, caller)) };
}

/** @throws not_found */
export async function describeExport(deps: ServiceDeps, caller: Caller, id: string): Promise<PublishedExport> {
  return publishedExport(deps, await ownExport(deps, caller, id));
}

/** Cancels an export or deletes its file. @throws not_found */
export async function deleteExport(deps: ServiceDeps, caller: Caller, id: string): Promise<PublishedExport> {
  const { exports: bulk, screening } = deps;
  const { accountId } = await ownExport(deps, caller, id);
  const job = await bulk.store.cancel(accountId, id, screening.clock.now());
  if (job === null) throw unknownExport();
  await bulk.queue.cancel('export', id);
  return publishedExport(deps, job);
}

/** An export of the caller's account. @throws not_found, also for another account's */
async function ownExport({ exports: bulk }: ServiceDeps, caller: Caller, id: string): Promise<ExportJob> {
  const job = caller.accountId === null ? null : await bulk.store.find(caller.accountId, id);
  if (job === null || !isReached(caller, job)) throw unknownExport();
  return job;
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
function entrySpan({ screening }: ServiceDeps, question: Pick<ExportQuestion, 'from' | 'to'>): { from: Day; to: Day } {
  const from = marketYearDay(screening.clock, 'from', question.from);
  const latest = inYear(dateOf(from), dateOf(from).year + 1) - 1;
  const { to = latest } = question;
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

function isReached({ tier }: Caller, { request }: ExportJob): boolean {
  return tier.markets.includes(parseRequest(request).market);
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
    note: job.note,
    file: job.state === 'ready' && !over ? publishedFile(job) : null,
    disclaimer: disclaimerFor(engine.ready && engine.snapshot().simulated),
  };
}

/** A finished export and how to read its file. */
export interface DownloadedExport {
  readonly request: ExportRequest;
  readonly file: ExportFile;
  /** As `KeptFile.part`. */
  readonly part: (start: number, end: number) => AsyncIterable<Buffer>;
}

/** @throws not_found, gone, invalid_request while it is not ready */
export async function exportFile(deps: ServiceDeps, caller: Caller, id: string): Promise<DownloadedExport> {
  const job = await ownExport(deps, caller, id);
  if (isOver(deps, job) || job.state === 'expired') {
    // The note says that the account deleted the file.
    throw gone(
      `${job.note ?? `The file was kept until ${job.expiresAt?.toISOString()}.`} POST /exports makes it anew.`,
    );
  }
  const { file } = job;
  if (job.state !== 'ready' || file === null) {
    throw notFound(`There is no file: the export is ${job.state}. GET /exports/${id} says how far it is.`);
  }
  return { request: parseRequest(job.request), file, part: (start, end) => readBlocks(deps, id, start, end) };
}

async function* readBlocks(
  { exports: bulk }: ServiceDeps,
  id: string,
  start: number,
  end: number,
): AsyncGenerator<Buffer> {
  const size = EXPORT_LIMITS.blockBytes;
  for (let seq = Math.floor(start / size); seq * size <= end; seq++) {
    const block = await bulk.store.block(id, seq);
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
