import type { Clock } from './clock';
import type { Foundation, NullParts } from './composeScreening';
import { credentialIn } from './config';
import { FeedClient } from './feeds/client';
import type { Provider } from './feeds/provider';
import { BackgroundTraining } from './jobs/backgroundTraining';
import { workAlerts, workDaily, workDeliveries, workPrune } from './jobs/dailyJobs';
import { recoverExports, workExports } from './jobs/exports';
import { BackgroundFeeds } from './jobs/feeds/background';
import type { PickDeps } from './jobs/pick';
import { prepareNulls, workCameTrue, workNullDistributions } from './jobs/precompute';
import type { SandboxState } from './jobs/sandbox';
import { SandboxReplay } from './jobs/sandboxReplay';
import { workSavedScans } from './jobs/savedScans';
import { Schedule } from './queue/schedule';
import type { ServiceDeps } from './services/screening/deps';

interface BackgroundSources {
  readonly providers: ReadonlyMap<string, Provider>;
  readonly serving: ServiceDeps;
  readonly pick: PickDeps;
  readonly nulls: NullParts;
  readonly extendSandbox: () => Promise<SandboxState>;
  /** Past sessions over which the sandbox's picks are replayed. */
  readonly replaySessions: number;
}

/** The background jobs and their schedule. */
interface Background {
  readonly schedule: Schedule;
  readonly feeds: BackgroundFeeds;
  /** Sends the null distributions of the first requests, and trains if there is no model. Call once prices are loaded. */
  prepare(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Registers the handlers of all queues, and creates the schedule. */
export function backgroundOf(
  foundation: Foundation,
  { providers, serving, pick, nulls: { rotations, mode }, extendSandbox, replaySessions }: BackgroundSources,
): Background {
  const { config, storage, tiers, clock, log } = foundation;
  const { queue, nulls, records, exports } = storage;
  const { events } = storage.webhooks;
  const { screening, replayed, webhooks } = serving;
  const { engine, predictions } = screening;
  const searches = mode !== 'off';
  const isSignificanceOff = config.significance === 'off';
  const training = new BackgroundTraining({ engine, predictions, storage, queue, clock, log });
  // Training occupies a thread for a minute.
  const trains = config.train === 'auto' && config.workers > 0;
  const replay = new SandboxReplay({
    screening,
    records,
    nulls,
    queue,
    replayed,
    sessions: replaySessions,
    log,
    mostRotations: rotations,
  });
  // Without null distributions no pick is significant, so that there is nothing to replay.
  const replays = replaySessions > 0 && !isSignificanceOff;
  const feeds = feedsOf(foundation, providers);
  const exporting = {
    exports,
    nulls,
    queue,
    screening,
    log,
    rotations: searches && !isSignificanceOff ? rotations : 0,
  };
  workExports(exporting);
  const recover = () => recoverExports(exporting);
  const tiersWith = (marketId: string) => tiers.all.flatMap((one) => (one.markets.includes(marketId) ? one.id : []));
  const prepareFirst = () =>
    prepareNulls(
      screening,
      tiers.purchasable.map((tier) => tier.markets),
    );
  const schedule = new Schedule(
    [
      ...workDaily(queue, pick, extendSandbox, log),
      ...workAlerts(queue, { events, screening, tiersWith }, log),
      ...(webhooks.signing === null ? [] : workDeliveries(queue, webhooks.signing.deliveries, log)),
      ...workSavedScans(queue, serving, log),
      ...workPrune(queue, { events, exports, idempotentAnswers: storage.idempotentAnswers, recover, clock }, log),
      ...workCameTrue(queue, screening, log),
      ...workNullDistributions(queue, screening, prepareFirst, log),
      ...(config.feeds === 'auto' ? [feeds.job()] : []),
      ...(trains ? [training.job()] : []),
      ...(replays ? [replay.job()] : []),
    ],
    queue,
    clock,
    log,
  );
  return {
    schedule,
    feeds,
    async prepare() {
      await prepareFirst();
      if (searches) await queue.send('came-true', {}, { key: 'came-true' });
      if (trains) await training.atStart(engine.snapshot());
    },
    async start() {
      await queue.start(
        onceAMinute(clock, (err) => log.error({ err }, 'the job queue could not be read; it will be retried')),
      );
      await recover();
      schedule.start();
    },
    async stop() {
      await schedule.stop();
      await queue.stop();
      feeds.close();
    },
  };
}

/** Limits the reports of an unavailable database, which every worker of the queue makes every few seconds. */
function onceAMinute(clock: Clock, report: (error: unknown) => void): (error: unknown) => void {
  let reportedAt = Number.NEGATIVE_INFINITY;
  return (error) => {
    if (clock.elapsed() - reportedAt < 60_000) return;
    reportedAt = clock.elapsed();
    report(error);
  };
}

/** Feeds run in a separate process, unless WORKERS is 0 or the database is in memory. */
function feedsOf(
  { config, storage, markets, clock, log }: Foundation,
  providers: ReadonlyMap<string, Provider>,
): BackgroundFeeds {
  const { workers, feedsPrivate: allowPrivate } = config;
  const { prices, feeds, heldPrices, queue, counters, url } = storage;
  const credentialOf = credentialIn();
  const client =
    workers > 0 && url !== null
      ? null
      : new FeedClient({ clock, counter: counters.providers, allowPrivate, credentialOf, random: Math.random });
  return new BackgroundFeeds({
    prices,
    feeds,
    heldPrices,
    queue,
    client,
    providers,
    markets,
    clock,
    log,
    databaseUrl: url,
    allowPrivate,
    credentialOf,
  });
}
