import { openDatabase, openStorage } from '../../src/storage/open';
import { describeWithPostgres, PATIENT_REQUESTS } from '../helpers/postgres';
import { queueContract } from './contract';

describeWithPostgres('a queue in PostgreSQL', (database) => {
  let url: string;

  beforeEach(async () => {
    url = await database.fresh();
  });

  queueContract(
    () => openStorage(url, PATIENT_REQUESTS),
    async (work) => {
      const other = await openDatabase(url);
      await other.change('jobs', work).finally(() => other.close());
    },
  );
});
