import { openPostgresStorage } from '../../../src/storage/postgres/open';
import { describeWithPostgres } from '../../helpers/postgres';
import { storageContract } from '../contract/contract';

describeWithPostgres('on PostgreSQL', ({ emptied }) => {
  storageContract(async (same) => openPostgresStorage(same?.url ?? (await emptied()), 'requests'));
});
