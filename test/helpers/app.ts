import { mkdtempSync, rmSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import createKnex, { type Knex } from 'knex';
import type { DestinationStream } from 'pino';
import request, { type Test } from 'supertest';
import { KeyService } from '../../src/access/keys';
import { loadTiers } from '../../src/access/tiers';
import { createApp } from '../../src/app';
import type { Parts, Service } from '../../src/compose';
import type { Bars } from '../../src/core/window/bars';
import { Metrics } from '../../src/http/metrics';
import { createLog } from '../../src/log';
import { loadMarkets } from '../../src/seeds';
import type { PredictorSource } from '../../src/services/screening/predictions';
import { isPostgresUrl } from '../../src/storage/database';
import { openStorage } from '../../src/storage/open';
import { openPostgres } from '../../src/storage/postgres';
import type { Storage } from '../../src/storage/storage';
import { type FixedClock, fixedClock } from './clock';
import { openedContract } from './contract';
import { eventually } from './eventually';
import { migratedFiles } from './migratedFiles';
import { composeService } from './service';
import { unmetered } from './shell';
import { storeBars } from './storage';

export const DEMO_KEY = 'prn_demo';
const TIERS = ['free', 'dev', 'pro', 'business'] as const;
type TierId = (typeof TIERS)[number];

export interface TestSymbol {
  readonly symbol: string;
  readonly name?: string;
  /** Market ids. */
  readonly markets: readonly string[];
  readonly bars: Bars;
}

export interface TestAppOptions {
  /** Instant of the clock, which changes only by `clock.set`. */
  readonly now?: string;
  /** Prices that count as real ones. Without them the service serves the sandbox. */
  readonly symbols?: readonly TestSymbol[];
  /** Which symbols the sandbox has; a handful by default, since the whole universe takes seconds. */
  readonly sandbox?: readonly string[];
  /** Further settings, as environment variables. */
  readonly env?: Readonly<Record<string, string>>;
  /** Whether requests count against the plans. Off by default, since the clock stands still and a minute never ends. */
  readonly metered?: boolean;
  /** Destination of the whole log, one JSON line per event; by default none. */
  readonly logTo?: DestinationStream;
  /** The model of the daily pick; by default the stored one, which does not exist. */
  readonly predictorFor?: PredictorSource;
  /**
   * How shuffled calendars are computed: by default few, and every answer waits for them. Without this option none
   * are, which saves most of the work of a search: significance is pending, and no card exceeds 39.
   */
  readonly nullDistributions?: Partial<Parts['nullDistributions']>;
  /** Number of past sessions of the sandbox over which the daily pick is replayed; none by default. */
  readonly replaySessions?: number;
  /** Serves the database of another app, with its keys, as after a restart or in a second process. */
  readonly over?: TestApp;
  /** False leaves the engine cold: the test calls `service.warm()`. */
  readonly warm?: boolean;
}

/** The whole service over its own database, with one account and key for each tier. */
export interface TestApp {
  readonly app: RequestListener;
  readonly service: Service;
  readonly clock: FixedClock;
  /** A second connection to the same database, like that of another process. */
  readonly storage: Storage;
  /** SQL on that database, by a client that is not this program. */
  readonly sql: Knex;
  /** Where it is: a file, or a URL. */
  readonly file: string;
  readonly keys: Readonly<Record<TierId, string>>;
  /** A request over HTTP, as the account of a tier or with a given key; business by default. */
  get(path: string, key?: TierId | (string & {})): Test;
  /** The same with a JSON body. */
  post(path: string, body: unknown, key?: TierId | (string & {})): Test;
  close(): Promise<void>;
}

const SMALL_SANDBOX = ['AAPL', 'MSFT', 'JPM', 'KO', 'PG', 'XOM', 'SPY', 'QQQ', 'BTC-USD', 'CL=F', 'EURUSD=X', '^GSPC'];

const migratedFile = migratedFiles();

let emptyDatabase: (() => Promise<string>) | null = null;

/** Makes apps in the suites of a `describe` use databases of a server. @param fresh the URL of an empty database */
export function serveFrom(fresh: () => Promise<string>): void {
  beforeAll(() => {
    emptyDatabase = fresh;
  });
  afterAll(() => {
    emptyDatabase = null;
  });
}

export async function startTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const { over } = options;
  const folder = mkdtempSync(join(tmpdir(), 'perennial-'));
  const file = over?.file ?? (await emptyDatabase?.()) ?? (await migratedFile(join(folder, 'test.sqlite')));
  const clock = fixedClock(options.now ?? '2024-12-20T15:00:00Z');
  const storage = await openStorage(file);
  const client = await anotherClient(file);
  for (const symbol of options.symbols ?? []) {
    await storeBars(storage.prices, symbol, symbol.bars, { importedAt: clock.now() });
  }
  const keys = over?.keys ?? (await createKeys(storage, clock));
  const { service } = await composeService(file, clock, {
    env: options.env,
    log: options.logTo ? createLog('trace', options.logTo) : createLog(options.env?.LOG_LEVEL ?? 'silent'),
    sandbox: options.sandbox ?? SMALL_SANDBOX,
    pickPredictor: options.predictorFor,
    nullDistributions: {
      rotations: 19,
      mode: options.nullDistributions ? 'waiting' : 'off',
      ...options.nullDistributions,
    },
    replaySessions: options.replaySessions ?? 0,
  });
  if (options.warm !== false) await service.warm();
  if (isPostgresUrl(file)) hearBeforeGoingOn(storage, service);
  const meter = options.metered ? service.app.meter : unmetered;
  const shell = { ...service.app, metrics: new Metrics(), strictResponses: true, meter };
  const app = await createApp(shell, await openedContract());
  const credential = (key: string) => (key in keys ? keys[key as TierId] : key);
  return {
    app,
    service,
    clock,
    storage,
    sql: client.knex,
    file,
    keys,
    get(path, key = 'business') {
      return request(app).get(path).set('X-API-Key', credential(key));
    },
    post(path, body, key = 'business') {
      const sent = request(app).post(path).set('X-API-Key', credential(key)).type('json');
      return sent.send(typeof body === 'string' ? body : JSON.stringify(body));
    },
    async close() {
      await service.close();
      await storage.close();
      await client.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A replica notices writes of another a moment later: writes of the test return once the service has noticed them. */
function hearBeforeGoingOn({ prices }: Storage, { pick }: Service): void {
  const { engine } = pick.screening;
  const write = prices.write.bind(prices);
  prices.write = async (run, work) => {
    const result = await write(run, work);
    const stored = `${await prices.revision()} `;
    await eventually(async () => !engine.ready || (await engine.current()).version.startsWith(stored));
    return result;
  };
}

async function anotherClient(file: string): Promise<{ knex: Knex; close(): Promise<void> }> {
  if (isPostgresUrl(file)) return openPostgres(file);
  const knex = createKnex({ client: 'better-sqlite3', connection: { filename: file }, useNullAsDefault: true });
  return { knex, close: () => knex.destroy() };
}

async function createKeys(storage: Storage, clock: FixedClock): Promise<Record<TierId, string>> {
  const service = new KeyService({
    accounts: storage.accounts,
    keys: storage.keys,
    tiers: loadTiers(
      loadMarkets().map(({ id }) => id),
      'https://example.com/upgrade',
    ),
    keySecret: await storage.generatedSecret(),
    now: () => clock.now(),
  });
  const keys: Partial<Record<TierId, string>> = {};
  for (const tier of TIERS) {
    const account = await service.createAccount(`${tier}@example.com`, tier);
    keys[tier] = (await service.createKey(account.id)).key;
  }
  return keys as Record<TierId, string>;
}
