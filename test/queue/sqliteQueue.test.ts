import { openDatabase, openStorage } from '../../src/storage/open';
import { tempFolder } from '../helpers/tempFolder';
import { queueContract } from './contract';

const folder = tempFolder();

describe('a queue in SQLite', () => {
  let files = 0;
  let file: string;

  beforeEach(() => {
    file = `${folder}/${files++}.db`;
  });

  queueContract(
    () => openStorage(file),
    async (work) => {
      const { database } = await openDatabase(file);
      await database.change('jobs', work).finally(() => database.close());
    },
  );
});
