import { openPostgresStorage } from '../../../src/storage/postgres/open';
import { describeWithPostgres, PATIENT_REQUESTS } from '../../helpers/postgres';
import { storageContract } from '../contract/contract';

describeWithPostgres('on PostgreSQL', ({ emptied }) => {
  storageContract(async (same) => openPostgresStorage(same?.url ?? (await emptied()), PATIENT_REQUESTS));
});
