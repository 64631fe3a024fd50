import { openDatabase, openStorage } from '../../src/storage/open';
import { migratedFiles } from '../helpers/migratedFiles';
import { queueContract } from './contract';

const newFile = migratedFiles();

describe('a queue in SQLite', () => {
  let file: string;

  beforeEach(async () => {
    file = await newFile();
  });

  queueContract(
    () => openStorage(file),
    async (work) => {
      const { database } = await openDatabase(file);
      await database.change('jobs', work).finally(() => database.close());
    },
  );
});
