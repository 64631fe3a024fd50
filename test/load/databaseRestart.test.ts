import { LEDGER_TOOLS } from '../../scripts/ledger';
import { verifyLedger } from '../../src/core/record/verification';
import { openStorage } from '../../src/storage/open';
import type { Storage } from '../../src/storage/storage';
import { describeWith, NGINX } from '../helpers/installed';
import { CARD, pickEntry } from '../helpers/ledgerEntries';
import { type Nginx, startNginx } from '../helpers/nginx';
import { POSTGRES, PostgresServer } from '../helpers/postgresServer';
import { Replica } from '../helpers/replica';
import { EVERY_KIND, type Prepared, prepareDatabase, WIDE } from '../helpers/replicatedService';
import { SteadyLoad } from '../helpers/steadyLoad';
import { tempFolder } from '../helpers/tempFolder';

jest.setTimeout(600_000);

const SOME = 5 * EVERY_KIND.length;
const RETRY_MS = 50;

describeWith(NGINX && POSTGRES, { name: 'PostgreSQL under two replicas', install: 'nginx and PostgreSQL' }, () => {
  const folder = tempFolder();
  let database: PostgresServer;
  let prepared: Prepared;
  let replicas: Replica[];
  let nginx: Nginx;
  let storage: Storage;
  beforeAll(async () => {
    database = await PostgresServer.start(POSTGRES!);
    prepared = await prepareDatabase(database.url, folder, 1);
    storage = await openStorage(database.url);
    replicas = [await Replica.at(prepared.env), await Replica.at(prepared.env)];
    await Promise.all(replicas.map((replica) => replica.start()));
    nginx = await startNginx(
      NGINX!,
      replicas.map(({ port }) => port),
    );
  });
  afterAll(async () => {
    await Promise.all(replicas.map((replica) => replica.end('SIGTERM')));
    await storage.close();
  });

  /**
   * Appends records one after the other, each repeated until it is stored. @returns a function that stops it and returns
   * the number of records
   */
  function record(): () => Promise<number> {
    let isWanted = true;
    const appending = (async () => {
      let sessions = 0;
      while (isWanted) {
        const session = new Date(Date.UTC(2000, 0, 1 + sessions)).toISOString().slice(0, 10);
        const isThere = await storage.records
          .append(`session ${session}`, () => ({ entry: pickEntry(session), card: CARD }))
          .then(
            () => true,
            () => false,
          );
        if (isThere) sessions += 1;
        else await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      }
      return sessions;
    })();
    return () => {
      isWanted = false;
      return appending;
    };
  }

  test('after two restarts under steady requests, counts are exact, the record is intact and service resumes', async () => {
    const steady = new SteadyLoad(nginx.url, EVERY_KIND, prepared.keys);
    const stopRecording = record();
    for (let restart = 0; restart < 2; restart++) {
      await steady.more(SOME);
      const before = steady.asked.length;
      await database.halt();
      while (!steady.asked.slice(before).some(({ outcome }) => outcome === 503)) await steady.more(1);
      expect((await fetch(`${replicas[0].url}/healthz`)).status).toBe(200);
      await database.resume();
      while (!steady.asked.slice(-SOME).some(({ outcome }) => outcome === 200)) await steady.more(1);
    }
    await steady.more(SOME);
    const asked = await steady.stop();
    const sessions = await stopRecording();
    expect(new Set(asked.map(({ outcome }) => outcome))).toEqual(new Set([200, 503]));

    let looks = 0;
    let looked: Response;
    do {
      looks += 1;
      looked = await fetch(`${nginx.url}/v1/me`, { headers: { 'X-API-Key': prepared.keys[0] } });
      // A database on a busy machine may be slow, which does not change the counts.
    } while (looked.status === 503);
    const counted = WIDE - Number(looked.headers.get('x-ratelimit-remaining-day'));
    expect(counted).toBeGreaterThanOrEqual(asked.filter(({ outcome }) => outcome === 200).length + 1);
    expect(counted).toBeLessThanOrEqual(asked.length + looks);

    const records = await storage.records.stored();
    expect(verifyLedger(records, LEDGER_TOOLS).faults).toEqual([]);
    expect(records).toHaveLength(sessions);
  });
});
