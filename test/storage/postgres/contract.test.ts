import { openStorage } from '../../../src/storage/open';
import { describeWithPostgres, PATIENT_REQUESTS } from '../../helpers/postgres';
import { storageContract } from '../contract/contract';

describeWithPostgres('on PostgreSQL', ({ emptied }) => {
  storageContract(async (same) => openStorage(same?.url ?? (await emptied()), PATIENT_REQUESTS));
});
