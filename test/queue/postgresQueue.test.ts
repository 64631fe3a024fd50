import { openDatabase, openStorage } from '../../src/storage/open';
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
