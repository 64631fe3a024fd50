import request from 'supertest';
import { KeyService } from '../../../src/access/keys';
import { createApp } from '../../../src/app';
import { type Clock, runningClock } from '../../../src/clock';
import { compose, type Service } from '../../../src/compose';
import { readConfig } from '../../../src/config';
import { createLog } from '../../../src/log';
import { openStorage } from '../../../src/storage/open';
import type { Storage } from '../../../src/storage/storage';
import { tierTable } from '../../helpers/access';
import { openedContract } from '../../helpers/contract';
import { DatabaseProxy } from '../../helpers/databaseProxy';
import { eventually } from '../../helpers/eventually';
import { describeWithPostgres, PATIENT_REQUESTS, statements } from '../../helpers/postgres';
import { shellSettings } from '../../helpers/shell';

const NO_PRICES = { NODE_ENV: 'test', WORKERS: '0', LOG_LEVEL: 'silent', SANDBOX: 'off', SIGNIFICANCE: 'off' };
/** Statements that every replica repeats on a timer of its own, whatever is requested: also those of its queue. */
const PERIODIC = /^(revisions|migrations)$|perennial_queue_/;
/** The clock of a machine that is ahead of the real time by `ms`. */
const wrongBy = (ms: number): Clock => {
  const clock = runningClock(null);
  const now = () => new Date(Date.now() + ms);
  return { ...clock, now, moment: () => ({ now: now().getTime(), ahead: 0 }) };
};

interface Replica {
  readonly service: Service;
  readonly proxy: DatabaseProxy;
  ask(path?: string, key?: string): request.Test;
  /** Saves a scan. */
  save(name: string): request.Test;
  close(): Promise<void>;
}

describeWithPostgres('replicas over one PostgreSQL database', ({ emptied }) => {
  let url: string;
  let storage: Storage;
  let keys: KeyService;
  let key: string;
  let keyId: string;
  const replicas: Replica[] = [];

  beforeEach(async () => {
    url = await emptied();
    storage = await openStorage(url, PATIENT_REQUESTS);
    const keySecret = await storage.generatedSecret();
    keys = new KeyService({ ...storage, tiers: tierTable(), keySecret, now: () => new Date() });
    const account = await keys.createAccount('ann@example.com', 'dev');
    ({ key, id: keyId } = await keys.createKey(account.id));
  });
  afterEach(async () => {
    for (const replica of replicas.splice(0)) await replica.close();
    await storage.close();
  });

  /** A replica behind a proxy of its own, which can disturb its network. */
  async function start(clock = runningClock(null), waitMs = PATIENT_REQUESTS.waitMs): Promise<Replica> {
    const proxy = await DatabaseProxy.before(url);
    const config = readConfig({ ...NO_PRICES, DATABASE_URL: proxy.url, DATABASE_WAIT_MS: String(waitMs) });
    const log = createLog('silent');
    const service = await compose(config, clock, log);
    await service.warm();
    const app = createApp({ ...service.app, ...shellSettings() }, await openedContract());
    const replica = {
      service,
      proxy,
      ask: (path = '/v1/markets', by = key) => request(app).get(path).set('X-API-Key', by),
      save: (name: string) => request(app).post('/v1/saved-scans').set('X-API-Key', key).send({ name, query: {} }),
      async close() {
        await proxy.pass();
        await service.close();
        await proxy.close();
      },
    };
    replicas.push(replica);
    return replica;
  }

  const countedToday = async () => {
    const [{ rows }] = await statements(url, ['SELECT day_count FROM account_usage']);
    return Number(rows[0]?.day_count ?? 0);
  };
  /** Requests counted, on the day before too: midnight may pass meanwhile. */
  const counted = async () => {
    const [{ rows }] = await statements(url, ['SELECT coalesce(sum(requests), 0) AS before FROM account_day']);
    return Number(rows[0].before) + (await countedToday());
  };
  /** The minute of the database's clock, since 1970. */
  const dbMinute = async () => {
    const [{ rows }] = await statements(url, ['SELECT floor(extract(epoch FROM clock_timestamp()) / 60) AS minute']);
    return Number(rows[0].minute);
  };
  /** Takes a lock in another session, by default on the account's count, as another replica does for the time of its statement. */
  async function hold(statement = 'SELECT * FROM account_usage FOR UPDATE'): Promise<() => Promise<void>> {
    const { Client } = await import('pg');
    const client = new Client({ connectionString: url });
    client.on('error', () => {});
    await client.connect();
    await client.query('BEGIN');
    await client.query(statement);
    return () => client.end();
  }
  const waiting = async () => {
    const [{ rows }] = await statements(url, [
      // Other suites use the server at the same time.
      `SELECT pid FROM pg_stat_activity
       WHERE datname = current_database() AND wait_event_type = 'Lock' AND query ~ 'count_account|account_usage'`,
    ]);
    return rows.map(({ pid }) => pid);
  };

  test('a request takes two round trips: one looks its key up, the other counts it', async () => {
    const { ask, proxy } = await start();
    await ask().expect(200);
    // The use of a key is written once a minute, in the background; revisions are read once a second.
    await eventually(async () => (await storage.keys.find(keyId))?.lastUsedAt !== null);
    proxy.asked.length = 0;
    await ask().expect(200);
    await ask('/v1/nothing').expect(404);
    expect(proxy.asked.filter((statement) => !PERIODIC.test(statement))).toHaveLength(2 * 2);
    expect(await counted()).toBe(3);
  });

  test('windows end by the clock of the database, whatever the clock of a replica shows', async () => {
    const [right, wrong] = [await start(), await start(wrongBy(-3_600_000))];
    for (const { ask } of [right, wrong]) {
      const before = await dbMinute();
      const { headers } = await ask().expect(200);
      const minute = Number(headers['x-ratelimit-reset']) / 60 - 1;
      expect(minute).toBeGreaterThanOrEqual(before);
      expect(minute).toBeLessThanOrEqual(await dbMinute());
    }
  });

  test('with NOW set, windows follow NOW instead of the clock of the database', async () => {
    const { ask } = await start(runningClock(new Date('2031-05-05T12:00:00Z')));
    const { headers } = await ask().expect(200);
    const reset = Number(headers['x-ratelimit-reset']) * 1000;
    expect(new Date(reset).toISOString()).toMatch(/^2031-05-05T12:/);
  });

  test('a connection that is lost before the answer makes the request 503; answered requests are counted', async () => {
    const { ask, proxy } = await start();
    await ask().expect(200);
    proxy.loseAnswers();
    const lost = await ask().expect(503).expect('Retry-After', '2');
    expect(lost.body.error.code).toBe('upstream_unavailable');
    await proxy.pass();
    const { headers } = await ask().expect(200);
    const used = Number(headers['x-ratelimit-limit-day']) - Number(headers['x-ratelimit-remaining-day']);
    expect(await countedToday()).toBe(used);
    // The request whose answer was lost may be counted too.
    expect([2, 3]).toContain(await counted());
  });

  test('a backend that is terminated during a count makes the request 503, uncounted; later ones succeed', async () => {
    const { ask } = await start();
    await ask().expect(200);
    const letGo = await hold();
    const answer = ask().then(({ status }) => status);
    await eventually(async () => (await waiting()).length === 1);
    await statements(url, [`SELECT pg_terminate_backend(${(await waiting())[0]})`]);
    expect(await answer).toBe(503);
    await letGo();
    expect(await counted()).toBe(1);
    await ask().expect(200);
    expect(await counted()).toBe(2);
  });

  test('many requests of an account whose count is locked leave connections to another account', async () => {
    const { ask } = await start();
    const other = await keys.createAccount('bob@example.com', 'dev');
    const { key: others } = await keys.createKey(other.id);
    // The requests use two keys, because an account may have several.
    const { key: second } = await keys.createKey((await storage.accounts.findByEmail('ann@example.com'))!.id);
    for (const by of [key, second]) await ask('/v1/markets', by).expect(200);
    const letGo = await hold();
    const asked = Array.from({ length: 24 }, (_, i) => ask('/v1/markets', [key, second][i % 2]).then((r) => r.status));
    await eventually(async () => (await waiting()).length > 0);
    await ask('/v1/markets', others).expect(200);
    expect((await waiting()).length).toBeLessThanOrEqual(2);
    await letGo();
    expect(await Promise.all(asked)).toEqual(asked.map(() => 200));
  });

  test('a write that waits for a lock of another session is 503 after DATABASE_WAIT_MS', async () => {
    const { save } = await start(runningClock(null), 3_000);
    await save('before').expect(201);
    const letGo = await hold('LOCK TABLE saved_scan IN SHARE MODE');
    const { body } = await save('meanwhile').expect(503);
    expect(body.error.code).toBe('upstream_unavailable');
    await letGo();
    await save('after').expect(201);
  });

  describe('while the database is unavailable', () => {
    let letGo: () => Promise<void>;
    const holdCount = async () => {
      letGo = await hold();
    };
    /** Name, reason in /readyz (null = still ready), how to make the database unavailable, and how to restore it. */
    const ways: [
      string,
      RegExp | null,
      (replica: Replica) => Promise<unknown>,
      (replica: Replica) => Promise<unknown>,
    ][] = [
      ['stopped', /^database_unreachable$/, ({ proxy }) => proxy.refuse(), ({ proxy }) => proxy.pass()],
      ['cut off', /^database_unreachable$/, async ({ proxy }) => proxy.cut(), ({ proxy }) => proxy.pass()],
      ['silent', /^database_(slow|full|unreachable)$/, async ({ proxy }) => proxy.stall(), ({ proxy }) => proxy.pass()],
      ['slow for one account', null, holdCount, () => letGo()],
    ];
    test.each(ways)('%s', async (_name, reason, goAway, comeBack) => {
      // Long enough that a busy machine starts it, and short for the requests that wait in vain.
      const replica = await start(runningClock(null), 3_000);
      const { ask } = replica;
      let passed = 0;
      const passes = async () => {
        const isIn = (await ask()).status === 200;
        passed += Number(isIn);
        return isIn;
      };
      // On a busy machine, the database may seem unavailable too.
      await eventually(passes);
      await goAway(replica);
      const asked = await Promise.all(Array.from({ length: 15 }, () => ask()));
      for (const { status, body, headers } of asked) {
        expect([status, body.error?.code]).toEqual([503, 'upstream_unavailable']);
        expect(Number(headers['retry-after'])).toBeLessThanOrEqual(30);
      }
      await ask('/healthz').expect(200);
      await ask('/metrics').expect(200);
      // To a process that was not scheduled meanwhile, an immediate refusal seems slow until the next check.
      if (reason !== null) await eventually(async () => reason.test((await ask('/readyz').expect(503)).body.reason));
      await comeBack(replica);
      await eventually(passes);
      await eventually(async () => (await ask('/readyz')).status === 200);
      // No request passed uncounted.
      expect(await counted()).toBeGreaterThanOrEqual(passed);
    });
  });
});
