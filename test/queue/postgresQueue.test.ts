import { openDatabase, openStorage } from '../../src/storage/open';
import { DatabaseProxy } from '../helpers/databaseProxy';
import { eventually } from '../helpers/eventually';
import { describeWithPostgres, PATIENT_REQUESTS, statements } from '../helpers/postgres';
import { queueContract } from './contract';

describeWithPostgres('a queue in PostgreSQL', (database) => {
  const queueSchemaOf = (url: string) => `perennial_queue_${/search_path=(\w+)/.exec(decodeURIComponent(url))![1]}`;

  test('a queue created by another version with another retry limit gets the current one', async () => {
    const url = await database.fresh();
    await (await openStorage(url)).close();
    const limits = `SELECT retry_limit FROM ${queueSchemaOf(url)}.queue WHERE name = 'feed'`;
    const [{ rows: before }] = await statements(url, [limits]);
    await statements(url, [`UPDATE ${queueSchemaOf(url)}.queue SET retry_limit = 99 WHERE name = 'feed'`]);
    await (await openStorage(url)).close();
    expect((await statements(url, [limits]))[0].rows).toEqual(before);
  });

  test('queues missing because the first process was killed are created by the next one', async () => {
    const url = await database.fresh();
    await (await openStorage(url)).close();
    const schema = queueSchemaOf(url);
    await statements(url, [`DELETE FROM ${schema}.queue WHERE name IN ('feed', 'prune')`]);
    const storage = await openStorage(url);
    let runs = 0;
    storage.queue.work('prune', async () => void runs++);
    await storage.queue.send('prune', {}, { key: 'prune' });
    await storage.queue.settled();
    expect(runs).toBe(1);
    await storage.close();
  });

  test('a running queue has settled only after a job that it has fetched, even if its handler begins late', async () => {
    const proxy = await DatabaseProxy.before(await database.fresh());
    const storage = await openStorage(proxy.url, PATIENT_REQUESTS);
    const seen: string[] = [];
    storage.queue.work('saved-scan', async ({ payload }) => void seen.push(payload.scanId));
    await storage.queue.start(() => {});
    proxy.delayAnswers('fetched late', 2_500);
    await storage.queue.send('saved-scan', { scanId: 'fetched late' }, { key: 'a' });
    await storage.queue.settled();
    expect(seen).toEqual(['fetched late']);
    await storage.queue.send('saved-scan', { scanId: 'next' }, { key: 'a' });
    await eventually(async () => seen.includes('next'));
    await storage.close();
    await proxy.close();
  });

  let url: string;
  beforeEach(async () => {
    url = await database.emptied();
  });
  queueContract(
    () => openStorage(url, PATIENT_REQUESTS),
    async (work) => {
      const { database: other } = await openDatabase(url);
      await other.change('jobs', work).finally(() => other.close());
    },
  );
});
