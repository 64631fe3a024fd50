import { setTimeout as sleep } from 'node:timers/promises';
import { isEmpty, type Snapshot } from '../../engine/snapshot';
import { counter, gauge, type Log, type Reading } from '../../log';
import type { Queue, QueueStats } from '../../queue/queue';
import {
  DatabaseUnavailableError,
  LedgerDamagedError,
  UNAVAILABLE_REASONS,
  type UnavailableReason,
} from '../../storage/errors';
import type { Storage } from '../../storage/storage';
import { sessionsBehind } from '../markets/dataAge';
import type { Screening, ServiceDeps } from '../screening/deps';
import { feedReadings } from './feedAdmin';

const DAY_SECONDS = 86_400;
/** Reasons with which the database can still be read. */
const ANSWERS: ReadonlySet<UnavailableReason> = new Set(['database_newer', 'disk_full', 'database_damaged']);
/** How long GET /metrics waits for the database. A scraper gives up after ten seconds. */
const READ_MS = 2_000;

/**
 * The current metrics of the service (operating guide, "What to watch"). Metrics of prices are left out until prices are loaded.
 * Metrics that the database does not answer in time, or answers with an error, are left out as well, and `database_metrics_read`
 * is 0 for them.
 */
export async function serviceReadings(
  { screening, storage, webhooks }: Pick<ServiceDeps, 'screening' | 'storage' | 'webhooks'>,
  log: Log,
): Promise<Reading[]> {
  const { engine } = screening;
  const reason = storage.unavailable();
  const isAway = reason !== null && !ANSWERS.has(reason);
  const stored: Readonly<Record<string, () => Promise<Reading[]>>> = {
    daily_pick: () => pickReadings(storage.records),
    feeds: async () => feedReadings(await storage.feeds.all()),
    jobs: () => queueReadings(storage.queue),
    webhooks: async () => (await webhooks.signing?.deliveries.readings()) ?? [],
    model: async () => (engine.ready ? [await modelReading(screening, engine.snapshot())] : []),
  };
  const parts = await Promise.all(
    Object.entries(stored).map(async ([part, read]) => ({
      part,
      readings: isAway ? null : await readInTime(read, (err) => log.warn({ err, part }, 'metrics could not be read')),
    })),
  );
  return [
    ...databaseReadings(reason, storage.waits()),
    gauge(
      'database_metrics_read',
      'Whether the metrics of a part were read from the database for this scrape; otherwise they are absent',
      parts.map(({ part, readings }) => ({ labels: { part }, value: Number(readings !== null) })),
    ),
    gauge('prices_ready', 'Whether prices are in memory', [{ value: Number(engine.ready) }]),
    gauge(
      'thread_tasks',
      'Tasks of the threads that requests wait for and of those in the background, under way and waiting',
      Object.entries(engine.load).flatMap(([pool, { running, waiting }]) => [
        { labels: { pool, state: 'running' }, value: running },
        { labels: { pool, state: 'waiting' }, value: waiting },
      ]),
    ),
    ...cacheReadings(screening),
    ...parts.flatMap(({ readings }) => readings ?? []),
    ...(engine.ready ? priceReadings(screening, engine.snapshot()) : []),
  ];
}

/** Null when the read takes too long or fails. @param onError gets errors other than an unavailable database */
async function readInTime(
  read: () => Promise<Reading[]>,
  onError: (error: unknown) => void,
): Promise<Reading[] | null> {
  const over = new AbortController();
  const reading = read()
    .catch((error: unknown) => {
      if (!(error instanceof DatabaseUnavailableError)) onError(error);
      return null;
    })
    .finally(() => over.abort());
  return Promise.race([reading, sleep(READ_MS, null, { signal: over.signal, ref: false }).catch(() => reading)]);
}

function priceReadings({ clock, engine }: Screening, snapshot: Snapshot): Reading[] {
  const { markets, pricesStoredAt, dataVersion } = snapshot;
  const today = clock.today();
  const priced = [...markets.values()].flatMap(({ market, asOf }) =>
    asOf === null ? [] : [{ market: market.id, asOf }],
  );
  const stored = pricesStoredAt === null ? [] : [{ value: pricesStoredAt.getTime() / 1000 }];
  return [
    gauge(
      'market_data_age_seconds',
      'Whole calendar days since the last bar of a market; markets without prices are absent',
      priced.map(({ market, asOf }) => ({ labels: { market }, value: (today - asOf) * DAY_SECONDS })),
    ),
    gauge(
      'market_sessions_behind',
      'Sessions that are over and that a market has no bar of; markets without prices are absent',
      [...markets.values()].flatMap((traded) => {
        const value = sessionsBehind({ clock }, traded);
        return value === null ? [] : [{ labels: { market: traded.market.id }, value }];
      }),
    ),
    gauge('prices_stored_timestamp_seconds', 'When prices changed last, by an import or by the sandbox', stored),
    gauge(
      'prices_service_delay_seconds',
      'From the last write of prices until this process served them; absent until they change while it runs',
      engine.serviceDelayMs === null ? [] : [{ value: engine.serviceDelayMs / 1000 }],
    ),
    gauge(
      'data_version_served',
      'Always 1: the data version that this process serves; absent without prices',
      isEmpty(snapshot) ? [] : [{ labels: { data_version: dataVersion }, value: 1 }],
    ),
  ];
}

function cacheReadings({ scans: { counts } }: Screening): Reading[] {
  return [
    counter(
      'scan_cache_requests_total',
      'Scans requested: cached (hit), shared with a running one (joined), computed (miss)',
      [
        { labels: { result: 'hit' }, value: counts.hits },
        { labels: { result: 'joined' }, value: counts.joined },
        { labels: { result: 'miss' }, value: counts.misses },
      ],
    ),
    gauge('scan_cache_entries', 'Finished scans kept', [{ value: counts.size }]),
  ];
}

async function modelReading({ predictions }: Screening, snapshot: Snapshot): Promise<Reading> {
  const serving = await predictions.over(snapshot);
  const labels = serving && { version: serving.version, trained_through: serving.model.trainedThrough };
  return gauge(
    'model_in_service',
    'The prediction model in service; absent without one',
    labels ? [{ labels, value: 1 }] : [],
  );
}

async function pickReadings(ledger: Storage['records']): Promise<Reading[]> {
  const last = await lastSession(ledger);
  const help = 'Midnight UTC of the last session that the daily pick has a record of; status says which kind';
  const values =
    last === undefined || last === 'damaged'
      ? []
      : [{ labels: { status: last.type }, value: Date.parse(`${last.session}T00:00:00Z`) / 1000 }];
  return [
    gauge('daily_pick_record_readable', 'Whether every record of the daily pick is as it was written', [
      { value: Number(last !== 'damaged') },
    ]),
    gauge('daily_pick_session_timestamp_seconds', help, values),
  ];
}

async function lastSession(ledger: Storage['records']) {
  try {
    const records = await ledger.all();
    return records.findLast((record) => record.type === 'pick' || record.type === 'no_pick');
  } catch (error) {
    if (error instanceof LedgerDamagedError) return 'damaged' as const;
    throw error;
  }
}

/** The metrics of the database that need no answer of it. @param reason as `Database.unavailable` */
function databaseReadings(reason: UnavailableReason | null, pools: ReturnType<Storage['waits']>): Reading[] {
  const waits = pools.flatMap(({ pool, waits }) =>
    Object.entries(waits).map(([cause, wait]) => ({ labels: { pool, for: cause }, wait })),
  );
  return [
    gauge(
      'database_fault',
      'Whether the database is unavailable now, by reason; GET /readyz names the same',
      UNAVAILABLE_REASONS.map((one) => ({ labels: { reason: one }, value: Number(one === reason) })),
    ),
    gauge('database_newer', 'Whether a newer version has migrated the database: this process is to be replaced', [
      { value: Number(reason === 'database_newer') },
    ]),
    gauge(
      'database_connections',
      'Connections to the database by pool: in use, idle, and the most there may be; none over SQLite',
      pools.flatMap(({ pool, connections }) =>
        Object.entries(connections ?? {}).map(([state, value]) => ({ labels: { pool, state }, value })),
      ),
    ),
    gauge(
      'database_waiting',
      'Statements that wait now: for a connection, for their answer, or for the write lock of SQLite',
      waits.map(({ labels, wait }) => ({ labels, value: wait.waiting })),
    ),
    counter(
      'database_waits_total',
      'Waits that have ended',
      waits.map(({ labels, wait }) => ({ labels, value: wait.ended })),
    ),
    counter(
      'database_wait_seconds_total',
      'Length of those waits together',
      waits.map(({ labels, wait }) => ({ labels, value: wait.seconds })),
    ),
  ];
}

/** The metrics of the job queues (the operating guide, "What to watch"). */
async function queueReadings(queue: Pick<Queue, 'stats'>): Promise<Reading[]> {
  const queues = await queue.stats();
  const states = ['waiting', 'active', 'failed'] as const;
  return [
    gauge(
      'queue_jobs',
      'Jobs of all processes by queue and state; failed ones are listed for 14 days',
      queues.flatMap((stats) =>
        states.map((state) => ({ labels: { queue: stats.queue, state }, value: stats[state] })),
      ),
    ),
    gauge(
      'queue_oldest_job_age_seconds',
      'How long the oldest job that may start has waited; 0 without any',
      byQueue(queues, ({ oldest }) => secondsSince(oldest)),
    ),
    gauge(
      'queue_oldest_active_job_age_seconds',
      'Time since the oldest job under way was allowed to start; 0 without any',
      byQueue(queues, ({ oldestActive }) => secondsSince(oldestActive)),
    ),
    gauge(
      'queue_scheduled_job_completed_timestamp_seconds',
      'When a scheduled job last completed; absent for queues without one in the last three days',
      queues.flatMap(({ queue, scheduledCompleted }) =>
        scheduledCompleted === null ? [] : [{ labels: { queue }, value: scheduledCompleted.getTime() / 1000 }],
      ),
    ),
    counter(
      'queue_jobs_completed_total',
      'Jobs that this process ran to their end',
      byQueue(queues, ({ completed }) => completed),
    ),
    counter(
      'queue_job_failures_total',
      'Runs of jobs that failed in this process; most are run again',
      byQueue(queues, ({ failures }) => failures),
    ),
    counter(
      'queue_job_takeovers_total',
      'Jobs that this process took over from one that had ended or hung',
      byQueue(queues, ({ takeovers }) => takeovers),
    ),
  ];
}

function byQueue(queues: readonly QueueStats[], read: (stats: QueueStats) => number): Reading['values'] {
  return queues.map((stats) => ({ labels: { queue: stats.queue }, value: read(stats) }));
}

/** Jobs start by the machine's clock, also where the service's own is set. */
function secondsSince(start: Date | null): number {
  return start === null ? 0 : Math.max(0, (Date.now() - start.getTime()) / 1000);
}
