import { setImmediate as nextLoop } from 'node:timers/promises';
import type { Logger } from 'pino';
import { BackgroundWork } from './access/caller';
import { keySecretFor } from './access/keys';
import { Limits } from './access/limits';
import { newLinkSecret } from './access/linkReaders';
import { MlAllowance } from './access/mlAllowance';
import { admitDemo, authorizeDemo, authorizeKey, loadDemoAllowlist, loadTiers } from './access/tiers';
import { Deliveries } from './alerts/deliveries';
import { EndpointSecretBox, Sender, WebhookClient } from './alerts/sender';
import type { AppDeps } from './app';
import type { Clock } from './clock';
import { accessOf } from './composeAccess';
import { backgroundOf } from './composeBackground';
import { type Foundation, type NullParts, screeningOf } from './composeScreening';
import type { Config } from './config';
import { type Market, marketFinder } from './core/calendar/market';
import { DATABASE_WAIT, loadingPrices, serviceMisconfigured, upstreamUnavailable } from './errors';
import { loadProviders } from './feeds/provider';
import { handlersOf } from './handlers/handlers';
import type { BackgroundFeeds } from './jobs/feeds/background';
import { StoredFeedAdmin } from './jobs/feeds/feedAdmin';
import type { PickDeps } from './jobs/pick';
import { ensureSandbox, loadSandboxSeed, type SandboxSeed, type SandboxState } from './jobs/sandbox';
import { REPLAY_SESSIONS } from './jobs/sandboxReplay';
import type { Queue } from './queue/queue';
import type { Schedule } from './queue/schedule';
import { loadMarkets } from './seeds';
import { Idempotency } from './services/account/idempotency';
import { AvailabilityLog } from './services/operator/availability';
import { PriceSurvey } from './services/operator/priceSurvey';
import { serviceReadings } from './services/operator/readings';
import { ReplayedPicks } from './services/record/replayedPicks';
import type { ServiceDeps, WebhookParts } from './services/screening/deps';
import type { PredictorSource } from './services/screening/predictions';
import { openStorage } from './storage/open';

/** The service without its HTTP shell. */
export interface Service {
  readonly app: Omit<AppDeps, 'metrics'>;
  /** The public token, logged at the start; null = turned off. */
  readonly demoToken: string | null;
  /**
   * Creates the sandbox if there are no prices, and loads all prices. Requests are answered 503 meanwhile.
   *
   * @param listening awaited before work that blocks this thread for seconds, so that the server listens first
   */
  warm(listening?: Promise<unknown>): Promise<void>;
  /** Sends due jobs; `tick` is for tests. */
  readonly schedule: Schedule;
  readonly queue: Queue;
  /** Begins to run jobs and to send scheduled ones. */
  start(): Promise<void>;
  /** Price feeds, run by the schedule. */
  readonly feeds: BackgroundFeeds;
  /** Dependencies of making, scoring and replaying the daily pick. */
  readonly pick: PickDeps;
  /** Waits for writes that no request waits for: uses of keys and sessions, and mail. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

/** Parts of the service that tests replace. */
export interface Parts {
  /** The simulated universe of an empty database. */
  readonly sandbox?: (markets: readonly Market[]) => SandboxSeed;
  /** The model of the daily pick; default: the current model. */
  readonly pickPredictor?: PredictorSource;
  readonly nullDistributions?: NullParts;
  /** Past sessions over which the sandbox's daily pick is replayed; 0 = none. */
  readonly replaySessions?: number;
}

/** Areas of the database that cached answers depend on. */
const ANSWER_SOURCES = ['prices', 'models', 'feeds'] as const;

/** METHOD 9: at least 999. */
const BACKGROUND: NullParts = { rotations: 999, mode: 'background' };

/** Composes the service: settings -> database -> engine -> handlers. */
export async function compose(
  config: Config,
  clock: Clock,
  log: Logger,
  {
    sandbox = loadSandboxSeed,
    pickPredictor,
    nullDistributions: nullParts = BACKGROUND,
    replaySessions = REPLAY_SESSIONS,
  }: Parts = {},
): Promise<Service> {
  const markets = loadMarkets();
  const calendars = [...new Set(markets.map(({ calendar }) => calendar))];
  const tiers = loadTiers(
    markets.map((market) => market.id),
    config.upgradeUrl,
    config.tiersFile,
  );
  const providers = loadProviders(config.feedsFile);
  const allowlist = loadDemoAllowlist();
  const demoToken = config.demoToken === undefined ? allowlist.token : config.demoToken;
  const storage = await openStorage(config.databaseUrl, {
    connections: config.databasePool,
    waitMs: config.databaseWaitMs,
  });
  const { prices, feeds, heldPrices, queue } = storage;
  const availability = new AvailabilityLog(storage, log);
  const { moment } = clock;
  const limits = new Limits({ counters: storage.counters, moment, log });
  const mlAllowance = new MlAllowance({ charges: storage.counters.predictions, moment });
  const foundation = { config, storage, markets, tiers, clock, log };
  const screening = screeningOf(foundation, nullParts);
  const { engine, predictions, budget } = screening;
  const predictorFor = pickPredictor ?? ((snapshot) => predictions.over(snapshot));
  const keySecret = await keySecretFor(config, storage);
  if (keySecret === null) log.error('KEY_SECRET is not set: requests for data are answered 503 service_misconfigured');
  else if (config.keySecret === null) log.info('KEY_SECRET is not set: a generated one is kept beside the database');
  const notes = new BackgroundWork();
  const access = accessOf(foundation, { demoToken, keySecret, background: notes });
  const clockKind = config.now === null ? 'system' : 'set';
  const pick: PickDeps = { ledger: storage.records, screening, predictorFor, clockKind, log };
  const extendSandbox = (listening?: Promise<unknown>) =>
    ensureSandbox(prices, () => sandbox(markets), clock, { mode: config.sandbox, log, after: listening });
  const serving: ServiceDeps = {
    screening,
    storage,
    tiers,
    mlAllowance,
    predictorFor,
    replayed: new ReplayedPicks(storage.replays),
    publicUrl: config.publicUrl,
    newLinkSecret,
    signIn: access.signIn,
    keys: access.keys,
    feedAdmin: new StoredFeedAdmin({
      prices,
      feeds,
      heldPrices,
      queue,
      counter: storage.counters.providers,
      providers,
      markets,
      clock,
      runsHere: config.feeds === 'auto',
    }),
    priceSurvey: new PriceSurvey({ prices, markets, timer: clock }),
    webhooks: webhooksOf(foundation, keySecret),
  };
  const background = backgroundOf(foundation, {
    providers,
    serving,
    pick,
    nulls: nullParts,
    extendSandbox,
    replaySessions,
  });
  const marketOf = marketFinder(markets);
  return {
    app: {
      handlers: handlersOf(serving),
      readings: () => serviceReadings(serving, log),
      authenticate: access.authenticate,
      marketNamed: (text) => marketOf(text)?.id,
      publicUrl: config.publicUrl,
      admit(operation, caller) {
        if (caller.demo) admitDemo(allowlist, operation);
      },
      authorize(operation, input, caller) {
        authorizeKey(caller, operation);
        if (caller.demo) authorizeDemo(allowlist, operation, input);
      },
      meter: limits,
      budget,
      requireReady() {
        if (keySecret === null) throw serviceMisconfigured('KEY_SECRET is not set');
        const reason = availability.look();
        if (reason === 'database_damaged') {
          throw upstreamUnavailable(reason, DATABASE_WAIT, { reason, tables: storage.damaged() });
        }
        if (reason !== null) throw upstreamUnavailable(reason, DATABASE_WAIT, { reason });
        if (!engine.ready) throw loadingPrices();
      },
      basis: {
        async revision() {
          if (!engine.ready) return null;
          // SQLite's own change counter would not do: every use of a key increments it.
          const stored = await Promise.all(ANSWER_SOURCES.map((area) => storage.revision(area)));
          // Answers change when a day begins, its session closes or its bars become final, and when a change of prices is loaded.
          const days = calendars.flatMap((calendar) => [clock.firstOpenDay(calendar), clock.lastFinalDay(calendar)]);
          return [engine.snapshot().version, clock.today(), ...days, ...stored].join(' ');
        },
        allowance: (caller) => mlAllowance.ofToday(caller),
        dataVersion: () => (engine.ready && engine.snapshot().symbols.size > 0 ? engine.snapshot().dataVersion : null),
      },
      idempotency: new Idempotency({ answers: storage.idempotentAnswers, keySecret, now: () => clock.now() }),
      dataSource: () => (engine.ready && engine.snapshot().simulated ? 'sandbox' : null),
      demo: demoToken === null ? null : { token: demoToken, tickers: allowlist.tickers },
      mcp: { issuer: config.oauthIssuer, allowedHosts: config.mcpAllowedHosts },
      log,
      strictResponses: config.environment !== 'production',
      corsOrigins: config.corsOrigins,
      trustProxy: config.trustProxy,
      metricsAccess: config.metricsAccess,
    },
    demoToken,
    async warm(listening) {
      // The server listens first. Worker threads read prices while this thread extends the sandbox.
      const extended = Promise.resolve(listening)
        .then(nextLoop)
        .then(() => extendSandbox(listening))
        .then((state) => logSandbox(state, config, log));
      await engine.start(extended);
      await background.prepare();
    },
    schedule: background.schedule,
    queue,
    start() {
      availability.start();
      return background.start();
    },
    pick,
    feeds: background.feeds,
    settled: () => notes.settled(),
    async close() {
      availability.stop();
      await background.stop();
      await serving.priceSurvey.stop();
      await engine.close();
      await notes.settled();
      await storage.close();
    },
  };
}

/** Without a KEY_SECRET nothing can be signed. */
function webhooksOf({ config, storage, clock, log }: Foundation, keySecret: string | null): WebhookParts {
  const { webhooks, queue: jobs } = storage;
  const client = new WebhookClient(config.webhooksPrivate, clock);
  if (keySecret === null) return { client, signing: null };
  const secrets = new EndpointSecretBox(keySecret);
  const sender = new Sender({ client, secrets, timer: clock });
  const deliveries = new Deliveries({ store: webhooks.deliveries, jobs, sender, clock, log, random: Math.random });
  return { client, signing: { secrets, sender, deliveries } };
}

/** Tells an operator why there are no prices, or that simulated ones are served that nobody asked for. */
function logSandbox(state: SandboxState, { sandbox }: Config, log: Logger): void {
  if (state === 'off') {
    log.info({}, 'no prices are stored, and the sandbox is off: import prices, or set SANDBOX=on for simulated ones');
  } else if (state !== 'real' && sandbox === 'kept') {
    log.warn(
      {},
      'simulated prices are stored and served: import real ones, set SANDBOX=off to remove them, or SANDBOX=on to keep them',
    );
  }
}
