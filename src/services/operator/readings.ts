import type { Snapshot } from '../../engine/snapshot';
import type { Reading } from '../../log';
import type { Queue } from '../../queue/queue';
import { DatabaseUnavailableError, LedgerDamagedError, type UnavailableReason } from '../../storage/errors';
import type { Feed } from '../../storage/feeds';
import { sessionsBehind } from '../markets/dataAge';
import type { ServiceDeps } from '../screening/deps';
import type { Screening } from '../screening/screening';
import { queueReadings } from './queueReadings';

interface ReadingSources extends Pick<ServiceDeps, 'screening' | 'ledger' | 'feeds'> {
  readonly queue: Pick<Queue, 'stats'>;
  /** Further metrics of the database. */
  readonly others: () => Promise<Reading[]>;
  unavailable(): UnavailableReason | null;
}

/**
 * The current metrics of the service (operating guide, "What to watch"). Metrics of prices are left out until prices are loaded, and
 * metrics of the database while it is unreachable.
 */
export async function serviceReadings({
  screening,
  ledger,
  feeds,
  queue,
  others,
  unavailable,
}: ReadingSources): Promise<Reading[]> {
  const { engine } = screening;
  const reason = unavailable();
  const isAway = reason !== null && reason !== 'database_newer';
  const stored = (read: () => Promise<Reading[]>) => (isAway ? [] : emptyWhenAway(read));
  const readings: Reading[] = [
    gauge('database_newer', 'Whether a newer version has migrated the database: this process is to be replaced', [
      { value: Number(reason === 'database_newer') },
    ]),
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
    ...(await stored(() => pickReadings(ledger))),
    ...(await stored(async () => feedReadings(await feeds.all()))),
    ...(await stored(() => queueReadings(queue))),
    ...(await stored(others)),
  ];
  if (!engine.ready) return readings;
  const snapshot = engine.snapshot();
  const model = await stored(async () => [await modelReading(screening, snapshot)]);
  return [...readings, ...priceReadings(screening, snapshot), ...model];
}

/** Metrics must stay readable while the database is unreachable. */
async function emptyWhenAway(read: () => Promise<Reading[]>): Promise<Reading[]> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof DatabaseUnavailableError) return [];
    throw error;
  }
}

function gauge(name: string, help: string, values: Reading['values']): Reading {
  return { name, help, kind: 'gauge', values };
}

function priceReadings({ clock }: Screening, { markets, pricesStoredAt }: Snapshot): Reading[] {
  const today = clock.today();
  const priced = [...markets.values()].flatMap(({ market, asOf }) =>
    asOf === null ? [] : [{ market: market.id, asOf }],
  );
  const stored = pricesStoredAt === null ? [] : [{ value: pricesStoredAt.getTime() / 1000 }];
  return [
    gauge(
      'market_data_age_days',
      'Calendar days since the last bar of a market; markets without prices are absent',
      priced.map(({ market, asOf }) => ({ labels: { market }, value: today - asOf })),
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
  ];
}

function feedReadings(all: readonly Feed[]): Reading[] {
  const named = all.map((feed) => ({ feed, labels: { provider: feed.provider, market: feed.marketId } }));
  const runs = named.flatMap(({ feed, labels }) => (feed.lastRun === null ? [] : [{ run: feed.lastRun, labels }]));
  const outcomes = ['updated', 'unchanged', 'failed', 'held', 'vanished', 'left'] as const;
  return [
    gauge(
      'feed_symbols',
      'Symbols that a provider is asked for, by state; failing ones are counted beside their state',
      named.flatMap(({ feed, labels }) =>
        [...Object.entries(feed.counts), ['failing', feed.failing] as const].map(([state, value]) => ({
          labels: { ...labels, state },
          value,
        })),
      ),
    ),
    gauge(
      'feed_last_run_timestamp_seconds',
      'When the last run of a feed that had something to do ended',
      runs.map(({ run, labels }) => ({ labels, value: Date.parse(run.finishedAt) / 1000 })),
    ),
    gauge(
      'feed_last_run_symbols',
      'What that run came to, in symbols',
      runs.flatMap(({ run, labels }) =>
        outcomes.map((outcome) => ({ labels: { ...labels, outcome }, value: run[outcome] })),
      ),
    ),
  ];
}

function cacheReadings({ scans: { counts } }: Screening): Reading[] {
  return [
    {
      name: 'scan_cache_requests_total',
      help: 'Scans asked for: kept (hit), under way for somebody else (joined), computed (miss)',
      kind: 'counter',
      values: [
        { labels: { result: 'hit' }, value: counts.hits },
        { labels: { result: 'joined' }, value: counts.joined },
        { labels: { result: 'miss' }, value: counts.misses },
      ],
    },
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

async function pickReadings(ledger: ServiceDeps['ledger']): Promise<Reading[]> {
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

async function lastSession(ledger: ServiceDeps['ledger']) {
  try {
    const records = await ledger.all();
    return records.findLast((record) => record.type === 'pick' || record.type === 'no_pick');
  } catch (error) {
    if (error instanceof LedgerDamagedError) return 'damaged' as const;
    throw error;
  }
}
