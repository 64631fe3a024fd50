import { join } from 'node:path';
import { describeWith, NGINX } from '../helpers/installed';
import { type Nginx, startNginx } from '../helpers/nginx';
import { POSTGRES, PostgresServer } from '../helpers/postgresServer';
import { Replica } from '../helpers/replica';
import { EVERY_KIND, type Prepared, prepareDatabase, WIDE } from '../helpers/replicatedService';
import { type Asked, SteadyLoad } from '../helpers/steadyLoad';
import { tempFolder } from '../helpers/tempFolder';

jest.setTimeout(600_000);

/** Enough answers that each kind of request comes several times. */
const SOME = 5 * EVERY_KIND.length;
/** The long form: REPLICAS_SECONDS=60 stops and starts replicas for so long, at 100 requests a second. */
const LONG_MS = 1000 * Number(process.env.REPLICAS_SECONDS ?? 0);

describeWith(NGINX, { name: 'two replicas of SQLite behind nginx', install: 'nginx' }, (program) => {
  heldToRequests(program, async (folder) => join(folder, 'perennial.sqlite'));
});

describeWith(
  POSTGRES && NGINX,
  { name: 'two replicas of PostgreSQL behind nginx', install: 'nginx and PostgreSQL' },
  (program) => {
    heldToRequests(program, async () => (await PostgresServer.start(POSTGRES!)).url);
  },
);

/** @param start creates an empty database and returns its address */
function heldToRequests(program: string, start: (folder: string) => Promise<string>): void {
  const folder = tempFolder();
  let prepared: Prepared;
  let replicas: Replica[];
  let nginx: Nginx;
  beforeAll(async () => {
    prepared = await prepareDatabase(await start(folder), folder);
    const env = { ...prepared.env, DATABASE_WAIT_MS: '60000' };
    replicas = [await Replica.at(env), await Replica.at(env)];
    await Promise.all(replicas.map((replica) => replica.start()));
    nginx = await startNginx(
      program,
      replicas.map(({ port }) => port),
    );
  });
  afterAll(() => Promise.all(replicas.map((replica) => replica.end('SIGTERM'))));

  const load = () => new SteadyLoad(nginx.url, EVERY_KIND, prepared.keys, { everyMs: LONG_MS > 0 ? 10 : 20 });

  /** The remaining requests of an account today; this one counts too. */
  async function leftOf(key: string): Promise<number> {
    const { headers } = await fetch(`${nginx.url}/v1/me`, { headers: { 'X-API-Key': key } });
    return Number(headers.get('x-ratelimit-remaining-day'));
  }

  /** Starts a replica, and waits as the operating guide says: for its own /readyz, and for that through nginx. */
  async function restarted(replica: Replica): Promise<void> {
    await replica.start();
    expect((await fetch(`${replica.url}/readyz`)).status).toBe(200);
    expect((await fetch(`${nginx.url}/readyz`)).status).toBe(200);
  }

  /** Starts a replica, and waits until it gets requests again. */
  async function returns(replica: Replica, steady: SteadyLoad): Promise<void> {
    await replica.start();
    expect((await fetch(`${replica.url}/readyz`)).status).toBe(200);
    while ((await replica.answered()) === 0) await steady.more(1);
  }

  test('each replica is restarted under steady requests: all are answered, and counted once', async () => {
    const steady = load();
    await steady.more(SOME);
    const began = performance.now();
    do {
      for (const replica of replicas) {
        const [code] = await Promise.all([replica.end('SIGTERM'), steady.more(SOME)]);
        expect(code).toBe(0);
        await steady.more(SOME);
        await restarted(replica);
      }
    } while (performance.now() - began < LONG_MS);
    const asked = await steady.stop();
    expect(failuresOf(asked)).toEqual([]);
    for (const key of prepared.keys) {
      const used = asked.filter((one) => one.key === key).length;
      expect(await leftOf(key)).toBe(WIDE - used - 1);
    }
  });

  test('each replica is killed under steady requests: only those in flight fail, and answered ones are counted', async () => {
    const before = await Promise.all(prepared.keys.map(leftOf));
    const steady = load();
    for (const replica of replicas) {
      await steady.more(SOME);
      const inFlight = steady.outstanding();
      await replica.end('SIGKILL');
      await steady.more(SOME);
      expect(failuresOf(steady.answered().filter((one) => !inFlight.includes(one)))).toEqual([]);
      await returns(replica, steady);
    }
    const asked = await steady.stop();
    for (const [i, key] of prepared.keys.entries()) {
      const answered = asked.filter((one) => one.key === key && one.outcome === 200).length;
      const counted = before[i] - (await leftOf(key)) - 1;
      expect(counted).toBeGreaterThanOrEqual(answered);
    }
  });
}

/** The requests with another outcome than 200, each once. */
function failuresOf(asked: readonly Asked[]): string[] {
  const failed = asked.filter(({ outcome }) => outcome !== 200);
  return [...new Set(failed.map(({ path, outcome }) => `${path}: ${outcome}`))];
}
