import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { components } from '../../generated/openapi';
import { describeWithPostgres } from '../helpers/postgres';
import { Replica } from '../helpers/replica';
import { type Prepared, prepareDatabase } from '../helpers/replicatedService';
import { tempFolder } from '../helpers/tempFolder';

jest.setTimeout(600_000);

type Job = components['schemas']['ExportJob'];

describeWithPostgres('exports of two replicas of the built service', ({ fresh }) => {
  const folder = tempFolder();
  let prepared: Prepared;
  let replicas: Replica[];
  beforeAll(async () => {
    prepared = await prepareDatabase(await fresh(), folder, 1);
    const env = { ...prepared.env, SIGNIFICANCE: 'auto', DATABASE_WAIT_MS: '60000' };
    replicas = [await Replica.at(env), await Replica.at(env)];
    await Promise.all(replicas.map((replica) => replica.start()));
  });
  afterAll(async () => {
    for (const replica of replicas) {
      await replica.end('SIGTERM');
      // Node writes its warnings there.
      expect(await replica.stderr()).toBe('');
    }
  });

  const ask = (replica: Replica, path: string, init: RequestInit = {}) =>
    fetch(`${replica.url}/v1${path}`, {
      ...init,
      headers: { 'X-API-Key': prepared.keys[0], 'Content-Type': 'application/json', ...init.headers },
    });
  const create = async (replica: Replica, asked: object): Promise<Job> => {
    const response = await ask(replica, '/exports', {
      method: 'POST',
      body: JSON.stringify({ market: '0', ...asked }),
    });
    return (await response.json()) as Job;
  };
  const told = async (replica: Replica, id: string): Promise<Job> =>
    (await (await ask(replica, `/exports/${id}`)).json()) as Job;
  const ended = async (replica: Replica, id: string): Promise<Job> => {
    for (;;) {
      const job = await told(replica, id);
      if (job.state !== 'queued' && job.state !== 'running') return job;
      await sleep(100);
    }
  };
  const fileOf = async (replica: Replica, id: string, range?: string) => {
    const response = await ask(
      replica,
      `/exports/${id}/file`,
      range === undefined ? {} : { headers: { Range: range } },
    );
    return { status: response.status, content: Buffer.from(await response.arrayBuffer()) };
  };

  test('an export requested from one replica is reported and served by the other, whole and in parts', async () => {
    const [one, other] = replicas;
    const { export_id } = await create(one, { max_days: 20, format: 'ndjson' });
    const { state, file } = await ended(other, export_id);
    expect(state).toBe('ready');
    const { status, content } = await fileOf(other, export_id);
    const sha256 = createHash('sha256').update(content).digest('hex');
    expect({ status, size: content.length, sha256 }).toEqual({ status: 200, size: file!.size, sha256: file!.sha256 });
    const parts = [await fileOf(one, export_id, 'bytes=0-499'), await fileOf(other, export_id, 'bytes=500-')];
    expect(parts.map((part) => part.status)).toEqual([206, 206]);
    expect(Buffer.concat(parts.map((part) => part.content)).equals(content)).toBe(true);
    // The same request to the other replica gets the same export.
    expect((await create(other, { max_days: 20, format: 'ndjson' })).export_id).toBe(export_id);
  });

  test('when the replica that makes an export is killed, the other starts it again and its file is whole', async () => {
    const [one, other] = replicas;
    // Alone, so that this replica takes the export.
    await other.end('SIGTERM');
    // Long enough that it is under way for seconds.
    const { export_id } = await create(one, { min_days: 2, max_days: 366, per_symbol: 20 });
    while ((await told(one, export_id)).state === 'queued') await sleep(5);
    await other.start();
    expect((await told(other, export_id)).state).toBe('running');
    expect(await one.end('SIGKILL')).toBeNull();
    const { state, file, failures } = await ended(other, export_id);
    expect({ state, failures }).toEqual({ state: 'ready', failures: [] });
    const { content } = await fileOf(other, export_id);
    expect(createHash('sha256').update(content).digest('hex')).toBe(file!.sha256);
    expect(content.toString().trimEnd().split('\r\n')).toHaveLength(file!.rows + 1);
    await one.start();
    expect(await fileOf(one, export_id)).toEqual({ status: 200, content });
  });
});
