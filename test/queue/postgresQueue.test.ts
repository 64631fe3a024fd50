import { openDatabase, openStorage } from '../../src/storage/open';
import { describeWithPostgres, PATIENT_REQUESTS, statements } from '../helpers/postgres';
import { queueContract } from './contract';

describeWithPostgres('a queue in PostgreSQL', (database) => {
  let url: string;

  beforeEach(async () => {
    url = await database.fresh();
  });

  test('queues that were not made, since the first process was killed, are made by the next one', async () => {
    await (await openStorage(url)).close();
    const schema = `perennial_queue_${/search_path=(\w+)/.exec(decodeURIComponent(url))![1]}`;
    await statements(url, [`DELETE FROM ${schema}.queue WHERE name IN ('feed', 'prune')`]);
    const storage = await openStorage(url);
    let runs = 0;
    storage.queue.work('prune', async () => void runs++);
    await storage.queue.send('prune', {}, { key: 'prune' });
    await storage.queue.settled();
    expect(runs).toBe(1);
    await storage.close();
  });

  queueContract(
    () => openStorage(url, PATIENT_REQUESTS),
    async (work) => {
      const other = await openDatabase(url);
      await other.change('jobs', work).finally(() => other.close());
    },
  );
});
