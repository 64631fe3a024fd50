import { join } from 'node:path';
import { KeyService } from '../../src/access/keys';
import { openStorage } from '../../src/storage/open';
import type { Storage } from '../../src/storage/storage';
import { tierTable } from '../helpers/access';
import { describeWithPostgres } from '../helpers/postgres';
import { type Child, startChild } from '../helpers/process';
import { tempFolder } from '../helpers/tempFolder';

const folder = tempFolder();
const INSTANT = '2024-12-20T15:00:20Z';
const PER_MINUTE = tierTable().find('dev')!.perMinute;

interface ServerProcess extends Child {
  ask(): Promise<Response>;
}

const passed = (answers: readonly (Response | null)[]) => answers.filter((answer) => answer?.status === 200).length;

/** Server processes over one database. @param empty creates an empty database and returns its address */
function countTogether(empty: () => Promise<string>): void {
  let file: string;
  let storage: Storage;
  let keys: KeyService;
  let key: string;
  let keyId: string;

  beforeEach(async () => {
    file = await empty();
    storage = await openStorage(file);
    const keySecret = await storage.generatedSecret();
    keys = new KeyService({ ...storage, tiers: tierTable(), keySecret, now: () => new Date(INSTANT) });
    const account = await keys.createAccount('ann@example.com', 'dev');
    ({ key, id: keyId } = await keys.createKey(account.id));
  });
  afterEach(() => storage.close());

  async function startServers(count: number): Promise<ServerProcess[]> {
    const children = Array.from({ length: count }, () => startChild('serve', file, INSTANT));
    return Promise.all(
      children.map(async (child) => {
        const url = `${await child.line()}/v1/me`;
        return { ...child, ask: () => fetch(url, { headers: { 'X-API-Key': key } }) };
      }),
    );
  }

  test('two server processes let exactly the quota pass, and a revocation by a third ends the key in both', async () => {
    const servers = await startServers(2);
    const answers = await Promise.all(Array.from({ length: 100 }, (_, i) => servers[i % 2].ask()));
    expect(passed(answers)).toBe(PER_MINUTE);
    await keys.revoke(keyId);
    expect((await Promise.all(servers.map((server) => server.ask()))).map(({ status }) => status)).toEqual([401, 401]);
    await Promise.all(servers.map((server) => server.kill()));
  });

  test('after kill -9 in the middle of a burst, answered requests stay counted', async () => {
    const [server] = await startServers(1);
    let answered = 0;
    const burst = Array.from({ length: PER_MINUTE - 10 }, () =>
      server.ask().then(
        (answer) => {
          if (++answered === 15) void server.kill();
          return answer;
        },
        () => null,
      ),
    );
    const before = passed(await Promise.all(burst));
    expect(before).toBeGreaterThanOrEqual(15);
    await server.kill();

    const [restarted] = await startServers(1);
    const first = await restarted.ask();
    const counted = PER_MINUTE - 1 - Number(first.headers.get('x-ratelimit-remaining'));
    expect(counted).toBeGreaterThanOrEqual(before);
    const after = await Promise.all(Array.from({ length: PER_MINUTE }, () => restarted.ask()));
    expect(counted + passed([first, ...after])).toBe(PER_MINUTE);
    await restarted.kill();
  });
}

describe('over SQLite', () => countTogether(async () => join(folder, `${Math.random()}.sqlite`)));
describeWithPostgres('over PostgreSQL', ({ fresh }) => countTogether(fresh));
